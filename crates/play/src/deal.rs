//! What the two sides may agree on.

use quirkat_rules::Side;
use std::fmt;

/// What one side may offer the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deal {
    /// A draw.
    Draw,
    /// That the offering side's last turn is taken back.
    Takeback,
    /// That the pieces are counted.
    Count,
    /// Another game with sides exchanged.
    Rematch,
}

impl Deal {
    /// All deals.
    pub const ALL: [Deal; 4] = [Deal::Draw, Deal::Takeback, Deal::Count, Deal::Rematch];

    /// The deal as one word.
    pub fn word(self) -> &'static str {
        match self {
            Deal::Draw => "draw",
            Deal::Takeback => "takeback",
            Deal::Count => "count",
            Deal::Rematch => "rematch",
        }
    }

    /// The deal of this word.
    pub fn named(word: &str) -> Option<Deal> {
        Deal::ALL.into_iter().find(|deal| deal.word() == word)
    }
}

impl fmt::Display for Deal {
    /// What is offered: `a draw`, `to count the pieces`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deal::Draw => "a draw",
            Deal::Takeback => "to take back the last turn",
            Deal::Count => "to count the pieces",
            Deal::Rematch => "another game",
        })
    }
}

/// An offer that waits for its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who makes it.
    pub by: Side,
    /// What is offered.
    pub what: Deal,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_is_found_by_its_word() {
        for deal in Deal::ALL {
            assert_eq!(Deal::named(deal.word()), Some(deal));
        }
        assert_eq!(Deal::named("a draw"), None);
    }
}
