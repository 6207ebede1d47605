//! `quirkat perft GAME DEPTH`: counts move sequences.

use super::progress::Progress;
use super::{counted, group_thousands, json_text, number, read_threads, stop_on_interrupt};
use crate::errors::bad_input;
use crate::source::{GameArguments, PositionArguments};
use clap::{Args, ValueEnum};
use quirkat_rules::{self as rules, AnyGame, Language, PerftMode};
use quirkat_search::{ParallelPerft, PerftProgress};
use quirkat_wire::{DivideEntry, Perft, Subject, Turn, ms};
use std::time::{Duration, Instant};

/// Count move sequences to a depth, to check and to time the rules; Ctrl-C prints the result so far
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// Depth in plies
    #[arg(value_parser = number::<u32>(0..=60), allow_negative_numbers = true)]
    depth: u32,
    #[command(flatten)]
    position: PositionArguments,
    /// Count distinct next positions, or every distinct path of a move
    #[arg(long, value_enum, default_value = "moves")]
    count: Kind,
    /// Print the count after each first move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, default_value = "1", value_parser = read_threads)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Moves,
    Paths,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Moves => "move",
            Kind::Paths => "path",
        }
    }
}

/// Counts in total and after each first move, and the share of finished work.
#[derive(Default)]
struct PerftCounts {
    divided: Vec<(rules::Turn, u64)>,
    counted: PerftProgress,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let game = arguments.game.game(&arguments.position)?;
    let of = match arguments.count {
        Kind::Moves => PerftMode::Moves,
        Kind::Paths => PerftMode::Paths,
    };
    let stop = stop_on_interrupt()?;
    let counting = ParallelPerft { depth: arguments.depth, of, threads: arguments.threads, stop: &stop };
    let began = Instant::now();
    let found = if arguments.divide && arguments.depth > 0 {
        divide(&game, counting)?
    } else {
        PerftCounts { divided: vec![], counted: count(&game, counting)? }
    };
    let elapsed = began.elapsed();
    if arguments.json {
        let board = &game.ruleset().board;
        let turns = found.divided.iter().map(|(turn, nodes)| (Turn::new(board, game.to_move(), turn), *nodes));
        return Ok(json_text(&Perft {
            subject: Subject::new(&game, Language::En),
            depth: arguments.depth,
            count: arguments.count.word().to_owned() + "s",
            nodes: found.counted.nodes,
            complete: found.counted.is_complete(),
            ms: ms(elapsed),
            divide: arguments.divide.then(|| turns.map(|(turn, nodes)| DivideEntry { turn, nodes }).collect()),
        }));
    }
    Ok(in_words(arguments, &game, &found, elapsed))
}

/// Interval of progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Counts with progress reports.
fn count(game: &AnyGame, counting: ParallelPerft<'_>) -> anyhow::Result<PerftProgress> {
    let mut progress = None;
    let mut reported = Instant::now();
    let mut report = |counted: PerftProgress| {
        // Parts may finish faster than a line is written.
        if reported.elapsed() < REPORT_INTERVAL {
            return;
        }
        reported = Instant::now();
        let progress = progress.get_or_insert_with(|| Progress::new("parts", counted.parts as u64, 0));
        progress
            .set(counted.finished_parts as u64, format!("{}, {}", group_thousands(counted.nodes), estimate(counted)));
    };
    counting.run(game, &mut report).map_err(bad_input)
}

/// Counts after each first move. Moves with unfinished counts are left out.
fn divide(game: &AnyGame, counting: ParallelPerft<'_>) -> anyhow::Result<PerftCounts> {
    let turns = game.divide(1, counting.of).map_err(bad_input)?;
    let mut found = PerftCounts {
        counted: PerftProgress { parts: turns.len(), ..PerftProgress::default() },
        ..PerftCounts::default()
    };
    let progress = Progress::new("first moves", turns.len() as u64, 0);
    for (turn, _) in turns {
        let mut below = game.clone();
        below.play(&turn).map_err(bad_input)?;
        let counted =
            ParallelPerft { depth: counting.depth - 1, ..counting }.run(&below, &mut |_| {}).map_err(bad_input)?;
        if !counted.is_complete() {
            break;
        }
        found.counted.nodes += counted.nodes;
        found.counted.finished_parts += 1;
        found.divided.push((turn, counted.nodes));
        progress.set(found.counted.finished_parts as u64, format!("{} so far", group_thousands(found.counted.nodes)));
    }
    Ok(found)
}

/// Extrapolates the total from the finished parts.
fn estimate(counted: PerftProgress) -> String {
    let all = counted.nodes as f64 / counted.finished_parts.max(1) as f64 * counted.parts as f64;
    format!("about {all:.1e} in all")
}

fn in_words(arguments: &Arguments, game: &AnyGame, found: &PerftCounts, elapsed: Duration) -> String {
    let board = &game.ruleset().board;
    let PerftCounts { divided, counted: all } = found;
    let seconds = elapsed.as_secs_f64();
    let mut text: String = divided.iter().map(|(turn, nodes)| format!("{:<24} {nodes}\n", turn.text(board))).collect();
    let rate = group_thousands((all.nodes as f64 / seconds.max(1e-9)) as u64);
    text += &format!(
        "{} at depth {} in {seconds:.3} s, {rate} a second\n",
        counted(all.nodes, arguments.count.word()),
        arguments.depth
    );
    if !all.is_complete() {
        let PerftProgress { finished_parts, parts, .. } = *all;
        text += &format!("stopped after {finished_parts} of {}, {}\n", counted(parts, "part"), estimate(*all));
    }
    text
}
