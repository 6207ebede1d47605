//! Errors from reading and replaying PDN records.
//!
//! They hold data, so that `quirkat-words` can describe them in any language. `Display` is English.

use crate::files::{FenError, RulesetError};
use crate::game::PlayError;
use crate::game::any::CompileError;
use crate::ground::clip::clip;
use crate::ground::setup::SetupError;
use crate::ruleset::Ruleset;
use crate::text::TurnError;
use std::sync::Arc;
use thiserror::Error;

/// Error from reading a PDN text or replaying a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdnError {
    /// The text exceeds a limit: the kind of limit and its value.
    #[error("the record has too many {what}; allowed: at most {1}", what = in_english(*.0))]
    TooLarge(PdnLimit, usize),
    /// A syntax error in this line of the text, from 1.
    #[error("line {0} of the record: {1}")]
    Syntax(usize, #[source] PdnSyntaxError),
    /// The text contains no game.
    #[error("there is no game in the record")]
    Empty,
    /// No tag names the game, and the caller did not either.
    #[error(
        "the record does not name its game; allowed: a tag such as [GameType \"21\"] or [Variant \"english\"], or the game in the command, --game english"
    )]
    NoGame,
    /// The tags name a game that is not in the catalogue: the value of `Variant` or `GameType`.
    #[error("the record is a game of `{name}`, which is not known here; it can be read as another game, for example with --game english", name = clip(.0))]
    UnknownGame(String),
    /// The record is of another game than the game file.
    #[error("the record is a game of {found}, not of {expected}", found = clip(found))]
    WrongGame {
        /// Id of the game file.
        expected: String,
        /// Id in the record.
        found: String,
    },
    /// The record was made under a newer version of the rules.
    #[error("the record was made under version {found} of the rules; this program knows versions up to {known}", found = clip(found))]
    Version {
        /// Latest version that the game file defines.
        known: u32,
        /// Version in the record, as text.
        found: String,
    },
    /// The caller stopped the replay before this move, counted from 1.
    #[error("move {0} of the record and all later ones were not checked: that would take too long")]
    Interrupted(usize),
    /// A tag does not fit the rules of the game.
    #[error("tag `{name}` of the record: {0}", name = .0.name())]
    Tag(#[source] PdnTagError),
    /// The rules of the record do not compile.
    #[error("the rules of the record: {0}")]
    Rules(#[source] CompileError),
    /// A move cannot be played.
    #[error("move {number} of the record: {why}")]
    Turn {
        /// Number of the move, from 1, counting both sides.
        number: usize,
        /// Error from reading or playing the move.
        #[source]
        why: PdnTurnError,
        /// Rules under which the record is replayed.
        ruleset: Arc<Ruleset>,
    },
}

/// Kind of limit of a PDN text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PdnLimit {
    /// Length of the text in bytes.
    Bytes,
    /// Number of games in the text.
    Games,
    /// Number of tags of a game.
    Tags,
    /// Number of moves in a game or variation.
    Turns,
    /// Number of comments on one move.
    Comments,
    /// Number of annotation glyphs on one move.
    Remarks,
    /// Number of variations of one move.
    Variations,
    /// Depth of variations within variations.
    Depth,
}

fn in_english(part: PdnLimit) -> &'static str {
    match part {
        PdnLimit::Bytes => "bytes",
        PdnLimit::Games => "games",
        PdnLimit::Tags => "tags",
        PdnLimit::Turns => "moves",
        PdnLimit::Comments => "comments",
        PdnLimit::Remarks => "glyphs",
        PdnLimit::Variations => "variations",
        PdnLimit::Depth => "variations inside one another",
    }
}

/// Syntax error of a PDN text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdnSyntaxError {
    /// The game has neither tags nor moves.
    #[error("neither tags nor moves")]
    Nothing,
    /// A tag does not have the form `[Name "value"]`.
    #[error("a tag has the form [Name \"value\"]")]
    Tag,
    /// The value of a tag has no closing quote.
    #[error("a tag's value has no closing quote")]
    OpenValue,
    /// A comment has no closing brace.
    #[error("a comment has no closing brace")]
    OpenComment,
    /// A variation has no closing parenthesis.
    #[error("a variation has no closing parenthesis")]
    OpenVariation,
    /// A closing parenthesis has no opening one.
    #[error("a closing parenthesis without an opening one")]
    NoVariation,
    /// A closing bracket or brace has no opening one.
    #[error("`{0}` closes nothing")]
    ClosesNothing(char),
    /// A variation has no move before it.
    #[error("a variation without a move before it")]
    LoneVariation,
    /// An annotation glyph has no move before it.
    #[error("a glyph without a move before it")]
    LoneRemark,
    /// An annotation glyph is not a number up to 65535.
    #[error("a glyph is `$` and a number up to 65535")]
    Remark,
    /// A move that the writer did not know, such as `- -`.
    #[error("`{word}` stands for an unknown move", word = clip(.0))]
    UnknownMove(String),
    /// A word cannot be a move.
    #[error("`{word}` is not a move", word = clip(.0))]
    Turn(String),
}

/// Error in a tag of a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdnTagError {
    /// The tag `Rules` or `Variant` does not give a ruleset.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// The tag `FEN` is not a FEN of the board.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The position in the tag `FEN` does not fit the rules.
    #[error(transparent)]
    Start(#[from] SetupError),
    /// The ending in the tag `Termination` is not possible.
    #[error(transparent)]
    Termination(#[from] PlayError),
}

impl PdnTagError {
    /// Returns the name of the tag.
    pub fn name(&self) -> &'static str {
        match self {
            PdnTagError::Rules(RulesetError::UnknownVariant { .. }) => "Variant",
            PdnTagError::Rules(_) => "Rules",
            PdnTagError::Fen(_) | PdnTagError::Start(_) => "FEN",
            PdnTagError::Termination(_) => "Termination",
        }
    }
}

/// Error in a move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdnTurnError {
    /// The text is not a legal move.
    #[error(transparent)]
    Read(#[from] TurnError),
    /// The game refuses the move.
    #[error(transparent)]
    Play(#[from] PlayError),
}
