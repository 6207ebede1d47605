//! Games of a match on disk, in one PDN file: each is written as it ends, and the file is sorted when the match ends.

use crate::errors::bad_input;
use crate::output::replace_with;
use anyhow::Context;
use quirkat_match::Round;
use quirkat_rules::Pdn;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Maximum size of a record in bytes.
const MAX_RECORD: usize = 1 << 20;

/// PDN file of games.
pub struct GameStore {
    path: PathBuf,
    file: File,
    /// Byte range of each game.
    ranges: BTreeMap<Round, Range<u64>>,
    /// Offset of the next game.
    end: u64,
}

impl GameStore {
    /// Creates a file.
    ///
    /// # Errors
    /// When it exists or cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<GameStore> {
        match File::options().read(true).write(true).create_new(true).open(path) {
            Ok(file) => Ok(GameStore { path: path.to_owned(), file, ranges: BTreeMap::new(), end: 0 }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let allowed = "allowed: a new file, or --into FOLDER for a match that can be resumed";
                Err(bad_input(format!("{} exists; {allowed}", path.display())))
            }
            Err(error) => Err(error).with_context(|| format!("cannot write {}", path.display())),
        }
    }

    /// Opens the file of a match to resume it. `read` gets each complete record and returns its round. An incomplete record at
    /// the end, which was being written when the program was killed, is removed.
    ///
    /// # Errors
    /// When the file cannot be read or written, or `read` rejects a record.
    pub fn open(path: &Path, read: &mut dyn FnMut(&Pdn) -> Option<Round>) -> anyhow::Result<GameStore> {
        let named = || format!("cannot resume the match in {}", path.display());
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path).with_context(named)?;
        let mut games = GameStore { path: path.to_owned(), file, ranges: BTreeMap::new(), end: 0 };
        let mut reader = BufReader::new(&games.file);
        while let Some(text) = next_record(&mut reader).with_context(named)? {
            let pdn = Pdn::read(&text).ok().filter(|games| games.len() == 1).map(|mut games| games.remove(0));
            let Some(round) = pdn.as_ref().and_then(&mut *read) else {
                let first = text.lines().next().unwrap_or_default();
                return Err(bad_input(format!("{} contains no game of this match at `{first}`", path.display())));
            };
            let end = games.end + text.len() as u64;
            games.ranges.insert(round, games.end..end);
            games.end = end;
        }
        if games.file.metadata().with_context(named)?.len() > games.end {
            games.file.set_len(games.end).with_context(named)?;
        }
        Ok(games)
    }

    /// Appends a game.
    pub fn add(&mut self, round: Round, pdn: &Pdn) -> anyhow::Result<()> {
        // The empty line marks a complete record.
        let text = format!("{pdn}\n");
        let mut write = || {
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(text.as_bytes())
        };
        write().with_context(|| format!("cannot write {}", self.path.display()))?;
        let end = self.end + text.len() as u64;
        self.ranges.insert(round, self.end..end);
        self.end = end;
        Ok(())
    }

    /// Sorts the games by their rounds, and removes those that do not count.
    pub fn sort(self, counts: impl Fn(Round) -> bool) -> anyhow::Result<()> {
        let GameStore { path, mut file, ranges, end } = self;
        let ranges: Vec<_> = ranges.into_iter().filter(|(round, _)| counts(*round)).map(|(_, range)| range).collect();
        let sorted_len = ranges.iter().try_fold(0, |offset, range| (range.start == offset).then_some(range.end));
        if sorted_len == Some(end) {
            return Ok(());
        }
        let copy = |to: &mut File| {
            ranges.iter().try_for_each(|range| {
                file.seek(SeekFrom::Start(range.start))?;
                io::copy(&mut (&file).take(range.end - range.start), to).map(drop)
            })
        };
        replace_with(&path, copy).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Reads the next complete record: tags up to an empty line, and turns up to another one.
fn next_record(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut empty = 0;
    while empty < 2 {
        let before = bytes.len();
        from.take((MAX_RECORD - before) as u64).read_until(b'\n', &mut bytes)?;
        match &bytes[before..] {
            b"\n" => empty += 1,
            [.., b'\n'] => {}
            _ if bytes.len() == MAX_RECORD => return Err(io::Error::other("a record is too long")),
            _ => return Ok(None),
        }
    }
    String::from_utf8(bytes).map(Some).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn pdn(round: Round) -> Pdn {
        let tags = vec![("Round".to_owned(), round.to_string())];
        Pdn { tags, result: "*".to_owned(), ..Pdn::default() }
    }

    fn round(pdn: &Pdn) -> Option<Round> {
        pdn.tag("Round")?.parse().ok()
    }

    #[test]
    fn games_are_stored_as_they_end_and_sorted_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pdn");
        let rounds: Vec<_> = Round::all(2).collect();
        let mut games = GameStore::create(&path).unwrap();
        for number in [2, 0, 3] {
            games.add(rounds[number], &pdn(rounds[number])).unwrap();
        }
        drop(games);
        // The program was killed while it wrote the last game.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 1]).unwrap();
        let mut rounds_in_files = vec![];
        let mut games = GameStore::open(&path, &mut |pdn| {
            rounds_in_files.extend(round(pdn));
            round(pdn)
        })
        .unwrap();
        assert_eq!(rounds_in_files, [rounds[2], rounds[0]]);
        games.add(rounds[1], &pdn(rounds[1])).unwrap();
        games.sort(|_| true).unwrap();
        let read = Pdn::read(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(read, [0, 1, 2].map(|number| pdn(rounds[number])));
        GameStore::open(&path, &mut round).unwrap().sort(|round| round.opening == 0).unwrap();
        assert_eq!(Pdn::read(&fs::read_to_string(&path).unwrap()).unwrap().len(), 2);
    }

    #[test]
    fn a_file_with_other_content_stays_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pdn");
        for text in ["[Event \"mine\"]\n\n1. a1-a2 *\n\n".to_owned(), "\n\n\n".to_owned(), "x".repeat(MAX_RECORD)] {
            fs::write(&path, &text).unwrap();
            assert!(GameStore::open(&path, &mut round).is_err());
            assert!(GameStore::create(&path).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
