//! Settings of a match, without the game.

use crate::commands::library::TablesArgument;
use crate::commands::patterns::read_patterns;
use crate::commands::{number, read_threads, read_time};
use crate::errors::bad_input;
use clap::Args;
use quirkat_endings::TableLibrary;
use quirkat_match::{ANY_BALANCE, PlayerFactory, PlayerSpec, Sprt};
use quirkat_rules::AnyRules;
use quirkat_search::{Library, Limits};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

/// Players, openings and limits of a match.
#[derive(Debug, Args)]
pub struct Settings {
    /// Player whose score is reported
    #[arg(long, value_name = "PLAYER", default_value = "engine:10")]
    pub a: PlayerSpec,
    /// Opponent
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub b: PlayerSpec,
    /// Number of openings; each is played twice, with sides changed [default: 50, or all positions of --from]
    #[arg(long, value_parser = number::<u32>(1..=100_000))]
    pub openings: Option<u32>,
    /// Start openings from the positions of this file in turn: one per line, as `quirkat tables random` prints them
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Number of random moves in an opening [default: 4, or 0 with --from]
    #[arg(long, value_parser = number::<u32>(0..=100))]
    pub plies: Option<u32>,
    /// Maximum distance of an opening's expected score from even, in percent; 50 allows all [default: 10, or 50 with --from]
    #[arg(long, value_name = "PERCENT", value_parser = number::<u32>(1..=50))]
    pub balance: Option<u32>,
    /// Time for an engine's move
    #[arg(long, default_value = "100ms", value_parser = read_time)]
    pub time: Duration,
    /// Nodes for an engine's move, without a time limit: the match has the same result on every machine, and speed does not
    /// count
    #[arg(long, conflicts_with = "time", value_parser = number::<u64>(1..=1_000_000_000))]
    pub nodes: Option<u64>,
    /// A game is broken off after this many moves, and scores as a draw
    #[arg(long, default_value = "300", value_parser = number::<u32>(1..=10_000))]
    pub longest: u32,
    /// Stop as soon as a sequential probability ratio test decides between two differences in Elo: `0,10`
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Random seed
    #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    #[command(flatten)]
    pub tables: TablesArgument,
    /// Number of games at once [default: the number of processors]
    #[arg(long, value_parser = read_threads)]
    pub threads: Option<usize>,
}

/// Help on players and scores.
pub const HELP: &str = "Players:\n  \
    engine:7       the engine at level 7 (1 to 10)\n  \
    skill:4.5      the engine at a value of the skill scale (0 to 11), which `quirkat levels` calibrates\n  \
    depth:2        the engine at full strength, limited to depth 2\n  \
    nodes:1000     the engine at full strength, limited to 1000 nodes instead of a time\n  \
    plain          the engine at full strength with the classical evaluation only\n  \
    patterns:FILE  the engine at full strength with weights made by `quirkat train`\n  \
    perfect        the engine at full strength with endgame tables\n  \
    random         random legal moves\n  \
    uci:COMMAND    another program, driven by UCI\n  \
    hub:COMMAND    another program, driven by Hub (international and Frisian draughts)\n  \
    dxp:HOST:PORT  another program that waits for DamExchange connections (international draughts)\n\n\
    The score is that of player A in percent; a draw counts half. The error bar is two standard errors of the mean over the \
    openings, and Elo is printed with the same error bar. A player that crashes, plays an illegal move or exceeds its time \
    by half a second loses the game; the report counts these failures.\n\n\
    With --sprt the match ends when the generalised sequential probability ratio test on pairs decides, with an error \
    probability of 5 % either way. Games are counted in the order of their openings, so with --nodes the result does not \
    depend on the number of games at once.";

impl Settings {
    /// Returns the number of games at once.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get))
    }

    /// Returns the limits for an engine's move.
    pub fn limits(&self) -> Limits {
        match self.nodes {
            Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            None => Limits { time: Some(self.time), ..Limits::default() },
        }
    }

    /// Returns the number of random moves in an opening.
    pub fn plies(&self) -> u32 {
        self.plies.unwrap_or(if self.from.is_some() { 0 } else { 4 })
    }

    /// Returns the maximum distance of an opening's expected score from even, in percent.
    pub fn balance(&self) -> u32 {
        self.balance.unwrap_or(if self.from.is_some() { ANY_BALANCE } else { 10 })
    }

    /// Returns the options that determine the games and the result. The number of openings and of threads may change when a
    /// match is resumed.
    pub fn plan(&self) -> String {
        let Settings { a, b, from, longest, sprt, seed, tables, .. } = self;
        let path = |option: &str, path: &Option<PathBuf>| {
            let path = path.as_ref().map(|path| format!(" {option} {}", word(&path.display().to_string())));
            path.unwrap_or_default()
        };
        let (from, tables) = (path("--from", from), path("--tables", &tables.folder));
        let (plies, balance) = (self.plies(), self.balance());
        let [a, b] = [a, b].map(|player| word(&player.to_string()));
        let limit = match self.nodes {
            Some(nodes) => format!("--nodes {nodes}"),
            None => format!("--time {}", self.time.as_secs_f64()),
        };
        let sprt = sprt.map_or_else(String::new, |Sprt { elos: [lower, higher] }| format!(" --sprt {lower},{higher}"));
        format!(
            "--a {a} --b {b}{from} --plies {plies} --balance {balance} {limit} --longest {longest}{sprt} --seed {seed}{tables}"
        )
    }
}

/// Quotes a text as one word of a command.
fn word(text: &str) -> String {
    if text.contains(char::is_whitespace) { format!("'{text}'") } else { text.to_owned() }
}

/// Creates a player of a match, and checks that it can play the game.
///
/// # Errors
/// When its weights cannot be read or do not fit the game, the game has no tables, or an outside engine cannot play.
pub fn player(
    spec: &PlayerSpec,
    settings: &Settings,
    rules: &AnyRules,
    library: &Arc<TableLibrary>,
) -> anyhow::Result<PlayerFactory> {
    let ruleset = &*rules.ruleset();
    let factory = PlayerFactory::new(spec.clone(), settings.limits());
    let factory = match spec {
        PlayerSpec::Patterns(file) => factory.with_weights(read_patterns(file, rules)?),
        PlayerSpec::Perfect if library.tables(ruleset).is_none() => {
            return Err(bad_input(format!("perfect cannot play: {}", settings.tables.nothing_of(ruleset))));
        }
        PlayerSpec::Perfect => factory.with_library(Arc::clone(library) as _),
        _ => factory,
    };
    factory.check(ruleset)?;
    Ok(factory)
}
