//! Prints boards, counters and rules on paper, true to size.
//!
//! An [`Order`] states what to print. [`print()`] lays it out as [`Page`]s, which consist of plain shapes in
//! millimetres, and [`Print::pdf`], [`Print::svg`] and [`Print::png`] write them. Nothing extends beyond the paper, the
//! spacing is the same in both directions, and the same order gives the same bytes on every machine.
//!
//! Leaflets and the [`book()`] are stories built from the rules in words and from legal moves. They are typeset and
//! flow into panels and columns. A [`Structure`] beside the pages holds their content in reading order for screen
//! readers.
//!
//! # Examples
//! ```
//! use quirkat_print::{Mm, Order, Style, print};
//! use quirkat_rules::find_game;
//!
//! let walker = find_game("alquerque").unwrap().ruleset(None, &[])?;
//! let printed = print(&walker, &Order { board: Some(Style::Plain), has_counters: true, ..Order::default() })?;
//! assert_eq!(printed.spacing, Some(Mm::hundredths(3830)));
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
mod contact;
mod counters;
mod faces;
mod figures;
mod flow;
mod fonts;
pub mod gif;
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
pub use contact::contact_sheet;
pub use counters::{Kind, kinds};
pub use measure::{Area, Mm, Spot};
pub use order::{MAX_PAGES, Order, PrintError, SPACINGS, Style};
pub use page::{Bookmark, Child, Content, Element, Link, Page, Part, Structure, Tag};
pub use paper::Paper;
pub use shapes::{Ink, Paint, Shape, Stroke};
pub use text::{Face, Glyph, Line, Run, Target};

use flow::Document;
use inks::Inks;
use quirkat_rules::{Language, Ruleset};

/// Margin of the paper that printers leave white.
pub const MARGIN: Mm = Mm::whole(10);
/// Resolution of PNG output in dots per inch.
const DOTS_PER_INCH: f64 = 200.0;
/// Maximum number of dots of a PNG at that resolution.
const MAX_DOTS: u64 = 40_000_000;
/// Number of dots that a PNG with more of them has instead, at a lower resolution. Rendering takes four bytes and 30 to
/// 45 ns for each: 48 MB and 0.5 s at most.
const MAX_SHARP_DOTS: u64 = 12_000_000;
/// Gap between counters.
const CUT_GAP: Mm = Mm::whole(4);

/// Laid-out pages, ready to be written as a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Print {
    /// Title of the document: the game and its variant, or the book.
    pub title: String,
    /// Language of the text on the pages.
    pub language: Language,
    /// Distance between nearest points of the board, or side of a square. `None` without board and counters.
    pub spacing: Option<Mm>,
    /// Pages in this order: the board from the upper left, counters, pocket kit, leaflet.
    pub pages: Vec<Page>,
    /// Content of the pages in reading order.
    pub structure: Structure,
}

/// Lays out an order.
///
/// # Errors
/// When the spacing is out of bounds or does not fit the paper.
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
    if pages.len() > MAX_PAGES {
        return Err(PrintError::TooManyPages(pages.len()));
    }
    Ok(Print { title, language: order.language, spacing, pages, structure })
}

impl Print {
    /// Writes the pages as PDF.
    ///
    /// # Errors
    /// When the PDF writer rejects them.
    pub fn pdf(&self) -> Result<Vec<u8>, PrintError> {
        pdf::pdf(&self.title, self.language, &self.pages, &self.structure)
    }

    /// Writes the pages as SVG in millimetres, one below another.
    pub fn svg(&self) -> String {
        svg::svg(&self.title, &self.pages)
    }

    /// Renders the pages as PNG on white, one below another. Many pages have a lower resolution.
    ///
    /// # Errors
    /// When the picture would be too large.
    pub fn png(&self) -> Result<Vec<u8>, PrintError> {
        let [mut width, mut height] = [Mm::ZERO; 2];
        for page in &self.pages {
            width = width.max(page.size.0);
            height = height + page.size.1;
        }
        let dots = |length: Mm| (length.millimetres() / 25.4 * DOTS_PER_INCH).round() as u32;
        let longest = dots(width).max(dots(height));
        let all = u64::from(dots(width)) * u64::from(dots(height));
        if all > MAX_DOTS {
            return Err(PrintError::TooManyDots(self.pages.len()));
        }
        let coarser = (MAX_SHARP_DOTS as f64 / all as f64).sqrt().min(1.0);
        png::on_white(&self.svg(), (f64::from(longest) * coarser) as u32)
            .map_err(|error| PrintError::Broken(error.to_string()))
    }
}
