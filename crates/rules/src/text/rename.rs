//! Names of squares in texts of moves.

use super::turns::{IllegalReason, TurnError};
use crate::ground::board::Board;

/// Returns a move or a point as text, with the squares that `from` names named as `to` names them. Other words remain, and
/// nothing is checked.
///
/// # Examples
/// ```
/// use quirkat_rules::{SquareNames, find_game, rename_squares};
/// let board = find_game("shashki").unwrap().ruleset(None, &[]).unwrap().board;
/// let numbers = board.in_notation(board.notation_by(SquareNames::Numbers).unwrap()).unwrap();
/// assert_eq!(rename_squares("huff c3, a1xe5", &board, &numbers), "huff 22, 29x15");
/// ```
pub fn rename_squares(text: &str, from: &Board, to: &Board) -> String {
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count().min(4);
        let named = (1..=length).rev().find_map(|length| Some((from.point(&rest[..length])?, length)));
        let read = named.map_or(first.len_utf8(), |(_, length)| length);
        renamed += named.map_or(&rest[..read], |(point, _)| to.name(point));
        rest = &rest[read..];
    }
    renamed
}

impl TurnError {
    /// Returns the error with its squares named as another board does.
    pub fn with_names(&self, from: &Board, to: &Board) -> TurnError {
        let one = |text: &str| rename_squares(text, from, to);
        let all = |texts: &[String]| texts.iter().map(|text| one(text)).collect();
        match self {
            TurnError::TooLong(_) | TurnError::GameOver | TurnError::TooManyTurns(_) => self.clone(),
            TurnError::Syntax { found, step, capture } => {
                TurnError::Syntax { found: found.clone(), step: one(step), capture: one(capture) }
            }
            TurnError::Ambiguous(text, turns) => TurnError::Ambiguous(one(text), all(turns)),
            TurnError::Illegal(text, reason) => TurnError::Illegal(one(text), reason.with_names(from, to)),
        }
    }
}

impl IllegalReason {
    fn with_names(&self, from: &Board, to: &Board) -> IllegalReason {
        use IllegalReason::*;
        let one = |text: &String| rename_squares(text, from, to);
        let all = |texts: &[String]| texts.iter().map(one).collect();
        match self {
            Empty(point) => Empty(one(point)),
            NotYourPiece(point, owner) => NotYourPiece(one(point), owner.clone()),
            Occupied(point) => Occupied(one(point)),
            NotJoined(start, end) => NotJoined(one(start), one(end)),
            OnlyCaptures(start, end) => OnlyCaptures(one(start), one(end)),
            KingMustRest(point, limit) => KingMustRest(one(point), *limit),
            NothingToTake(start, end) => NothingToTake(one(start), one(end)),
            CannotLeap(point) => CannotLeap(one(point)),
            MustCapture(turns) => MustCapture(all(turns)),
            MustGoOn(turns) => MustGoOn(all(turns)),
            MustTakeMost(turns) => MustTakeMost(all(turns)),
            MustLandBehind(turns) => MustLandBehind(all(turns)),
            MustStop(point) => MustStop(one(point)),
            Return(point) => Return(one(point)),
            TooFar(start, end) => TooFar(one(start), one(end)),
            NoClaim(claims) => NoClaim(all(claims)),
            NoRemoval(point, turns) => NoRemoval(one(point), all(turns)),
            Combat(turns) => Combat(all(turns)),
            NoCentre(point) => NoCentre(one(point)),
            NoCaptureOnHop(start, end) => NoCaptureOnHop(one(start), one(end)),
            HigherRank(point) => HigherRank(one(point)),
            NoHuff(point, points) => NoHuff(one(point), all(points)),
            Unfinished(turns) => Unfinished(all(turns)),
            Unreachable(point) => Unreachable(one(point)),
            TakesNothing(turn) => TakesNothing(one(turn)),
            Other(turns) => Other(all(turns)),
            StepDirection(_) | CaptureDirection(_) | LastRow(_) | Repetition | NoDrop | MustDrop | MustRoll
            | NoRoll | NoCombat | SideNeverCaptures(_) | NoSteps | NothingToHuff | NoPass => self.clone(),
        }
    }
}
