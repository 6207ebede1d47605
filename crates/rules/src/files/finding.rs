//! Findings: the problems that a data file can have.
//!
//! A finding holds data, not a sentence, so that `quirkat-words` can describe it in any language. `Display` is English.
//! Texts taken from the file are clipped.

use super::layout::LayoutError;
use super::position::FenError;
use super::ruleset_error::RulesetError;
use crate::ground::board::{BoardError, ConstructError};
use crate::ground::language::Language;
use crate::ground::reason::Reason;
use crate::ground::setup::SetupError;
use crate::options::{NoEffectReason, OptionError, OptionKey, list_keys, similar};
use std::fmt;
use thiserror::Error;

/// A problem at one place in a data file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Finding {
    /// The text is not TOML; the message of the TOML parser, in English.
    #[error("{0}")]
    InvalidToml(String),
    /// The file exceeds the size limit.
    #[error("the file has {found} bytes; allowed: at most {most}")]
    TooLong {
        /// Size of the file in bytes.
        found: usize,
        /// Size limit in bytes.
        most: usize,
    },
    /// A file that this one names is not available.
    #[error(transparent)]
    MissingFile(#[from] MissingFile),
    /// A value has the wrong type, form or range.
    #[error("found {found}; allowed: {allowed}")]
    InvalidValue {
        /// The value in the file.
        found: Unexpected,
        /// The allowed values.
        allowed: Expected,
    },
    /// The table has no such key.
    #[error("unknown key `{found}`; {}allowed: {}", similar(found, allowed.iter().copied()), allowed.join(", "))]
    UnknownKey {
        /// The unknown key.
        found: String,
        /// The keys that the table may have.
        allowed: Vec<&'static str>,
    },
    /// A required key is missing.
    #[error("the key `{0}` is missing")]
    MissingKey(&'static str),

    /// No board has this name.
    #[error("there is no board `{found}`; allowed: {}, a constructor's call such as alq(5,5), a file ending in .toml", ours.join(", "))]
    UnknownBoard {
        /// The unknown name.
        found: String,
        /// The names of the built-in boards.
        ours: Vec<&'static str>,
    },
    /// A board has neither a constructor call nor both points and lines.
    #[error("a board needs `construct`, or `points` and `lines`")]
    MissingPoints,
    /// The place of a point is not a list of two numbers.
    #[error("a place is a list of two numbers, x and y")]
    InvalidPlace,
    /// A line leads over a point that it does not name.
    #[error("the line leads from {from} to {to} over {skipped}, which it does not name")]
    SkippedPoint {
        /// Point before the skipped one.
        from: String,
        /// Point after the skipped one.
        to: String,
        /// Point that the line leads over.
        skipped: String,
    },
    /// A line turns back at this point.
    #[error("the line turns back at {0}; allowed: points that lie behind one another")]
    TurnsBack(String),
    /// The points and lines do not form a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The constructor call is not valid.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// The board or the setup cannot be built.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The hand is neither one number nor a list of two.
    #[error("hands are one number for both sides, or a list of two")]
    InvalidHand,
    /// An example position does not fit the board.
    #[error(transparent)]
    Position(#[from] FenError),

    /// The option or its value is not valid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A layout is given for a key that is not a layout option.
    #[error("`{found}` does not change the layout; allowed: {}", list_keys(allowed.iter().copied()))]
    NotLayoutOption {
        /// The key in the file.
        found: String,
        /// The layout options.
        allowed: Vec<OptionKey>,
    },
    /// A layout sets a key that is not an option, or is itself a layout option.
    #[error("`{0}` cannot be set by a layout")]
    NotRuleOption(String),
    /// The options of a variant do not form a ruleset.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The start position does not fit the rules.
    #[error("the start does not fit the rules: {0}")]
    Start(#[source] SetupError),
    /// The game is over in the start position.
    #[error("the game is over before the first move ({})", .0.word())]
    OverAtStart(Reason),
    /// The start positions of this variant and of later ones were not examined: those of earlier ones took too much work.
    #[error(
        "the starts of this and later variants were not examined: finding the first moves of the others takes too much work"
    )]
    StartNotExamined,

    /// The word is not a valid variant id.
    #[error("`{0}` cannot name a variant; allowed: {allowed}", allowed = Expected::Id)]
    InvalidVariantId(String),
    /// No variant has this id.
    #[error("there is no variant `{found}`; {}allowed: {}", similar(found, allowed.iter().map(String::as_str)), allowed.join(", "))]
    UnknownVariant {
        /// The unknown id.
        found: String,
        /// The ids of all variants.
        allowed: Vec<String>,
    },
    /// The parent of a variant does not exist.
    #[error("there is no parent `{found}`; allowed: {}", allowed.join(", "))]
    UnknownParent {
        /// The unknown id.
        found: String,
        /// The ids of all variants.
        allowed: Vec<String>,
    },
    /// A variant or a family member descends from itself.
    #[error("`{id}` descends from itself{}", descent(line))]
    CyclicDescent {
        /// Id of the variant or member.
        id: String,
        /// The id, its parent and so on up to the first repetition; empty if only the cycle is known.
        line: Vec<String>,
    },
    /// A variant has too many ancestors.
    #[error("`{id}` has more than {most} ancestors")]
    TooManyAncestors {
        /// Id of the variant.
        id: String,
        /// Maximum number of ancestors.
        most: usize,
    },
    /// A value is faulty only in a variant that inherits it.
    #[error("in variant `{variant}`: {finding}")]
    InVariant {
        /// Id of the variant.
        variant: String,
        /// The problem in that variant.
        #[source]
        finding: Box<Finding>,
    },

    /// Both sides have the same colour.
    #[error("both sides have the same colour; allowed: one white, one black")]
    SameColour,
    /// A text has no language.
    #[error("a text in at least one language is missing; allowed: {}", Language::ALL.map(Language::code).join(", "))]
    NoLanguage,
    /// A noun is not a list of singular and plural.
    #[error("a noun is a list of two texts, singular and plural")]
    InvalidNoun,
    /// A noun does not begin with an article, which shows its gender.
    #[error("a {} noun begins with its article, `{}`", .0.english_name(), .0.articles().join("` or `"))]
    MissingArticle(Language),
    /// A native name is listed twice.
    #[error("`{name}` ({language}) is listed twice")]
    DuplicateNativeName {
        /// The repeated name.
        name: String,
        /// BCP 47 tag of its language.
        language: String,
    },
    /// The id of the game belongs to a game of the catalogue.
    #[error("`{0}` is the id of a game that comes with Quirkat; allowed: another id")]
    ReservedId(String),
    /// Men are promoted to kings, for which the file has no name.
    #[error("men are promoted, but `king` has no name; allowed: nouns, as for `man`")]
    UnnamedKings,

    /// A clause has no effect in any variant where it holds.
    #[error("it has no effect: {0}")]
    NoEffect(#[source] NoEffectReason),
    /// Every variant overrides this clause of the game.
    #[error("every variant overrides `{0}`")]
    OverriddenEverywhere(OptionKey),
    /// A clause repeats an inherited one: from this parent, or from the game if `None`.
    #[error("it repeats {}", parent(.0.as_deref()))]
    RedundantClause(Option<String>),

    /// The family file has an entry for a game that is not in the catalogue.
    #[error("there is no game `{0}` in the catalogue")]
    UnknownGame(String),
    /// The family file has no entry for this game of the catalogue.
    #[error("the game `{0}` is missing")]
    MissingGame(String),
}

/// Formats a line of descent, after a colon.
fn descent(line: &[String]) -> String {
    if line.is_empty() { String::new() } else { format!(": {}", line.join(" → ")) }
}

/// Names the origin of a repeated clause.
fn parent(parent: Option<&str>) -> String {
    parent.map_or_else(|| "the game".to_owned(), |parent| format!("its parent `{parent}`"))
}

/// Reason why a file named in a data file is not available.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MissingFile {
    /// The data file is read alone, without other files beside it.
    #[error("there is no file {0} beside this one; allowed: the board as a table, or a constructor's call")]
    Standalone(String),
    /// The data file comes from a game record that does not contain this one.
    #[error("the record does not contain the board file {0}")]
    NotInRecord(String),
    /// The file cannot be read; the reason given by the file resolver.
    #[error("{0}")]
    Unreadable(String),
}

impl From<String> for MissingFile {
    fn from(why: String) -> Self {
        MissingFile::Unreadable(why)
    }
}

/// A value in a file that is not allowed there. `Display` writes it as in "found a text".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unexpected {
    /// A text of any content.
    Text,
    /// A number of any value.
    Number,
    /// A boolean: true or false.
    Truth,
    /// A TOML date or time.
    Date,
    /// A TOML array of any length.
    List,
    /// A TOML table with any keys.
    Table,
    /// A number, as written in the file.
    Digits(String),
    /// A text with this content.
    Words(String),
    /// A text with this number of characters.
    Characters(usize),
    /// This number of native names.
    Names(usize),
    /// This number of variants of a game.
    Variants(usize),
    /// A list with this number of entries.
    Entries(usize),
    /// A list with this number of numbers.
    Numbers(usize),
    /// This number of sides of a dispute.
    Sides(usize),
}

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut many =
            |count: &usize, one: &str, many: &str| write!(f, "{count} {}", if *count == 1 { one } else { many });
        match self {
            Unexpected::Text => f.write_str("a text"),
            Unexpected::Number => f.write_str("a number"),
            Unexpected::Truth => f.write_str("true or false"),
            Unexpected::Date => f.write_str("a date"),
            Unexpected::List => f.write_str("a list"),
            Unexpected::Table => f.write_str("a table"),
            Unexpected::Digits(digits) => f.write_str(digits),
            Unexpected::Words(words) => write!(f, "`{words}`"),
            Unexpected::Characters(count) => many(count, "character", "characters"),
            Unexpected::Names(count) => many(count, "name", "names"),
            Unexpected::Variants(count) => many(count, "variant", "variants"),
            Unexpected::Entries(count) => many(count, "entry", "entries"),
            Unexpected::Numbers(count) => many(count, "number", "numbers"),
            Unexpected::Sides(count) => many(count, "side", "sides"),
        }
    }
}

