//! Why a text is no legal turn, as data: points by their names, turns in words of the notation, sides and rules as values,
//! so that any language can speak of it. What is displayed is English.

use crate::engine::rules::TooManyTurns;
use crate::ground::board::Board;
use crate::ground::clip::clip;
use crate::ground::language::{Language, Words};
use crate::options::{Directions, LastRow};
use std::fmt;
use thiserror::Error;

/// The longest text that is read as a turn, in bytes.
pub const MAX_TURN_LEN: usize = 4096;

/// At most this many turns are named in a message.
pub const MAX_LISTED_TURNS: usize = 5;

/// Why a text is no legal turn of a game's position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TurnError {
    /// It is too long.
    #[error("the move has {0} bytes; allowed: at most {most}", most = MAX_TURN_LEN)]
    TooLong(usize),
    /// It is not of the form of a turn from some part on; a step and a capture along a line of the board have that form.
    #[error(
        "`{found}` is not part of a move; allowed: points of the board joined by - or x, as in {step} or {capture}",
        found = clip(found)
    )]
    Syntax {
        /// The part.
        found: String,
        /// The step.
        step: String,
        /// The capture.
        capture: String,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Several turns with different effects fit: they are given.
    #[error("{text}: which one? {turns}", text = clip(.0), turns = OneOf(.1))]
    Ambiguous(String, Vec<String>),
    /// No legal turn fits.
    #[error("{text}: {1}", text = clip(.0))]
    Illegal(String, IllegalReason),
    /// The position has too many turns.
    #[error(transparent)]
    TooManyTurns(#[from] TooManyTurns),
}

impl TurnError {
    /// What is said of a part that is not of the form of a turn on a board.
    pub(super) fn form(board: &Board, found: &str) -> TurnError {
        let line = board.lines().iter().rev().max_by_key(|line| line.len()).map_or(&[][..], Vec::as_slice);
        let along = |step, sign| {
            line.iter().step_by(step).take(step + 1).map(|&point| board.name(point)).collect::<Vec<_>>().join(sign)
        };
        TurnError::Syntax { found: found.to_owned(), step: along(1, "-"), capture: along(2, "x") }
    }
}

/// The rule that a turn breaks, with the points and turns that show it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum IllegalReason {
    /// Nothing stands where the turn starts.
    #[error("{0} is empty")]
    Empty(String),
    /// The piece belongs to the side of this name.
    #[error("the piece on {0} is {owner}'s", owner = .1.get(Language::En))]
    NotYourPiece(String, Box<Words>),
    /// Something stands where the turn goes.
    #[error("{0} is occupied")]
    Occupied(String),
    /// No line joins two points that follow one another.
    #[error("no line leads from {0} to {1}")]
    NotJoined(String, String),
    /// There is nothing to take between two points.
    #[error("there is nothing to take between {0} and {1}")]
    NothingToTake(String, String),
    /// A piece of one's own, or one that was taken already, stands in the way on this point.
    #[error("the piece on {0} cannot be leapt")]
    CannotLeap(String),
    /// A capture is compulsory: one of these turns.
    #[error("a capture is compulsory: {turns}", turns = OneOf(.0))]
    MustCapture(Vec<String>),
    /// The capture must go on: one of these turns.
    #[error("the capture must go on: {turns}", turns = OneOf(.0))]
    MustGoOn(Vec<String>),
    /// More or better pieces must be taken: one of these turns.
    #[error("another capture takes precedence: {turns}", turns = OneOf(.0))]
    MustTakeMost(Vec<String>),
    /// The piece may not go on after this point.
    #[error("the move ends on {0}")]
    MustStop(String),
    /// Men step in these directions only.
    #[error("men step {how}", how = in_directions(*.0))]
    StepDirection(Directions),
    /// Men capture in these directions only.
    #[error("men capture {how}", how = in_directions(*.0))]
    CaptureDirection(Directions),
    /// What a man on its last row may do.
    #[error("a man on its last row {how}", how = on_last_row(*.0))]
    LastRow(LastRow),
    /// The piece may not come back to this point.
    #[error("this piece may not return to {0}")]
    Return(String),
    /// A step or a leap is too long.
    #[error("the piece cannot move that far, from {0} to {1}")]
    TooFar(String, String),
    /// The turn would bring back an earlier position.
    #[error("the move would repeat an earlier position")]
    Repetition,
    /// This may not be claimed; what may.
    #[error("{what}", what = may_be_claimed(.0))]
    NoClaim(Vec<String>),
    /// No man may be entered now.
    #[error("no piece may be entered here now")]
    NoDrop,
    /// A man has to be entered first.
    #[error("a piece from the hand must be entered first, as in drop @c3")]
    MustDrop,
    /// This piece may not be taken off; what may.
    #[error("{0} may not be removed{but}", but = but_legal(.1))]
    NoRemoval(String, Vec<String>),
    /// The dice have to be thrown first.
    #[error("the dice must be thrown first, as in roll 654")]
    MustRoll,
    /// No dice are thrown now.
    #[error("no dice are thrown now")]
    NoRoll,
    /// Single combat cannot be called for now.
    #[error("single combat cannot be called for now")]
    NoCombat,
    /// The last two pieces fight it out: one of these turns.
    #[error("the last two pieces must approach one another: {turns}", turns = OneOf(.0))]
    Combat(Vec<String>),
    /// The first piece may not be placed here.
    #[error("the first piece may not be placed on {0}")]
    NoCentre(String),
    /// Nothing is taken by this hop, in this way.
    #[error("the hop from {0} to {1} does not capture in this way")]
    NoCaptureOnHop(String, String),
    /// The pieces of the side of this name do not capture.
    #[error("{side} cannot capture", side = .0.get(Language::En))]
    SideNeverCaptures(Box<Words>),
    /// The rank of the piece on this point is too high.
    #[error("the piece on {0} has a higher rank")]
    HigherRank(String),
    /// Pieces do not step in this game.
    #[error("every move must capture")]
    NoSteps,
    /// This piece may not be huffed; the points of those that may.
    #[error("{0} may not be huffed, {but}", but = but_may_be_huffed(.1))]
    NoHuff(String, Vec<String>),
    /// There is a turn to be made: no passing.
    #[error("a side that can move may not pass")]
    NoPass,
    /// The turn takes nothing; it is written like this.
    #[error("the move captures nothing: {0}")]
    TakesNothing(String),
    /// Another rule; these turns are legal.
    #[error("not a legal move; legal: {turns}", turns = OneOf(.0))]
    Other(Vec<String>),
}

/// Some turns or points of which any would do, the first few of them named.
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
