//! Notes below the board.

use super::character_set::{CharacterSet, column};
use crate::TEXTS;
use crate::scene::Scene;
use quirkat_rules::{Language, Piece, Rank, Side};

/// Returns the notes of a scene: the contents of columns, the men in hand, and the closed points. Lines have at most
/// the given number of columns, unless a single word is longer.
pub fn notes(scene: &Scene, look: CharacterSet, language: Language, columns: usize) -> Vec<String> {
    let board = &scene.board;
    let towers = board.points().filter_map(|point| {
        let pieces = &scene.setup.columns[point.index()];
        let upward: String = column(look, scene.colours, pieces).chars().rev().collect();
        (pieces.len() > 1).then(|| format!("{} {upward}", board.name(point)))
    });
    let hands = Side::BOTH.into_iter().filter(|side| scene.hand[side.index()] > 0).map(|side| {
        let man = look.piece(scene.colours[side.index()], Piece { side, rank: Rank::Man });
        format!("{} {man}", scene.hand[side.index()])
    });
    let closed = scene.closed.iter().map(|&point| board.name(point).to_owned());
    let heading = |key| TEXTS.words(language, key);
    [
        list(heading("notes.towers"), "   ", towers.collect(), columns),
        list(heading("notes.in_hand"), ", ", hands.collect(), columns),
        list(heading("notes.closed"), " ", closed.collect(), columns),
    ]
    .concat()
}

/// Formats a heading with its items in lines; lines after the first are indented.
fn list(heading: &str, between: &str, items: Vec<String>, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = heading.to_owned();
    let last = items.len().saturating_sub(1);
    for (number, item) in items.iter().enumerate() {
        let between = if number == 0 || line.trim().is_empty() { " " } else { between };
        let comma = if number < last && between.starts_with(',') { 1 } else { 0 };
        if line.chars().count() + between.len() + item.chars().count() + comma > columns {
            let rest = between.trim_end();
            lines.push(format!("{line}{rest}"));
            line = format!("  {item}");
        } else {
            line = format!("{line}{between}{item}");
        }
    }
    if !items.is_empty() {
        lines.push(line);
    }
    lines
}
