//! The record of a game on disk.
//!
//! The whole record is written anew after every change, beside the old one, and put in its place in one step: whenever
//! the program or the machine stops, the file holds the game before or after the change, never half of it.

use crate::bad_input;
use crate::output::replace;
use crate::source::{Source, read_text};
use anyhow::Context;
use quirkat_play::{is_bare, kept_tags};
use quirkat_rules::{Language, Pdn, Play};
use quirkat_words::Refusal;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The tag that names the game file of a game that is not among ours.
pub const RULES_FILE: &str = "RulesFile";

/// Where a game is kept, and the tags that it is kept with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The file.
    pub path: PathBuf,
    /// The tags beside those of the game.
    pub tags: Vec<(String, String)>,
}

impl Record {
    /// The record of another game between the same players: a file of its own beside this one.
    pub fn another(&self) -> Record {
        Record { path: free_path(&self.path), tags: self.tags.clone() }
    }

    /// Keeps the game as it is now.
    ///
    /// # Errors
    /// When the file cannot be written; the old one is untouched.
    pub fn keep(&self, game: &dyn Play) -> io::Result<()> {
        let tags: Vec<_> = self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        replace(&self.path, Pdn::of(game, &tags).to_string().as_bytes())
    }
}

/// Reads the first game of a file, and says where it goes on: in the same file, or beside it if the file holds more than
/// a game that was kept here (other games, comments, variations), which writing it anew would lose.
///
/// # Errors
/// When the file cannot be read or holds no record.
pub fn open(path: &Path) -> anyhow::Result<(Pdn, Record)> {
    let mut games = Pdn::read(&read_text(path)?).with_context(|| format!("cannot load {}", path.display()))?;
    let alone = games.len() == 1;
    let pdn = games.swap_remove(0);
    let path = if alone && is_bare(&pdn) { path.to_owned() } else { free_path(path) };
    let tags = kept_tags(&pdn);
    Ok((pdn, Record { path, tags }))
}

/// The game file by which a record is replayed.
///
/// # Errors
/// When the record names no game, or there is none of this name.
pub fn source(pdn: &Pdn, language: Language) -> anyhow::Result<Source> {
    let (id, _) = pdn.game().map_err(|error| bad_input(error.in_words(language)))?;
    Source::find(pdn.tag(RULES_FILE).unwrap_or(id), language)
}

/// A file name like this one that is not taken: `game-2.pdn` beside `game.pdn`.
fn free_path(path: &Path) -> PathBuf {
    let mut stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy())).unwrap_or_default();
    // The third game is not the second one of the second.
    if let Some((front, number)) = stem.rsplit_once('-')
        && number.len() <= 2
        && number.parse::<u8>().is_ok()
        && path.with_file_name(format!("{front}{extension}")).exists()
    {
        stem = front.to_owned();
    }
    (2..)
        .map(|number| path.with_file_name(format!("{stem}-{number}{extension}")))
        .find(|path| !path.exists())
        .unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyRules, find_game, read_turn};

    fn tags() -> Vec<(String, String)> {
        vec![("Event".to_owned(), "a \"test\"".to_owned())]
    }

    #[test]
    fn what_is_kept_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let record = Record { path: folder.path().join("new/game.pdn"), tags: tags() };
        let walker = find_game("alquerque").unwrap();
        let mut game = AnyRules::compile(walker.ruleset(None, &[]).unwrap()).unwrap().new_game();
        record.keep(&*game).unwrap();
        let turn = read_turn(&*game, "b2-c3").unwrap();
        game.play(&turn).unwrap();
        record.keep(&*game).unwrap();
        let (pdn, again) = open(&record.path).unwrap();
        assert_eq!(again, record);
        assert_eq!(pdn.replay(walker).unwrap().history(), game.history());
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 1, "nothing is left lying about");
    }

    #[test]
    fn a_file_with_more_than_our_game_is_never_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.pdn");
        for text in ["[Variant \"alquerque\"]\n\n1. b2-c3 {why not?} *", "1. b2-c3 * [Event \"?\"] 1. b2-c3 *"] {
            fs::write(&path, text).unwrap();
            assert_eq!(open(&path).unwrap().1.path, folder.path().join("book-2.pdn"));
        }
    }

    #[test]
    fn another_game_gets_a_name_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let name = |name: &str| folder.path().join(name);
        assert_eq!(free_path(&name("game.pdn")), name("game-2.pdn"));
        fs::write(name("game-2.pdn"), "").unwrap();
        assert_eq!(free_path(&name("game.pdn")), name("game-3.pdn"));
        assert_eq!(free_path(&name("game-2.pdn")), name("game-2-2.pdn"), "2 may be part of the name");
        fs::write(name("game.pdn"), "").unwrap();
        assert_eq!(free_path(&name("game-2.pdn")), name("game-3.pdn"));
    }
}
