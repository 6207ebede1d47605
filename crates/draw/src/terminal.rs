//! Drawings in characters, for terminals and plain text.
//!
//! A [`Picture`] is a grid of cells, each with a character and an [`Ink`], its role. The caller chooses the appearance
//! of each ink (a colour, bold, or nothing). No information depends on ink alone: pieces, ranks and marks have
//! characters of their own. Every character is one column wide.

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

/// Width of plain text in columns: the usual width of a terminal, less one for terminals that wrap early.
const TEXT_COLUMNS: usize = 79;

/// Returns the size of a scene's smallest legible drawing, in columns and rows.
pub fn min_size(scene: &Scene) -> (usize, usize) {
    Scale::all().filter(|scale| scale.is_legible(scene)).map(|scale| scale.size(scene)).min().unwrap_or((0, 0))
}

/// Draws a scene at the largest scale that fits the given number of columns and rows. Returns `None` where no legible
/// scale fits.
pub fn fit(scene: &Scene, look: CharacterSet, columns: usize, rows: usize) -> Option<Picture> {
    Scale::fit(scene, columns, rows).map(|scale| Picture::draw(scene, look, scale))
}

/// Draws a scene as plain text of moderate size: the picture with its notes below, each row with a line end.
pub fn text(scene: &Scene, look: CharacterSet, language: Language) -> String {
    let picture = Picture::draw(scene, look, Scale::for_plain_text(scene)).to_string();
    let notes = notes(scene, look, language, TEXT_COLUMNS);
    let gap = if notes.is_empty() { "" } else { "\n" };
    picture + gap + &notes.iter().map(|line| format!("{line}\n")).collect::<String>()
}
