//! Who plays in a match, and what a player is asked for.

use super::guest::Guest;
use crate::commands::library::TablesArgument;
use crate::errors::bad_input;
use crate::outside::{Outside, Program};
use anyhow::Context;
use quirkat_endings::TableLibrary;
use quirkat_rules::{AnyGame, AnyRules, TooManyTurns, Turn};
use quirkat_search::{Engine, Evaluation, Level, Library, Limits, PatternWeights, Random, Skill, Stop, Strength};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// The table of an engine, in MiB.
const TABLE: usize = 16;

/// A player as it is named on the command line.
#[derive(Clone, Debug)]
pub enum Contestant {
    /// The engine at a level.
    Engine(Level),
    /// The engine at a place on the scale on which levels stand.
    Skill(Skill),
    /// The engine at full strength, to a depth.
    Depth(u32),
    /// The engine at full strength, to a number of positions.
    Nodes(u64),
    /// The engine at full strength, without what it has learned.
    Plain,
    /// The engine at full strength, with the patterns of a file.
    Patterns(PathBuf),
    /// The engine by tables.
    Perfect,
    /// Any legal turn.
    Random,
    /// Another program.
    Outside(Program),
}

/// Somebody who plays one side of one game: our engine, or a program of others.
///
/// Who is limited in time keeps to the limit: only the player itself can break off its thinking.
pub trait Player {
    /// Makes the player ready for its next turn, in time that is not its own.
    fn ready(&mut self, _game: &AnyGame) -> Result<(), NoTurn> {
        Ok(())
    }

    /// The turn that is played in a game that goes on, in which no throw is next. Once it is told to stop, what is given no
    /// longer matters.
    fn choose(&mut self, game: &AnyGame, stop: &Stop, rng: &mut Random) -> Result<Turn, NoTurn>;
}

/// Why there is no turn.
#[derive(Debug, Error)]
pub enum NoTurn {
    /// The player failed, and loses the game.
    #[error("the player {}", .0.what)]
    Failed(Failure),
    /// Nobody can play this position: it is no fault of the player's.
    #[error(transparent)]
    TooMany(#[from] TooManyTurns),
}

/// How a player lost a game other than by the rules of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// In what way.
    pub kind: FailureKind,
    /// What happened, in words.
    pub what: String,
}

impl Failure {
    /// A failure; what others say of it is kept as one line that is not too long for a record.
    pub fn new(kind: FailureKind, what: &str) -> Failure {
        const LONGEST: usize = 300;
        let printable = what.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        Failure { kind, what: printable.take(LONGEST).collect() }
    }
}

/// In what way a player can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// It ended, or no longer answers as it should.
    Crash,
    /// It gave a turn that is not legal.
    IllegalTurn,
    /// It took longer than it had.
    TimeForfeit,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: [FailureKind; 3] = [FailureKind::Crash, FailureKind::IllegalTurn, FailureKind::TimeForfeit];

    /// Its word among the reasons for which games end.
    pub fn word(self) -> &'static str {
        match self {
            FailureKind::Crash => "crash",
            FailureKind::IllegalTurn => "illegal_turn",
            FailureKind::TimeForfeit => "time_forfeit",
        }
    }
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let allowed = || {
            "allowed: engine:1 to engine:10, skill:0 to skill:11, depth:1 to depth:100, nodes:1 to nodes:1000000000, plain, \
             patterns:FILE, perfect, random, uci:COMMAND, hub:COMMAND"
                .to_owned()
        };
        if text.contains(char::is_control) {
            return Err("control characters are not allowed: the player is named in records".to_owned());
        }
        match text.split_once(':').unwrap_or((text, "")) {
            ("random", "") => Ok(Contestant::Random),
            ("perfect", "") => Ok(Contestant::Perfect),
            ("plain", "") => Ok(Contestant::Plain),
            ("patterns", file) if !file.is_empty() => Ok(Contestant::Patterns(file.into())),
            ("engine", "") => Ok(Contestant::Engine(Level::BEST)),
            ("engine", number) => number.parse().ok().and_then(Level::new).map(Contestant::Engine).ok_or_else(allowed),
            ("skill", number) => number.parse().map(Contestant::Skill).map_err(|_| allowed()),
            ("depth", number) => {
                number.parse().ok().filter(|depth| (1..=100).contains(depth)).map(Contestant::Depth).ok_or_else(allowed)
            }
            ("nodes", number) => {
                let nodes = number.parse().ok().filter(|nodes| (1..=1_000_000_000).contains(nodes));
                nodes.map(Contestant::Nodes).ok_or_else(allowed)
            }
            ("uci" | "hub", _) => text.parse().map(Contestant::Outside),
            _ => Err(allowed()),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Engine(level) => write!(f, "engine:{level}"),
            Contestant::Skill(skill) => write!(f, "skill:{skill}"),
            Contestant::Depth(depth) => write!(f, "depth:{depth}"),
            Contestant::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Contestant::Plain => f.write_str("plain"),
            Contestant::Patterns(file) => write!(f, "patterns:{}", file.display()),
            Contestant::Perfect => f.write_str("perfect"),
            Contestant::Random => f.write_str("random"),
            Contestant::Outside(program) => program.fmt(f),
        }
    }
}

