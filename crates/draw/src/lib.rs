//! Drawings of positions: one scene, drawn as SVG or as characters for the terminal.
//!
//! A [`Scene`] holds the contents of a drawing: the board, the pieces, the side at the bottom, the marks on points and
//! the path of the last turn. [`terminal`] draws it as rows of characters, [`svg`] as a picture for pages. Both treat a
//! board as points, lines and coordinates and have no code for a particular board. Bitmaps, sizes in millimetres and
//! user input are left to other crates.
//!
//! # Examples
//! ```
//! use quirkat_draw::{CharacterSet, Scene, terminal};
//! use quirkat_rules::{Language, find_game};
//!
//! let walker = find_game("alquerque").unwrap().ruleset(None, &[])?;
//! let picture = terminal::text(&Scene::new(&walker, walker.start.clone()), CharacterSet::Ascii, Language::En);
//! assert!(picture.contains("3  b---b---+---w---w"));
//! # Ok::<(), quirkat_rules::RulesetError>(())
//! ```

pub mod chart;
pub mod examples;
pub mod figures;
mod names;
mod scene;
mod squares;
pub mod svg;
pub mod terminal;

pub use names::Naming;
pub use scene::{Mark, Scene};
pub use squares::{Squares, is_chequered};
pub use terminal::CharacterSet;

use quirkat_words::{Texts, texts};
use std::sync::LazyLock;

/// Texts below drawings, in all languages.
static TEXTS: LazyLock<Texts> = LazyLock::new(|| texts!("../texts": "examples" "notes"));
