//! `quirkat moves GAME`: the legal moves of a position.

use super::json_text;
use crate::errors::bad_input;
use crate::source::{GameArguments, PositionArguments};
use clap::Args;
use quirkat_rules::Language;
use quirkat_wire::{LegalTurns, Subject, Turn};

/// List the legal moves of a position, every path of a capture on its own line
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    position: PositionArguments,
    /// Print JSON: the position, its outcome, each move with its text, path and captures
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let game = arguments.game.game(&arguments.position)?;
    let board = &game.ruleset().board;
    let turns = game.turns().map_err(bad_input)?;
    if arguments.json {
        let legal = Turn::legal(&game, &turns);
        return Ok(json_text(&LegalTurns { subject: Subject::new(&game, Language::En), legal }));
    }
    Ok(turns.iter().map(|turn| turn.text(board) + "\n").collect())
}
