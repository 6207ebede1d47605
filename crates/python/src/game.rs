//! Games: a variant with its house rules.

use crate::Reduced;
use crate::board::Board;
use crate::errors::bad_input;
use crate::json::to_python;
use crate::state::{ActionNumber, DEFAULT_MAX_TURNS, State};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quirkat_learn::Encoding;
use quirkat_play::{RulesTexts, Ruling, RulingError};
use quirkat_rules::{GameFile, Language, OptionKey, Ruleset, find_game_by_name, fold_name, write_fen};
use quirkat_words::{ErrorText, choices_in_words, rules_in_words};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Maximum size of a game file in bytes.
const MAX_FILE: u64 = 4 << 20;
/// Number of columns of the rules in words.
const COLUMNS: usize = 80;

/// A game file of the user with the board files that it names.
#[derive(Debug)]
pub struct OwnFile {
    /// Name of the file, for messages and records.
    pub name: String,
    /// Contents.
    pub texts: RulesTexts,
    /// Parsed file.
    pub file: GameFile,
}

/// A game with its variant and its house rules: `Game("lasca", rules={"choice": "free"})`.
#[pyclass(module = "quirkat", frozen)]
#[derive(Clone)]
pub struct Game {
    pub ruling: Ruling,
    pub own: Option<Arc<OwnFile>>,
    pub encoding: Arc<Encoding>,
}

/// Version of the rules, title, house rules, and name and texts of the user's file.
type GameParts = (u32, String, Vec<String>, Option<(String, String)>);

/// Reads a language code.
pub fn language(code: &str) -> PyResult<Language> {
    code.parse().map_err(|error| bad_input(format!("`{}`: {error}", quirkat_rules::clip(code))))
}

/// Reads a UTF-8 file of bounded size.
fn read_text(path: &Path) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    let mut bytes = vec![];
    File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(format!("{} is too large; allowed: at most {MAX_FILE} bytes", path.display()));
    }
    String::from_utf8(bytes).map_err(|_| format!("{} is not text; allowed: UTF-8", path.display()))
}

impl OwnFile {
    fn read(path: &Path) -> PyResult<OwnFile> {
        let game = read_text(path).map_err(bad_input)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let name = path.display().to_string();
        let (file, texts) = RulesTexts::read(&name, game, |board| read_text(&folder.join(board)))
            .map_err(|errors| bad_input(errors.in_words(Language::En)))?;
        Ok(OwnFile { name, texts, file })
    }

    /// Parses the texts that a pickle or a record contains.
    pub fn parse(name: &str, texts: RulesTexts) -> PyResult<OwnFile> {
        let file = texts.parse(name).map_err(|errors| bad_input(errors.in_words(Language::En)))?;
        Ok(OwnFile { name: name.to_owned(), texts, file })
    }
}

impl Game {
    /// Selects a variant of a file with house rules.
    pub fn of(file: &GameFile, own: Option<Arc<OwnFile>>, variant: Option<&str>, rules: &[String]) -> PyResult<Game> {
        let named =
            |variant: &str| file.variants().find(|name| fold_name(name) == fold_name(variant)).map(str::to_owned);
        let variant = variant.map(|variant| named(variant).unwrap_or_else(|| variant.to_owned()));
        let ruling =
            Ruling::of(file, variant.as_deref(), rules).map_err(|error| bad_input(error.in_words(Language::En)))?;
        Ok(Game::with_ruling(ruling, own))
    }

    /// Wraps a ruling.
    pub fn with_ruling(ruling: Ruling, own: Option<Arc<OwnFile>>) -> Game {
        let encoding = Arc::new(Encoding::new(ruling.ruleset()));
        Game { ruling, own, encoding }
    }

    pub fn ruleset(&self) -> Arc<Ruleset> {
        self.ruling.ruleset()
    }
}

