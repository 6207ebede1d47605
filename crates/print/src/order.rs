//! Print orders, and the errors of printing.

use super::measure::Mm;
use super::paper::Paper;
use quirkat_draw::svg::Palette;
use quirkat_rules::{CompileError, Language};
use std::ops::RangeInclusive;
use thiserror::Error;

/// Style of a printed board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Lines and points, or squares in a frame.
    #[default]
    Plain,
    /// Border of flowers around the board.
    Floral,
    /// Border of small squares around the board, as around the games in the book of 1283.
    Checked,
    /// Hairlines only, for burning and engraving.
    Engrave,
}

impl Style {
    /// All styles, in the order of the help.
    pub const ALL: [Style; 4] = [Style::Plain, Style::Floral, Style::Checked, Style::Engrave];

    /// Returns the name on the command line and in URLs.
    pub fn name(self) -> &'static str {
        match self {
            Style::Plain => "plain",
            Style::Floral => "floral",
            Style::Checked => "checked",
            Style::Engrave => "engrave",
        }
    }

    /// Returns the style with this name.
    pub fn named(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }
}

/// The parts to print and their format. An order without any part prints the plain board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Style of the board, if a board is wanted.
    pub board: Option<Style>,
    /// Whether to print counters to cut out.
    pub has_counters: bool,
    /// Whether to print the rules as a leaflet: two pages that fold to four.
    pub has_leaflet: bool,
    /// Whether to print the pocket kit: a board for a napkin, played with two kinds of coin.
    pub is_pocket: bool,
    /// Size of the paper, A4 by default.
    pub paper: Paper,
    /// Distance between nearest points, or side of a square. `None` chooses one that fits the paper.
    pub spacing: Option<Mm>,
    /// Whether to use only black ink.
    pub is_mono: bool,
    /// Language of the text on the pages.
    pub language: Language,
    /// Web address at which these rules can be played. Leaflets print it, with a QR code.
    pub address: Option<String>,
}

impl Default for Order {
    fn default() -> Order {
        Order {
            board: None,
            has_counters: false,
            has_leaflet: false,
            is_pocket: false,
            paper: Paper::A4,
            spacing: None,
            is_mono: false,
            language: Language::En,
            address: None,
        }
    }
}

impl Order {
    /// Returns the style of the board, if the board is printed.
    pub fn printed_board(&self) -> Option<Style> {
        let is_plain = !self.has_counters && !self.has_leaflet && !self.is_pocket;
        self.board.or(is_plain.then_some(Style::Plain))
    }

    /// Returns the inks of drawings within text.
    pub(super) fn palette(&self) -> Palette {
        if self.is_mono { Palette::Mono } else { Palette::Paper }
    }

    /// Returns the style of all boards, also of those within other parts.
    pub(super) fn style(&self) -> Style {
        self.board.unwrap_or_default()
    }
}

/// Permitted spacings.
pub const SPACINGS: RangeInclusive<Mm> = Mm::whole(3)..=Mm::whole(100);

/// Maximum number of pages per order.
pub const MAX_PAGES: usize = 64;

/// Reason why an order cannot be printed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PrintError {
    /// The spacing is too small to play on, or too large for a table. Holds the spacing.
    #[error("the spacing is {0} mm; allowed: {least} to {most} mm", least = SPACINGS.start(), most = SPACINGS.end())]
    Spacing(Mm),
    /// The order needs too many pages. Holds their number, at least.
    #[error("this would take {0} pages; allowed: at most {MAX_PAGES}, by a smaller spacing or larger paper")]
    TooManyPages(usize),
    /// A counter with its back is wider than the paper. Holds its width and the paper.
    #[error("counters {0} mm wide do not fit on {paper}; allowed: a smaller spacing or larger paper", paper = .1.name())]
    CounterTooLarge(Mm, Paper),
    /// The pocket board has no room for its points in a square of this side.
    #[error("the board for the pocket would have points less than {least} mm apart; allowed: boards that fit {0} mm", least = SPACINGS.start())]
    TooLargeForPocket(Mm),
    /// A part that cannot be split is larger than the paper.
    #[error("{} is too small for this; allowed: larger paper", .0.name())]
    TooSmall(Paper),
    /// The rules need more than this number of sheets, even in the smallest type.
    #[error("the rules take more than {0} sheets of {paper} in the smallest type; allowed: shorter texts or larger paper", paper = .1.name())]
    TooLong(usize, Paper),
    /// The rules contradict one another.
    #[error(transparent)]
    Rules(#[from] CompileError),
    /// This number of pages is too large for one PNG.
    #[error("{0} pages are too many for one PNG; allowed: fewer or smaller pages, or a PDF or an SVG")]
    TooManyDots(usize),
    /// The file writer failed. Holds its message.
    #[error("cannot make the file: {0}")]
    Broken(String),
}
