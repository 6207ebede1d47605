//! Players of a match.

use crate::error::MatchError;
use crate::outside::{EngineProgram, OutsideEngine};
use crate::outside_player::{OutsidePlayer, SharedConnection};
use quirkat_rules::{AnyGame, Ruleset, TooManyTurns, Turn};
use quirkat_search::{Engine, Evaluation, Level, Library, Limits, PatternWeights, Random, Skill, Stop, Strength};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, PoisonError};
use thiserror::Error;

/// Size of an engine's transposition table in MiB.
const TABLE_MIB: usize = 16;

/// A player as the command line names it. Its text form is `engine:7`, `skill:4.5`, `depth:2`, `nodes:1000`, `plain`,
/// `patterns:FILE`, `perfect`, `random`, `uci:COMMAND`, `hub:COMMAND` or `dxp:HOST:PORT`.
///
/// # Examples
/// ```
/// use quirkat_match::PlayerSpec;
///
/// let spec: PlayerSpec = "depth:2".parse().unwrap();
/// assert!(matches!(spec, PlayerSpec::Depth(2)));
/// assert_eq!(spec.to_string(), "depth:2");
/// assert!("depth:0".parse::<PlayerSpec>().unwrap_err().starts_with("allowed: engine:1 to engine:10"));
/// ```
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// The engine at a level.
    Engine(Level),
    /// The engine at a value of the skill scale, on which the levels lie.
    Skill(Skill),
    /// The engine at full strength, limited to a depth in plies.
    Depth(u32),
    /// The engine at full strength, limited to a number of nodes.
    Nodes(u64),
    /// The engine at full strength with the classical evaluation only.
    Plain,
    /// The engine at full strength with the weights of a file.
    Patterns(PathBuf),
    /// The engine at full strength with endgame tables.
    Perfect,
    /// Random legal moves.
    Random,
    /// Another program.
    Outside(EngineProgram),
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let allowed = || {
            "allowed: engine:1 to engine:10, skill:0 to skill:11, depth:1 to depth:100, nodes:1 to nodes:1000000000, plain, \
             patterns:FILE, perfect, random, uci:COMMAND, hub:COMMAND, dxp:HOST:PORT"
                .to_owned()
        };
        if text.contains(char::is_control) {
            return Err("control characters are not allowed, because records contain the player's name".to_owned());
        }
        match text.split_once(':').unwrap_or((text, "")) {
            ("random", "") => Ok(PlayerSpec::Random),
            ("perfect", "") => Ok(PlayerSpec::Perfect),
            ("plain", "") => Ok(PlayerSpec::Plain),
            ("patterns", file) if !file.is_empty() => Ok(PlayerSpec::Patterns(file.into())),
            ("engine", "") => Ok(PlayerSpec::Engine(Level::BEST)),
            ("engine", number) => number.parse().ok().and_then(Level::new).map(PlayerSpec::Engine).ok_or_else(allowed),
            ("skill", number) => number.parse().map(PlayerSpec::Skill).map_err(|_| allowed()),
            ("depth", number) => {
                number.parse().ok().filter(|depth| (1..=100).contains(depth)).map(PlayerSpec::Depth).ok_or_else(allowed)
            }
            ("nodes", number) => {
                let nodes = number.parse().ok().filter(|nodes| (1..=1_000_000_000).contains(nodes));
                nodes.map(PlayerSpec::Nodes).ok_or_else(allowed)
            }
            ("uci" | "hub" | "dxp", _) => text.parse().map(PlayerSpec::Outside),
            _ => Err(allowed()),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Engine(level) => write!(f, "engine:{level}"),
            PlayerSpec::Skill(skill) => write!(f, "skill:{skill}"),
            PlayerSpec::Depth(depth) => write!(f, "depth:{depth}"),
            PlayerSpec::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            PlayerSpec::Plain => f.write_str("plain"),
            PlayerSpec::Patterns(file) => write!(f, "patterns:{}", file.display()),
            PlayerSpec::Perfect => f.write_str("perfect"),
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::Outside(program) => program.fmt(f),
        }
    }
}

/// A player of one side of one game.
///
/// The player itself must keep to its time limit: the match does not interrupt it.
pub trait MatchPlayer {
    /// Prepares the player for its next move, for instance starts a program. This time is not counted.
    ///
    /// # Errors
    /// When the player fails.
    fn prepare(&mut self, _game: &AnyGame) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Returns the player's move in a game that has not ended and in which no dice are thrown next. The result is ignored
    /// once `stop` is set.
    ///
    /// # Errors
    /// When the player fails, or the position has too many turns.
    fn choose(&mut self, game: &AnyGame, stop: &Stop, rng: &mut Random) -> Result<Turn, PlayerError>;

    /// Learns the end of its game, which may be broken off.
    fn end(&mut self, _game: &AnyGame) {}
}

/// Reason why a player gives no move.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// The player failed, and loses the game.
    #[error("the player {}", .0.message)]
    Failed(Failure),
    /// The player resigns.
    #[error("the player resigns")]
    Resigned,
    /// The position has too many turns, which is not the player's fault.
    #[error(transparent)]
    TooManyTurns(#[from] TooManyTurns),
}

/// Loss of a game by a player's failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Kind of failure.
    pub kind: FailureKind,
    /// Description that continues "the player …".
    pub message: String,
}

impl Failure {
    /// Creates a failure. The message may come from another program: control characters become spaces, and the text is cut to
    /// a length that fits a record.
    pub fn new(kind: FailureKind, message: &str) -> Failure {
        const MAX_LEN: usize = 300;
        let printable = message.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        Failure { kind, message: printable.take(MAX_LEN).collect() }
    }
}

