//! What the two sides may agree on.

use quirkat_rules::Side;

/// What one side may offer the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// That the offering side's last turn is taken back.
    Takeback,
    /// That the pieces are counted.
    Count,
    /// Another game with sides exchanged.
    Rematch,
}

impl OfferKind {
    /// All deals.
    pub const ALL: [OfferKind; 4] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Count, OfferKind::Rematch];

    /// The deal as one word.
    pub fn word(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
            OfferKind::Count => "count",
            OfferKind::Rematch => "rematch",
        }
    }

    /// The deal of this word.
    pub fn named(word: &str) -> Option<OfferKind> {
        OfferKind::ALL.into_iter().find(|deal| deal.word() == word)
    }
}

/// An offer that waits for its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who makes it.
    pub by: Side,
    /// What is offered.
    pub kind: OfferKind,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_is_found_by_its_word() {
        for deal in OfferKind::ALL {
            assert_eq!(OfferKind::named(deal.word()), Some(deal));
        }
        assert_eq!(OfferKind::named("a draw"), None);
    }
}
