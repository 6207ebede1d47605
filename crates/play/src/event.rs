//! What players ask for, and what happened: a live game is the list of its events.

use crate::clock::Millis;
use crate::hint::Hint;
use crate::offer::OfferKind;
use crate::phrase::Phrase;
use quirkat_rules::Side;

/// What a player asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// To play a turn, in the position after so many plies where they are given.
    Turn {
        /// The plies.
        ply: Option<usize>,
        /// The turn.
        text: String,
    },
    /// To agree on something.
    Offer(OfferKind),
    /// What was offered is accepted.
    Accept,
    /// What was offered is declined.
    Decline,
    /// To give up.
    Resign,
    /// To end a game that has not begun.
    CallOff,
    /// To have won, since the other side stays away.
    Claim,
    /// To say something to the other side.
    Say(Phrase),
    /// To hear nothing of the other side any more.
    Mute,
    /// To be told of a good turn in the position after so many plies, which was found for the player.
    Hint {
        /// The plies.
        ply: usize,
        /// The turn, with its reason.
        hint: Hint,
    },
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A turn was played.
    Turn(String),
    /// Something was offered.
    Offer(OfferKind),
    /// It was accepted.
    Accept,
    /// It was declined.
    Decline,
    /// A player gave up.
    Resign,
    /// A player's time was over.
    Flag,
    /// Somebody of this name took the open seat.
    Join(String),
    /// The same players began another game, which has this id.
    Rematch(String),
    /// The game was called off before it had begun.
    CallOff,
    /// A player claimed the game, since the other side stayed away.
    Claim,
    /// A player said something.
    Say(Phrase),
    /// A player wants to hear nothing of the other side any more.
    Mute,
    /// A player was told of a good turn.
    Hint(Hint),
}

impl Event {
    /// The event as a word and a text, as it is kept. What a word means never changes: events outlive the program.
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

    /// The event of a word and a text.
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

    /// Whether the game itself is another one after it, and not only what is said about it.
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

/// An event, when it happened and whose it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// When.
    pub at: Millis,
    /// Whose.
    pub by: Side,
    /// What.
    pub event: Event,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_as_they_were_written() {
        let turn = Event::Turn("a1xc3".to_owned());
        let said = [Event::Accept, Event::Decline, Event::Resign, Event::Flag, Event::Join("Ñ <b>".to_owned())];
        let ends = [turn, Event::Rematch("g".to_owned()), Event::CallOff, Event::Claim, Event::Mute];
        let phrases = Phrase::ALL.map(Event::Say).into_iter().chain(Hint::read("takes:2 a1xc3xe5").map(Event::Hint));
        for event in OfferKind::ALL.map(Event::Offer).into_iter().chain(said).chain(ends).chain(phrases) {
            let (word, text) = event.words();
            assert_eq!(Event::read(word, text), Some(event.clone()));
        }
        assert_eq!(Event::read("offer", "peace"), None);
        assert_eq!(Event::read("say", "you fool"), None);
        assert_eq!(Event::read("hint", "a1xc3"), None);
        assert_eq!(Event::read("chat", "hello"), None);
    }
}
