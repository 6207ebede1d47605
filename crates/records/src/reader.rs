//! Reads the games of a file one after another.

use crate::encoding::{self, ByteReader, decode};
use encoding_rs::Encoding;
use quirkat_rules::{GameBoundary, PdnEntry, PdnSection};
use std::io::{self, BufRead, Read};

/// Maximum length of a game, in bytes. A longer one is refused; the games after it are read.
pub const MAX_RECORD_BYTES: usize = 1 << 22;

/// Number of bytes in which a game must begin. Reading ends there, so that endless inputs such as devices are refused.
const MAX_SKIPPED_BYTES: usize = 1 << 26;

/// Reader of the games of a file. It holds one game at a time in memory.
///
/// # Examples
/// ```
/// use quirkat_records::RecordReader;
/// use std::fs::File;
///
/// # fn main() -> std::io::Result<()> {
/// # let folder = std::env::temp_dir().join(format!("quirkat-records-{}.pdn", std::process::id()));
/// # std::fs::write(&folder, "1. 32-28 19-23 *")?;
/// for game in RecordReader::new(File::open(&folder)?)? {
///     let game = game?;
///     println!("{}: {} moves", game.number, game.pdn.turns.len());
/// }
/// # std::fs::remove_file(folder)
/// # }
/// ```
pub struct RecordReader<R: Read> {
    lines: ByteReader<R>,
    /// Encoding of games that are not UTF-8.
    otherwise: &'static Encoding,
    boundary: GameBoundary,
    /// Lines of the next section of the file that were read already.
    section: Vec<u8>,
    /// Line in which the section begins, from 1, and number of lines read.
    section_line: usize,
    lines_read: usize,
    games_read: usize,
    /// Games of the section before, as far as they have not been returned.
    entries: PdnSection<String>,
    is_at_end: bool,
}

impl<R: Read> RecordReader<R> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the beginning of the file cannot be read.
    pub fn new(file: R) -> io::Result<RecordReader<R>> {
        let (lines, otherwise) = encoding::open(file)?;
        Ok(RecordReader {
            lines,
            otherwise,
            boundary: GameBoundary::default(),
            section: Vec::new(),
            section_line: 1,
            lines_read: 0,
            games_read: 0,
            entries: PdnSection::new(String::new(), 1),
            is_at_end: false,
        })
    }

    /// Reads lines up to the beginning of the next section, and prepares the games before it.
    fn read_section(&mut self) -> io::Result<()> {
        let mut line = Vec::new();
        let mut bytes = self.section.len();
        let (section, next_line) = loop {
            line.clear();
            let length = self.lines.by_ref().take(MAX_RECORD_BYTES as u64).read_until(b'\n', &mut line)?;
            bytes += length;
            if length == 0 || bytes > MAX_SKIPPED_BYTES {
                self.is_at_end = true;
                break (std::mem::take(&mut self.section), self.lines_read);
            }
            self.lines_read += usize::from(line.ends_with(b"\n"));
            if self.boundary.is_start(&line) {
                break (std::mem::replace(&mut self.section, line), self.lines_read);
            }
            // One byte beyond the limit lets the parser refuse the game.
            let room = (MAX_RECORD_BYTES + 1).saturating_sub(self.section.len());
            self.section.extend_from_slice(&line[..length.min(room)]);
        };
        self.entries = PdnSection::new(decode(section, self.otherwise), self.section_line);
        self.section_line = next_line;
        Ok(())
    }
}

impl<R: Read> Iterator for RecordReader<R> {
    type Item = io::Result<PdnEntry>;

    fn next(&mut self) -> Option<io::Result<PdnEntry>> {
        loop {
            if let Some(entry) = self.entries.next() {
                self.games_read += 1;
                return Some(Ok(PdnEntry { number: self.games_read, ..entry }));
            }
            if self.is_at_end {
                return None;
            }
            if let Err(error) = self.read_section() {
                self.is_at_end = true;
                return Some(Err(error));
            }
        }
    }
}
