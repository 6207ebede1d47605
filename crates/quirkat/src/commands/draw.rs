//! `quirkat draw GAME`: a position as a picture.

use super::number;
use crate::errors::bad_input;
use crate::output;
use crate::play::record::selected_game;
use crate::preferences::preferences;
use crate::source::records::RecordArguments;
use crate::source::{GameArguments, PositionArguments};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use quirkat_draw::Scene;
use quirkat_draw::svg::{self, BoardMaterial, Materials, Palette, PieceMaterial};
use quirkat_print::{gif, png};
use quirkat_rules::{Language, Side, read_turn};
use quirkat_words::position_in_words;
use std::path::PathBuf;

/// Default length of a PNG's longer side in pixels.
const SIZE: u32 = 800;

/// Default and maximum length of a GIF's longer side in pixels.
const GIF_SIZE: u32 = 400;
const MAX_GIF_SIZE: u32 = 1_000;

/// Draw a position as SVG or PNG, or a game as an animated GIF
#[derive(Debug, Args)]
#[command(
    after_help = "GAME may also be a record, `game.pdn`: the position is then that after its last move, or after the number \
    of plies given by --ply. A GIF shows all positions up to it.\n\n\
    Examples:\n  \
    quirkat draw alquerque -o start.svg\n  \
    quirkat draw game.pdn --ply 12 -o position.png\n  \
    quirkat draw game.pdn -o game.gif"
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    position: PositionArguments,
    /// Draw a record's position after this number of plies
    #[arg(long, value_name = "PLIES", conflicts_with = "position")]
    ply: Option<usize>,
    #[command(flatten)]
    records: RecordArguments,
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
    /// Length of the longer side of a PNG or a GIF in pixels [default: 800, of a GIF 400]
    #[arg(long, value_name = "PX", value_parser = number::<u32>(16..=8000))]
    size: Option<u32>,
    /// The file, ending with .svg, .png or .gif; without one, the SVG is printed
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
    let kind = arguments.output.as_deref().map(|path| output::extension(path, &["svg", "png", "gif"])).transpose()?;
    if arguments.size.is_some() && matches!(kind, None | Some("svg")) {
        return Err(bad_input(
            "--size is for PNG and GIF only: an SVG has no pixels; allowed: -o FILE.png, -o FILE.gif",
        ));
    }
    let (game, _) = selected_game(&arguments.game, &arguments.position, arguments.ply, &arguments.records)?;
    let (ruleset, setup) = (game.ruleset(), game.setup());
    let words = position_in_words(ruleset, &setup, Language::En);
    let bottom = if arguments.flip { Side::Second } else { Side::First };
    let scene = Scene::new(ruleset, setup).seen_from(bottom);
    let palette = Palette::Fixed(Materials { board: arguments.board, pieces: arguments.pieces });
    if let (Some("gif"), Some(path)) = (kind, &arguments.output) {
        if arguments.turn.is_some() {
            return Err(bad_input("--turn is for a single position; a GIF shows the moves of a record"));
        }
        let size = arguments.size.unwrap_or(GIF_SIZE);
        if size > MAX_GIF_SIZE {
            return Err(bad_input(format!("--size {size} is too large for a GIF; allowed: 16 to {MAX_GIF_SIZE}")));
        }
        let plies = game.history().len();
        let scenes: Vec<_> = (0..=plies).map(|ply| Scene::of_ply(&game, ply).seen_from(bottom)).collect();
        output::write(path, &gif::animation(&scenes, palette, size)?)?;
        return Ok(String::new());
    }
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
