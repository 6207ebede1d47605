//! Judges acts: which events an act causes, or why it is refused.

use super::LiveGame;
use crate::clock::Millis;
use crate::event::{Act, Event};
use crate::offer::{Offer, OfferKind};
use crate::player::{Player, Seats};
use crate::refusal::Refusal;
use quirkat_rules::{EndCount, PlayError, Side, read_turn};

impl LiveGame {
    /// Returns the events that an act causes, each with its side.
    ///
    /// # Errors
    /// When the act is refused.
    pub fn judge(&self, seated: Seats, act: &Act, at: Millis) -> Result<Vec<(Side, Event)>, Refusal> {
        let side = seated.side(self.game.to_move()).ok_or_else(|| self.why_not_playing())?;
        let outlasts = match act {
            Act::Offer(OfferKind::Takeback) => self.mode.at_home(),
            Act::Offer(OfferKind::Rematch) | Act::Accept | Act::Decline | Act::Say(_) | Act::Mute => true,
            Act::Offer(OfferKind::Draw | OfferKind::Count)
            | Act::Turn { .. }
            | Act::Resign
            | Act::CallOff
            | Act::Claim
            | Act::Hint { .. } => false,
        };
        if self.end().is_some() && !outlasts {
            return Err(Refusal::Over);
        }
        match act {
            Act::Turn { .. } if self.is_waiting() => Err(Refusal::Waiting),
            Act::Turn { ply: Some(ply), .. } if *ply != self.movers.len() => Err(Refusal::StalePly),
            Act::Turn { text, .. } => {
                let side = self.may_play(seated)?;
                if self.clock.is_some_and(|clock| clock.remaining(side, at) <= 0) {
                    return Ok(vec![(side, Event::Flag)]);
                }
                let turn = read_turn(&*self.game, text).map_err(Refusal::Illegal)?;
                Ok(vec![(side, self.turn_event(&turn))])
            }
            Act::Offer(what) => self.judge_offer(seated, *what),
            Act::Accept | Act::Decline => {
                let answering = self.offer.map(|offer| offer.by.other()).filter(|side| seated.holds(*side));
                let answer = if *act == Act::Accept { Event::Accept } else { Event::Decline };
                Ok(vec![(answering.ok_or(Refusal::NoOffer)?, answer)])
            }
            Act::Resign => Ok(vec![(side, Event::Resign)]),
            Act::CallOff => Ok(vec![(self.may_call_off(seated)?, Event::CallOff)]),
            Act::Claim => Ok(vec![(self.may_claim(seated, at)?, Event::Claim)]),
            Act::Say(phrase) => Ok(vec![(self.may_say(seated)?, Event::Say(*phrase))]),
            Act::Hint { ply, .. } if *ply != self.movers.len() => Err(Refusal::StalePly),
            Act::Hint { hint, .. } => {
                let side = self.may_hint(seated)?;
                Ok(if self.hint.is_some() { vec![] } else { vec![(side, Event::Hint(hint.clone()))] })
            }
            Act::Mute => {
                let side = self.may_mute(seated)?;
                Ok(if self.has_muted(side) { vec![] } else { vec![(side, Event::Mute)] })
            }
        }
    }

    fn why_not_playing(&self) -> Refusal {
        let engines = self.players.iter().all(|player| player.level().is_some());
        if engines { Refusal::NobodyPlays } else { Refusal::NotPlaying }
    }

    /// Returns the side for which these seats may play a turn now.
    ///
    /// # Errors
    /// When it is not their turn.
    pub fn may_play(&self, seated: Seats) -> Result<Side, Refusal> {
        let side = self.to_move().ok_or(Refusal::Over)?;
        if let Player::Engine(_) = self.player(side) {
            return Err(Refusal::EngineToMove(side));
        }
        // The dice belong to no seat.
        if seated.holds(side) && !self.game.is_chance_node() { Ok(side) } else { Err(Refusal::NotYourTurn) }
    }

    /// Returns the side for which these seats may receive a hint now.
    ///
    /// # Errors
    /// When it is not their turn, or when their opponent is a person.
    pub fn may_hint(&self, seated: Seats) -> Result<Side, Refusal> {
        match seated {
            _ if self.is_waiting() => Err(Refusal::Waiting),
            Seats::One(_) if self.is_between_people() => Err(Refusal::NoHints),
            _ => self.may_play(seated),
        }
    }

    /// Returns the events that an offer causes: the offer, or an acceptance if the other side has made the same offer. An
    /// opponent that always agrees accepts at once.
    ///
    /// # Errors
    /// When the offer is refused.
    fn judge_offer(&self, seated: Seats, what: OfferKind) -> Result<Vec<(Side, Event)>, Refusal> {
        if self.mode.at_home() && matches!(what, OfferKind::Draw | OfferKind::Count) {
            self.may_play(seated)?;
        }
        let side = self.offering_side(seated, what).ok_or(Refusal::NotPlaying)?;
        match self.offer {
            // Two equal offers are an agreement.
            Some(offer) if offer == (Offer { by: side.other(), kind: what }) => return Ok(vec![(side, Event::Accept)]),
            Some(_) if !self.mode.at_home() => return Err(Refusal::OfferUnavailable(what)),
            _ => self.may_offer(side, what)?,
        }
        let mut events = vec![(side, Event::Offer(what))];
        if self.mode.agree_at_once(what, self.player(side.other()).level().is_some()) {
            events.push((side.other(), Event::Accept));
        }
        Ok(events)
    }

    /// Returns the side for which these seats make an offer. Returns `None` for a spectator. With both seats, a
    /// takeback belongs to the side that made the last turn.
    pub fn offering_side(&self, seated: Seats, what: OfferKind) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter().filter(|side| seated.holds(*side));
        match what {
            OfferKind::Takeback => sides.min_by_key(|side| self.plies_to_take_back(*side).unwrap_or(usize::MAX)),
            OfferKind::Draw | OfferKind::Count if self.mode.at_home() => seated.side(self.game.to_move()),
            OfferKind::Draw | OfferKind::Count | OfferKind::Rematch => sides.next(),
        }
    }

    /// Returns whether a side may make an offer now, apart from an open offer.
    pub fn can_offer(&self, by: Side, what: OfferKind) -> bool {
        self.may_offer(by, what).is_ok()
    }

    fn may_offer(&self, by: Side, what: OfferKind) -> Result<(), Refusal> {
        let (home, over) = (self.mode.at_home(), self.end().is_some());
        let fits = match what {
            OfferKind::Rematch => over && self.rematch.is_none() && !self.is_waiting(),
            OfferKind::Takeback => (home || !over) && !self.is_waiting(),
            OfferKind::Draw => !over && !self.is_waiting() && (home || !self.movers.is_empty()),
            OfferKind::Count => !over && !self.is_waiting(),
        };
        match what {
            _ if !fits => Err(Refusal::OfferUnavailable(what)),
            OfferKind::Count if self.game.ruleset().options.end_count == EndCount::Off => {
                Err(Refusal::Play(PlayError::NoCount))
            }
            OfferKind::Takeback if self.plies_to_take_back(by).is_none() => Err(Refusal::NothingToUndo),
            _ => Ok(()),
        }
    }
}
