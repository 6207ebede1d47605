//! The record of a game on disk.
//!
//! After every change the whole record is written to a temporary file, which then replaces the old one in one step.
//! Whenever the program or the machine stops, the file holds the game before or after the change. Only a file that this
//! program has read or written is replaced. When another program has changed the file, the game continues in a new one.

use crate::errors::bad_input;
use crate::output::{create, replace_unchanged};
use crate::source::records::RecordArguments;
use crate::source::{GameArguments, PositionArguments, read_text, wanted_notation};
use anyhow::Context;
use quirkat_play::{LiveGame, Millis, Termination, is_unannotated, player_tags};
use quirkat_rules::{AnyGame, Language, Pdn};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Path of the game's file, and additional tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    path: PathBuf,
    tags: Vec<(String, String)>,
    /// Content of the file when this program last read or wrote it; `None` if it did not exist.
    content: Option<String>,
}

/// Reason why a game cannot be saved to another file.
#[derive(Debug)]
pub enum SaveError {
    /// The file exists already.
    Exists,
    /// The file cannot be written.
    Write(io::Error),
}

impl Record {
    /// Creates a record for a new file, with these tags in addition to those of the game.
    pub fn new(path: PathBuf, tags: Vec<(String, String)>) -> Record {
        Record { path, tags, content: None }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the game has been saved.
    pub fn is_saved(&self) -> bool {
        self.content.is_some()
    }

    /// Returns the record of another game between the same players, in a new file beside this one.
    pub fn another(&self) -> Record {
        let path = if self.is_saved() { free_path(&self.path) } else { self.path.clone() };
        Record::new(path, self.tags.clone())
    }

    /// Saves the game. If another program has changed the file, the game is saved to a new file beside it.
    ///
    /// # Errors
    /// When the file cannot be written. The old one remains unchanged.
    pub fn save(&mut self, live: &LiveGame, at: Millis) -> io::Result<()> {
        let text = self.text(live, at);
        while !self.write(&text)? {
            *self = Record::new(free_path(&self.path), std::mem::take(&mut self.tags));
        }
        self.content = Some(text);
        Ok(())
    }

    /// Saves the game to a new file, and returns its record.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn save_to(&self, path: &Path, live: &LiveGame, at: Millis) -> Result<Record, SaveError> {
        let content = (path == self.path).then(|| self.content.clone()).flatten();
        let mut record = Record { path: path.to_owned(), tags: self.tags.clone(), content };
        let text = record.text(live, at);
        if !record.write(&text).map_err(SaveError::Write)? {
            return Err(SaveError::Exists);
        }
        record.content = Some(text);
        Ok(record)
    }

    fn text(&self, live: &LiveGame, at: Millis) -> String {
        let tags: Vec<_> = self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        live.record_at(&tags, at).to_string()
    }

    /// Writes the file, unless it belongs to another program.
    fn write(&self, text: &str) -> io::Result<bool> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        match &self.content {
            Some(content) => replace_unchanged(&self.path, content.as_bytes(), text.as_bytes()),
            None => create(&self.path, text.as_bytes()),
        }
    }
}

/// A resumed game.
pub struct Resumed {
    /// Record as it was read.
    pub pdn: Pdn,
    /// Game at the end of the record.
    pub game: AnyGame,
    /// Record to which the game is saved from now on.
    pub record: Record,
}

/// Reads a game of a file and replays it, by the rules in the record or by those of the named game. The game continues in
/// the same file, or in a new one where writing would lose content: other games, comments, variations, or a finished game.
///
/// # Errors
/// When the file cannot be read, contains no such record, or belongs to another game, or when the game is unknown.
pub fn resume(path: &Path, records: &RecordArguments, language: Language) -> anyhow::Result<Resumed> {
    // Read before the record is parsed: a change by another program in between is noticed when the game is saved.
    let content = read_text(path);
    let (mut entry, is_alone) = records.select(path)?;
    let (source, replay) = records.replay(&mut entry, language)?;
    let (pdn, game) = (entry.pdn, replay.game);
    let mut tags = player_tags(&pdn);
    if let Some(own) = &source.own {
        tags.extend(own.tags()?);
    }
    let is_over = game.outcome().is_some() || Termination::from_record(&pdn, game.ruleset().white()).is_some();
    let is_ours = is_alone && is_unannotated(&pdn) && !is_over && path.is_file();
    // A file of another encoding or size was written by another program.
    let record = match content {
        Ok(text) if is_ours => Record { path: path.to_owned(), tags, content: Some(text) },
        _ => Record::new(free_path(path), tags),
    };
    Ok(Resumed { pdn, game, record })
}

/// Returns the path if an argument names a record instead of a game.
pub fn named_record(word: &str) -> Option<&Path> {
    let path = Path::new(word);
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn")).then_some(path)
}

