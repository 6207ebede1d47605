//! Boards, counters and rules for paper, true to size.
//!
//! An [`Order`] says what is wanted; [`print()`] makes [`Page`]s of it, which are plain shapes in millimetres, and
//! [`Print::pdf`], [`Print::svg`] and [`Print::png`] write those down. Nothing leaves the paper, the spacing is the same
//! to the right and up, and the same order is the same bytes wherever and whenever it is printed.
//!
//! Leaflets and the [`book()`] are stories, which the rules in words and the turns of the engine tell; they are set in
//! type and flow into panels and columns. What is read stands in a [`Structure`] beside the pages, for those who hear it.
//!
//! # Examples
//! ```
//! use quirkat_print::{Mm, Order, Style, print};
//! use quirkat_rules::find_game;
//!
//! let walker = find_game("alquerque").unwrap().ruleset(None, &[])?;
//! let printed = print(&walker, &Order { board: Some(Style::Plain), has_counters: true, ..Order::default() })?;
//! assert_eq!(printed.spacing, Some(Mm::hundredths(3230)));
//! assert_eq!(printed.pages[0].size.0.to_string(), "210");
//! assert!(printed.pdf()?.starts_with(b"%PDF"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod book;
mod border;
mod chapter;
mod clip;
mod code;
mod counters;
mod faces;
mod figures;
mod flow;
mod fonts;
mod inks;
mod leaflet;
mod measure;
mod order;
mod page;
mod pages;
mod paper;
mod pdf;
mod picture;
pub mod png;
mod pocket;
mod rims;
mod shapes;
mod story;
mod svg;
mod text;
mod words;

pub use board::spots;
pub use book::book;
pub use code::{Squares, squares};
pub use counters::{Kind, kinds};
pub use measure::{Area, Mm, Spot};
pub use order::{MOST_PAGES, Order, PrintError, SPACINGS, Style};
pub use page::{Bookmark, Child, Content, Element, Link, Page, Part, Structure, Tag};
pub use paper::Paper;
pub use shapes::{Ink, Paint, Shape, Stroke};
pub use text::{Face, Glyph, Line, Run, Target};

use flow::Document;
use inks::Inks;
use quirkat_rules::{Language, Ruleset};

/// The edge of the paper that printers leave white.
pub const MARGIN: Mm = Mm::whole(10);
/// How fine the pages are as PNG.
const DOTS_PER_INCH: f64 = 200.0;
/// The most dots of a PNG: 160 megabytes while it is made.
const MOST_DOTS: u64 = 40_000_000;
/// The air between counters.
const CUT_GAP: Mm = Mm::whole(4);

/// Pages ready to be printed.
#[derive(Clone, PartialEq, Debug)]
pub struct Print {
    /// What is printed.
    pub title: String,
    /// The language of its words.
    pub language: Language,
    /// The distance of nearest points of the board, or the side of a square; none where there is neither board nor
    /// counters.
    pub spacing: Option<Mm>,
    /// The board's pages, from the upper left, then those of the counters, of the pocket kit and of the leaflet.
    pub pages: Vec<Page>,
    /// What is on them, in reading order.
    pub structure: Structure,
}

/// Lays out what was ordered.
///
/// # Errors
/// When the spacing is out of bounds, or the paper too small for it.
pub fn print(ruleset: &Ruleset, order: &Order) -> Result<Print, PrintError> {
    let inks = Inks::new(order.is_mono || order.style() == Style::Engrave);
    let title = words::title(ruleset, order.language);
    let mut document = Document::default();
    let has_board = order.printed_board().is_some();
    let spacing = (has_board || order.has_counters).then(|| pages::spacing(ruleset, order, &inks)).transpose()?;
    if let Some(spacing) = spacing.filter(|_| has_board) {
        let pages = pages::pages(ruleset, spacing, order, &inks, &mut document.structure)?;
        document.pages.extend(pages);
    }
    if let Some(spacing) = spacing.filter(|_| order.has_counters) {
        let words = words::sheet_of_counters(&title, order.language);
        for sheet in counters::pages(ruleset, spacing, order, &inks)? {
            document.pages.push(sheet.page(&words, &mut document.structure));
        }
    }
    if order.is_pocket {
        let words = words::sheet_of_pocket(&title, order.language);
        document.pages.push(pocket::sheet(ruleset, order, &inks)?.page(&words, &mut document.structure));
    }
    if order.has_leaflet {
        leaflet::leaflet(ruleset, order, &inks, &mut document)?;
    }
    let Document { pages, structure, .. } = document;
    if pages.len() > MOST_PAGES {
        return Err(PrintError::TooManyPages(pages.len()));
    }
    Ok(Print { title, language: order.language, spacing, pages, structure })
}

impl Print {
    /// The pages as PDF.
    ///
    /// # Errors
    /// When the writer of PDF refuses them.
    pub fn pdf(&self) -> Result<Vec<u8>, PrintError> {
        pdf::pdf(&self.title, self.language, &self.pages, &self.structure)
    }

    /// The pages as SVG in millimetres, below one another.
    pub fn svg(&self) -> String {
        svg::svg(&self.title, &self.pages)
    }

    /// The pages as PNG on white, below one another.
    ///
    /// # Errors
    /// When there is no room for so large a picture.
    pub fn png(&self) -> Result<Vec<u8>, PrintError> {
        let [mut width, mut height] = [Mm::ZERO; 2];
        for page in &self.pages {
            width = width.max(page.size.0);
            height = height + page.size.1;
        }
        let dots = |length: Mm| (length.millimetres() / 25.4 * DOTS_PER_INCH).round() as u32;
        let longest = dots(width).max(dots(height));
        if u64::from(dots(width)) * u64::from(dots(height)) > MOST_DOTS {
            return Err(PrintError::TooManyDots(self.pages.len()));
        }
        png::on_white(&self.svg(), longest).map_err(|error| PrintError::Broken(error.to_string()))
    }
}
