//! Rulings: a game, its variant and its house rules, selected by name.

use crate::bounded_cache::BoundedCache;
use crate::clock::ClockTerms;
use crate::own_game::OwnGame;
use crate::position::{PositionError, read_position};
use quirkat_rules::{
    AnyGame, AnyRules, CompileError, GameFile, MAX_USER_HOPS, OptionError, Ruleset, RulesetError, Setup, SetupError,
    SquareNotation, clip, game_ids, similar_games, split_option,
};
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// A game with its variant and its house rules, validated and compiled.
#[derive(Clone)]
pub struct Ruling {
    title: String,
    rules: Vec<String>,
    compiled: AnyRules,
    own: Option<Arc<OwnGame>>,
}

/// Reason why names do not select a ruling.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulingError {
    /// The catalogue has no game of this name.
    #[error("there is no game `{found}`; {similar}allowed: {known_games}", found = clip(.0), similar = similar(.0), known_games = known_games())]
    UnknownGame(String),
    /// There are more house rules than any variant has options.
    #[error("{0} house rules; allowed: at most {most}", most = MAX_HOUSE_RULES)]
    TooManyRules(usize),
    /// A house rule is not of the form `key=value`, or its key or value does not exist.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The variant does not exist, or a house rule has no effect in it.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The options contradict one another.
    #[error(transparent)]
    Compile(#[from] CompileError),
}

/// Maximum size of the cached rulings in bytes.
const MAX_CACHED: usize = 32 << 20;
/// Maximum number of house rules; no variant has as many options.
pub const MAX_HOUSE_RULES: usize = 80;

/// Cache of compiled rulings. Compilation takes longer than a turn, and a server needs the same rulings repeatedly.
static COMPILED: LazyLock<Mutex<BoundedCache<Named, AnyRules>>> =
    LazyLock::new(|| Mutex::new(BoundedCache::new(MAX_CACHED)));

/// A title with its house rules.
type Named = (String, Vec<String>);

impl Ruling {
    /// Selects a ruling by its title (`alquerque`, `alquerque:walker`) and house rules (`capture=optional`). The game
    /// is published, or a user's game that [`OwnGame::read`] has cached. The rulings used last are cached.
    ///
    /// # Errors
    /// When the game or the variant does not exist, or a house rule is invalid.
    pub fn new(title: &str, rules: &[String]) -> Result<Ruling, RulingError> {
        let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
        let own = OwnGame::named(id);
        let file = OwnGame::or_published(own.as_deref(), id).ok_or_else(|| RulingError::UnknownGame(id.to_owned()))?;
        let ruling = Ruling::compile_cached(ruleset(file, variant, rules)?, |name, ruleset| {
            if let Some(ruling) = compiled_rules().get(name) {
                return Ok(ruling.clone());
            }
            let compiled = compile(ruleset)?;
            compiled_rules().insert(name.clone(), compiled.clone(), compiled_size(&compiled.ruleset()));
            Ok(compiled)
        })?;
        Ok(Ruling { own, ..ruling })
    }

    /// Selects a ruling for two people: a title without a variant selects the variant for two people.
    ///
    /// # Errors
    /// As [`Ruling::new`].
    pub fn between_people(title: &str, rules: &[String]) -> Result<Ruling, RulingError> {
        let own = OwnGame::named(title);
        match OwnGame::or_published(own.as_deref(), title) {
            Some(file) => Ruling::new(&format!("{title}:{}", file.between_people()), rules),
            None => Ruling::new(title, rules),
        }
    }

    /// Compiles a variant of a game file, the default one unless it is named, with house rules.
    ///
    /// # Errors
    /// When the variant does not exist, or a house rule is invalid.
    pub fn of(file: &GameFile, variant: Option<&str>, rules: &[String]) -> Result<Ruling, RulingError> {
        Ruling::compile_cached(ruleset(file, variant, rules)?, |_, ruleset| compile(ruleset))
    }

    fn compile_cached(
        ruleset: Ruleset,
        compile: impl FnOnce(&(String, Vec<String>), Ruleset) -> Result<AnyRules, CompileError>,
    ) -> Result<Ruling, RulingError> {
        let name = (ruleset.title(), ruleset.house_rule_texts());
        let compiled = compile(&name, ruleset)?;
        Ok(Ruling { title: name.0, rules: name.1, compiled, own: None })
    }

    /// Returns the title of the game and its variant: `alquerque:walker`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the id of the game.
    pub fn game_id(&self) -> &str {
        self.title.split(':').next().unwrap_or_default()
    }

    /// Returns the user's game; `None` for a published game.
    pub fn own(&self) -> Option<&OwnGame> {
        self.own.as_deref()
    }

    /// Returns the house rules, each as `key=value`.
    pub fn rules(&self) -> &[String] {
        &self.rules
    }

    /// Returns the compiled rules of the ruling.
    pub fn compiled(&self) -> &AnyRules {
        &self.compiled
    }

    /// Returns the approximate size of the compiled rules in bytes.
    pub fn size(&self) -> usize {
        compiled_size(&self.ruleset())
    }

    /// Returns the ruleset with its house rules.
    pub fn ruleset(&self) -> Arc<Ruleset> {
        self.compiled.ruleset()
    }

    /// Starts a game from the usual position.
    pub fn new_game(&self) -> AnyGame {
        self.compiled.new_game()
    }