/// A contestant with what its games share; each game gets a player of its own, so that none depends on another.
pub struct Entrant {
    contestant: Contestant,
    knowledge: Evaluation,
    library: Option<Arc<dyn Library>>,
    limits: Limits,
}

impl Contestant {
    /// Makes the contestant ready to play, within such limits for a turn; who plays by tables gets those of the folder.
    ///
    /// # Errors
    /// When its patterns cannot be read or cannot judge the game, there are no tables of the game where it plays by them, or
    /// another program does not start, does not play the game or cannot be held to the limits.
    pub fn enter(
        &self,
        rules: &AnyRules,
        limits: Limits,
        named: &TablesArgument,
        library: &Arc<TableLibrary>,
    ) -> anyhow::Result<Entrant> {
        let ruleset = &*rules.ruleset();
        let library = matches!(self, Contestant::Perfect).then(|| Arc::clone(library));
        if library.as_ref().is_some_and(|library| library.tables(ruleset).is_none()) {
            return Err(bad_input(format!("perfect cannot play: {}", named.nothing_of(ruleset))));
        }
        if let Contestant::Outside(program) = self {
            let heeds = Outside::start(program, ruleset).and_then(|outside| outside.heeds(limits));
            heeds.with_context(|| format!("{program} cannot play"))?;
        }
        let knowledge = match self {
            Contestant::Plain => Evaluation::Classical,
            Contestant::Patterns(file) => Evaluation::Trained(Arc::new(read_patterns(file, rules)?)),
            _ => Evaluation::Shipped,
        };
        Ok(Entrant { contestant: self.clone(), knowledge, library: library.map(|library| library as _), limits })
    }
}

/// Reads the patterns of a file, which can judge a game by these rules.
pub fn read_patterns(file: &Path, rules: &AnyRules) -> anyhow::Result<PatternWeights> {
    let mut bytes = vec![];
    let most = PatternWeights::MAX_FILE_LEN as u64 + 1;
    let read = File::open(file).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read {}", file.display()))?;
    let file = file.display();
    let patterns = PatternWeights::from_bytes(&bytes).map_err(|error| bad_input(format!("{file}: {error}")))?;
    if patterns.fits(rules) {
        return Ok(patterns);
    }
    let (title, game) = (patterns.title(), rules.ruleset().title());
    // Of the same rules, they do not fit because the board's windows or a network's rows are others than when they were learned.
    let age = if title == game { ", learned by another version of the engine or of the game" } else { "" };
    Err(bad_input(format!("{file}: these are patterns of {title}{age}; allowed: such as fit {game}")))
}

impl Entrant {
    /// The patterns of its file, if it plays by one.
    pub fn patterns(&self) -> Option<&PatternWeights> {
        match &self.knowledge {
            Evaluation::Trained(patterns) => Some(patterns),
            _ => None,
        }
    }

    /// A player for one game.
    pub fn sit(&self) -> Box<dyn Player> {
        let usual = self.limits;
        let (strength, limits): (Strength, _) = match &self.contestant {
            Contestant::Random => return Box::new(Lot),
            Contestant::Outside(program) => return Box::new(Guest::new(program.clone(), usual)),
            &Contestant::Engine(level) => (level.into(), usual),
            &Contestant::Skill(skill) => (Strength::Skill(skill), usual),
            Contestant::Perfect => (Level::PERFECT.into(), usual),
            Contestant::Plain | Contestant::Patterns(_) => (Level::BEST.into(), usual),
            &Contestant::Depth(depth) => (Level::BEST.into(), Limits { depth: Some(depth), ..usual }),
            &Contestant::Nodes(nodes) => (Level::BEST.into(), Limits { nodes: Some(nodes), ..Limits::default() }),
        };
        let engine = Engine::new(TABLE).with_evaluation(self.knowledge.clone()).with_library(self.library.clone());
        Box::new(Thinker { engine, strength, limits })
    }
}

/// Plays any legal turn, each as likely as any other.
struct Lot;

impl Player for Lot {
    fn choose(&mut self, game: &AnyGame, _: &Stop, rng: &mut Random) -> Result<Turn, NoTurn> {
        Ok(random_turn(game, rng)?)
    }
}

/// One of the turns, or throws, of a game that goes on.
pub fn random_turn(game: &AnyGame, rng: &mut Random) -> Result<Turn, TooManyTurns> {
    let mut turns = game.turns()?;
    Ok(turns.swap_remove(rng.index(turns.len())))
}

/// Our engine.
struct Thinker {
    engine: Engine,
    strength: Strength,
    limits: Limits,
}

impl Player for Thinker {
    fn choose(&mut self, game: &AnyGame, stop: &Stop, rng: &mut Random) -> Result<Turn, NoTurn> {
        let chosen = self.engine.choose(game, self.strength, self.limits, stop, rng)?;
        let gone = || Failure::new(FailureKind::Crash, "gives no turn although the game goes on");
        chosen.ok_or_else(|| NoTurn::Failed(gone()))
    }
}
