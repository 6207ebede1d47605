//! Outcomes of finished games.

use crate::ground::reason::Reason;
use crate::ground::setup::Side;
use crate::options::{Aim, Options, Sides};

/// Result of a finished game, with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Winning side; `None` for a draw.
    pub winner: Option<Side>,
    /// Reason why the game is over.
    pub reason: Reason,
}

impl Options {
    /// Returns the outcome of a threefold repetition that the capturing side wins; a draw if both sides capture.
    pub fn captor_wins(&self) -> Outcome {
        let winner = match self.captors {
            Sides::Both => None,
            Sides::First => Some(Side::First),
            Sides::Second => Some(Side::Second),
        };
        Outcome { winner, reason: if winner.is_some() { Reason::RepetitionWon } else { Reason::Repetition } }
    }
}

impl Aim {
    /// Returns the outcome of a position that `winner` wins where the aim is to win.
    pub fn outcome(self, winner: Side, reason: Reason) -> Outcome {
        match self {
            Aim::Win => Outcome::won(winner, reason),
            Aim::Lose => Outcome::won(winner.other(), reason),
        }
    }
}

impl Outcome {
    pub(crate) fn won(winner: Side, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    pub(crate) fn drawn(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// Returns the result as game records write it, White's score first: `1-0`, `0-1` or `1/2-1/2`. `white` is the side
    /// with the white pieces.
    pub fn result(&self, white: Side) -> &'static str {
        match self.winner {
            None => "1/2-1/2",
            Some(winner) if winner == white => "1-0",
            Some(_) => "0-1",
        }
    }
}
