//! What is to be said about a file that somebody wrote.

use crate::names::{Names, Side};
use crate::rules::Rules;
use quirkat_rules::{BoardFacts, FileReport, Language, StandingCounts};
use quirkat_words::ErrorText;
use serde::{Deserialize, Serialize};

/// What is to be said about a game file or a board file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// The file.
    pub file: String,
    /// Whether it can be used.
    pub sound: bool,
    /// Why it cannot be used.
    pub errors: Vec<Fault>,
    /// What it says and what can have no effect.
    pub warnings: Vec<Fault>,
    /// What it need not say.
    pub hints: Vec<Fault>,
    /// What follows for the board of a board file.
    pub counts: Option<BoardCounts>,
    /// What follows for each variant that is sound, the default one first.
    pub variants: Vec<VariantFacts>,
}

/// A game file of somebody's own that is being written: what is to be said about it, and the game that comes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Draft {
    /// What is to be said about it.
    #[serde(flatten)]
    pub check: Check,
    /// The rules of the variant that was asked for, or of the default one; none where the file cannot be used.
    pub rules: Option<Rules>,
    /// The position before the first turn as an SVG drawing; none where there are no rules.
    pub picture: Option<String>,
    /// The same in words; empty where there are no rules.
    pub words: String,
}

/// A place in a file, and what is to be said about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The place in the line, in characters from 1.
    pub column: usize,
    /// The key, with the tables that it is in; empty where the text is no TOML.
    pub key: String,
    /// What was found and what is allowed, in words.
    pub problem: String,
}

/// What can be counted on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Counts"))]
pub struct BoardCounts {
    /// Its points.
    pub points: usize,
    /// Pairs of neighbouring points.
    pub edges: usize,
    /// Its lines.
    pub lines: usize,
    /// Short leaps, in both senses of every line.
    pub leaps: usize,
    /// Ways to lay it on itself, at least one.
    pub symmetries: usize,
}

/// What follows from one variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Facts"))]
#[serde(rename_all = "camelCase")]
pub struct VariantFacts {
    /// The game and its variant.
    pub game: String,
    /// The variant's name.
    pub name: Names,
    /// What can be counted on its board.
    pub counts: BoardCounts,
    /// Its sides, the first one first.
    pub sides: [SideFacts; 2],
    /// How many of its stated choices rest on what.
    pub stated: BasisCounts,
    /// The side that makes the first turn.
    pub to_move: Side,
    /// The first turns as text; none where there are too many to list.
    pub first_turns: Option<Vec<String>>,
}

/// What a side has at the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideFacts {
    /// Its name.
    pub name: Names,
    /// Its pieces on the board.
    pub pieces: usize,
    /// Its men in hand.
    pub hand: usize,
}

/// How many choices rest on what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Standings"))]
pub struct BasisCounts {
    /// On a source that is cited.
    pub source: usize,
    /// On nothing that is cited.
    pub unsourced: usize,
    /// On somebody's reconstruction.
    pub reconstruction: usize,
    /// On our own reading.
    pub ours: usize,
}

impl Check {
    /// The report about a file, in a language.
    pub fn new(file: &str, report: &FileReport, language: Language) -> Check {
        let faults =
            |list: &[quirkat_rules::Diagnostic]| list.iter().map(|fault| Fault::new(fault, language)).collect();
        Check {
            file: file.to_owned(),
            sound: report.is_sound(),
            errors: faults(&report.errors),
            warnings: faults(&report.warnings),
            hints: faults(&report.hints),
            counts: report.board.as_ref().map(BoardCounts::from),
            variants: report.variants.iter().map(VariantFacts::from).collect(),
        }
    }
}

impl Fault {
    /// A place, and what is to be said about it in a language.
    pub fn new(fault: &quirkat_rules::Diagnostic, language: Language) -> Fault {
        let quirkat_rules::Diagnostic { file, line, column, key, finding } = fault;
        Fault {
            file: file.clone(),
            line: *line,
            column: *column,
            key: key.clone(),
            problem: finding.in_words(language),
        }
    }
}

impl From<&BoardFacts> for BoardCounts {
    fn from(&BoardFacts { points, edges, lines, leaps, symmetries }: &BoardFacts) -> Self {
        BoardCounts { points, edges, lines, leaps, symmetries }
    }
}

impl From<&quirkat_rules::VariantFacts> for VariantFacts {
    fn from(facts: &quirkat_rules::VariantFacts) -> Self {
        let StandingCounts { source, unsourced, reconstruction, ours } = facts.standings;
        let side = |side: quirkat_rules::Side| SideFacts {
            name: Names::from(&facts.sides[side.index()]),
            pieces: facts.pieces[side.index()],
            hand: facts.hand[side.index()],
        };
        VariantFacts {
            game: facts.title.clone(),
            name: Names::from(&facts.name),
            counts: BoardCounts::from(&facts.board),
            sides: quirkat_rules::Side::BOTH.map(side),
            stated: BasisCounts { source, unsourced, reconstruction, ours },
            to_move: facts.to_move.into(),
            first_turns: facts.turns.clone(),
        }
    }
}