    /// Starts a game from a position, or from the usual one where none is given.
    ///
    /// # Errors
    /// When the position cannot be read or does not fit the rules.
    pub fn game(&self, position: Option<&str>) -> Result<AnyGame, PositionError> {
        match position {
            None => Ok(self.new_game()),
            Some(text) => Ok(self.game_from(&read_position(&self.ruleset(), text)?)?),
        }
    }

    /// Returns the ruling with the squares of its chequered board named in another notation.
    ///
    /// # Panics
    /// If the board is not chequered.
    #[must_use]
    pub fn in_notation(self, notation: SquareNotation) -> Ruling {
        let renamed = self.ruleset().in_notation(notation).expect("the board is chequered");
        let compiled = compile(renamed).expect("names of squares change no rule");
        Ruling { compiled, ..self }
    }

    /// Starts a game from a setup.
    ///
    /// # Errors
    /// When the setup does not fit the rules, or has a man where it would have been promoted.
    pub fn game_from(&self, setup: &Setup) -> Result<AnyGame, SetupError> {
        self.ruleset().refuse_unpromoted_men(setup)?;
        self.compiled.game(Some(setup))
    }
}

fn ruleset(file: &GameFile, variant: Option<&str>, rules: &[String]) -> Result<Ruleset, RulingError> {
    if rules.len() > MAX_HOUSE_RULES {
        return Err(RulingError::TooManyRules(rules.len()));
    }
    let choices: Vec<_> = rules.iter().map(|rule| split_option(rule)).collect::<Result<_, _>>()?;
    Ok(file.ruleset(variant, &choices)?)
}

fn compile(ruleset: Ruleset) -> Result<AnyRules, CompileError> {
    AnyRules::compile_bounded(ruleset, MAX_USER_HOPS)
}

/// Returns the approximate size of compiled rules in bytes. Their largest tables have an entry for each two points.
fn compiled_size(ruleset: &Ruleset) -> usize {
    (16 << 10) + 16 * ruleset.board.len().pow(2)
}

fn compiled_rules() -> MutexGuard<'static, BoundedCache<Named, AnyRules>> {
    COMPILED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn similar(found: &str) -> String {
    let alike = similar_games(found);
    if alike.is_empty() { String::new() } else { format!("similar: {}; ", alike.join(", ")) }
}

fn known_games() -> String {
    game_ids().collect::<Vec<_>>().join(", ")
}

/// Rulings are equal when their rulesets are equal.
impl PartialEq for Ruling {
    fn eq(&self, other: &Ruling) -> bool {
        self.ruleset() == other.ruleset()
    }
}

impl Eq for Ruling {}

impl fmt::Debug for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruling").field("title", &self.title).field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// Terms of a game before its first turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Game, variant and house rules.
    pub ruling: Ruling,
    /// Text of the start position, where it is not the usual one.
    pub position: Option<String>,
    /// Time control; `None` for a game without clocks.
    pub clock: Option<ClockTerms>,
}

impl Terms {
    /// Starts the game that the terms describe.
    ///
    /// # Errors
    /// As [`Ruling::game`].
    pub fn game(&self) -> Result<AnyGame, PositionError> {
        self.ruling.game(self.position.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    fn ruling(title: &str, rules: &[&str]) -> Result<Ruling, RulingError> {
        Ruling::new(title, &rules.iter().map(|&rule| rule.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_ruling_names_its_variant_and_only_the_rules_that_differ() {
        let plain = ruling("alquerque", &[]).unwrap();
        assert_eq!((plain.title(), plain.game_id(), plain.rules()), ("alquerque:walker", "alquerque", &[][..]));
        assert_eq!(plain, ruling("alquerque:walker", &[]).unwrap());
        let house = ruling("alquerque", &["capture=optional"]).unwrap();
        assert_eq!(house.rules(), ["capture=optional"]);
        assert_ne!(house, plain);
        assert_eq!(house, Ruling::of(find_game("alquerque").unwrap(), None, house.rules()).unwrap());
    }

    #[test]
    fn invalid_rulings_are_refused_with_the_allowed_values() {
        let refused = |title: &str, rules: &[&str]| ruling(title, rules).unwrap_err().to_string();
        assert!(refused("chess", &[]).starts_with("there is no game `chess`; allowed: alquerque"));
        assert!(refused(&"x".repeat(999), &[]).starts_with(&format!("there is no game `{}…`;", "x".repeat(60))));
        assert!(refused("alquerque:mine", &[]).contains("no variant `mine`"));
        assert!(refused("alquerque", &["capture"]).contains("key=value"));
        assert!(refused("alquerque", &["capture=often"]).contains("`capture` cannot be `often`"));
        assert_eq!(refused("alquerque", &["chain=none"; 81]), "81 house rules; allowed: at most 80");
    }

    #[test]
    fn a_game_begins_with_a_position() {
        let ruling = ruling("alquerque", &[]).unwrap();
        let terms = |position: &str| Terms { ruling: ruling.clone(), position: Some(position.to_owned()), clock: None };
        assert_eq!(terms("B:Wa1:Be5").game().unwrap().to_move(), quirkat_rules::Side::Second);
        assert_eq!(terms("B:Wa1:Be9").game().unwrap_err().to_string(), "the board has no point `e9`");
        assert_eq!(ruling.game(None).unwrap().setup(), ruling.ruleset().start);
    }
}