/// Returns the house rules of a mapping or of a list of `key=value`.
fn house_rules(rules: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(rules) = rules else { return Ok(vec![]) };
    if let Ok(pairs) = rules.cast::<PyDict>() {
        let text = |value: &Bound<'_, PyAny>| value.str().map(|text| text.to_string());
        return pairs.iter().map(|(key, value)| Ok(format!("{}={}", text(&key)?, text(&value)?))).collect();
    }
    rules.extract()
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name=None, rules=None, *, path=None))]
    fn new(name: Option<&str>, rules: Option<&Bound<'_, PyAny>>, path: Option<PathBuf>) -> PyResult<Game> {
        let rules = house_rules(rules)?;
        if let Some(path) = path {
            let own = Arc::new(OwnFile::read(&path)?);
            return Game::of(&own.file, Some(Arc::clone(&own)), name, &rules);
        }
        let title = name.ok_or_else(|| bad_input("no game is named; allowed: a title such as `lasca`, or a path"))?;
        let (name, variant) = title.split_once(':').map_or((title, None), |(name, variant)| (name, Some(variant)));
        let unknown = || bad_input(RulingError::UnknownGame(name.to_owned()).in_words(Language::En));
        Game::of(find_game_by_name(name).ok_or_else(unknown)?, None, variant, &rules)
    }

    /// Restores a game from `__reduce__`.
    #[staticmethod]
    fn _restore(version: u32, title: &str, rules: Vec<String>, own: Option<(String, String)>) -> PyResult<Game> {
        let own = own.map(|(name, texts)| OwnFile::parse(&name, serde_json::from_str(&texts).map_err(bad_input)?));
        let own = own.transpose()?.map(Arc::new);
        let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
        let unknown = || bad_input(RulingError::UnknownGame(id.to_owned()).in_words(Language::En));
        let file = own.as_deref().map(|own| &own.file).or_else(|| find_game_by_name(id)).ok_or_else(unknown)?;
        let game = Game::of(file, own.clone(), variant, &rules)?;
        let known = game.ruleset().version;
        if version != known {
            return Err(bad_input(format!(
                "{title} has version {known} of its rules; the pickle has version {version}"
            )));
        }
        Ok(game)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, GameParts>> {
        let game = slf.get();
        let texts = |own: &Arc<OwnFile>| {
            Ok::<_, PyErr>((own.name.clone(), serde_json::to_string(&own.texts).map_err(bad_input)?))
        };
        let own = game.own.as_ref().map(texts).transpose()?;
        let restore = slf.get_type().getattr("_restore")?;
        Ok((restore, (game.ruleset().version, game.title(), game.rules(), own)))
    }

    /// Title of the game and its variant: `lasca:lasca`.
    #[getter]
    pub fn title(&self) -> String {
        self.ruling.title().to_owned()
    }

    /// House rules, each as `key=value`.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.ruling.rules().to_vec()
    }

    /// Version of the rules.
    #[getter]
    fn version(&self) -> u32 {
        self.ruleset().version
    }

    /// Value of every option, by its key.
    #[getter]
    fn options(&self) -> BTreeMap<&'static str, String> {
        let ruleset = self.ruleset();
        OptionKey::ALL.into_iter().map(|key| (key.name(), key.value(&ruleset.options).to_string())).collect()
    }

    /// Names of the points, in the order of their numbers.
    #[getter]
    fn points(&self) -> Vec<String> {
        let board = &self.ruleset().board;
        board.points().map(|point| board.name(point).to_owned()).collect()
    }

    /// FEN of the start.
    #[getter]
    fn start_fen(&self) -> String {
        let ruleset = self.ruleset();
        write_fen(&ruleset, &ruleset.start)
    }

    /// Options in words: a list of `(key, value, subject, meaning)`.
    #[pyo3(signature = (lang="en"))]
    fn options_in_words(&self, lang: &str) -> PyResult<Vec<(String, String, String, String)>> {
        let choices = choices_in_words(&self.ruleset(), language(lang)?);
        Ok(choices
            .into_iter()
            .map(|choice| (choice.key.to_owned(), choice.value, choice.key_words, choice.value_words))
            .collect())
    }

    /// Rules in sentences with their sources, in lines of at most 80 columns.
    #[pyo3(signature = (lang="en"))]
    fn rules_in_words(&self, lang: &str) -> PyResult<String> {
        Ok(rules_in_words(&self.ruleset(), language(lang)?).plain(COLUMNS))
    }

    /// Rules as the JSON type `Rules` of `docs/reference/wire.md`.
    #[pyo3(signature = (lang="en"))]
    fn to_dict<'py>(&self, py: Python<'py>, lang: &str) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &quirkat_wire::Rules::new(&self.ruleset(), language(lang)?))
    }

    /// Board at the start, or in the position of a FEN or a setup diagram.
    #[pyo3(signature = (fen=None))]
    fn board(&self, fen: Option<&str>) -> PyResult<Board> {
        Ok(Board { game: self.ruling.game(fen).map_err(bad_input)?, of: self.clone() })
    }

    /// State for learning at the start, or in the position of a FEN. A game of `max_turns` turns is truncated.
    #[pyo3(signature = (fen=None, *, max_turns=DEFAULT_MAX_TURNS))]
    fn state(&self, fen: Option<&str>, max_turns: usize) -> PyResult<State> {
        State::start(self.clone(), fen, max_turns)
    }

    /// Number of actions of the learning encoding.
    #[getter]
    fn num_actions(&self) -> usize {
        self.encoding.actions()
    }

    /// Shape of an observation: planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.encoding.shape().into()
    }

    /// Names of the observation planes, in order.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.encoding.plane_names().collect()
    }

    /// Row and column of each point in a plane, in the order of `points`.
    #[getter]
    fn cells(&self) -> Vec<(usize, usize)> {
        self.ruleset().board.points().map(|point| self.encoding.cell(point)).collect()
    }

    /// Whether the rules throw dice.
    #[getter]
    fn has_dice(&self) -> bool {
        self.encoding.has_dice()
    }

    /// Upper bound for the number of actions of one turn.
    #[getter]
    fn max_turn_actions(&self) -> usize {
        self.encoding.max_turn_actions()
    }

    /// Returns the name of an action: a point, `end`, `huff`, `claim`, `combat` or `roll 654`.
    fn action_to_string(&self, action: ActionNumber) -> PyResult<String> {
        crate::state::action_name(&self.encoding, action.0)
    }

    /// Returns the action with this name.
    fn string_to_action(&self, name: &str) -> PyResult<u16> {
        crate::state::action_number(&self.encoding, name)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().ruling == self.ruling)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.ruling.title(), self.ruling.rules()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let rules = self.ruling.rules();
        if rules.is_empty() {
            format!("Game('{}')", self.title())
        } else {
            format!("Game('{}', {rules:?})", self.title())
        }
    }
}

/// Returns the games of the catalogue as the JSON type `Game` of `docs/reference/wire.md`.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let games = quirkat_rules::games().filter_map(|file| quirkat_wire::Game::new(file, quirkat_draw::is_chequered));
    to_python(py, &games.collect::<Vec<_>>())
}

/// Returns the titles of all variants.
#[pyfunction]
pub fn variants() -> Vec<String> {
    let titles = |file: &'static GameFile| file.variants().map(|variant| format!("{}:{variant}", file.id));
    quirkat_rules::games().flat_map(titles).collect()
}
