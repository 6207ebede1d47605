//! `quirkat perft GAME DEPTH`: counting turns.

use super::{counted, json_text, number, read_threads, thousands};
use crate::bad_input;
use crate::source::{GameArguments, PositionArguments};
use clap::{Args, ValueEnum};
use quirkat_rules::{CountOf, Language};
use quirkat_search::perft_in_threads;
use quirkat_wire::{Divided, Perft, Subject, Turn, ms};
use std::time::Instant;

/// Count the sequences of turns to a depth, to check and to time the rules
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// How many turns deep
    #[arg(value_parser = number::<u32>(0..=60))]
    depth: u32,
    #[command(flatten)]
    position: PositionArguments,
    /// What to count: distinct next positions, or every distinct path of a turn
    #[arg(long, value_enum, default_value = "moves")]
    count: Counted,
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
enum Counted {
    Moves,
    Paths,
}

impl Counted {
    fn word(self) -> &'static str {
        match self {
            Counted::Moves => "move",
            Counted::Paths => "path",
        }
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let game = arguments.game.game(&arguments.position)?;
    let count = match arguments.count {
        Counted::Moves => CountOf::Moves,
        Counted::Paths => CountOf::Paths,
    };
    let began = Instant::now();
    let divided = if arguments.divide && arguments.depth > 0 {
        game.divide(arguments.depth, count).map_err(bad_input)?
    } else {
        vec![]
    };
    let nodes = if divided.is_empty() {
        perft_in_threads(&game, arguments.depth, count, arguments.threads).map_err(bad_input)?
    } else {
        divided.iter().map(|(_, nodes)| nodes).sum()
    };
    let elapsed = began.elapsed();
    let board = &game.ruleset().board;
    if arguments.json {
        let turns = divided.iter().map(|(turn, nodes)| (Turn::new(board, game.to_move(), turn), *nodes));
        return Ok(json_text(&Perft {
            subject: Subject::new(&game, Language::En),
            depth: arguments.depth,
            count: arguments.count.word().to_owned() + "s",
            nodes,
            ms: ms(elapsed),
            divide: arguments.divide.then(|| turns.map(|(turn, nodes)| Divided { turn, nodes }).collect()),
        }));
    }
    let seconds = elapsed.as_secs_f64();
    let mut text: String = divided.iter().map(|(turn, nodes)| format!("{:<24} {nodes}\n", turn.text(board))).collect();
    let rate = thousands((nodes as f64 / seconds.max(1e-9)) as u64);
    text += &format!(
        "{} at depth {} in {seconds:.3} s, {rate} a second\n",
        counted(nodes, arguments.count.word()),
        arguments.depth
    );
    Ok(text)
}
