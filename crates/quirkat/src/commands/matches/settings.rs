//! How a match is played, whatever the game.

use super::contestant::Contestant;
use super::elo::Sprt;
use super::openings::ANY_BALANCE;
use crate::commands::library::TablesArgument;
use crate::commands::{number, read_threads, read_time};
use clap::Args;
use quirkat_search::Limits;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

/// Who plays, how often and how fast.
#[derive(Debug, Args)]
pub struct Settings {
    /// The player whose score is given
    #[arg(long, value_name = "PLAYER", default_value = "engine:10")]
    pub a: Contestant,
    /// Its opponent
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub b: Contestant,
    /// How many openings; each is played twice, with the sides changed [default: 50, or all positions of --from]
    #[arg(long, value_parser = number::<u32>(1..=100_000))]
    pub openings: Option<u32>,
    /// Begin openings at the positions of a file, in turn, and not at the start: one on each line, as `quirkat tables random`
    /// gives them
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// How many random turns an opening has [default: 4, or none with --from]
    #[arg(long, value_parser = number::<u32>(0..=100))]
    pub plies: Option<u32>,
    /// How far from even an opening may be, in percent of the score that the engine expects of it; 50: any [default: 10, or any
    /// with --from]
    #[arg(long, value_name = "PERCENT", value_parser = number::<u32>(1..=50))]
    pub balance: Option<u32>,
    /// How long an engine thinks about a turn
    #[arg(long, default_value = "100ms", value_parser = read_time)]
    pub time: Duration,
    /// How many positions an engine visits for a turn, whatever time that takes: then a match comes to the same on every
    /// machine, and nothing is said of who is quicker
    #[arg(long, conflicts_with = "time", value_parser = number::<u64>(1..=1_000_000_000))]
    pub nodes: Option<u64>,
    /// A game that takes longer than this many turns is a draw
    #[arg(long, default_value = "300", value_parser = number::<u32>(1..=10_000))]
    pub longest: u32,
    /// End as soon as it is clear which of two differences in Elo is the likelier one: `0,10`
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// The number from which chance is drawn
    #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    #[command(flatten)]
    pub tables: TablesArgument,
    /// How many games are played at once [default: as many as there are processors]
    #[arg(long, value_parser = read_threads)]
    pub threads: Option<usize>,
}

/// What is said of players and scores after the options of a command.
pub const HELP: &str = "Players:\n  \
    engine:7       the engine at level 7 (1 to 10)\n  \
    skill:4.5      the engine at a place on the scale on which levels stand (0 to 11), as `quirkat levels` measures it\n  \
    depth:2        the engine at full strength, stopped at depth 2\n  \
    nodes:1000     the engine at full strength, stopped after 1000 positions, whatever time that takes\n  \
    plain          the engine at full strength, without what it has learned of the game\n  \
    patterns:FILE  the engine at full strength, with patterns that `quirkat train` made\n  \
    perfect        the engine at full strength, and by tables wherever they hold the position\n  \
    random         any legal turn\n  \
    uci:COMMAND    another program, driven by UCI\n  \
    hub:COMMAND    another program, driven by Hub (international draughts)\n\n\
    The score is that of player A in percent, draws as halves; the error bar is two standard errors of the mean of the \
    pairs of games that share an opening, and Elo is given for its ends too. A player that ends, plays what is not legal or \
    takes half a second too long loses the game, and it is said how often.\n\n\
    With --sprt the match ends when the chance to be wrong is 5 % either way, by the generalised sequential probability \
    ratio test on the pairs. Games are counted in the order of their openings: only by the clock does a result depend on \
    how many are played at once.";

impl Settings {
    /// How many games are played at once.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get))
    }

    /// What an engine's thinking about a turn is limited by: time, or positions.
    pub fn limits(&self) -> Limits {
        match self.nodes {
            Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            None => Limits { time: Some(self.time), ..Limits::default() },
        }
    }

    /// How many random turns an opening has.
    pub fn plies(&self) -> u32 {
        self.plies.unwrap_or(if self.from.is_some() { 0 } else { 4 })
    }

    /// How far from even an opening may be, in percent of the expected score.
    pub fn balance(&self) -> u32 {
        self.balance.unwrap_or(if self.from.is_some() { ANY_BALANCE } else { 10 })
    }

    /// The options from which the games follow, and those that count; the most that are played, and how many at once, is
    /// free.
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

/// Text as one word of a command.
fn word(text: &str) -> String {
    if text.contains(char::is_whitespace) { format!("'{text}'") } else { text.to_owned() }
}
