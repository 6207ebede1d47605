//! Why a text is no game record, or a record no game, as data, so that any language can speak of it. What is displayed is
//! English.

use crate::files::{FenError, RulesetError};
use crate::game::PlayError;
use crate::game::any::CompileError;
use crate::ground::clip::clip;
use crate::ground::setup::SetupError;
use crate::ruleset::Ruleset;
use crate::text::TurnError;
use std::sync::Arc;
use thiserror::Error;

/// Why a text is no game record, or a record no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdnError {
    /// There is more of something than is read, and how much is.
    #[error("the record has too many {what}; allowed: at most {1}", what = in_english(*.0))]
    TooLarge(PdnLimit, usize),
    /// A fault of form, in this line of the text.
    #[error("line {0} of the record: {1}")]
    Syntax(usize, PdnSyntaxError),
    /// There is no game in the text.
    #[error("there is no game in the record")]
    Empty,
    /// A tag is needed to replay the record.
    #[error("the record has no tag `{0}`")]
    MissingTag(&'static str),
    /// The record belongs to another game.
    #[error("the record is a game of {found}, not of {expected}", found = clip(found))]
    WrongGame {
        /// The game that was asked for.
        expected: String,
        /// The record's.
        found: String,
    },
    /// The record was made under rules that are newer than this program.
    #[error("the record was made under version {found} of the rules; this program knows versions up to {known}", found = clip(found))]
    Version {
        /// The version that is known.
        known: u32,
        /// The record's.
        found: String,
    },
    /// This turn and those after it were not looked at.
    #[error("move {0} of the record and all later ones were not checked: that would take too long")]
    Interrupted(usize),
    /// A tag does not fit the rules.
    #[error("tag `{name}` of the record: {0}", name = .0.name())]
    Tag(PdnTagError),
    /// The rules of the record do not compile.
    #[error("the rules of the record: {0}")]
    Rules(CompileError),
    /// A turn cannot be played.
    #[error("move {number} of the record: {why}")]
    Turn {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        why: PdnTurnError,
        /// The rules that refuse it.
        ruleset: Arc<Ruleset>,
    },
}

/// What a text may have too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PdnLimit {
    /// Bytes.
    Bytes,
    /// Games.
    Games,
    /// Tags of a game.
    Tags,
    /// Turns of a line.
    Turns,
    /// Comments at one place.
    Comments,
    /// Remarks on a turn.
    Remarks,
    /// Variations of a turn.
    Variations,
    /// Variations inside one another.
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

/// A fault of the form of a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdnSyntaxError {
    /// Nothing of a game is there.
    #[error("neither tags nor moves")]
    Nothing,
    /// A tag of another form.
    #[error("a tag has the form [Name \"value\"]")]
    Tag,
    /// A tag's value does not end.
    #[error("a tag's value has no closing quote")]
    OpenValue,
    /// A comment does not end.
    #[error("a comment has no closing brace")]
    OpenComment,
    /// A variation does not end.
    #[error("a variation has no closing parenthesis")]
    OpenVariation,
    /// A variation ends that has not begun.
    #[error("a closing parenthesis without an opening one")]
    NoVariation,
    /// Another sign ends what has not begun.
    #[error("`{0}` closes nothing")]
    ClosesNothing(char),
    /// A variation of no turn.
    #[error("a variation without a move before it")]
    LoneVariation,
    /// A remark on no turn.
    #[error("a glyph without a move before it")]
    LoneRemark,
    /// A remark is no number.
    #[error("a glyph is `$` and a number up to 255")]
    Remark,
    /// A word that is no turn.
    #[error("`{word}` is not a move", word = clip(.0))]
    Turn(String),
}

/// Why a tag does not fit the rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdnTagError {
    /// The choices in the tag `Rules`, or the variant in which they are made.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// The tag `FEN` is no position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The position in the tag `FEN` does not fit the rules.
    #[error(transparent)]
    Start(#[from] SetupError),
    /// The game does not end as the tag `Termination` says.
    #[error(transparent)]
    Termination(#[from] PlayError),
}

impl PdnTagError {
    /// The name of the tag.
    pub fn name(&self) -> &'static str {
        match self {
            PdnTagError::Rules(_) => "Rules",
            PdnTagError::Fen(_) | PdnTagError::Start(_) => "FEN",
            PdnTagError::Termination(_) => "Termination",
        }
    }
}

/// Why a turn of a record cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdnTurnError {
    /// It is no legal turn.
    #[error(transparent)]
    Read(#[from] TurnError),
    /// The game does not take it.
    #[error(transparent)]
    Play(#[from] PlayError),
}
