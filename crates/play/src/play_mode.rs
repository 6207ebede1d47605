//! How people sit at a game, and what they may ask of one another there.
//!
//! The rules say what may be played. The rest is custom, and it is not the same at home and among strangers: the values of
//! [`PlayMode`] tell all the differences.

use crate::offer::OfferKind;

/// How people sit at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayMode {
    /// At home: at one keyboard, one after the other. Who is to move may offer a draw or a count, even before the first
    /// turn; an offer stands until it is answered, until another one is made, or until the turn. Turns are taken back as
    /// one likes, even when the game is over, and clocks go back with them. The engine counts pieces when it gains by that.
    Home,
    /// In a club: each at a seat of their own. Both sides may offer something at any time, one thing at a time, a draw not
    /// before the first turn; an offer stands until the other side answers it or plays on. The other side has to agree
    /// before a turn is taken back, unless it is the engine, and no turn is when the game is over. The engine never counts
    /// pieces, and takes a draw only from the side to move.
    Club,
    /// As in a club, but the same people sit at both sides: nobody has to be asked.
    Alone,
}

/// So many turns into a game, the engine no longer thinks it young.
const YOUNG: usize = 20;

impl PlayMode {
    /// Whether people sit at home.
    pub(crate) fn at_home(self) -> bool {
        self == PlayMode::Home
    }

    /// Whether a deal needs no answer; `engine` says whether the engine would have to give it.
    pub(crate) fn agree_at_once(self, deal: OfferKind, engine: bool) -> bool {
        match self {
            PlayMode::Home => deal == OfferKind::Takeback,
            PlayMode::Club => engine && matches!(deal, OfferKind::Takeback | OfferKind::Rematch),
            PlayMode::Alone => true,
        }
    }
}

/// Whether the engine takes draws at all after so many plies: nobody sits down to agree on one.
pub(crate) fn takes_draws(plies: usize) -> bool {
    plies >= YOUNG
}
