//! The catalogue of games, and their rules.

use quirkat_draw::{is_chequered, svg};
use quirkat_play::Ruling;
use quirkat_rules::{Language, Side};
use quirkat_wire::{Drawing, Game, Rules};

/// Returns all games, each with its variants.
pub fn games() -> Vec<Game> {
    quirkat_rules::games().filter_map(|file| Game::new(file, is_chequered)).collect()
}

/// Returns one variant and its house rules: board, start position, rules in words with their sources, options. `address` is the
/// address of the drawing of the empty board.
pub fn rules(ruling: &Ruling, address: String, language: Language) -> Rules {
    let ruleset = ruling.ruleset();
    let drawing = Drawing { svg: address, frame: svg::frame(&ruleset.board, Side::First) };
    Rules { drawing: Some(drawing), ..Rules::new(&ruleset, language) }
}