/// Returns the game up to the position that a command shows: that of the game, or that of a record after `ply` plies. At the
/// end of a record it also returns the end of the game by other causes than the rules.
///
/// # Errors
/// When the game or the record cannot be read, or the options do not fit it.
pub fn selected_game(
    game: &GameArguments,
    position: &PositionArguments,
    ply: Option<usize>,
    records: &RecordArguments,
) -> anyhow::Result<(AnyGame, Option<Termination>)> {
    let Some(path) = named_record(&game.game) else {
        return match ply.map(|_| "--ply").or_else(|| records.given()) {
            Some(option) => Err(bad_input(format!("{option} is for records: game.pdn {option} …"))),
            None => Ok((game.game(position)?, None)),
        };
    };
    if position.position.is_some() || !game.rules.is_empty() {
        return Err(bad_input("a record has its own start and rules: --position and --rule are for games"));
    }
    let (mut played, pdn) = records.selected(path, ply, Language::En)?;
    if let Some(notation) = wanted_notation(game.notation, &played.ruleset().board)? {
        played = played.in_notation(notation).context("the game has no other notation")?;
    }
    let game = played;
    let plies = game.history().len();
    if let Some(ply) = ply.filter(|&ply| ply > plies) {
        return Err(bad_input(format!("there is no ply {ply}; allowed: 0 to {plies}")));
    }
    let ending = Termination::from_record(&pdn, game.ruleset().white());
    Ok((game, ending))
}

/// Returns an unused file name like this one: `game-2.pdn` beside `game.pdn`.
fn free_path(path: &Path) -> PathBuf {
    let mut stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy())).unwrap_or_default();
    // A copy of `game-2.pdn` is `game-3.pdn`, not `game-2-2.pdn`.
    if let Some((front, number)) = stem.rsplit_once('-')
        && number.len() <= 2
        && number.parse::<u8>().is_ok()
        && path.with_file_name(format!("{front}{extension}")).exists()
    {
        stem = front.to_owned();
    }
    (2..)
        .map(|number| path.with_file_name(format!("{stem}-{number}{extension}")))
        // A dangling link also occupies its name.
        .find(|path| path.symlink_metadata().is_err())
        .unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_play::{PlayMode, Player};
    use quirkat_rules::{AnyRules, find_game, read_turn};

    fn game(turns: &[&str]) -> LiveGame {
        let walker = find_game("alquerque").unwrap();
        let mut game = AnyRules::compile(walker.ruleset(None, &[]).unwrap()).unwrap().new_game();
        for turn in turns {
            let turn = read_turn(&*game, turn).unwrap();
            game.play(&turn).unwrap();
        }
        LiveGame::new(game, [(); 2].map(|()| Player::Person(String::new())), PlayMode::Home, None)
    }

    fn reopen(path: &Path) -> Resumed {
        resume(path, &RecordArguments::default(), Language::En).unwrap()
    }

    #[test]
    fn a_saved_game_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let tags = vec![("Event".to_owned(), "a \"test\"".to_owned())];
        let mut record = Record::new(folder.path().join("new/game.pdn"), tags);
        record.save(&game(&[]), 0).unwrap();
        record.save(&game(&["b2-c3"]), 0).unwrap();
        let resumed = reopen(&record.path);
        assert_eq!((&resumed.record, resumed.game.history()), (&record, game(&["b2-c3"]).game.history()));
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 1, "no temporary file remains");
    }

    #[test]
    fn a_file_with_other_content_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.pdn");
        for text in [
            "[Variant \"alquerque\"]\n\n1. b2-c3 {why not?} *",
            "[Variant \"alquerque\"]\n\n1. b2-c3 *\n\n[Event \"?\"]\n\n1. b2-c3 *",
            "[Variant \"alquerque\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. b2-c3 1-0",
            "[Variant \"alquerque\"]\n[Result \"1-0\"]\n[Termination \"time\"]\n\n1. b2-c3 1-0",
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(reopen(&path).record.path, folder.path().join("book-2.pdn"));
        }
    }

    #[test]
    fn a_file_changed_by_another_program_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pdn");
        let mut record = Record::new(path.clone(), vec![]);
        record.save(&game(&["b2-c3"]), 0).unwrap();
        let mut other = reopen(&path).record;
        other.save(&game(&["b2-c3", "d4xb2"]), 0).unwrap();
        record.save(&game(&["c2-c3"]), 0).unwrap();
        assert_eq!((&other.path, &record.path), (&path, &folder.path().join("game-2.pdn")));
        assert_eq!(reopen(&path).game.history().len(), 2);
        assert_eq!(reopen(&record.path).game.history(), game(&["c2-c3"]).game.history());
        let mut late = Record::new(path.clone(), vec![]);
        late.save(&game(&[]), 0).unwrap();
        assert_eq!(late.path, folder.path().join("game-3.pdn"), "a new game gets an unused name");
        fs::remove_file(&path).unwrap();
        other.save(&game(&[]), 0).unwrap();
        assert_eq!(other.path, path, "a deleted file is written again");
    }

    #[test]
    fn concurrent_programs_lose_no_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pdn");
        Record::new(path.clone(), vec![]).save(&game(&[]), 0).unwrap();
        let records: Vec<_> = (0..8).map(|_| reopen(&path).record).collect();
        std::thread::scope(|scope| {
            for mut record in records {
                scope.spawn(move || record.save(&game(&["b2-c3"]), 0).unwrap());
            }
        });
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            8,
            "one program keeps the file, the others get new ones"
        );
    }

    #[test]
    fn a_new_game_gets_an_unused_name() {
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
