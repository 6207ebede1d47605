//! Games that are called off or abandoned.

use super::LiveGame;
use crate::clock::{ABSENT_DAYS, DAY, Millis};
use crate::play_mode::PlayMode;
use crate::player::{Player, Seats};
use crate::refusal::Refusal;
use quirkat_rules::Side;

impl LiveGame {
    /// Returns whether the game has not begun: not both sides have made a turn.
    fn is_fresh(&self) -> bool {
        self.movers.len() < 2 && !self.mode.at_home()
    }

    /// Returns whether two people play this game, each at a seat of their own.
    pub fn is_between_people(&self) -> bool {
        self.mode == PlayMode::Club && self.players.iter().all(|player| matches!(player, Player::Person(_)))
    }

    /// Returns the side for which these seats may call off the game.
    ///
    /// # Errors
    /// When the game has begun.
    pub fn may_call_off(&self, seated: Seats) -> Result<Side, Refusal> {
        let side = seated.side(self.game.to_move()).ok_or(Refusal::NotPlaying)?;
        if self.end().is_some() {
            return Err(Refusal::Over);
        }
        if self.is_fresh() { Ok(side) } else { Err(Refusal::AlreadyBegun) }
    }

    /// Returns the side for which these seats may claim the game at the given time because the opponent has stayed
    /// away. A game with a clock cannot be claimed.
    ///
    /// # Errors
    /// When the opponent has not stayed away long enough.
    pub fn may_claim(&self, seated: Seats, at: Millis) -> Result<Side, Refusal> {
        let away = self.to_move().ok_or(Refusal::Over)?;
        let is_long = self.awaited.is_some_and(|since| at - since >= ABSENT_DAYS as Millis * DAY);
        let is_left = self.clock.is_none() && !self.is_fresh() && self.is_between_people() && is_long;
        if is_left && seated == Seats::One(away.other()) { Ok(away.other()) } else { Err(Refusal::NotAway) }
    }
}
