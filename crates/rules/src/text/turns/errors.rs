//! Errors from reading a move.
//!
//! They hold data, with points and moves as text, so that `quirkat-words` can describe them in any language. `Display` is
//! English.

use crate::engine::rules::TooManyTurns;
use crate::ground::board::Board;
use crate::ground::clip::clip;
use crate::ground::language::{Language, Words};
use crate::options::{Directions, LastRow};
use std::fmt;
use thiserror::Error;

/// Maximum length of a move text, in bytes.
pub const MAX_TURN_LEN: usize = 4096;

/// Maximum number of moves that an error message lists.
pub const MAX_LISTED_TURNS: usize = 5;

/// Error from reading a move in a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TurnError {
    /// The text has this many bytes, more than [`MAX_TURN_LEN`].
    #[error("the move has {0} bytes; allowed: at most {most}", most = MAX_TURN_LEN)]
    TooLong(usize),
    /// The text is not in move notation from some part on. The error includes examples on the board.
    #[error(
        "`{found}` is not part of a move; allowed: points of the board joined by - or x, as in {step} or {capture}",
        found = clip(found)
    )]
    Syntax {
        /// The text from the first unreadable part on.
        found: String,
        /// Example of a step.
        step: String,
        /// Example of a capture.
        capture: String,
    },
    /// The game is over, so no move is legal.
    #[error("the game is over")]
    GameOver,
    /// Several turns with different effects fit: the text and the turns.
    #[error("{text}: which one? {turns}", text = clip(.0), turns = OneOf(.1))]
    Ambiguous(String, Vec<String>),
    /// No legal turn fits: the text and the broken rule.
    #[error("{text}: {1}", text = clip(.0))]
    Illegal(String, #[source] IllegalReason),
    /// The position has too many turns to list.
    #[error(transparent)]
    TooManyTurns(#[from] TooManyTurns),
}

impl TurnError {
    /// Creates a syntax error with examples along the longest line of the board.
    pub(super) fn form(board: &Board, found: &str) -> TurnError {
        let line = board.lines().iter().rev().max_by_key(|line| line.len()).map_or(&[][..], Vec::as_slice);
        let along = |step, sign| {
            line.iter().step_by(step).take(step + 1).map(|&point| board.name(point)).collect::<Vec<_>>().join(sign)
        };
        TurnError::Syntax { found: found.to_owned(), step: along(1, "-"), capture: along(2, "x") }
    }
}

/// Rule that a move breaks, with the points and moves that show it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum IllegalReason {
    /// The start of the move is empty.
    #[error("{0} is empty")]
    Empty(String),
    /// The piece on this point belongs to the side with this name.
    #[error("the piece on {0} is {owner}'s", owner = .1.get(Language::En))]
    NotYourPiece(String, Box<Words>),
    /// A point of the path is occupied.
    #[error("{0} is occupied")]
    Occupied(String),
    /// No line joins two consecutive points of the path.
    #[error("no line leads from {0} to {1}")]
    NotJoined(String, String),
    /// Pieces capture along the line between two points, but do not step along it.
    #[error("pieces capture from {0} to {1} but do not step there")]
    OnlyCaptures(String, String),
    /// The king that stands on this point has made as many moves in a row as it may.
    #[error(
        "the king on {0} has made {1} move{s} in a row; move another piece or capture",
        s = if *.1 == 1 { "" } else { "s" }
    )]
    KingMustRest(String, u16),
    /// No piece to capture is between two points.
    #[error("there is nothing to take between {0} and {1}")]
    NothingToTake(String, String),
    /// The piece on this point belongs to the moving side or has already been captured.
    #[error("the piece on {0} cannot be leapt")]
    CannotLeap(String),
    /// A capture is compulsory: one of these moves.
    #[error("a capture is compulsory: {turns}", turns = OneOf(.0))]
    MustCapture(Vec<String>),
    /// The capture must continue: one of these moves.
    #[error("the capture must go on: {turns}", turns = OneOf(.0))]
    MustGoOn(Vec<String>),
    /// A capture of more or better pieces takes precedence: one of these moves.
    #[error("another capture takes precedence: {turns}", turns = OneOf(.0))]
    MustTakeMost(Vec<String>),
    /// A king that captures a king last must land directly behind it, as in these moves.
    #[error("a king that captures a king last lands directly behind it: {turns}", turns = OneOf(.0))]
    MustLandBehind(Vec<String>),
    /// The move must end on this point.
    #[error("the move ends on {0}")]
    MustStop(String),
    /// Men step only in these directions.
    #[error("men step {how}", how = in_directions(*.0))]
    StepDirection(Directions),
    /// Men capture only in these directions.
    #[error("men capture {how}", how = in_directions(*.0))]
    CaptureDirection(Directions),
    /// A man on its last row has only these moves.
    #[error("a man on its last row {how}", how = on_last_row(*.0))]
    LastRow(LastRow),
    /// The piece may not return to this point.
    #[error("this piece may not return to {0}")]
    Return(String),
    /// The step or leap between these points is too long.
    #[error("the piece cannot move that far, from {0} to {1}")]
    TooFar(String, String),
    /// The move would repeat an earlier position.
    #[error("the move would repeat an earlier position")]
    Repetition,
    /// The claim is not allowed; these are.
    #[error("{what}", what = may_be_claimed(.0))]
    NoClaim(Vec<String>),
    /// No piece may be entered now.
    #[error("no piece may be entered here now")]
    NoDrop,
    /// A piece must be entered first.
    #[error("a piece from the hand must be entered first, as in drop @c3")]
    MustDrop,
    /// The piece on this point may not be removed; these moves are legal.
    #[error("{0} may not be removed{but}", but = but_legal(.1))]
    NoRemoval(String, Vec<String>),
    /// The dice must be thrown first.
    #[error("the dice must be thrown first, as in roll 654")]
    MustRoll,
    /// No dice are thrown now.
    #[error("no dice are thrown now")]
    NoRoll,
    /// Single combat cannot be called for in this position.
    #[error("single combat cannot be called for now")]
    NoCombat,
    /// The last two pieces must approach one another: one of these moves.
    #[error("the last two pieces must approach one another: {turns}", turns = OneOf(.0))]
    Combat(Vec<String>),
    /// The first piece may not be placed on this point.
    #[error("the first piece may not be placed on {0}")]
    NoCentre(String),
    /// The hop does not capture by the marked approach or withdrawal.
    #[error("the hop from {0} to {1} does not capture in this way")]
    NoCaptureOnHop(String, String),
    /// The side with this name never captures.
    #[error("{side} cannot capture", side = .0.get(Language::En))]
    SideNeverCaptures(Box<Words>),
    /// The piece on this point has a rank too high to capture.
    #[error("the piece on {0} has a higher rank")]
    HigherRank(String),
    /// The game has no steps: every move captures.
    #[error("every move must capture")]
    NoSteps,
    /// The piece on this point may not be huffed; those on these points may.
    #[error("{0} may not be huffed, {but}", but = but_may_be_huffed(.1))]
    NoHuff(String, Vec<String>),
    /// No piece may be huffed now.
    #[error("there is nothing to huff")]
    NothingToHuff,
    /// The huff, claim or drop is legal, and a move must follow it, as in these.
    #[error("which move follows? {turns}", turns = OneOf(.0))]
    Unfinished(Vec<String>),
    /// No move ends on this empty point.
    #[error("no move ends on {0}")]
    Unreachable(String),
    /// A side that can move may not pass.
    #[error("a side that can move may not pass")]
    NoPass,
    /// The move is written as a capture but captures nothing; its correct text.
    #[error("the move captures nothing: {0}")]
    TakesNothing(String),
    /// The move breaks another rule; these moves are legal.
    #[error("not a legal move; legal: {turns}", turns = OneOf(.0))]
    Other(Vec<String>),
}

