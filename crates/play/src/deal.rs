//! What the two sides may agree on.

use quirkat_rules::Side;

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