/// Values that a file allows at one place. `Display` writes them as in "allowed: a text".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A text of any content.
    Text,
    /// A word or a number: the value of an option.
    Word,
    /// A TOML array of any length.
    List,
    /// A TOML table with any keys.
    Table,
    /// A whole number between these bounds, both included.
    Whole(i64, i64),
    /// One word of this list.
    Words(Vec<String>),
    /// A single line without invisible characters.
    Line,
    /// Characters other than unprintable ones.
    Printable,
    /// An id of a game or a variant.
    Id,
    /// A BCP 47 language tag.
    Tag,
    /// A count from 1 to this maximum.
    UpTo(usize),
    /// A count up to this maximum.
    AtMost(usize),
    /// A count from this minimum.
    AtLeast(usize),
    /// Latitude and longitude in degrees.
    Degrees,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Text => f.write_str("a text"),
            Expected::Word => f.write_str("a word or a number"),
            Expected::List => f.write_str("a list"),
            Expected::Table => f.write_str("a table"),
            Expected::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            Expected::Words(words) => f.write_str(&words.join(", ")),
            Expected::Line => f.write_str("one line, without space at its ends and without control characters"),
            Expected::Printable => f.write_str("visible characters, line breaks and tabs"),
            Expected::Id => f.write_str("up to 40 small letters, digits, `-` and `_`, beginning with a letter"),
            Expected::Tag => f.write_str(
                "a BCP 47 tag of up to 35 characters, such as `ne`, `haw` or `si-Latn`: a language of two or three small \
                 letters, then parts of one to eight letters or digits, each after a `-`",
            ),
            Expected::UpTo(most) => write!(f, "1 to {most}"),
            Expected::AtMost(most) => write!(f, "at most {most}"),
            Expected::AtLeast(least) => write!(f, "at least {least}"),
            Expected::Degrees => f.write_str("2, degrees north and degrees east"),
        }
    }
}
