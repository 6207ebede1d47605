//! What players say to each other, and how somebody stops listening.

use super::LiveGame;
use crate::phrase::{ChatMessage, Phrase};
use crate::player::Seats;
use crate::refusal::Refusal;
use quirkat_rules::Side;

/// A side says so much between two turns at most.
const MOST_SAID: usize = 3;
/// So much of what was said last is known.
const KNOWN: usize = 8;

impl LiveGame {
    /// The side for which somebody at these seats may say something now.
    ///
    /// # Errors
    /// When nobody hears it, or enough was said.
    pub fn may_say(&self, seated: Seats) -> Result<Side, Refusal> {
        let side = self.may_mute(seated)?;
        if self.muted[side.other().index()] {
            return Err(Refusal::NoListener);
        }
        let plies = self.movers.len();
        let now = self.chat.iter().filter(|said| said.by == side && said.ply == plies);
        if now.count() < MOST_SAID { Ok(side) } else { Err(Refusal::ChatLimit) }
    }

    /// The side for which somebody at these seats may stop listening to the other.
    ///
    /// # Errors
    /// When there is no other person.
    pub fn may_mute(&self, seated: Seats) -> Result<Side, Refusal> {
        match seated {
            Seats::None => Err(Refusal::NotPlaying),
            Seats::One(side) if self.is_between_people() => Ok(side),
            Seats::One(_) | Seats::Both => Err(Refusal::NoListener),
        }
    }

    /// Whether a side has stopped listening to the other.
    pub fn has_muted(&self, side: Side) -> bool {
        self.muted[side.index()]
    }

    pub(super) fn record_chat(&mut self, by: Side, phrase: Phrase) {
        if self.chat.len() == KNOWN {
            self.chat.remove(0);
        }
        self.chat.push(ChatMessage { by, phrase, ply: self.movers.len() });
    }

    pub(super) fn mute(&mut self, by: Side) {
        self.muted[by.index()] = true;
        self.chat.retain(|said| said.by == by);
    }
}
