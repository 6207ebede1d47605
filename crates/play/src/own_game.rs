//! Games of people's own where many play: each by a digest of its file, and at hand while there is room.
//!
//! Two people may give their games the same word, or that of a game that comes along. Where their games meet, a game of
//! one's own therefore goes by `~` and a digest of its file: the same file has one name everywhere, no two files share one,
//! and none of them is a published game's.

use quirkat_rules::{Diagnostic, FileErrors, Finding, GameFile, MissingFile, Pdn, find_game};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// The longest file, in bytes.
pub const MAX_OWN_GAME_BYTES: usize = 64 << 10;
/// As many files are at hand, besides those of games that are in memory.
const AT_HAND: usize = 256;
/// What names of games of one's own begin with, and no word of a game.
const MARK: char = '~';
/// So many bytes of a digest are in a name.
const DIGEST: usize = 16;

static SHELF: LazyLock<Mutex<HashMap<String, Arc<OwnGame>>>> = LazyLock::new(Mutex::default);

/// A game of somebody's own, with the text of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnGame {
    /// The game's word, as the file has it.
    word: String,
    text: String,
    /// The file, in which the game goes by its name here.
    file: GameFile,
}

impl OwnGame {
    /// Reads a game file, and has it at hand from then on: [`Ruling::new`](crate::Ruling::new) knows the game by its name.
    ///
    /// # Errors
    /// All faults of the file. It names no other files.
    pub fn read(text: &str) -> Result<Arc<OwnGame>, FileErrors> {
        let name = name_of(text);
        if let Some(known) = OwnGame::named(&name) {
            return Ok(known);
        }
        if text.len() > MAX_OWN_GAME_BYTES {
            let finding = Finding::TooLong { found: text.len(), most: MAX_OWN_GAME_BYTES };
            return Err(FileErrors(vec![Diagnostic {
                file: OWN_GAME_FILE.to_owned(),
                line: 1,
                column: 1,
                key: String::new(),
                finding,
            }]));
        }
        let mut file = GameFile::parse(OWN_GAME_FILE, text, &refuse_other_files)?;
        let word = std::mem::replace(&mut file.id, name.clone());
        let own = Arc::new(OwnGame { word, text: text.to_owned(), file });
        let mut shelf = shelf();
        if shelf.len() >= AT_HAND {
            shelf.retain(|_, own| Arc::strong_count(own) > 1);
        }
        shelf.insert(name, Arc::clone(&own));
        Ok(own)
    }

    /// The game of a name, if it is at hand.
    pub fn named(name: &str) -> Option<Arc<OwnGame>> {
        if !OwnGame::is_name(name) {
            return None;
        }
        shelf().get(name).cloned()
    }

    /// Whether a word is the name of a game of somebody's own, of which nothing need be known.
    pub fn is_name(word: &str) -> bool {
        let is_digest =
            |digest: &str| digest.len() == 2 * DIGEST && digest.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        word.strip_prefix(MARK).is_some_and(is_digest)
    }

    /// The name by which it goes here: `~` and the digest.
    pub fn name(&self) -> &str {
        &self.file.id
    }

    /// The game's word, as the file has it.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The file, in which the game goes by its name here.
    pub fn file(&self) -> &GameFile {
        &self.file
    }

    /// The file of this game, or else of the published one of a word.
    pub fn or_published<'f>(own: Option<&'f OwnGame>, id: &str) -> Option<&'f GameFile> {
        own.map(OwnGame::file).or_else(|| find_game(id))
    }

    /// The game of the file that a record holds, which is at hand from then on; `None` where it holds none. The record is
    /// one of the game by its name here then.
    ///
    /// # Errors
    /// When what it holds is no game file, or one that needs others.
    pub fn from_record(record: &mut Pdn) -> Result<Option<Arc<OwnGame>>, RulesTextError> {
        let texts = RulesTexts::from_record(record).map_err(|error| RulesTextError::Text(error.to_string()))?;
        let Some(texts) = texts else { return Ok(None) };
        let own = OwnGame::read(&texts.game)?;
        call(record, &own.word, &own.file.id);
        Ok(Some(own))
    }

    /// Lets the record of a game tell by which file it is played, so that it can be replayed where the file is not.
    pub fn put_into(&self, record: &mut Pdn) {
        call(record, &self.file.id, &self.word);
        let texts = RulesTexts { game: self.text.clone(), boards: BTreeMap::new() };
        record.tags.extend(texts.tags(&format!("{}.toml", self.word)));
    }
}

/// Why the tag of a record that is to hold a game file holds none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesTextError {
    /// It is no JSON of texts, for this reason, which the parser of JSON gives in English.
    #[error("tag `{tag}`: {0}", tag = RulesTexts::TEXT)]
    Text(String),
    /// The file has faults.
    #[error("tag `{tag}`: {0}", tag = RulesTexts::TEXT)]
    Faults(#[from] FileErrors),
}

