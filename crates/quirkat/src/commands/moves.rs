//! `quirkat moves GAME`: the legal turns of a position.

use super::{game_json, json_text, turn_json};
use crate::bad_input;
use crate::source::{GameArguments, PositionArguments};
use clap::Args;
use serde_json::json;

/// List the legal turns of a position, every path of a capture on its own line
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    position: PositionArguments,
    /// Print JSON: each turn with its text, path and captures
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let game = arguments.game.game(&arguments.position)?;
    let board = &game.ruleset().board;
    let turns = game.turns().map_err(bad_input)?;
    if arguments.json {
        let mut value = game_json(game.ruleset(), &game.setup());
        value["moves"] = json!(turns.iter().map(|turn| turn_json(board, turn)).collect::<Vec<_>>());
        return Ok(json_text(&value));
    }
    Ok(turns.iter().map(|turn| turn.text(board) + "\n").collect())
}
