//! `quirkat board GAME`: the empty board with the names of its points.

use super::json_text;
use crate::preferences::CharacterArgument;
use crate::source::GameArguments;
use clap::Args;
use quirkat_draw::{Scene, terminal};
use quirkat_rules::{Language, Setup};
use quirkat_wire::EmptyBoard;

/// Show the empty board: points, lines and names
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    characters: CharacterArgument,
    /// Print JSON: points with name, x and y; lines; the start position
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let ruleset = arguments.game.ruleset()?;
    if arguments.json {
        return Ok(json_text(&EmptyBoard::new(&ruleset)));
    }
    let board = &ruleset.board;
    let scene = Scene::new(&ruleset, Setup::empty(board));
    let (points, lines) = (board.len(), board.edges().len());
    Ok(format!(
        "{}\n{points} points, {lines} lines between neighbours\n",
        terminal::text(&scene, arguments.characters.character_set(), Language::En)
    ))
}
