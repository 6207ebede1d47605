//! How games end of which their rules know nothing.

use quirkat_rules::Side;

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