/// Alternatives, of which the first [`MAX_LISTED_TURNS`] are listed.
struct OneOf<'a>(&'a [String]);

impl fmt::Display for OneOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.0.len().min(MAX_LISTED_TURNS);
        f.write_str(&self.0[..named].join(" or "))?;
        if self.0.len() > named {
            write!(f, " or {} more", self.0.len() - named)?;
        }
        Ok(())
    }
}

fn may_be_claimed(claims: &[String]) -> String {
    match claims {
        [] => "there is nothing to claim".to_owned(),
        _ => format!("this may not be claimed, but {} may", OneOf(claims)),
    }
}

fn but_may_be_huffed(points: &[String]) -> String {
    match points {
        [] => "nor any other piece".to_owned(),
        _ => format!("but {} may", OneOf(points)),
    }
}

fn but_legal(turns: &[String]) -> String {
    match turns {
        [] => String::new(),
        _ => format!("; legal: {}", OneOf(turns)),
    }
}

fn in_directions(directions: Directions) -> &'static str {
    match directions {
        Directions::All => "in all directions",
        Directions::NoBack => "forward, diagonally forward and sideways only",
        Directions::Forward => "forward and diagonally forward only",
        Directions::Straight => "straight forward only",
        Directions::None => "only by capturing",
    }
}

fn on_last_row(last_row: LastRow) -> &'static str {
    match last_row {
        LastRow::Normal => "moves as on any other row",
        LastRow::CaptureOnly => "may only capture",
        LastRow::CaptureSidewaysOnly => "may only capture sideways",
    }
}
