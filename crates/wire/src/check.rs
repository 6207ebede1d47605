//! Diagnostics of game files and board files.

use crate::names::{Names, Side};
use crate::rules::Rules;
use quirkat_rules::{BoardFacts, FileReport, Language, StandingCounts};
use quirkat_words::ErrorText;
use serde::{Deserialize, Serialize};

/// Report on a game file or a board file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// Name of the file as it was given.
    pub file: String,
    /// Whether the file can be used: it has no errors.
    pub sound: bool,
    /// Errors, which make the file unusable.
    pub errors: Vec<Fault>,
    /// Warnings about statements that have no effect.
    pub warnings: Vec<Fault>,
    /// Hints about statements that could be left out.
    pub hints: Vec<Fault>,
    /// Counts for the board of a board file; `null` for a game file.
    pub counts: Option<BoardCounts>,
    /// Facts about each valid variant, the default variant first.
    pub variants: Vec<VariantFacts>,
}

/// Report on a game file that is being written, with the resulting rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Draft {
    /// Diagnostics of the file, with facts about its variants.
    #[serde(flatten)]
    pub check: Check,
    /// Rules of the requested variant, or of the default one; `null` when the file cannot be used.
    pub rules: Option<Rules>,
    /// SVG drawing of the start position; `null` when there are no rules.
    pub picture: Option<String>,
    /// Description of the start position in words; empty when there are no rules.
    pub words: String,
}

/// A diagnostic with its place in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// Name of the file, as it was given.
    pub file: String,
    /// Number of the line, counted from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Full key with its tables, such as `variants.free.capture`; empty where the text is not TOML.
    pub key: String,
    /// Message in words: what was found and what is allowed.
    pub problem: String,
}

/// Counts of the parts of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardCounts {
    /// Number of points of the board.
    pub points: usize,
    /// Number of pairs of neighbouring points.
    pub edges: usize,
    /// Number of lines of the board.
    pub lines: usize,
    /// Number of short leaps, counted in both directions of every line.
    pub leaps: usize,
    /// Number of symmetries, the identity included: at least 1.
    pub symmetries: usize,
}

/// Facts about one variant of a game file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VariantFacts {
    /// Title of the variant: `alquerque:walker`.
    pub game: String,
    /// Name of the variant in every language.
    pub name: Names,
    /// Counts of the parts of its board.
    pub counts: BoardCounts,
    /// Facts about the sides, the first side first.
    pub sides: [SideFacts; 2],
    /// Number of stated options by the basis of each.
    pub stated: BasisCounts,
    /// Side that makes the first turn.
    pub to_move: Side,
    /// Legal first turns in notation; `null` where there are too many to list.
    pub first_turns: Option<Vec<String>>,
}

/// Facts about one side at the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideFacts {
    /// Name of the side in every language.
    pub name: Names,
    /// Number of its pieces on the board.
    pub pieces: usize,
    /// Number of its men in hand.
    pub hand: usize,
}

/// Number of stated options by what each rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BasisCounts {
    /// Options that cite a source.
    pub source: usize,
    /// Options that are stated without a citation.
    pub unsourced: usize,
    /// Options that follow a modern reconstruction.
    pub reconstruction: usize,
    /// Options that follow our own reading.
    pub ours: usize,
}

impl Check {
    /// Converts the report on a file, with messages in one language.
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
    /// Converts a diagnostic, with its message in one language.
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
