//! How a game ends that somebody does not want to begin, or leaves for good.

use super::LiveGame;
use crate::clock::{ABSENT_DAYS, DAY, Millis};
use crate::play_mode::PlayMode;
use crate::player::{Player, Seats};
use crate::refusal::Refusal;
use quirkat_rules::Side;

impl LiveGame {
    /// Whether a game has not begun in earnest: not both sides have made a turn.
    fn is_fresh(&self) -> bool {
        self.movers.len() < 2 && !self.mode.at_home()
    }

    /// Whether two people sit at this game, each at a place of their own.
    pub fn is_between_people(&self) -> bool {
        self.mode == PlayMode::Club && self.players.iter().all(|player| matches!(player, Player::Person(_)))
    }

    /// The side that may end the game as if it had not been, for somebody at these seats.
    ///
    /// # Errors
    /// When it has begun.
    pub fn may_call_off(&self, seated: Seats) -> Result<Side, Refusal> {
        let side = seated.side(self.game.to_move()).ok_or(Refusal::NotPlaying)?;
        if self.end().is_some() {
            return Err(Refusal::Over);
        }
        if self.is_fresh() { Ok(side) } else { Err(Refusal::AlreadyBegun) }
    }

    /// The side that may claim the game at a moment, for somebody at these seats: the other one has stayed away. Where a
    /// clock runs, it decides instead.
    ///
    /// # Errors
    /// When the other side has not, or not for long enough.
    pub fn may_claim(&self, seated: Seats, at: Millis) -> Result<Side, Refusal> {
        let away = self.to_move().ok_or(Refusal::Over)?;
        let is_long = self.awaited.is_some_and(|since| at - since >= ABSENT_DAYS as Millis * DAY);
        let is_left = self.clock.is_none() && !self.is_fresh() && self.is_between_people() && is_long;
        if is_left && seated == Seats::One(away.other()) { Ok(away.other()) } else { Err(Refusal::NotAway) }
    }
}
