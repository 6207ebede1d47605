//! Games from files of users, identified by a digest of the file.
//!
//! Two users may give their games the same id, or the id of a published game. On a server, such a game is therefore
//! named `~` followed by a digest of its file. The same file has the same name everywhere, different files have
//! different names, and no name equals the id of a published game. A bounded cache keeps the parsed files.

use crate::bounded_cache::BoundedCache;
use quirkat_rules::{Diagnostic, FileErrors, Finding, GameFile, MissingFile, Pdn, find_game};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use thiserror::Error;

/// Maximum length of a game file in bytes.
pub const MAX_OWN_GAME_BYTES: usize = 64 << 10;
/// Maximum size of the cached files in bytes, apart from those of games that are in memory.
const MAX_CACHED: usize = 16 << 20;
/// Size of a parsed file as a multiple of its text.
const PARSED: usize = 20;
/// Number of names at which those without a game in memory are dropped.
const MAX_NAMES: usize = 1_000;
/// First character of these names; no id of a published game contains it.
const MARK: char = '~';
/// Number of bytes of the digest in a name.
const DIGEST: usize = 16;

static SHELF: LazyLock<Mutex<Shelf>> = LazyLock::new(|| {
    Mutex::new(Shelf { loaded: HashMap::new(), max_names: MAX_NAMES, recent: BoundedCache::new(MAX_CACHED) })
});

/// The games in memory.
struct Shelf {
    /// All games in memory, by name.
    loaded: HashMap<String, Weak<OwnGame>>,
    /// Number of names at which those of dropped games are removed.
    max_names: usize,
    /// The games used last, which stay in memory.
    recent: BoundedCache<String, Arc<OwnGame>>,
}

impl Shelf {
    fn get(&mut self, name: &str) -> Option<Arc<OwnGame>> {
        self.recent.get(name).cloned().or_else(|| self.loaded.get(name)?.upgrade())
    }

    fn insert(&mut self, own: &Arc<OwnGame>) {
        if self.loaded.len() >= self.max_names {
            self.loaded.retain(|_, own| own.strong_count() > 0);
            self.max_names = MAX_NAMES.max(2 * self.loaded.len());
        }
        let name = own.name().to_owned();
        self.loaded.insert(name.clone(), Arc::downgrade(own));
        self.recent.insert(name, Arc::clone(own), PARSED * own.text.len());
    }
}

/// A user's game with the text of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnGame {
    /// Id of the game as the file states it.
    word: String,
    text: String,
    /// Parsed file, in which the id is replaced by the name.
    file: GameFile,
}

impl OwnGame {
    /// Parses a game file and caches it, so that [`Ruling::new`](crate::Ruling::new) finds the game by its name.
    ///
    /// # Errors
    /// All errors of the file. It may not include other files.
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
        let word = std::mem::replace(&mut file.id, name);
        let own = Arc::new(OwnGame { word, text: text.to_owned(), file });
        shelf().insert(&own);
        Ok(own)
    }

    /// Returns the cached game with this name.
    pub fn named(name: &str) -> Option<Arc<OwnGame>> {
        if !OwnGame::is_name(name) {
            return None;
        }
        shelf().get(name)
    }

    /// Returns whether a word has the form of such a name, whether or not the game is cached.
    pub fn is_name(word: &str) -> bool {
        let is_digest =
            |digest: &str| digest.len() == 2 * DIGEST && digest.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        word.strip_prefix(MARK).is_some_and(is_digest)
    }

    /// Returns the name of the game: `~` and the digest.
    pub fn name(&self) -> &str {
        &self.file.id
    }

    /// Returns the id of the game as the file states it.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// Returns the text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the parsed file, in which the id is replaced by the name.
    pub fn file(&self) -> &GameFile {
        &self.file
    }

    /// Returns the file of this game, or the published file with the given id.
    pub fn or_published<'f>(own: Option<&'f OwnGame>, id: &str) -> Option<&'f GameFile> {
        own.map(OwnGame::file).or_else(|| find_game(id))
    }

    /// Reads and caches the game file that a record contains, and renames the record's game accordingly. Returns `None`
    /// where the record contains no file.
    ///
    /// # Errors
    /// When the contents are not a game file, or one that includes other files.
    pub fn from_record(record: &mut Pdn) -> Result<Option<Arc<OwnGame>>, RulesTextError> {
        let texts = RulesTexts::from_record(record).map_err(|error| RulesTextError::Text(error.to_string()))?;
        let Some(texts) = texts else { return Ok(None) };
        let own = OwnGame::read(&texts.game)?;
        call(record, &own.word, &own.file.id);
        Ok(Some(own))
    }

    /// Writes the game file into a record, so that the record can be replayed without the file.
    pub fn put_into(&self, record: &mut Pdn) {
        call(record, &self.file.id, &self.word);
        let texts = RulesTexts { game: self.text.clone(), boards: BTreeMap::new() };
        record.tags.extend(texts.tags(&format!("{}.toml", self.word)));
    }
}

