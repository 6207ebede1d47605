//! Whose action continues a game, and the engine's answers to offers.

use super::LiveGame;
use crate::clock::Millis;
use crate::offer::{Offer, OfferKind};
use crate::play_mode::takes_draws;
use quirkat_search::{Level, RemainingTime, Score};
use std::time::Duration;

/// Actor that continues a game: a person, the engine or the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextActor {
    /// People, or no one because the game is over.
    People,
    /// The dice, which are thrown without a player's request.
    Throw,
    /// The engine, which plays a turn at this level.
    Turn(Level),
    /// The engine, which answers this offer.
    Answer(Offer),
}

impl LiveGame {
    /// Returns whose action continues the game.
    pub fn next_actor(&self) -> NextActor {
        let Some(side) = self.to_move().filter(|_| !self.is_waiting()) else {
            return NextActor::People;
        };
        let to_engine = |offer: &Offer| self.player(offer.by.other()).level().is_some();
        match (self.offer.filter(to_engine), self.player(side).level()) {
            (Some(offer), _) if offer.kind != OfferKind::Rematch => NextActor::Answer(offer),
            _ if self.game.is_chance_node() => NextActor::Throw,
            (_, Some(level)) => NextActor::Turn(level),
            (_, None) => NextActor::People,
        }
    }

    /// Returns the time that an engine to move should think. Returns `None` without clocks: no limit.
    pub fn thinking_time(&self, at: Millis) -> Option<Duration> {
        let (clock, side) = (self.clock?, self.game.to_move());
        let [left, increment] = [clock.remaining(side, at), clock.increment()]
            .map(|millis| Duration::from_millis(u64::try_from(millis).unwrap_or(0)));
        let made = self.movers.iter().filter(|by| **by == side).count();
        Some(RemainingTime { remaining: left, increment, turns: None }.budget(made))
    }

    /// Returns whether the engine searches before it answers an offer.
    pub fn engine_considers(&self, offer: Offer) -> bool {
        let asks_in_turn = self.game.to_move() == offer.by;
        match offer.kind {
            OfferKind::Draw => takes_draws(self.movers.len()) && (asks_in_turn || self.mode.at_home()),
            OfferKind::Count => self.mode.at_home(),
            OfferKind::Takeback | OfferKind::Rematch => false,
        }
    }

    /// Returns whether the engine accepts an offer, given the score of the position for the side to move. It accepts a
    /// draw when it is not better. It accepts a count that it wins, or an even count when it would accept a draw.
    pub fn engine_accepts(&self, offer: Offer, score: Score) -> bool {
        let own_score = if self.game.to_move() == offer.by { -score } else { score };
        let takes_draw = takes_draws(self.movers.len()) && own_score.hundredths() <= 0;
        let counts = || {
            let setup = self.game.setup();
            let [own, others] = [offer.by.other(), offer.by].map(|side| setup.count(side));
            own > others || own == others && takes_draw
        };
        self.engine_considers(offer)
            && match offer.kind {
                OfferKind::Draw => takes_draw,
                OfferKind::Count => counts(),
                OfferKind::Takeback | OfferKind::Rematch => false,
            }
    }
}
