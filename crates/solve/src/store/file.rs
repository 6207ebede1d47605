//! Files of tables: lines of text that say what it is, blocks of bytes, and an index of the blocks.
//!
//! A file begins with [`MAGIC`], then lines `key: value` and an empty line. Blocks follow, each compressed by itself (LZ4), so
//! that one can be read without the others. The index has for each block where it begins (8 bytes), its lengths compressed and
//! unpacked (4 bytes each) and the CRC-32 of its compressed bytes (4 bytes). The last 24 bytes of a file are where the index
//! begins (8), the number of blocks (8), the CRC-32 of the text and the index (4), and `qkt1`. Numbers have the least byte first.

use super::source::EmbeddedFile;
use memmap2::Mmap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The first line; another format has another number.
pub const MAGIC: &str = "quirkat table 1";
const END: &[u8; 4] = b"qkt1";
const ENTRY: usize = 20;
const FOOTER: usize = 24;
/// The longest text, in bytes.
const MAX_TEXT_LEN: usize = 64 << 10;
/// The largest block, unpacked, in bytes.
const MAX_BLOCK_LEN: usize = 64 << 20;

/// Why a file of tables cannot be made or used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is something else, or not whole.
    #[error("{}: {reason}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: &'static str,
    },
    /// It belongs to other rules.
    #[error("{}: it holds the tables of other rules ({found})", path.display())]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// Whose it is.
        found: String,
    },
    /// A game takes longer than a table of distances can say.
    #[error("there are games of more than {0} plies under best play; tables hold no more")]
    TooLong(u32),
}

impl TableError {
    /// What the system refused to do with a file.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> TableError {
        |error| TableError::Io { path: path.to_owned(), error }
    }
}

/// A file that is being written, under another name until it is whole.
#[derive(Debug)]
pub struct TableWriter {
    path: PathBuf,
    draft: PathBuf,
    file: BufWriter<File>,
    text: String,
    at: u64,
    index: Vec<u8>,
}

/// A block as it is written.
#[derive(Clone, Debug)]
pub struct PackedBlock {
    bytes: Vec<u8>,
    length: u32,
}

impl PackedBlock {
    /// Compresses a block.
    pub fn new(block: &[u8]) -> PackedBlock {
        PackedBlock { bytes: lz4_flex::block::compress(block), length: block.len() as u32 }
    }
}

impl TableWriter {
    /// Begins a file; each line of the text is `key: value`.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn new(path: &Path, lines: &str) -> Result<TableWriter, TableError> {
        let draft = path.with_extension("draft");
        let text = format!("{MAGIC}\n{lines}\n");
        debug_assert!(text.len() <= MAX_TEXT_LEN && !lines.contains("\n\n"));
        let mut file = BufWriter::new(File::create(&draft).map_err(TableError::io(&draft))?);
        file.write_all(text.as_bytes()).map_err(TableError::io(&draft))?;
        Ok(TableWriter { path: path.to_owned(), draft, file, at: text.len() as u64, text, index: vec![] })
    }

    /// Adds the next block.
    ///
    /// # Errors
    /// When there is no room for it.
    pub fn push(&mut self, block: &PackedBlock) -> Result<(), TableError> {
        self.file.write_all(&block.bytes).map_err(TableError::io(&self.draft))?;
        self.index.extend(self.at.to_le_bytes());
        self.index.extend((block.bytes.len() as u32).to_le_bytes());
        self.index.extend(block.length.to_le_bytes());
        self.index.extend(crc32fast::hash(&block.bytes).to_le_bytes());
        self.at += block.bytes.len() as u64;
        Ok(())
    }

    /// Ends the file and gives it its name.
    ///
    /// # Errors
    /// When there is no room for it.
    pub fn finish(mut self) -> Result<(), TableError> {
        let mut crc = crc32fast::Hasher::new();
        crc.update(self.text.as_bytes());
        crc.update(&self.index);
        let mut end = std::mem::take(&mut self.index);
        let blocks = (end.len() / ENTRY) as u64;
        end.extend(self.at.to_le_bytes());
        end.extend(blocks.to_le_bytes());
        end.extend(crc.finalize().to_le_bytes());
        end.extend(END);
        let whole =
            self.file.write_all(&end).and_then(|()| self.file.flush()).and_then(|()| self.file.get_ref().sync_all());
        whole.map_err(TableError::io(&self.draft))?;
        fs::rename(&self.draft, &self.path).map_err(TableError::io(&self.path))
    }
}

/// A file that nobody needs any more is taken away: what was not finished is of no use.
impl Drop for TableWriter {
    fn drop(&mut self) {
        // After `finish` there is no draft, and a draft that stays does no harm.
        let _ = fs::remove_file(&self.draft);
    }
}

/// A file of tables, read where it lies.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    bytes: Bytes,
    text: usize,
    index: usize,
    blocks: usize,
}

/// The bytes of a file.
#[derive(Debug)]
enum Bytes {
    /// Where it lies on the disk.
    Mapped(Mmap),
    /// Within the program.
    Embedded(&'static [u8]),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Embedded(bytes) => bytes,
        }
    }
}

