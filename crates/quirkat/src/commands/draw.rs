//! `quirkat draw GAME`: a position as a picture.

use super::number;
use crate::errors::bad_input;
use crate::output;
use crate::preferences::preferences;
use crate::source::{GameArguments, PositionArguments};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use quirkat_draw::Scene;
use quirkat_draw::svg::{self, BoardMaterial, Materials, Palette, PieceMaterial};
use quirkat_print::png;
use quirkat_rules::{Language, Side, read_turn};
use quirkat_words::position_in_words;
use std::path::PathBuf;

/// Default length of a PNG's longer side in pixels.
const SIZE: u32 = 800;

/// Draw a position as SVG or PNG
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    position: PositionArguments,
    /// A move to show, with an arrow along its path: `d2-c3`
    #[arg(long, value_name = "MOVE")]
    turn: Option<String>,
    /// Show the board from the second player's side
    #[arg(long)]
    flip: bool,
    /// Material of the board
    #[arg(long, value_name = "BOARD", default_value = preferences().look.board.name(), value_parser = named_values(BoardMaterial::ALL, BoardMaterial::name))]
    board: BoardMaterial,
    /// Material of the pieces
    #[arg(long, value_name = "PIECES", default_value = preferences().look.pieces.name(), value_parser = named_values(PieceMaterial::ALL, PieceMaterial::name))]
    pieces: PieceMaterial,
    /// Length of a PNG's longer side in pixels [default: 800]
    #[arg(long, value_name = "PX", value_parser = number::<u32>(16..=8000))]
    size: Option<u32>,
    /// The file, ending with .svg or .png; without one, the SVG is printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Returns a parser of values by their names.
fn named_values<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let value = move |word: String| all.iter().copied().find(|&look| name(look) == word).expect("one of the names");
    PossibleValuesParser::new(all.iter().map(|&look| name(look))).map(value)
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let kind = arguments.output.as_deref().map(|path| output::extension(path, &["svg", "png"])).transpose()?;
    if arguments.size.is_some() && kind != Some("png") {
        return Err(bad_input("--size is for PNG only: an SVG has no pixels; allowed: -o FILE.png"));
    }
    let game = arguments.game.game(&arguments.position)?;
    let (ruleset, setup) = (game.ruleset(), game.setup());
    let words = position_in_words(ruleset, &setup, Language::En);
    let bottom = if arguments.flip { Side::Second } else { Side::First };
    let scene = Scene::new(ruleset, setup).seen_from(bottom);
    let palette = Palette::Fixed(Materials { board: arguments.board, pieces: arguments.pieces });
    let drawn = match &arguments.turn {
        None => svg::picture(&scene, &words, palette),
        Some(text) => {
            let turn = read_turn(&*game, text).map_err(bad_input)?;
            let words = format!("{words} {}", turn.text(&ruleset.board));
            svg::figure(&scene, &[turn], &words, palette)
        }
    };
    let Some(path) = &arguments.output else { return Ok(drawn) };
    if kind == Some("png") {
        output::write(path, &png::from_svg(&drawn, arguments.size.unwrap_or(SIZE))?)?;
    } else {
        output::write(path, drawn.as_bytes())?;
    }
    Ok(String::new())
}
