//! How games end of which their rules know nothing.

use quirkat_rules::{Pdn, Side};

/// How a game ended beside its rules and beside what its players agreed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The time of this side was over.
    Time(Side),
    /// This side stayed away, and the other claimed the game.
    Absence(Side),
    /// It was called off before it had begun: nobody has won, and it is no draw.
    CalledOff,
}

impl Ending {
    /// How a game ended that a record tells, where its rules know nothing of it; `white` is the side of White.
    pub fn recorded(pdn: &Pdn, white: Side) -> Option<Ending> {
        let loser = match pdn.tag("Result") {
            Some("1-0") => Some(white.other()),
            Some("0-1") => Some(white),
            _ => None,
        };
        let ends = [loser.map(Ending::Time), loser.map(Ending::Absence), Some(Ending::CalledOff)];
        ends.into_iter().flatten().find(|ending| pdn.tag("Termination") == Some(ending.word()))
    }

    /// Who has lost.
    pub fn loser(self) -> Option<Side> {
        match self {
            Ending::Time(side) | Ending::Absence(side) => Some(side),
            Ending::CalledOff => None,
        }
    }

    /// The reason as one word.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Time(_) => "time",
            Ending::Absence(_) => "absence",
            Ending::CalledOff => "called_off",
        }
    }
}
