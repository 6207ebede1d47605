//! The games of a match on disk, in one file of PDN: each is written as it ends, and all stand in order when the match does.

use super::game::Round;
use crate::errors::bad_input;
use crate::output::replace_with;
use anyhow::Context;
use quirkat_rules::Pdn;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The longest record that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// A file of games.
pub struct Games {
    path: PathBuf,
    file: File,
    /// Where each game stands.
    places: BTreeMap<Round, Range<u64>>,
    /// Where the next one goes.
    end: u64,
}

impl Games {
    /// A new file; one that is there already is nothing that a match may write to.
    pub fn create(path: &Path) -> anyhow::Result<Games> {
        match File::options().read(true).write(true).create_new(true).open(path) {
            Ok(file) => Ok(Games { path: path.to_owned(), file, places: BTreeMap::new(), end: 0 }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let allowed = "allowed: a new file, or --into FOLDER for a match that goes on";
                Err(bad_input(format!("{} is there already; {allowed}", path.display())))
            }
            Err(error) => Err(error).with_context(|| format!("cannot write {}", path.display())),
        }
    }

    /// The file of a match that goes on. Each whole record is given to `know`, which tells its round; half a record at the
    /// end, of a game that was being written when the program was stopped, is cut off.
    ///
    /// # Errors
    /// When the file holds what `know` does not know.
    pub fn open(path: &Path, know: &mut dyn FnMut(&Pdn) -> Option<Round>) -> anyhow::Result<Games> {
        let named = || format!("cannot go on with {}", path.display());
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path).with_context(named)?;
        let mut games = Games { path: path.to_owned(), file, places: BTreeMap::new(), end: 0 };
        let mut reader = BufReader::new(&games.file);
        while let Some(text) = next_record(&mut reader).with_context(named)? {
            let pdn = Pdn::read(&text).ok().filter(|games| games.len() == 1).map(|mut games| games.remove(0));
            let Some(round) = pdn.as_ref().and_then(&mut *know) else {
                let first = text.lines().next().unwrap_or_default();
                return Err(bad_input(format!("{} holds no game of this match at `{first}`", path.display())));
            };
            let end = games.end + text.len() as u64;
            games.places.insert(round, games.end..end);
            games.end = end;
        }
        if games.file.metadata().with_context(named)?.len() > games.end {
            games.file.set_len(games.end).with_context(named)?;
        }
        Ok(games)
    }

    /// Adds a game that has ended.
    pub fn add(&mut self, round: Round, pdn: &Pdn) -> anyhow::Result<()> {
        // An empty line says that the record is whole.
        let text = format!("{pdn}\n");
        let mut write = || {
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(text.as_bytes())
        };
        write().with_context(|| format!("cannot write {}", self.path.display()))?;
        let end = self.end + text.len() as u64;
        self.places.insert(round, self.end..end);
        self.end = end;
        Ok(())
    }

    /// Puts the games in the order of their rounds, however they ended one after another, and leaves out those that do not
    /// count.
    pub fn arrange(self, counts: impl Fn(Round) -> bool) -> anyhow::Result<()> {
        let Games { path, mut file, places, end } = self;
        let wanted: Vec<_> = places.into_iter().filter(|(round, _)| counts(*round)).map(|(_, place)| place).collect();
        let in_order = wanted.iter().try_fold(0, |at, place| (place.start == at).then_some(place.end));
        if in_order == Some(end) {
            return Ok(());
        }
        let copy = |to: &mut File| {
            wanted.iter().try_for_each(|place| {
                file.seek(SeekFrom::Start(place.start))?;
                io::copy(&mut (&file).take(place.end - place.start), to).map(drop)
            })
        };
        replace_with(&path, copy).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The next whole record: tags up to an empty line, turns up to another.
fn next_record(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut empty = 0;
    while empty < 2 {
        let before = bytes.len();
        from.take((LONGEST - before) as u64).read_until(b'\n', &mut bytes)?;
        match &bytes[before..] {
            b"\n" => empty += 1,
            [.., b'\n'] => {}
            _ if bytes.len() == LONGEST => return Err(io::Error::other("a record is too long")),
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

    fn know(pdn: &Pdn) -> Option<Round> {
        pdn.tag("Round")?.parse().ok()
    }

    #[test]
    fn games_are_kept_as_they_end_and_put_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pdn");
        let rounds: Vec<_> = Round::all(2).collect();
        let mut games = Games::create(&path).unwrap();
        for number in [2, 0, 3] {
            games.add(rounds[number], &pdn(rounds[number])).unwrap();
        }
        drop(games);
        // As if it had been killed while it wrote the last one.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 1]).unwrap();
        let mut found = vec![];
        let mut games = Games::open(&path, &mut |pdn| {
            found.extend(know(pdn));
            know(pdn)
        })
        .unwrap();
        assert_eq!(found, [rounds[2], rounds[0]]);
        games.add(rounds[1], &pdn(rounds[1])).unwrap();
        games.arrange(|_| true).unwrap();
        let read = Pdn::read(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(read, [0, 1, 2].map(|number| pdn(rounds[number])));
        Games::open(&path, &mut know).unwrap().arrange(|round| round.opening == 0).unwrap();
        assert_eq!(Pdn::read(&fs::read_to_string(&path).unwrap()).unwrap().len(), 2);
    }

    #[test]
    fn what_is_no_game_of_the_match_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pdn");
        for text in ["[Event \"mine\"]\n\n1. a1-a2 *\n\n".to_owned(), "\n\n\n".to_owned(), "x".repeat(LONGEST)] {
            fs::write(&path, &text).unwrap();
            assert!(Games::open(&path, &mut know).is_err());
            assert!(Games::create(&path).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
