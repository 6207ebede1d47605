//! A game of a person's own: its file and the boards that it names, as texts, so that a record can hold them and be played
//! on wherever it is.

use super::read_text;
use crate::bad_input;
use crate::play::words::Words;
use quirkat_play::RulesTexts;
use quirkat_rules::{GameFile, Language, MissingFile, Pdn};
use quirkat_words::Refusal;
use quirkat_words::texts::text;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// How large the texts may be in a record, which is read up to 4 MiB.
const LARGEST: usize = 1 << 20;

/// The texts of a game of a person's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnRules {
    path: String,
    texts: RulesTexts,
}

impl OwnRules {
    /// Reads a game file and the boards that it names.
    ///
    /// # Errors
    /// When a file cannot be read, or has faults, which are told in a language.
    pub fn read(path: &str, language: Language) -> anyhow::Result<(GameFile, OwnRules)> {
        let game = read_text(Path::new(path))?;
        let folder = Path::new(path).parent().unwrap_or(Path::new("."));
        let boards = RefCell::new(BTreeMap::new());
        let resolve = |name: &str| {
            let text = read_text(&folder.join(name)).map_err(|error| format!("{error:#}"))?;
            boards.borrow_mut().insert(name.to_owned(), text.clone());
            Ok(text)
        };
        let file = GameFile::parse(path, &game, &resolve).map_err(|faults| bad_input(faults.in_words(language)))?;
        Ok((file, OwnRules { path: path.to_owned(), texts: RulesTexts { game, boards: boards.into_inner() } }))
    }

    /// The game file of a record, if it is not one of ours. Records that hold no texts name a path.
    ///
    /// # Errors
    /// When the texts are none, or have faults, or the file that is named cannot be read, told in a language.
    pub fn of_record(pdn: &Pdn, language: Language) -> anyhow::Result<Option<(GameFile, OwnRules)>> {
        let refused = |why: String| {
            let slots = [text("tag", RulesTexts::TEXT), text("why", why)];
            bad_input(Words(language).say("play.record_tag", &slots))
        };
        let Some(path) = pdn.tag(RulesTexts::FILE) else { return Ok(None) };
        let held = RulesTexts::of_record(pdn);
        let held = held.map_err(|error| refused(error.to_string()))?;
        let Some(texts) = held else { return OwnRules::read(path, language).map(Some) };
        let resolve =
            |name: &str| texts.boards.get(name).cloned().ok_or_else(|| MissingFile::NotInRecord(name.to_owned()));
        let file = GameFile::parse(path, &texts.game, &resolve).map_err(|faults| refused(faults.in_words(language)))?;
        Ok(Some((file, OwnRules { path: path.to_owned(), texts })))
    }

    /// The path that the game file was read from.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What its files hold: the game, then the boards that it names.
    pub fn contents(&self) -> impl Iterator<Item = &str> {
        let boards = self.texts.boards.iter().flat_map(|(name, text)| [name, text]);
        [&self.texts.game].into_iter().chain(boards).map(String::as_str)
    }

    /// The tags that let a record be replayed without the files.
    ///
    /// # Errors
    /// When the texts are too large for a record.
    pub fn tags(&self) -> anyhow::Result<[(String, String); 2]> {
        let tags = self.texts.tags(&self.path);
        let found = tags[1].1.len();
        if found > LARGEST {
            return Err(bad_input(format!(
                "{} and its boards take {found} bytes in the record of a game; allowed: at most {LARGEST}",
                self.path
            )));
        }
        Ok(tags)
    }

    /// The tag that only names the game file, for many records that belong together.
    pub fn tag(path: &str) -> (&'static str, &str) {
        (RulesTexts::FILE, path)
    }
}
