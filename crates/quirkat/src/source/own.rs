//! The user's own game: its file and board files as texts, stored in records so that they can be replayed anywhere.

use super::read_text;
use crate::errors::bad_input;
use crate::words::Words;
use quirkat_play::RulesTexts;
use quirkat_rules::{GameFile, Language, Pdn};
use quirkat_words::ErrorText;
use quirkat_words::texts::text;
use std::path::Path;

/// Maximum size of the texts in a record, in bytes. A whole record may have 4 MiB.
const MAX_RECORD_TEXT: usize = 1 << 20;

/// Texts of the user's own game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnRules {
    path: String,
    texts: RulesTexts,
}

impl OwnRules {
    /// Reads a game file and the boards that it names.
    ///
    /// # Errors
    /// When a file cannot be read or has errors, in the given language.
    pub fn read(path: &str, language: Language) -> anyhow::Result<(GameFile, OwnRules)> {
        let game = read_text(Path::new(path))?;
        let folder = Path::new(path).parent().unwrap_or(Path::new("."));
        let board = |name: &str| read_text(&folder.join(name)).map_err(|error| format!("{error:#}"));
        let (file, texts) =
            RulesTexts::read(path, game, board).map_err(|faults| bad_input(faults.in_words(language)))?;
        Ok((file, OwnRules { path: path.to_owned(), texts }))
    }

    /// Returns the game file of a record, unless it ships with Quirkat. Records without texts name a path.
    ///
    /// # Errors
    /// When the texts are invalid, or the named file cannot be read, in the given language.
    pub fn of_record(pdn: &Pdn, language: Language) -> anyhow::Result<Option<(GameFile, OwnRules)>> {
        let refused = |why: String| {
            let slots = [text("tag", RulesTexts::TEXT), text("why", why)];
            bad_input(Words(language).say("play.record_tag", &slots))
        };
        let Some(path) = pdn.tag(RulesTexts::FILE) else { return Ok(None) };
        let stored = RulesTexts::from_record(pdn);
        let stored = stored.map_err(|error| refused(error.to_string()))?;
        let Some(texts) = stored else { return OwnRules::read(path, language).map(Some) };
        let file = texts.parse(path).map_err(|faults| refused(faults.in_words(language)))?;
        Ok(Some((file, OwnRules { path: path.to_owned(), texts })))
    }

    /// Returns the path of the game file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the contents of its files: the game, then the boards.
    pub fn contents(&self) -> impl Iterator<Item = &str> {
        let boards = self.texts.boards.iter().flat_map(|(name, text)| [name, text]);
        [&self.texts.game].into_iter().chain(boards).map(String::as_str)
    }

    /// Returns the tags with which a record can be replayed without the files.
    ///
    /// # Errors
    /// When the texts are too large for a record.
    pub fn tags(&self) -> anyhow::Result<[(String, String); 2]> {
        let tags = self.texts.tags(&self.path);
        let found = tags[1].1.len();
        if found > MAX_RECORD_TEXT {
            return Err(bad_input(format!(
                "{} and its boards need {found} bytes in the record of a game; allowed: at most {MAX_RECORD_TEXT}",
                self.path
            )));
        }
        Ok(tags)
    }

    /// Returns the tag with the path of the game file only, for series of records.
    pub fn tag(path: &str) -> (&'static str, &str) {
        (RulesTexts::FILE, path)
    }
}
