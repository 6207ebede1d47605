//! `quirkat show GAME`: a position.

use super::json_text;
use crate::source::{GameArguments, PositionArguments};
use clap::Args;
use quirkat_draw::{Look, Scene, terminal};
use quirkat_rules::{Language, write_diagram, write_fen};
use quirkat_wire::{Board, Position, Shown, Subject};

/// Show a position: the start, or the one given
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    position: PositionArguments,
    /// Print the position on one line only, as FEN
    #[arg(long, conflicts_with = "diagram")]
    fen: bool,
    /// Print the position as a setup diagram only
    #[arg(long)]
    diagram: bool,
    /// Draw with plain ASCII characters
    #[arg(long)]
    ascii: bool,
    /// Print JSON: the position, its outcome, the board
    #[arg(long, conflicts_with_all = ["fen", "diagram"])]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let game = arguments.game.game(&arguments.position)?;
    let ruleset = game.ruleset();
    let setup = game.setup();
    let fen = write_fen(ruleset, &setup);
    if arguments.fen {
        return Ok(format!("{fen}\n"));
    }
    if arguments.diagram {
        return Ok(write_diagram(&ruleset.board, ruleset.white(), &setup));
    }
    if arguments.json {
        let subject = Subject::new(&game, Language::En);
        let (board, start) = (Board::from(&*ruleset.board), Position::start(ruleset));
        return Ok(json_text(&Shown { subject, board, start }));
    }
    let to_move = ruleset.about.sides[setup.to_move.index()].name.get(Language::En).to_owned();
    let state = match game.outcome() {
        None => format!("{to_move} to move"),
        Some(outcome) => quirkat_words::outcome_in_words(ruleset, outcome, Language::En),
    };
    let picture = terminal::text(&Scene::new(ruleset, setup), Look::of(arguments.ascii), Language::En);
    Ok(format!("{picture}\n{state}\n{fen}\n"))
}
