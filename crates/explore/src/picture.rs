//! Pictures of boards and positions, as SVG.

use crate::TEXTS;
use crate::error::RequestError;
use crate::explanation::refusal;
use crate::line::MAX_LEGAL_TURNS;
use quirkat_draw::Scene;
use quirkat_draw::svg::{self, Palette};
use quirkat_play::{Ruling, read_position};
use quirkat_rules::{Language, Ruleset, Side, read_turn};
use quirkat_words::position_in_words;
use quirkat_words::texts::text;

/// Contents of the picture of a position.
#[derive(Clone, Debug)]
pub struct PictureRequest<'t> {
    /// Position; `None` for the start position.
    pub position: Option<&'t str>,
    /// Move from the position, which the picture shows as an arrow.
    pub turn: Option<&'t str>,
    /// Side at the bottom.
    pub bottom: Side,
    /// Colours.
    pub palette: Palette,
}

/// Describes the picture of an empty board.
pub fn board_words(ruleset: &Ruleset, language: Language) -> String {
    TEXTS.say(language, "pictures.board", &[text("game", ruleset.info.name.get(language))])
}

/// Draws an empty board.
pub fn board_picture(ruleset: &Ruleset, bottom: Side, palette: Palette, language: Language) -> String {
    svg::board(ruleset, bottom, &board_words(ruleset, language), palette)
}

/// Draws a position.
///
/// # Errors
/// When the position or the move cannot be read or breaks the rules.
pub fn position_picture(
    ruling: &Ruling,
    request: &PictureRequest<'_>,
    language: Language,
) -> Result<String, RequestError> {
    let rules = ruling.compiled();
    let start = rules.new_game();
    let ruleset = start.ruleset();
    let setup = request.position.map_or_else(|| Ok(ruleset.start.clone()), |fen| read_position(ruleset, fen))?;
    let words = position_in_words(ruleset, &setup, language);
    let scene = Scene::new(ruleset, setup.clone()).seen_from(request.bottom);
    let Some(text) = request.turn else { return Ok(svg::picture(&scene, &words, request.palette)) };
    let mut game = rules.game(Some(&setup))?;
    game.limit_turns(MAX_LEGAL_TURNS);
    let turn = read_turn(&*game, text).map_err(|error| RequestError::Turn {
        number: 1,
        text: text.to_owned(),
        reason: refusal(game.ruleset(), &error, language),
    })?;
    Ok(svg::figure(&scene, &[turn], &format!("{words} {text}"), request.palette))
}
