//! `quirkat print GAME`: board, counters and rules on paper.

use super::{counted, languages};
use crate::errors::bad_input;
use crate::output;
use crate::preferences::preferences;
use crate::source::GameArguments;
use clap::{Args, ValueEnum};
use quirkat_print::{self as print, Mm, Order, SPACINGS};
use quirkat_rules::Language;
use std::path::PathBuf;

/// Print a board true to size, counters to cut out, or the rules as a leaflet
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quirkat print alquerque --board floral --counters -o alquerque.pdf\n  \
    quirkat print fanorona --leaflet --lang es -o fanorona.pdf\n  \
    quirkat print --all --lang en -o book.pdf\n  \
    quirkat print bagh-chal --spacing 50 --paper a3 -o board.pdf\n  \
    quirkat print lasca --board engrave -o lasca.svg\n  \
    quirkat print --contact-sheet -o sheet.pdf\n\n\
    Without --board, --counters, --leaflet and --pocket, the plain board is printed. Print at 100 %, not fitted to the page, \
    and measure the ruler: it is 50 mm long. Print the leaflet on both sides, flipped on the short edge, and fold it in the \
    middle.")]
pub struct Arguments {
    #[command(flatten)]
    game: Option<GameArguments>,
    /// Print all games as one book, with contents and a compendium of differences
    #[arg(long, conflicts_with_all = ["game", "rules", "board", "counters", "leaflet", "pocket", "spacing"])]
    all: bool,
    /// All boards and leaflets as thumbnails, with the names of their rule sets
    #[arg(long, conflicts_with_all = ["game", "rules", "all", "counters", "leaflet", "pocket", "spacing"])]
    contact_sheet: bool,
    /// The board in this style
    #[arg(long, value_enum, value_name = "STYLE")]
    board: Option<Style>,
    /// Counters to cut out: those that the game needs, and two spares per side
    #[arg(long)]
    counters: bool,
    /// The rules with example moves, on two pages that fold to four
    #[arg(long)]
    leaflet: bool,
    /// A pocket kit: a board on a napkin, played with two kinds of coin
    #[arg(long)]
    pocket: bool,
    /// The paper
    #[arg(long, value_enum, default_value = "a4")]
    paper: Paper,
    /// Distance between nearest points, or side of a square, in millimetres [default: what fits the paper]
    #[arg(long, value_name = "MM", value_parser = read_spacing)]
    spacing: Option<Mm>,
    /// Use colours (default)
    #[arg(long, conflicts_with = "mono")]
    colour: bool,
    /// Use only black ink
    #[arg(long)]
    mono: bool,
    /// The language of the text on the pages
    #[arg(long, value_parser = languages(), default_value_t = preferences().language)]
    lang: Language,
    /// The file, ending with .pdf, .svg or .png
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Style {
    /// Lines and points, or squares in a frame
    Plain,
    /// With a border of flowers
    Floral,
    /// With a border of small squares, as in the book of 1283
    Checked,
    /// Hairlines only, for burning and engraving
    Engrave,
}

impl From<Style> for print::Style {
    fn from(style: Style) -> print::Style {
        match style {
            Style::Plain => print::Style::Plain,
            Style::Floral => print::Style::Floral,
            Style::Checked => print::Style::Checked,
            Style::Engrave => print::Style::Engrave,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Paper {
    /// 210 × 297 mm
    A4,
    /// 297 × 420 mm
    A3,
    /// 8½ × 11 inches
    Letter,
    /// 148 × 210 mm
    A5,
}

impl From<Paper> for print::Paper {
    fn from(paper: Paper) -> print::Paper {
        match paper {
            Paper::A4 => print::Paper::A4,
            Paper::A3 => print::Paper::A3,
            Paper::Letter => print::Paper::Letter,
            Paper::A5 => print::Paper::A5,
        }
    }
}

/// Parses a spacing in millimetres: `32`, `12.5`.
fn read_spacing(text: &str) -> Result<Mm, String> {
    let number = text.trim().trim_end_matches("mm").trim_end().parse().unwrap_or(f64::NAN);
    let spacing = Mm::nearest(number);
    if number.is_finite() && SPACINGS.contains(&spacing) {
        return Ok(spacing);
    }
    Err(format!("allowed: {} to {} millimetres, such as 32 or 12.5", SPACINGS.start(), SPACINGS.end()))
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let kind = output::extension(&arguments.output, &["pdf", "svg", "png"])?;
    let order = Order {
        board: arguments.board.map(print::Style::from),
        has_counters: arguments.counters,
        has_leaflet: arguments.leaflet,
        is_pocket: arguments.pocket,
        paper: arguments.paper.into(),
        spacing: arguments.spacing,
        is_mono: arguments.mono,
        language: arguments.lang,
        address: None,
    };
    let printed = match &arguments.game {
        Some(game) => print::print(&game.ruling(arguments.lang)?.1.ruleset(), &order),
        None if arguments.contact_sheet => print::contact_sheet(&order),
        // Only --contact-sheet and --all need no game.
        None => print::book(&order),
    };
    let printed = printed.map_err(bad_input)?;
    let bytes = match kind {
        "pdf" => printed.pdf()?,
        "svg" => printed.svg().into_bytes(),
        _ => printed.png()?,
    };
    output::write(&arguments.output, &bytes)?;
    let pages = counted(printed.pages.len(), "page");
    let spacing = printed.spacing.map_or(String::new(), |spacing| format!(", spacing {spacing} mm"));
    Ok(format!("{}: {pages}{spacing}\n", arguments.output.display()))
}