/// Kind of a player's failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The program ended or broke its protocol.
    Crash,
    /// The move is not legal.
    IllegalTurn,
    /// The time limit was exceeded.
    TimeForfeit,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: [FailureKind; 3] = [FailureKind::Crash, FailureKind::IllegalTurn, FailureKind::TimeForfeit];

    /// Returns the word for the kind in records and statistics.
    pub fn word(self) -> &'static str {
        match self {
            FailureKind::Crash => "crash",
            FailureKind::IllegalTurn => "illegal_turn",
            FailureKind::TimeForfeit => "time_forfeit",
        }
    }
}

/// Creates a player for each game of a match, so that no game depends on another.
pub struct PlayerFactory {
    spec: PlayerSpec,
    evaluation: Evaluation,
    library: Option<Arc<dyn Library>>,
    limits: Limits,
    connection: SharedConnection,
}

impl PlayerFactory {
    /// Creates the factory of a player with limits for each move.
    pub fn new(spec: PlayerSpec, limits: Limits) -> PlayerFactory {
        let evaluation = match spec {
            PlayerSpec::Plain => Evaluation::Classical,
            _ => Evaluation::Shipped,
        };
        PlayerFactory { spec, evaluation, library: None, limits, connection: SharedConnection::default() }
    }

    /// Sets the weights of a player `patterns`. They must fit the rules of the match.
    pub fn with_weights(self, weights: PatternWeights) -> PlayerFactory {
        PlayerFactory { evaluation: Evaluation::Trained(Arc::new(weights)), ..self }
    }

    /// Sets the endgame tables of a player `perfect`.
    pub fn with_library(self, library: Arc<dyn Library>) -> PlayerFactory {
        PlayerFactory { library: Some(library), ..self }
    }

    /// Returns whether the player plays one game at a time.
    pub fn is_serial(&self) -> bool {
        matches!(&self.spec, PlayerSpec::Outside(program) if program.has_game_clock())
    }

    /// Checks that the player can play a game: it starts an outside engine once.
    ///
    /// # Errors
    /// When weights or tables are missing, or an outside engine does not start, does not play the game or does not support
    /// the limits.
    pub fn check(&self, ruleset: &Ruleset) -> Result<(), MatchError> {
        match &self.spec {
            PlayerSpec::Perfect if self.library.is_none() => Err(MatchError::NoTables),
            PlayerSpec::Patterns(_) if self.weights().is_none() => Err(MatchError::NoWeights),
            PlayerSpec::Outside(program) => {
                let failure = |error| MatchError::Outside { program: program.to_string(), source: Box::new(error) };
                let engine = OutsideEngine::start(program, ruleset).map_err(failure)?;
                engine.check_limits(self.limits).map_err(failure)?;
                if self.is_serial() {
                    *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Returns the specification of the player.
    pub fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Returns the weights of a player `patterns`.
    pub fn weights(&self) -> Option<&PatternWeights> {
        match &self.evaluation {
            Evaluation::Trained(weights) => Some(weights),
            _ => None,
        }
    }

    /// Creates the player of one game.
    pub fn player(&self) -> Box<dyn MatchPlayer> {
        let default = self.limits;
        let (strength, limits): (Strength, _) = match &self.spec {
            PlayerSpec::Random => return Box::new(RandomPlayer),
            PlayerSpec::Outside(program) => {
                let connection = Arc::clone(&self.connection);
                return Box::new(OutsidePlayer::new(program.clone(), default, connection));
            }
            &PlayerSpec::Engine(level) => (level.into(), default),
            &PlayerSpec::Skill(skill) => (Strength::Skill(skill), default),
            PlayerSpec::Perfect => (Level::PERFECT.into(), default),
            PlayerSpec::Plain | PlayerSpec::Patterns(_) => (Level::BEST.into(), default),
            &PlayerSpec::Depth(depth) => (Level::BEST.into(), Limits { depth: Some(depth), ..default }),
            &PlayerSpec::Nodes(nodes) => (Level::BEST.into(), Limits { nodes: Some(nodes), ..Limits::default() }),
        };
        let engine = Engine::new(TABLE_MIB).with_evaluation(self.evaluation.clone()).with_library(self.library.clone());
        Box::new(EnginePlayer { engine, strength, limits })
    }
}

/// Player of random moves with equal probabilities.
struct RandomPlayer;

impl MatchPlayer for RandomPlayer {
    fn choose(&mut self, game: &AnyGame, _: &Stop, rng: &mut Random) -> Result<Turn, PlayerError> {
        Ok(random_turn(game, rng)?)
    }
}

/// Returns a random turn, or a random throw of dice, of a game that has not ended.
///
/// # Errors
/// When the position has too many turns.
pub fn random_turn(game: &AnyGame, rng: &mut Random) -> Result<Turn, TooManyTurns> {
    let mut turns = game.turns()?;
    Ok(turns.swap_remove(rng.index(turns.len())))
}

/// Quirkat's engine as a player.
struct EnginePlayer {
    engine: Engine,
    strength: Strength,
    limits: Limits,
}

impl MatchPlayer for EnginePlayer {
    fn choose(&mut self, game: &AnyGame, stop: &Stop, rng: &mut Random) -> Result<Turn, PlayerError> {
        let choice = self.engine.choose(game, self.strength, self.limits, stop, rng)?;
        let failure = || Failure::new(FailureKind::Crash, "gives no move although the game has not ended");
        choice.ok_or_else(|| PlayerError::Failed(failure()))
    }
}