/// Calls the game of a record by another name.
fn call(record: &mut Pdn, game: &str, other: &str) {
    for (_, title) in record.tags.iter_mut().filter(|(name, _)| name == "Variant") {
        let variant = title.strip_prefix(game).filter(|rest| rest.is_empty() || rest.starts_with(':'));
        if let Some(called) = variant.map(|variant| format!("{other}{variant}")) {
            *title = called;
        }
    }
}

/// What a file of one's own is called in its faults.
pub const OWN_GAME_FILE: &str = "game.toml";

/// A file of one's own is alone: what another file holds stands in it.
pub fn refuse_other_files(name: &str) -> Result<String, MissingFile> {
    Err(MissingFile::Standalone(name.to_owned()))
}

/// The name by which the game of a file goes.
fn name_of(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(DIGEST).fold(MARK.to_string(), |name, byte| name + &format!("{byte:02x}"))
}

fn shelf() -> MutexGuard<'static, HashMap<String, Arc<OwnGame>>> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The texts of a game file and of the boards that it names, as the record of a game holds them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulesTexts {
    /// The game file's.
    pub game: String,
    /// Those of the board files, by the names that the game file has for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub boards: BTreeMap<String, String>,
}

impl RulesTexts {
    /// The tag of a record that names the game file.
    pub const FILE: &'static str = "RulesFile";
    /// The tag that holds the texts.
    pub const TEXT: &'static str = "RulesText";

    /// The texts that a record holds; `None` where it holds none.
    ///
    /// # Errors
    /// When the tag cannot be read.
    pub fn from_record(record: &Pdn) -> Result<Option<RulesTexts>, serde_json::Error> {
        record.tag(RulesTexts::TEXT).map(serde_json::from_str).transpose()
    }

    /// The tags by which a record names the file and holds the texts.
    pub fn tags(&self, file: &str) -> [(String, String); 2] {
        let held = serde_json::to_string(self).expect("texts are plain strings");
        [(RulesTexts::FILE.to_owned(), file.to_owned()), (RulesTexts::TEXT.to_owned(), held)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruling;
    use quirkat_rules::game_toml;

    #[test]
    fn a_file_of_ones_own_goes_by_its_digest() {
        let text = game_toml("alquerque").unwrap().replace("version = ", "version = 1");
        let own = OwnGame::read(&text).unwrap();
        assert!(OwnGame::is_name(own.name()) && own.word() == "alquerque", "{}", own.name());
        assert_eq!(OwnGame::named(own.name()), Some(Arc::clone(&own)));
        let ruling = Ruling::new(&format!("{}:article", own.name()), &[]).unwrap();
        assert_eq!((ruling.game_id(), ruling.own()), (own.name(), Some(&*own)));
        assert_ne!(ruling, Ruling::new("alquerque:article", &[]).unwrap(), "the published game is another");
        assert!(Ruling::new("~0123456789abcdef0123456789abcdef", &[]).is_err());
    }

    #[test]
    fn a_record_holds_the_file_of_its_game() {
        let own = OwnGame::read(&game_toml("lasca").unwrap().replace("id = \"lasca\"", "id = \"mine\"")).unwrap();
        let ruling = Ruling::new(own.name(), &[]).unwrap();
        let mut record = Pdn::from_game(&*ruling.new_game(), &[]);
        own.put_into(&mut record);
        let mut record = Pdn::read(&record.to_string()).unwrap().swap_remove(0);
        assert_eq!(record.game().unwrap().0, "mine");
        assert_eq!(OwnGame::from_record(&mut record).unwrap().as_ref(), Some(&own));
        assert_eq!(*record.replay(own.file()).unwrap().ruleset(), ruling.ruleset());
        record.tags.retain(|(name, _)| name != RulesTexts::TEXT);
        assert_eq!(OwnGame::from_record(&mut record), Ok(None));
        record.tags.push((RulesTexts::TEXT.to_owned(), "{".to_owned()));
        assert!(OwnGame::from_record(&mut record).unwrap_err().to_string().contains("RulesText"));
    }

    #[test]
    fn a_file_that_is_too_long_is_a_fault() {
        let long = format!("{}#{}", game_toml("lasca").unwrap(), " ".repeat(MAX_OWN_GAME_BYTES));
        assert!(OwnGame::read(&long).unwrap_err().to_string().contains("allowed: at most 65536"));
    }

    #[test]
    fn no_more_files_are_at_hand_than_there_is_room_for() {
        let held = OwnGame::read(game_toml("lasca").unwrap()).unwrap();
        for number in 0..AT_HAND {
            OwnGame::read(&format!("{}\n# {number}", game_toml("lasca").unwrap())).unwrap();
        }
        assert!(shelf().len() <= AT_HAND);
        assert_eq!(OwnGame::named(held.name()), Some(held), "what is being played stays");
    }
}
