//! What a game looks like: one scene of a position, and its drawings.
//!
//! A [`Scene`] says what is to be seen: the board, the pieces, who sits at the bottom, which points are marked and how,
//! the way of the last turn. A drawing turns it into something for the eye: [`terminal`] makes rows of characters, [`svg`]
//! a picture for pages. They know boards as points, lines and coordinates, and no board in particular.
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

pub use scene::{Mark, Scene};
pub use squares::is_chequered;
pub use terminal::CharacterSet;

use quirkat_words::{Texts, texts};
use std::sync::LazyLock;

/// What is said below drawings, in all languages.
static TEXTS: LazyLock<Texts> = LazyLock::new(|| texts!("../texts": "examples" "notes"));
