//! Conventions for offers, takebacks and clocks.
//!
//! The rules determine which turns are legal. Everything else is convention and differs between a family at one screen
//! and visitors of a server. All such differences depend on [`PlayMode`].

use crate::offer::OfferKind;

/// Conventions of a game between its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayMode {
    /// At home, at one keyboard in turn. The side to move may offer a draw or a count, even before the first turn. An
    /// offer stands until it is answered, until another offer replaces it, or until the next turn. Takebacks need no
    /// consent, are possible after the end, and restore the clocks. The engine accepts a count when it gains by it.
    Home,
    /// In a club, each player at a seat of their own. Both sides may make offers at any time, one at a time, but a draw
    /// only after the first turn. An offer stands until the other side answers it or plays on. A takeback needs the
    /// consent of the other side, unless that is the engine, and is impossible after the end. The engine never accepts
    /// a count, and accepts a draw only from the side to move.
    Club,
    /// As in a club, but the same people hold both seats, so that every offer is accepted at once.
    Alone,
}

/// Number of plies before which the engine accepts no draw.
const YOUNG: usize = 20;

impl PlayMode {
    /// Returns whether the game follows the conventions of home.
    pub(crate) fn at_home(self) -> bool {
        self == PlayMode::Home
    }

    /// Returns whether an offer is accepted at once; `engine` states whether the engine would have to answer it.
    pub(crate) fn agree_at_once(self, deal: OfferKind, engine: bool) -> bool {
        match self {
            PlayMode::Home => deal == OfferKind::Takeback,
            PlayMode::Club => engine && matches!(deal, OfferKind::Takeback | OfferKind::Rematch),
            PlayMode::Alone => true,
        }
    }
}

/// Returns whether the engine accepts draws after this number of plies: early draws would end games before they begin.
pub(crate) fn takes_draws(plies: usize) -> bool {
    plies >= YOUNG
}