impl TableFile {
    /// Opens a file and looks at its text and index; blocks are looked at when they are read.
    ///
    /// # Errors
    /// When it cannot be read, is something else or is not whole.
    pub fn open(path: &Path) -> Result<TableFile, TableError> {
        let file = File::open(path).map_err(TableError::io(path))?;
        // Sound as long as nobody writes to the file: those of tables are written under another name and never changed.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) }.map_err(TableError::io(path))?;
        TableFile::of(path, Bytes::Mapped(map))
    }

    /// Opens a file within the program.
    ///
    /// # Errors
    /// When it is something else or is not whole.
    pub fn embedded(file: EmbeddedFile) -> Result<TableFile, TableError> {
        TableFile::of(Path::new(file.name), Bytes::Embedded(file.bytes))
    }

    /// Looks at the text and the index.
    fn of(path: &Path, bytes: Bytes) -> Result<TableFile, TableError> {
        let broken = |reason| TableError::Corrupt { path: path.to_owned(), reason };
        let head = &bytes[..bytes.len().min(MAX_TEXT_LEN)];
        let is_ours = head.strip_prefix(MAGIC.as_bytes()).is_some_and(|rest| rest.starts_with(b"\n"));
        let end = head.windows(2).position(|two| two == b"\n\n").filter(|_| is_ours);
        let text = end.ok_or_else(|| broken("this is no table: the first line must be `quirkat table 1`"))? + 2;
        std::str::from_utf8(&bytes[..text]).map_err(|_| broken("its text is none"))?;
        let cut = || broken("the file is cut off or damaged at its end");
        let footer = bytes.len().checked_sub(FOOTER).filter(|&at| at >= text).ok_or_else(cut)?;
        let (numbers, end) = bytes[footer..].split_at(FOOTER - END.len());
        let long = |at: usize| u64::from_le_bytes(numbers[at..at + 8].try_into().expect("eight bytes")) as usize;
        let (index, blocks) = (long(0), long(8));
        let fits = blocks.checked_mul(ENTRY).and_then(|length| index.checked_add(length)) == Some(footer);
        if end != END || !fits || index < text {
            return Err(cut());
        }
        let mut crc = crc32fast::Hasher::new();
        crc.update(&bytes[..text]);
        crc.update(&bytes[index..footer]);
        if crc.finalize().to_le_bytes() != numbers[16..20] {
            return Err(broken("its text or its index is damaged"));
        }
        Ok(TableFile { path: path.to_owned(), bytes, text, index, blocks })
    }

    /// Where the file lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The lines of its text.
    pub fn lines(&self) -> &str {
        let text = std::str::from_utf8(&self.bytes[..self.text]).expect("looked at when it was opened");
        text[MAGIC.len() + 1..].trim_end_matches('\n')
    }

    /// What a line of its text says.
    ///
    /// # Errors
    /// When there is no such line.
    pub fn line(&self, key: &str) -> Result<&str, TableError> {
        let value = self.lines().lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        value.ok_or_else(|| self.corrupt("a line is missing in its text"))
    }

    /// Whether its text ends with these lines, which say by what rules it was made.
    ///
    /// # Errors
    /// When it does not: it is of other rules.
    pub fn check_rules(&self, rules: &str) -> Result<(), TableError> {
        if self.lines().ends_with(rules.trim_end()) {
            return Ok(());
        }
        Err(TableError::OtherRules { path: self.path.clone(), found: self.line("game")?.to_owned() })
    }

    /// The number of its blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Where it lies in memory, by which the files that are open are told apart.
    pub fn address(&self) -> usize {
        self.bytes.as_ptr().addr()
    }

    /// The bytes of the whole file.
    pub fn length(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Unpacks a block, which must have so many bytes.
    ///
    /// # Errors
    /// When it is damaged or has another length.
    pub fn block(&self, number: usize, length: usize) -> Result<Vec<u8>, TableError> {
        let (packed, unpacked) = self.packed_bytes(number)?;
        let is_as_long = unpacked == length && length <= MAX_BLOCK_LEN;
        let block = is_as_long.then(|| lz4_flex::block::decompress(packed, length).ok()).flatten();
        block.filter(|block| block.len() == length).ok_or_else(|| self.damaged())
    }

    /// A block as it lies in the file.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn packed(&self, number: usize) -> Result<PackedBlock, TableError> {
        let (bytes, length) = self.packed_bytes(number)?;
        Ok(PackedBlock { bytes: bytes.to_owned(), length: length as u32 })
    }

    /// A block as it lies in the file, and how long it is unpacked.
    fn packed_bytes(&self, number: usize) -> Result<(&[u8], usize), TableError> {
        if number >= self.blocks {
            return Err(self.corrupt("it does not have as many blocks as it should"));
        }
        let entry = &self.bytes[self.index + number * ENTRY..][..ENTRY];
        let int = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().expect("four bytes"));
        let begin = u64::from_le_bytes(entry[..8].try_into().expect("eight bytes")) as usize;
        let end = begin.checked_add(int(8) as usize).filter(|&end| begin >= self.text && end <= self.index);
        let packed = &self.bytes[begin..end.ok_or_else(|| self.damaged())?];
        if crc32fast::hash(packed) == int(16) { Ok((packed, int(12) as usize)) } else { Err(self.damaged()) }
    }

    fn damaged(&self) -> TableError {
        self.corrupt("a block is damaged")
    }

    /// What is wrong with it.
    pub fn corrupt(&self, reason: &'static str) -> TableError {
        TableError::Corrupt { path: self.path.clone(), reason }
    }
}
