//! Drawings in characters, for terminals and plain text.
//!
//! A [`Picture`] is a grid of cells, each a character and the [`Ink`] that it is drawn with; what an ink looks like (a
//! colour, bold, nothing) is for the caller to decide. Nothing is said by ink alone: pieces, ranks and marks have
//! characters of their own. Every character is one column wide in the usual terminals; [`CharacterSet::Ascii`] keeps to ASCII.

mod character_set;
mod margin;
mod notes;
mod picture;
mod scale;
mod strokes;

pub use character_set::{CharacterSet, column};
pub use notes::notes;
pub use picture::{Cell, Ink, Picture};
pub use scale::Scale;

use crate::scene::Scene;
use quirkat_rules::Language;

/// The columns of plain text: the customary width of a terminal, less one for those that wrap too early.
const TEXT_COLUMNS: usize = 79;

/// The size of a scene's smallest legible drawing, in columns and rows.
pub fn min_size(scene: &Scene) -> (usize, usize) {
    Scale::all().filter(|scale| scale.is_legible(scene)).map(|scale| scale.size(scene)).min().unwrap_or((0, 0))
}

/// The largest drawing of a scene that fits in so many columns and rows; `None` where no legible one does.
pub fn fit(scene: &Scene, look: CharacterSet, columns: usize, rows: usize) -> Option<Picture> {
    Scale::fit(scene, columns, rows).map(|scale| Picture::draw(scene, look, scale))
}

/// A scene as plain text of a modest size, each row with its line end: the picture, and below it what it cannot say.
pub fn text(scene: &Scene, look: CharacterSet, language: Language) -> String {
    let picture = Picture::draw(scene, look, Scale::modest(scene)).to_string();
    let notes = notes(scene, look, language, TEXT_COLUMNS);
    let gap = if notes.is_empty() { "" } else { "\n" };
    picture + gap + &notes.iter().map(|line| format!("{line}\n")).collect::<String>()
}
