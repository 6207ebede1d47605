//! What a person wants printed, and why it cannot be.

use super::measure::Mm;
use super::paper::Paper;
use quirkat_rules::Language;
use std::fmt;
use std::ops::RangeInclusive;

/// How a board looks in print.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Lines and points, or squares in a frame.
    #[default]
    Plain,
    /// A border of flowers around it.
    Floral,
    /// A border of small squares around it, as about the games of the book of 1283.
    Checked,
    /// Hairlines alone, for burning and engraving.
    Engrave,
}

impl Style {
    /// Every style.
    pub const ALL: [Style; 4] = [Style::Plain, Style::Floral, Style::Checked, Style::Engrave];
}

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// How the board looks.
    pub style: Style,
    /// The paper.
    pub paper: Paper,
    /// The distance between nearest points, or the side of a square; what fits the paper, if nothing is said.
    pub spacing: Option<Mm>,
    /// Whether counters to cut out are wanted too.
    pub has_counters: bool,
    /// Whether there is black ink alone.
    pub is_mono: bool,
    /// The language of the words on the pages.
    pub language: Language,
}

impl Default for Order {
    fn default() -> Order {
        Order {
            style: Style::Plain,
            paper: Paper::A4,
            spacing: None,
            has_counters: false,
            is_mono: false,
            language: Language::En,
        }
    }
}

/// The spacings that may be asked for.
pub const SPACINGS: RangeInclusive<Mm> = Mm::whole(3)..=Mm::whole(100);

/// The most pages that are made at once.
pub const MOST_PAGES: usize = 64;

/// Why something cannot be printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PrintError {
    /// The spacing is too small to play on, or too large for any table.
    Spacing(Mm),
    /// It would take too many sheets: so many at least.
    TooManyPages(usize),
    /// A counter, so wide with its back beside it, is larger than the paper.
    CounterTooLarge(Mm, Paper),
    /// The writer of files failed.
    Pdf(String),
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintError::Spacing(found) => {
                write!(f, "the spacing is {found} mm; allowed: {} to {} mm", SPACINGS.start(), SPACINGS.end())
            }
            PrintError::TooManyPages(pages) => write!(
                f,
                "this would take {pages} pages; allowed: at most {MOST_PAGES}, by a smaller spacing or larger paper"
            ),
            PrintError::CounterTooLarge(width, paper) => write!(
                f,
                "counters {width} mm wide do not fit on {}; allowed: a smaller spacing or larger paper",
                paper.name()
            ),
            PrintError::Pdf(error) => write!(f, "cannot make the PDF: {error}"),
        }
    }
}

impl std::error::Error for PrintError {}
