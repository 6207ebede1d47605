//! What players say to each other, and how somebody stops listening.

use super::LiveGame;
use crate::phrase::{Phrase, Said};
use crate::player::Seated;
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
    pub fn may_say(&self, seated: Seated) -> Result<Side, Refusal> {
        let side = self.may_shut(seated)?;
        if self.deaf[side.other().index()] {
            return Err(Refusal::NotHeard);
        }
        let plies = self.movers.len();
        let now = self.said.iter().filter(|said| said.by == side && said.ply == plies);
        if now.count() < MOST_SAID { Ok(side) } else { Err(Refusal::SaidEnough) }
    }

    /// The side for which somebody at these seats may stop listening to the other.
    ///
    /// # Errors
    /// When there is no other person.
    pub fn may_shut(&self, seated: Seated) -> Result<Side, Refusal> {
        match seated {
            Seated::Nowhere => Err(Refusal::NotPlaying),
            Seated::At(side) if self.is_between_people() => Ok(side),
            Seated::At(_) | Seated::Both => Err(Refusal::NotHeard),
        }
    }

    /// Whether a side has stopped listening to the other.
    pub fn is_deaf(&self, side: Side) -> bool {
        self.deaf[side.index()]
    }

    pub(super) fn hear(&mut self, by: Side, what: Phrase) {
        if self.said.len() == KNOWN {
            self.said.remove(0);
        }
        self.said.push(Said { by, what, ply: self.movers.len() });
    }

    pub(super) fn shut(&mut self, by: Side) {
        self.deaf[by.index()] = true;
        self.said.retain(|said| said.by == by);
    }
}
