//! What a person wants printed, and why it cannot be.

use super::measure::Mm;
use super::paper::Paper;
use quirkat_draw::svg::Palette;
use quirkat_rules::{CompileError, Language};
use std::ops::RangeInclusive;
use thiserror::Error;

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

    /// Its name on the command line and in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Style::Plain => "plain",
            Style::Floral => "floral",
            Style::Checked => "checked",
            Style::Engrave => "engrave",
        }
    }

    /// The style of this name.
    pub fn named(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }
}

/// What is wanted. An order that names nothing is one for the plain board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The board in this style.
    pub board: Option<Style>,
    /// Counters to cut out.
    pub has_counters: bool,
    /// The rules, two pages that fold to four.
    pub has_leaflet: bool,
    /// The pocket kit: a board for a napkin, played with two kinds of coin.
    pub is_pocket: bool,
    /// The paper.
    pub paper: Paper,
    /// The distance between nearest points, or the side of a square; what fits the paper, if nothing is said.
    pub spacing: Option<Mm>,
    /// Whether there is black ink alone.
    pub is_mono: bool,
    /// The language of the words on the pages.
    pub language: Language,
    /// Where the game can be played by these rules: leaflets show it, for telephones too.
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
    /// The board's style, if the board is among what is printed.
    pub fn printed_board(&self) -> Option<Style> {
        let is_plain = !self.has_counters && !self.has_leaflet && !self.is_pocket;
        self.board.or(is_plain.then_some(Style::Plain))
    }

    /// The inks of drawings within text.
    pub(super) fn palette(&self) -> Palette {
        if self.is_mono { Palette::Mono } else { Palette::Paper }
    }

    /// The style by which the board is drawn wherever it is.
    pub(super) fn style(&self) -> Style {
        self.board.unwrap_or_default()
    }
}

/// The spacings that may be asked for.
pub const SPACINGS: RangeInclusive<Mm> = Mm::whole(3)..=Mm::whole(100);

/// The most pages that are made at once.
pub const MOST_PAGES: usize = 64;

/// Why something cannot be printed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PrintError {
    /// The spacing is too small to play on, or too large for any table.
    #[error("the spacing is {0} mm; allowed: {least} to {most} mm", least = SPACINGS.start(), most = SPACINGS.end())]
    Spacing(Mm),
    /// It would take too many sheets: so many at least.
    #[error("this would take {0} pages; allowed: at most {MOST_PAGES}, by a smaller spacing or larger paper")]
    TooManyPages(usize),
    /// A counter, so wide with its back beside it, is larger than the paper.
    #[error("counters {0} mm wide do not fit on {paper}; allowed: a smaller spacing or larger paper", paper = .1.name())]
    CounterTooLarge(Mm, Paper),
    /// The board for the pocket has no room for its points in a square of this side.
    #[error("the board for the pocket would have points less than {least} mm apart; allowed: boards that fit {0} mm", least = SPACINGS.start())]
    TooLargeForPocket(Mm),
    /// Something that cannot be torn is larger than the paper.
    #[error("{} is too small for this; allowed: larger paper", .0.name())]
    TooSmall(Paper),
    /// The rules take more sheets than so many, even in the smallest type.
    #[error("the rules take more than {0} sheets of {paper} in the smallest type; allowed: shorter texts or larger paper", paper = .1.name())]
    TooLong(usize, Paper),
    /// The rules contradict one another.
    #[error(transparent)]
    Rules(#[from] CompileError),
    /// So many pages are too many for one PNG.
    #[error("{0} pages are too many for one PNG; allowed: fewer or smaller pages, or a PDF or an SVG")]
    TooManyDots(usize),
    /// The writer of files failed.
    #[error("cannot make the file: {0}")]
    Broken(String),
}
