//! `quirkat perft GAME DEPTH`: counting turns.

use super::progress::Progress;
use super::{counted, json_text, number, read_threads, stop_on_interrupt, thousands};
use crate::bad_input;
use crate::source::{GameArguments, PositionArguments};
use clap::{Args, ValueEnum};
use quirkat_rules::{self as rules, AnyGame, Language, PerftMode};
use quirkat_search::{ParallelPerft, PerftProgress};
use quirkat_wire::{Divided, Perft, Subject, Turn, ms};
use std::time::{Duration, Instant};

/// Count the sequences of turns to a depth, to check and to time the rules; Ctrl-C gives what there is so far
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// How many turns deep
    #[arg(value_parser = number::<u32>(0..=60), allow_negative_numbers = true)]
    depth: u32,
    #[command(flatten)]
    position: PositionArguments,
    /// What to count: distinct next positions, or every distinct path of a turn
    #[arg(long, value_enum, default_value = "moves")]
    count: Kind,
    /// Also print the count below each first turn
    #[arg(long)]
    divide: bool,
    /// How many threads count
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

/// What was counted, in all and below each first turn, and how much of it all that is.
#[derive(Default)]
struct Found {
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
        Found { divided: vec![], counted: count(&game, counting)? }
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
            divide: arguments.divide.then(|| turns.map(|(turn, nodes)| Divided { turn, nodes }).collect()),
        }));
    }
    Ok(in_words(arguments, &game, &found, elapsed))
}

/// A person who waits is told this often how far it is.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Counts, and tells a person who waits what it will come to.
fn count(game: &AnyGame, counting: ParallelPerft<'_>) -> anyhow::Result<PerftProgress> {
    let mut progress = None;
    let mut told = Instant::now();
    let mut tell = |counted: PerftProgress| {
        // Parts may be done faster than a line is written.
        if told.elapsed() < TELL_EVERY {
            return;
        }
        told = Instant::now();
        let progress = progress.get_or_insert_with(|| Progress::new("parts", counted.parts as u64, 0));
        progress.tell(counted.finished_parts as u64, format!("{}, {}", thousands(counted.nodes), expected(counted)));
    };
    counting.run(game, &mut tell).map_err(bad_input)
}

/// Counts below each first turn; a turn below which not all was counted is left out.
fn divide(game: &AnyGame, counting: ParallelPerft<'_>) -> anyhow::Result<Found> {
    let turns = game.divide(1, counting.of).map_err(bad_input)?;
    let mut found =
        Found { counted: PerftProgress { parts: turns.len(), ..PerftProgress::default() }, ..Found::default() };
    let progress = Progress::new("first turns", turns.len() as u64, 0);
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
        progress.tell(found.counted.finished_parts as u64, format!("{} so far", thousands(found.counted.nodes)));
    }
    Ok(found)
}

/// What a count will come to if the other parts are as large.
fn expected(counted: PerftProgress) -> String {
    let all = counted.nodes as f64 / counted.finished_parts.max(1) as f64 * counted.parts as f64;
    format!("about {all:.1e} in all")
}

fn in_words(arguments: &Arguments, game: &AnyGame, found: &Found, elapsed: Duration) -> String {
    let board = &game.ruleset().board;
    let Found { divided, counted: all } = found;
    let seconds = elapsed.as_secs_f64();
    let mut text: String = divided.iter().map(|(turn, nodes)| format!("{:<24} {nodes}\n", turn.text(board))).collect();
    let rate = thousands((all.nodes as f64 / seconds.max(1e-9)) as u64);
    text += &format!(
        "{} at depth {} in {seconds:.3} s, {rate} a second\n",
        counted(all.nodes, arguments.count.word()),
        arguments.depth
    );
    if !all.is_complete() {
        let PerftProgress { finished_parts, parts, .. } = *all;
        text += &format!("stopped after {finished_parts} of {}, {}\n", counted(parts, "part"), expected(*all));
    }
    text
}
