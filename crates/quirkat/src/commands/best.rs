//! `quirkat best GAME`: the engine's opinion of a position.

use super::{json_text, read_threads, read_time, stop_on_interrupt, thousands};
use crate::bad_input;
use crate::source::{GameArguments, PositionArguments};
use clap::Args;
use quirkat_rules::{AnyGame, Language};
use quirkat_search::{Analysis, Engine, Limits, Line};
use quirkat_wire::{self as wire, Best, Subject};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Let the engine find the best turns of a position; Ctrl-C gives what it has so far
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    position: PositionArguments,
    /// How long to think: 1s, 500ms, 2m [default: 1s if no other limit is given]
    #[arg(long, value_parser = read_time)]
    time: Option<Duration>,
    /// How many turns to look ahead
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// How many positions to visit
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many lines to give, the best first
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    /// The memory of the engine, in MiB
    #[arg(long, default_value = "64", value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
    /// How many threads search; on one, the same number of positions gives always the same lines
    #[arg(long, default_value = "1", value_parser = read_threads)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let game = arguments.game.game(&arguments.position)?;
    let mut limits = Limits { time: arguments.time, depth: arguments.depth, nodes: arguments.nodes };
    if limits == Limits::default() {
        limits.time = Some(Duration::from_secs(1));
    }
    let stop = stop_on_interrupt()?;
    let shows_progress = !arguments.json && std::io::stderr().is_terminal();
    let mut progress = |analysis: &Analysis| {
        if shows_progress && let Some(line) = analysis.lines.first() {
            // Progress is a courtesy: if it cannot be shown, the answer still comes.
            let _ = write!(std::io::stderr(), "\r\x1b[Kdepth {}  {}", analysis.depth, line_text(&game, line, 6));
        }
    };
    let mut engine = Engine::new(usize::from(arguments.hash)).with_threads(arguments.threads);
    let analysis =
        engine.analyse(&game, limits, usize::from(arguments.lines), &stop, &mut progress).map_err(bad_input)?;
    if shows_progress {
        eprint!("\r\x1b[K");
    }
    Ok(if arguments.json { as_json(&game, &analysis) } else { as_text(&game, &analysis) })
}

fn as_json(game: &AnyGame, found: &Analysis) -> String {
    json_text(&Best { subject: Subject::new(game, Language::En), analysis: wire::Analysis::new(game, found) })
}

fn as_text(game: &AnyGame, analysis: &Analysis) -> String {
    if let Some(outcome) = game.outcome() {
        return quirkat_words::outcome_in_words(game.ruleset(), outcome, Language::En) + "\n";
    }
    let seconds = analysis.elapsed.as_secs_f64();
    let mut text = format!("depth {}, {} positions, {seconds:.2} s\n", analysis.depth, thousands(analysis.nodes));
    for line in &analysis.lines {
        text += &line_text(game, line, usize::MAX);
        text.push('\n');
    }
    text
}

fn line_text(game: &AnyGame, line: &Line, most: usize) -> String {
    let board = &game.ruleset().board;
    let turns: Vec<_> = line.turns.iter().take(most).map(|turn| turn.text(board)).collect();
    format!("{:>7}  {}", line.score.to_string(), turns.join("  "))
}