/// Reason why the game file in a record's tag cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesTextError {
    /// The tag is not a JSON object of texts; the message of the parser is English.
    #[error("tag `{tag}`: {0}", tag = RulesTexts::TEXT)]
    Text(String),
    /// The game file has errors.
    #[error("tag `{tag}`: {0}", tag = RulesTexts::TEXT)]
    Faults(#[from] FileErrors),
}

/// Replaces the id of the game in a record's tags.
fn call(record: &mut Pdn, game: &str, other: &str) {
    for (_, title) in record.tags.iter_mut().filter(|(name, _)| name == "Variant") {
        let variant = title.strip_prefix(game).filter(|rest| rest.is_empty() || rest.starts_with(':'));
        if let Some(called) = variant.map(|variant| format!("{other}{variant}")) {
            *title = called;
        }
    }
}

/// File name of a user's game file in error messages.
pub const OWN_GAME_FILE: &str = "game.toml";

/// Refuses every included file: a user's game file must be self-contained.
pub fn refuse_other_files(name: &str) -> Result<String, MissingFile> {
    Err(MissingFile::Standalone(name.to_owned()))
}

/// Returns the name of the game in a file: `~` and the digest.
fn name_of(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(DIGEST).fold(MARK.to_string(), |name, byte| name + &format!("{byte:02x}"))
}

fn shelf() -> MutexGuard<'static, Shelf> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Texts of a game file and of its board files, as a record contains them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulesTexts {
    /// Text of the game file, in TOML.
    pub game: String,
    /// Texts of the board files by the names that the game file uses.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub boards: BTreeMap<String, String>,
}

impl RulesTexts {
    /// Name of the tag with the file name.
    pub const FILE: &'static str = "RulesFile";
    /// Name of the tag with the texts.
    pub const TEXT: &'static str = "RulesText";

    /// Parses a game file, and returns it with its texts. `read` returns the text of a board file that the game file names;
    /// `name` is that of the game file in errors.
    ///
    /// # Errors
    /// All errors of the game file, among them board files that cannot be read.
    pub fn read(
        name: &str,
        game: String,
        read: impl Fn(&str) -> Result<String, String>,
    ) -> Result<(GameFile, RulesTexts), FileErrors> {
        let boards = RefCell::new(BTreeMap::new());
        let resolve = |board: &str| {
            let text = read(board)?;
            boards.borrow_mut().insert(board.to_owned(), text.clone());
            Ok(text)
        };
        let file = GameFile::parse(name, &game, &resolve)?;
        Ok((file, RulesTexts { game, boards: boards.into_inner() }))
    }

    /// Parses the game file; `name` is its name in errors.
    ///
    /// # Errors
    /// All errors of the game file, among them board files whose texts are missing.
    pub fn parse(&self, name: &str) -> Result<GameFile, FileErrors> {
        let resolve =
            |board: &str| self.boards.get(board).cloned().ok_or_else(|| MissingFile::NotInRecord(board.to_owned()));
        GameFile::parse(name, &self.game, &resolve)
    }

    /// Reads the texts from a record. Returns `None` where it has none.
    ///
    /// # Errors
    /// When the tag cannot be parsed.
    pub fn from_record(record: &Pdn) -> Result<Option<RulesTexts>, serde_json::Error> {
        record.tag(RulesTexts::TEXT).map(serde_json::from_str).transpose()
    }

    /// Returns the tags that name the file and contain the texts.
    pub fn tags(&self, file: &str) -> [(String, String); 2] {
        let json = serde_json::to_string(self).expect("texts are plain strings");
        [(RulesTexts::FILE.to_owned(), file.to_owned()), (RulesTexts::TEXT.to_owned(), json)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruling;
    use quirkat_rules::game_toml;

    #[test]
    fn a_users_game_is_named_by_its_digest() {
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
        assert!(record.tag("Variant").unwrap().starts_with("mine:"));
        assert_eq!(OwnGame::from_record(&mut record).unwrap().as_ref(), Some(&own));
        assert_eq!(record.game_of(own.file()).unwrap().0, own.name());
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
    fn the_cache_of_game_files_is_bounded() {
        let lasca = OwnGame::read(game_toml("lasca").unwrap()).unwrap();
        let text = |number: usize| format!("{}\n# {number}", game_toml("lasca").unwrap());
        let first = OwnGame::read(&text(0)).unwrap().name().to_owned();
        let most = MAX_CACHED / (PARSED * text(0).len());
        for number in 1..=most {
            OwnGame::read(&text(number)).unwrap();
        }
        assert_eq!(OwnGame::named(&first), None, "the game that was used longest ago");
        assert_eq!(OwnGame::named(lasca.name()), Some(lasca), "a game in play stays in the cache");
    }
}
