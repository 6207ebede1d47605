//! `quirkat puzzles GAME`: positions from games with one good move.

use super::progress::Progress;
use super::{counted, json_text, number, read_time, stop_on_interrupt};
use crate::errors::bad_input;
use crate::output;
use crate::source::GameArguments;
use anyhow::ensure;
use clap::Args;
use quirkat_play::puzzle_record;
use quirkat_rules::{AnyRules, write_fen};
use quirkat_search::Limits;
use quirkat_search::puzzles::{Goal, Puzzle, PuzzleSearch};
use quirkat_wire as wire;
use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

/// Find puzzles: positions in which exactly one move wins, or wins pieces
#[derive(Debug, Args)]
#[command(
    after_help = "The engine plays against itself, with occasional random moves, and searches candidate positions more \
    deeply. With --nodes, or without a limit, the same seed finds the same puzzles; with --time, the result depends on the \
    machine. Ctrl-C prints the puzzles found so far.\n\n\
    Grades range from 1 to 5. They depend on the depth at which the solution is found, on its length, on whether its first \
    move is quiet or gives up pieces, and on the number of legal moves.\n\n\
    In games with dice, puzzles end before the next throw."
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// Number of puzzles to find
    #[arg(long, default_value = "10", value_parser = number::<u32>(1..=10_000))]
    count: u32,
    /// Maximum number of games to play
    #[arg(long, default_value = "500", value_parser = number::<u64>(1..=1_000_000))]
    games: u64,
    /// Random seed
    #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
    seed: u64,
    /// Nodes per move of a solution [default: 50000 if no time is given]
    #[arg(long, value_parser = number::<u64>(100..=u64::MAX))]
    nodes: Option<u64>,
    /// Time per move of a solution: 1s, 500ms
    #[arg(long, value_parser = read_time)]
    time: Option<Duration>,
    /// Write the puzzles to this file, as PDN
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Default number of nodes per move of a solution.
const NODES: u64 = 50_000;

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    arguments.output.as_deref().map(output::check).transpose()?;
    let rules = AnyRules::compile(arguments.game.ruleset()?).map_err(bad_input)?;
    let nodes = arguments.nodes.or(if arguments.time.is_none() { Some(NODES) } else { None });
    let limits = Limits { nodes, time: arguments.time, depth: None };
    let stop = stop_on_interrupt()?;
    let title = rules.ruleset().title();
    let search = PuzzleSearch { rules, seed: arguments.seed, limits };
    let mut found = Vec::new();
    let mut positions = HashSet::new();
    let mut played = 0;
    let progress = Progress::new("games", arguments.games, 0);
    while played < arguments.games && found.len() < arguments.count as usize && !stop.is_stopped() {
        progress.set(played, counted(found.len(), "puzzle"));
        let puzzle = search.play(played, &stop).map_err(bad_input)?;
        // Short games reach the same positions again.
        found.extend(puzzle.filter(|puzzle| positions.insert(write_fen(puzzle.game.ruleset(), &puzzle.game.setup()))));
        played += 1;
    }
    drop(progress);
    let in_games = format!("in {} of {title}", counted(played, "game"));
    ensure!(!found.is_empty(), "there is no puzzle {in_games}: try more --games or another --seed");
    let record = found.iter().map(|puzzle| puzzle_record(puzzle).to_string()).collect::<Vec<_>>().join("\n");
    if let Some(path) = &arguments.output {
        output::write(path, record.as_bytes())?;
    }
    Ok(match (arguments.json, &arguments.output) {
        (true, _) => json_text(&found.iter().map(wire::Puzzle::new).collect::<Vec<_>>()),
        (false, Some(_)) => report(&found, &in_games),
        (false, None) => record,
    })
}

/// Formats the puzzles, one per line.
fn report(found: &[Puzzle], in_games: &str) -> String {
    let heading = format!("{} {in_games}\n", counted(found.len(), "puzzle"));
    found.iter().fold(heading, |report, puzzle| {
        let goal = match puzzle.goal {
            Goal::Win(plies) => format!("win in {plies}"),
            Goal::Gain => "gain".to_owned(),
        };
        let themes: Vec<_> = puzzle.themes.iter().map(|theme| theme.word().replace('_', " ")).collect();
        let first = puzzle.solution[0].text(&puzzle.game.ruleset().board);
        report + &format!("  grade {}  {goal:<10} {first:<16} {}\n", puzzle.difficulty.grade(), themes.join(", "))
    })
}
