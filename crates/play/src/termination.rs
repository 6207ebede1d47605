//! How games end of which their rules know nothing.

use quirkat_rules::{Pdn, Side};

/// How a game ended beside its rules and beside what its players agreed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// The time of this side was over.
    Time(Side),
    /// This side stayed away, and the other claimed the game.
    Absence(Side),
    /// It was called off before it had begun: nobody has won, and it is no draw.
    CalledOff,
}

impl Termination {
    /// How a game ended that a record tells, where its rules know nothing of it; `white` is the side of White.
    pub fn from_record(pdn: &Pdn, white: Side) -> Option<Termination> {
        let loser = match pdn.tag("Result") {
            Some("1-0") => Some(white.other()),
            Some("0-1") => Some(white),
            _ => None,
        };
        let ends = [loser.map(Termination::Time), loser.map(Termination::Absence), Some(Termination::CalledOff)];
        ends.into_iter().flatten().find(|ending| pdn.tag("Termination") == Some(ending.word()))
    }

    /// Who has lost.
    pub fn loser(self) -> Option<Side> {
        match self {
            Termination::Time(side) | Termination::Absence(side) => Some(side),
            Termination::CalledOff => None,
        }
    }

    /// The reason as one word.
    pub fn word(self) -> &'static str {
        match self {
            Termination::Time(_) => "time",
            Termination::Absence(_) => "absence",
            Termination::CalledOff => "called_off",
        }
    }
}
