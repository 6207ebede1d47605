//! `quirkat best GAME`: the engine's analysis of a position.

use super::library::{TablesArgument, certain_in_lines, proved};
use super::limits::LimitArguments;
use super::{counted, group_thousands, json_text, number, read_threads, stop_on_interrupt};
use crate::errors::bad_input;
use crate::output;
use crate::source::{GameArguments, PositionArguments};
use clap::Args;
use quirkat_endings::known;
use quirkat_rules::{AnyGame, Language};
use quirkat_search::{Analysis, Engine, OutcomeProbabilities, PatternWeights, TableReport, Variation};
use quirkat_wire::{self as wire, PositionAnalysis, ProbeResult, Subject};
use std::io::{IsTerminal, Write};

/// Find the best moves of a position; Ctrl-C prints the result so far
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    tables: TablesArgument,
    /// Number of lines, best first
    #[arg(long, default_value = "1", value_parser = number::<u16>(1..=100))]
    lines: u16,
    /// Memory of the engine, in MiB
    #[arg(long, default_value = "64", value_parser = number::<u16>(1..=4096))]
    hash: u16,
    /// Number of search threads; with one thread, the same number of nodes always gives the same lines
    #[arg(long, default_value = "1", value_parser = read_threads)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let game = arguments.game.game(&arguments.position)?;
    let stop = stop_on_interrupt()?;
    let shows_progress = !arguments.json && std::io::stderr().is_terminal();
    let mut progress = |analysis: &Analysis| {
        if shows_progress && let Some(line) = analysis.lines.first() {
            // The answer is printed even if progress cannot be.
            let text = format!("depth {}  {}", analysis.depth, line_text(&game, line, 6));
            let columns = output::width() - 1;
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", text.chars().take(columns).collect::<String>());
        }
    };
    let library = arguments.tables.open_for(game.ruleset())?;
    let engine = Engine::new(usize::from(arguments.hash)).with_threads(arguments.threads);
    let mut engine = engine.with_library(Some(library));
    let analysis = engine
        .analyse(&game, arguments.limits.limits(), usize::from(arguments.lines), &stop, &mut progress)
        .map_err(bad_input)?;
    if shows_progress {
        eprint!("\r\x1b[K");
    }
    let certain = engine.table_report(&game).map_err(bad_input)?;
    if arguments.json {
        return Ok(as_json(&game, &analysis, certain));
    }
    let text = as_text(&game, &analysis);
    let is_of_tables = certain.as_ref().is_some_and(|certain| certain.position.is_some());
    let Some(known) = known(&game, certain) else { return Ok(text) };
    let source = if is_of_tables || known.position.is_none() { "the tables:" } else { "proved: the side to move" };
    Ok(format!("{text}\n{source} {}", certain_in_lines(&game, &known)))
}

fn as_json(game: &AnyGame, found: &Analysis, certain: Option<TableReport>) -> String {
    json_text(&PositionAnalysis {
        subject: Subject::new(game, Language::En),
        analysis: wire::Analysis::new(game, found),
        tables: certain.as_ref().map(|certain| ProbeResult::new(game, certain)),
        proved: proved(game, certain),
    })
}

fn as_text(game: &AnyGame, analysis: &Analysis) -> String {
    if let Some(outcome) = game.outcome() {
        return quirkat_words::outcome_in_words(game.ruleset(), outcome, Language::En) + "\n";
    }
    let seconds = analysis.elapsed.as_secs_f64();
    let evaluation = match PatternWeights::shipped(game.ruleset()) {
        Some(patterns) => format!("weights trained for {}", patterns.title()),
        None => "the classical evaluation".to_owned(),
    };
    let heading = format!(
        "depth {}, {}, {seconds:.2} s, evaluated by {evaluation}\n{:>7}{:>6}{:>6}{:>6}\n",
        analysis.depth,
        counted(group_thousands(analysis.nodes), "position"),
        "men",
        "win",
        "draw",
        "loss"
    );
    let wrapped = |line: String| match output::terminal_width() {
        Some(width) => output::wrap_hanging(&line, width, &" ".repeat(NUMBERS)),
        None => line,
    };
    analysis.lines.iter().fold(heading, |text, line| text + &wrapped(line_text(game, line, usize::MAX)) + "\n")
}

/// Columns of the numbers in front of a line.
const NUMBERS: usize = 27;

/// Formats a line: score in men or plies to a certain end, probabilities in percent, and up to `most` moves.
fn line_text(game: &AnyGame, line: &Variation, most: usize) -> String {
    let ruleset = game.ruleset();
    let mut turns: Vec<_> = line.turns.iter().take(most).map(|turn| turn.text(&ruleset.board)).collect();
    if game.is_chance_node() {
        turns.push("(mean over all throws)".to_owned());
    }
    let OutcomeProbabilities { win, draw, loss } = OutcomeProbabilities::of(line.score, ruleset);
    let [win, draw, loss] = [win, draw, loss].map(|share| format!("{:.0} %", 100.0 * share));
    format!("{:>7}{win:>6}{draw:>6}{loss:>6}  {}", line.score.to_string(), turns.join("  "))
}
