//! Acts, which players request, and events, which happened. The list of its events determines a live game.

use crate::clock::Millis;
use crate::hint::Hint;
use crate::offer::OfferKind;
use crate::phrase::Phrase;
use quirkat_rules::Side;

/// Request of a player, not yet judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Play a turn in the current position.
    Turn {
        /// Number of plies played in the position that is meant, where the client states it.
        ply: Option<usize>,
        /// Turn in notation.
        text: String,
    },
    /// Offer something to the other side.
    Offer(OfferKind),
    /// Accept the other side's open offer.
    Accept,
    /// Decline the other side's open offer.
    Decline,
    /// Resign the game, which the other side wins.
    Resign,
    /// Call off a game that has not begun.
    CallOff,
    /// Claim the win because the opponent has stayed away.
    Claim,
    /// Send a phrase to the other side.
    Say(Phrase),
    /// Mute the other side: hide its phrases.
    Mute,
    /// Show a hint that was computed for the player.
    Hint {
        /// Number of plies played in the position of the hint.
        ply: usize,
        /// Recommended turn with the reason for it.
        hint: Hint,
    },
}

/// Something that happened in a live game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A turn was played; the text is its notation.
    Turn(String),
    /// An offer of this kind was made.
    Offer(OfferKind),
    /// The open offer was accepted.
    Accept,
    /// The open offer was declined.
    Decline,
    /// A side resigned the game.
    Resign,
    /// The flag of a side fell.
    Flag,
    /// A player of this name took the open seat.
    Join(String),
    /// The same players began another game, which has this id.
    Rematch(String),
    /// The game was called off before it had begun.
    CallOff,
    /// A side claimed the win because the opponent had stayed away.
    Claim,
    /// A side sent a phrase.
    Say(Phrase),
    /// A side muted the other side.
    Mute,
    /// A side was shown a hint.
    Hint(Hint),
}

impl Event {
    /// Serialises the event as a word and a text. The meaning of a word never changes, because stored events outlive
    /// the program.
    pub fn words(&self) -> (&'static str, &str) {
        match self {
            Event::Turn(text) => ("turn", text),
            Event::Offer(deal) => ("offer", deal.word()),
            Event::Accept => ("accept", ""),
            Event::Decline => ("decline", ""),
            Event::Resign => ("resign", ""),
            Event::Flag => ("flag", ""),
            Event::Join(name) => ("join", name),
            Event::Rematch(id) => ("rematch", id),
            Event::CallOff => ("off", ""),
            Event::Claim => ("claim", ""),
            Event::Say(phrase) => ("say", phrase.word()),
            Event::Mute => ("shut", ""),
            Event::Hint(hint) => ("hint", hint.text()),
        }
    }

    /// Parses an event from its word and its text; the inverse of [`words`](Event::words).
    pub fn read(word: &str, text: &str) -> Option<Event> {
        Some(match word {
            "turn" => Event::Turn(text.to_owned()),
            "offer" => Event::Offer(OfferKind::named(text)?),
            "accept" => Event::Accept,
            "decline" => Event::Decline,
            "resign" => Event::Resign,
            "flag" => Event::Flag,
            "join" => Event::Join(text.to_owned()),
            "rematch" => Event::Rematch(text.to_owned()),
            "off" => Event::CallOff,
            "claim" => Event::Claim,
            "say" => Event::Say(Phrase::named(text)?),
            "shut" => Event::Mute,
            "hint" => Event::Hint(Hint::read(text)?),
            _ => return None,
        })
    }

    /// Returns whether the event changes the game itself. Offers, their refusal, joining, rematches, phrases and hints
    /// do not.
    pub fn changes_the_game(&self) -> bool {
        !matches!(
            self,
            Event::Offer(_)
                | Event::Decline
                | Event::Join(_)
                | Event::Rematch(_)
                | Event::Say(_)
                | Event::Mute
                | Event::Hint(_)
        )
    }
}

/// An event with its time and its side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// Time when the event happened.
    pub at: Millis,
    /// Side whose event it is.
    pub by: Side,
    /// The event that happened at that time.
    pub event: Event,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_as_they_were_written() {
        let turn = Event::Turn("a1xc3".to_owned());
        let events = [Event::Accept, Event::Decline, Event::Resign, Event::Flag, Event::Join("Ñ <b>".to_owned())];
        let ends = [turn, Event::Rematch("g".to_owned()), Event::CallOff, Event::Claim, Event::Mute];
        let phrases = Phrase::ALL.map(Event::Say).into_iter().chain(Hint::read("takes:2 a1xc3xe5").map(Event::Hint));
        for event in OfferKind::ALL.map(Event::Offer).into_iter().chain(events).chain(ends).chain(phrases) {
            let (word, text) = event.words();
            assert_eq!(Event::read(word, text), Some(event.clone()));
        }
        assert_eq!(Event::read("offer", "peace"), None);
        assert_eq!(Event::read("say", "you fool"), None);
        assert_eq!(Event::read("hint", "a1xc3"), None);
        assert_eq!(Event::read("chat", "hello"), None);
    }
}
