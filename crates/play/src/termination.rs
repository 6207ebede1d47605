//! Ends of games outside their rules.

use quirkat_rules::{Pdn, Side};

/// End of a game other than by its rules or by agreement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// The flag of this side fell.
    Time(Side),
    /// This side stayed away, and the other claimed the game.
    Absence(Side),
    /// The game was called off before it had begun; it has no winner and is not a draw.
    CalledOff,
}

impl Termination {
    /// Reads the end from the tags of a record; `white` is the side that plays White.
    pub fn from_record(pdn: &Pdn, white: Side) -> Option<Termination> {
        let loser = match pdn.tag("Result") {
            Some("1-0") => Some(white.other()),
            Some("0-1") => Some(white),
            _ => None,
        };
        let ends = [loser.map(Termination::Time), loser.map(Termination::Absence), Some(Termination::CalledOff)];
        ends.into_iter().flatten().find(|ending| pdn.tag("Termination") == Some(ending.word()))
    }

    /// Returns the side that has lost.
    pub fn loser(self) -> Option<Side> {
        match self {
            Termination::Time(side) | Termination::Absence(side) => Some(side),
            Termination::CalledOff => None,
        }
    }

    /// Returns the reason as one word.
    pub fn word(self) -> &'static str {
        match self {
            Termination::Time(_) => "time",
            Termination::Absence(_) => "absence",
            Termination::CalledOff => "called_off",
        }
    }
}
