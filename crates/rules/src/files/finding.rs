//! What can be said of a data file: what was found in it, and what is allowed.
//!
//! It is said in English here, and in the reader's language by `quirkat-words`: a finding holds what is to be told, never a
//! sentence. Texts that somebody wrote are cut short in it.

use super::layout::LayoutError;
use super::position::FenError;
use super::ruleset_error::RulesetError;
use crate::ground::board::{BoardError, ConstructError};
use crate::ground::language::Language;
use crate::ground::reason::Reason;
use crate::ground::setup::SetupError;
use crate::options::{NoEffectReason, OptionError, OptionKey, listed};
use std::fmt;
use thiserror::Error;

/// What is to be said of a place in a data file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Finding {
    /// The text is no TOML, for this reason, which the parser of TOML gives in English.
    #[error("{0}")]
    InvalidToml(String),
    /// The file is too long.
    #[error("the file has {found} bytes; allowed: at most {most}")]
    TooLong {
        /// Its bytes.
        found: usize,
        /// The most that are read.
        most: usize,
    },
    /// Another file, which this one names, is not at hand.
    #[error(transparent)]
    MissingFile(#[from] MissingFile),
    /// A value is not of the form that it needs.
    #[error("found {found}; allowed: {allowed}")]
    InvalidValue {
        /// What was found.
        found: Unexpected,
        /// What is allowed.
        allowed: Expected,
    },
    /// A table does not have this key.
    #[error("unknown key `{found}`; allowed: {}", allowed.join(", "))]
    UnknownKey {
        /// The key.
        found: String,
        /// The keys of the table.
        allowed: Vec<&'static str>,
    },
    /// A table must have this key.
    #[error("the key `{0}` is missing")]
    MissingKey(&'static str),

    /// No board is called so.
    #[error("there is no board `{found}`; allowed: {}, a constructor's call such as alq(5,5), a file ending in .toml", ours.join(", "))]
    UnknownBoard {
        /// What was found.
        found: String,
        /// The boards that have a name.
        ours: Vec<&'static str>,
    },
    /// A board is neither made by a constructor nor of points and lines.
    #[error("a board needs `construct`, or `points` and `lines`")]
    MissingPoints,
    /// The place of a point is something else than two numbers.
    #[error("a place is a list of two numbers, x and y")]
    InvalidPlace,
    /// Points and lines make no board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A constructor's call makes no board.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// The board or the setup cannot be made.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The hands are neither a number nor two.
    #[error("hands are one number for both sides, or a list of two")]
    InvalidHand,
    /// A position that is shown is none of the board.
    #[error(transparent)]
    Position(#[from] FenError),

    /// An option is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A layout is given for something that is no option that changes it.
    #[error("`{found}` does not change the layout; allowed: {}", listed(allowed.iter().copied()))]
    NotLayoutOption {
        /// What was found.
        found: String,
        /// The options that do.
        allowed: Vec<OptionKey>,
    },
    /// A layout brings along what is no option, or one that changes layouts.
    #[error("`{0}` cannot be set by a layout")]
    NotRuleOption(String),
    /// A choice among rules is refused.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The start does not fit the rules.
    #[error("the start does not fit the rules: {0}")]
    Start(#[source] SetupError),
    /// The game ends as it begins.
    #[error("the game is over before the first move ({})", .0.word())]
    OverAtStart(Reason),

    /// A word that cannot name a variant.
    #[error("`{0}` cannot name a variant; allowed: {allowed}", allowed = Expected::Id)]
    InvalidVariantId(String),
    /// There is no variant of this name.
    #[error("there is no variant `{found}`; allowed: {}", allowed.join(", "))]
    UnknownVariant {
        /// What was found.
        found: String,
        /// The variants that there are.
        allowed: Vec<String>,
    },
    /// A variant descends from one that there is not.
    #[error("there is no parent `{found}`; allowed: {}", allowed.join(", "))]
    UnknownParent {
        /// What was found.
        found: String,
        /// The variants that there are.
        allowed: Vec<String>,
    },
    /// Somebody descends from itself: its ancestors, the nearest first, until one is there again; none where it is said only
    /// that it does.
    #[error("`{id}` descends from itself{}", descent(line))]
    CyclicDescent {
        /// Who does.
        id: String,
        /// It, its parent and so on.
        line: Vec<String>,
    },
    /// A variant has too many ancestors.
    #[error("`{id}` has more than {most} ancestors")]
    TooManyAncestors {
        /// The variant.
        id: String,
        /// The most that it may have.
        most: usize,
    },
    /// What is said where a variant takes something over holds of that variant.
    #[error("in variant `{variant}`: {finding}")]
    InVariant {
        /// The variant.
        variant: String,
        /// What is to be said of it.
        #[source]
        finding: Box<Finding>,
    },

    /// Both sides have pieces of one colour.
    #[error("both sides have the same colour; allowed: one white, one black")]
    SameColour,
    /// A noun is not a text for one and a text for many.
    #[error("a noun is a list of two texts, singular and plural")]
    InvalidNoun,
    /// A noun has no article, which tells its gender.
    #[error("a {} noun begins with its article, `{}`", .0.english_name(), .0.articles().join("` or `"))]
    MissingArticle(Language),
    /// A native name stands there twice.
    #[error("`{name}` ({language}) is listed twice")]
    DuplicateNativeName {
        /// The name.
        name: String,
        /// The tag of its language.
        language: String,
    },
    /// The word of the game is that of a game that comes along.
    #[error("`{0}` is the id of a game that comes with Quirkat; allowed: another id")]
    ReservedId(String),
    /// Men become kings, which nobody has named.
    #[error("men are promoted, but `king` has no name; allowed: nouns, as for `man`")]
    UnnamedKings,

    /// A clause means nothing wherever it holds.
    #[error("it has no effect: {0}")]
    NoEffect(#[source] NoEffectReason),
    /// A clause of the game holds nowhere: every variant has its own.
    #[error("every variant overrides `{0}`")]
    OverriddenEverywhere(OptionKey),
    /// A clause says what holds anyway, by this parent of the variant or, where it has none, by the game.
    #[error("it repeats {}", parent(.0.as_deref()))]
    RedundantClause(Option<String>),

    /// No game of the catalogue is called so, in the file of the family.
    #[error("there is no game `{0}` in the catalogue")]
    UnknownGame(String),
    /// The file of the family does not tell of a game of the catalogue.
    #[error("the game `{0}` is missing")]
    MissingGame(String),
}

/// Who descends from whom, after a colon.
fn descent(line: &[String]) -> String {
    if line.is_empty() { String::new() } else { format!(": {}", line.join(" → ")) }
}

/// What a clause is repeated from.
fn parent(parent: Option<&str>) -> String {
    parent.map_or_else(|| "the game".to_owned(), |parent| format!("its parent `{parent}`"))
}

/// Why another file, which a data file names, is not at hand.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MissingFile {
    /// A file stands alone, and names this one.
    #[error("there is no file {0} beside this one; allowed: the board as a table, or a constructor's call")]
    Standalone(String),
    /// The record of a game holds its file, and not this one.
    #[error("the record does not contain the board file {0}")]
    NotInRecord(String),
    /// It cannot be read, for this reason, which whoever reads it gives.
    #[error("{0}")]
    Unreadable(String),
}

impl From<String> for MissingFile {
    fn from(why: String) -> Self {
        MissingFile::Unreadable(why)
    }
}

/// What was found in the place of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unexpected {
    /// A text, whatever it says.
    Text,
    /// A number, whichever it is.
    Number,
    /// True or false.
    Truth,
    /// A date or a time.
    Date,
    /// A list.
    List,
    /// A table.
    Table,
    /// This number, as it is written.
    Digits(String),
    /// A text that says this.
    Words(String),
    /// A text of so many characters.
    Characters(usize),
    /// So many names.
    Names(usize),
    /// So many variants.
    Variants(usize),
    /// So many entries of a list.
    Entries(usize),
    /// So many numbers.
    Numbers(usize),
    /// So many sides of a dispute.
    Sides(usize),
}

/// What is found: "a text".
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

/// What is allowed in the place of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A text.
    Text,
    /// A word or a number, as the options have them.
    Word,
    /// A list.
    List,
    /// A table.
    Table,
    /// A whole number from the one to the other.
    Whole(i64, i64),
    /// One of these words.
    Words(Vec<String>),
    /// One line without signs that nobody sees.
    Line,
    /// A word that can name a game or a variant.
    Id,
    /// The tag of a language.
    Tag,
    /// From one to so many.
    UpTo(usize),
    /// At most so many.
    AtMost(usize),
    /// At least so many.
    AtLeast(usize),
    /// Where something is on the earth.
    Degrees,
}

/// What is allowed: "a text".
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
