//! Phrases between the players, and muting.

use super::LiveGame;
use crate::phrase::{ChatMessage, Phrase};
use crate::player::Seats;
use crate::refusal::Refusal;
use quirkat_rules::Side;

/// Maximum number of phrases of a side between two turns.
const MAX_PHRASES_PER_PLY: usize = 3;
/// Number of latest phrases that are kept.
const MAX_STORED_PHRASES: usize = 8;

impl LiveGame {
    /// Returns the side for which these seats may send a phrase now.
    ///
    /// # Errors
    /// When the other side has muted it or is not a person, or when the limit of phrases is reached.
    pub fn may_say(&self, seated: Seats) -> Result<Side, Refusal> {
        let side = self.may_mute(seated)?;
        if self.muted[side.other().index()] {
            return Err(Refusal::NoListener);
        }
        let plies = self.movers.len();
        let now = self.chat.iter().filter(|message| message.by == side && message.ply == plies);
        if now.count() < MAX_PHRASES_PER_PLY { Ok(side) } else { Err(Refusal::ChatLimit) }
    }

    /// Returns the side for which these seats may mute the other side.
    ///
    /// # Errors
    /// When the other side is not a person.
    pub fn may_mute(&self, seated: Seats) -> Result<Side, Refusal> {
        match seated {
            Seats::None => Err(Refusal::NotPlaying),
            Seats::One(side) if self.is_between_people() => Ok(side),
            Seats::One(_) | Seats::Both => Err(Refusal::NoListener),
        }
    }

    /// Returns whether a side has muted the other.
    pub fn has_muted(&self, side: Side) -> bool {
        self.muted[side.index()]
    }

    pub(super) fn record_chat(&mut self, by: Side, phrase: Phrase) {
        if self.chat.len() == MAX_STORED_PHRASES {
            self.chat.remove(0);
        }
        self.chat.push(ChatMessage { by, phrase, ply: self.movers.len() });
    }

    pub(super) fn mute(&mut self, by: Side) {
        self.muted[by.index()] = true;
        self.chat.retain(|message| message.by == by);
    }
}
