//! How games end.

use crate::ground::reason::Reason;
use crate::ground::setup::Side;
use crate::options::{Options, Sides};

/// The result of a finished game and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Options {
    /// The end of a game that the side that captures wins by the third repetition; drawn where both capture.
    pub fn captor_wins(&self) -> Outcome {
        let winner = match self.captors {
            Sides::Both => None,
            Sides::First => Some(Side::First),
            Sides::Second => Some(Side::Second),
        };
        Outcome { winner, reason: if winner.is_some() { Reason::RepetitionWon } else { Reason::Repetition } }
    }
}

impl Outcome {
    pub(crate) fn won(winner: Side, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    pub(crate) fn drawn(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// The score as records write it: White's, then Black's; `white` is the side with the white pieces.
    pub fn result(&self, white: Side) -> &'static str {
        match self.winner {
            None => "1/2-1/2",
            Some(winner) if winner == white => "1-0",
            Some(_) => "0-1",
        }
    }
}
