//! Boards and counters for paper, true to size.
//!
//! An [`Order`] says what is wanted; [`print()`] makes [`Page`]s of it, which are plain shapes in millimetres, and
//! [`Print::pdf`] and [`Print::svg`] write those down. Nothing leaves the paper, the spacing is the same to the right
//! and up, and the same order is the same bytes wherever and whenever it is printed.
//!
//! # Examples
//! ```
//! use quirkat_draw::print::{Order, print};
//! use quirkat_rules::find_game;
//!
//! let walker = find_game("alquerque").unwrap().ruleset(None, &[])?;
//! let printed = print(&walker, &Order { has_counters: true, ..Order::default() })?;
//! assert_eq!(printed.spacing.to_string(), "32.3");
//! assert_eq!(printed.pages[0].size.0.to_string(), "210");
//! assert!(printed.pdf()?.starts_with(b"%PDF"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod border;
mod clip;
mod counters;
mod faces;
mod inks;
mod letters;
mod measure;
mod order;
mod pages;
mod paper;
mod pdf;
mod shapes;
mod svg;
mod words;

pub use board::spots;
pub use counters::{Kind, kinds};
pub use measure::{Area, Mm, Spot};
pub use order::{MOST_PAGES, Order, PrintError, SPACINGS, Style};
pub use paper::Paper;
pub use shapes::{Ink, Page, Paint, Shape};

use inks::Inks;
use quirkat_rules::{Language, Ruleset};

/// The edge of the paper that printers leave white.
pub const MARGIN: Mm = Mm::whole(10);
/// The air between counters.
const CUT_GAP: Mm = Mm::whole(4);

/// Pages ready to be printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Print {
    /// What is printed.
    pub title: String,
    /// The language of its words.
    pub language: Language,
    /// The distance of nearest points, or the side of a square.
    pub spacing: Mm,
    /// The board's pages, from the upper left, then those of the counters.
    pub pages: Vec<Page>,
}

/// Lays out what was ordered.
///
/// # Errors
/// When the spacing is out of bounds, or the paper too small for it.
pub fn print(ruleset: &Ruleset, order: &Order) -> Result<Print, PrintError> {
    let inks = Inks::new(order.is_mono || order.style == Style::Engrave);
    let spacing = pages::spacing(ruleset, order, &inks)?;
    let mut all = pages::pages(ruleset, spacing, order, &inks)?;
    if order.has_counters {
        all.extend(counters::pages(ruleset, spacing, order, &inks)?);
    }
    if all.len() > MOST_PAGES {
        return Err(PrintError::TooManyPages(all.len()));
    }
    Ok(Print { title: words::title(ruleset, order.language), language: order.language, spacing, pages: all })
}

impl Print {
    /// The pages as PDF.
    ///
    /// # Errors
    /// When the writer of PDF refuses them.
    pub fn pdf(&self) -> Result<Vec<u8>, PrintError> {
        pdf::pdf(&self.title, self.language, &self.pages)
    }

    /// The pages as SVG in millimetres, below one another.
    pub fn svg(&self) -> String {
        svg::svg(&self.title, &self.pages)
    }
}
