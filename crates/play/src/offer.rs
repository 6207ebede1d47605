//! Offers between the two sides.

use quirkat_rules::Side;

/// Kind of offer from one side to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferKind {
    /// End the game as a draw.
    Draw,
    /// Take back the last turn of the offering side.
    Takeback,
    /// End the game by counting the pieces.
    Count,
    /// Play another game with exchanged sides.
    Rematch,
}

impl OfferKind {
    /// All kinds of offer, in a fixed order.
    pub const ALL: [OfferKind; 4] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Count, OfferKind::Rematch];

    /// Returns the kind as one word.
    pub fn word(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
            OfferKind::Count => "count",
            OfferKind::Rematch => "rematch",
        }
    }

    /// Returns the kind with this word.
    pub fn named(word: &str) -> Option<OfferKind> {
        OfferKind::ALL.into_iter().find(|deal| deal.word() == word)
    }
}

/// An offer that has not been answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Side that made the offer.
    pub by: Side,
    /// Kind of offer that was made.
    pub kind: OfferKind,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_kind_is_found_by_its_word() {
        for deal in OfferKind::ALL {
            assert_eq!(OfferKind::named(deal.word()), Some(deal));
        }
        assert_eq!(OfferKind::named("a draw"), None);
    }
}
