//! Phrases that players can send to each other. They are fixed and translated, so that players understand each other
//! without a common language and no moderation is needed.

use crate::words::TEXTS;
use quirkat_rules::{Language, Side};

/// A phrase that a player can send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// A greeting at the start.
    Hello,
    /// Good wishes for the game.
    GoodLuck,
    /// Praise of the last turn.
    NiceTurn,
    /// Praise of the whole game.
    WellPlayed,
    /// Thanks to the other player.
    Thanks,
    /// An apology to the other player.
    Sorry,
    /// A request for a moment of patience.
    Moment,
    /// A farewell at the end.
    Goodbye,
}

impl Phrase {
    /// All phrases in the order in which they are offered.
    pub const ALL: [Phrase; 8] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::NiceTurn,
        Phrase::WellPlayed,
        Phrase::Thanks,
        Phrase::Sorry,
        Phrase::Moment,
        Phrase::Goodbye,
    ];

    /// Returns the phrase as one word.
    pub fn word(self) -> &'static str {
        match self {
            Phrase::Hello => "hello",
            Phrase::GoodLuck => "good_luck",
            Phrase::NiceTurn => "nice_turn",
            Phrase::WellPlayed => "well_played",
            Phrase::Thanks => "thanks",
            Phrase::Sorry => "sorry",
            Phrase::Moment => "moment",
            Phrase::Goodbye => "goodbye",
        }
    }

    /// Returns the phrase with this word.
    pub fn named(word: &str) -> Option<Phrase> {
        Phrase::ALL.into_iter().find(|phrase| phrase.word() == word)
    }

    /// Returns the phrase in a language: `Good luck!`
    pub fn in_words(self, language: Language) -> &'static str {
        TEXTS.words(language, &format!("phrases.{}", self.word()))
    }
}

/// A phrase with its sender and its place in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatMessage {
    /// Side that sent the phrase.
    pub by: Side,
    /// Phrase that the side sent.
    pub phrase: Phrase,
    /// Number of plies played when it was sent.
    pub ply: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_has_a_word_and_texts_in_all_languages() {
        for phrase in Phrase::ALL {
            assert_eq!(Phrase::named(phrase.word()), Some(phrase));
            for language in Language::ALL {
                assert!(phrase.in_words(language).ends_with(['!', '.']), "{phrase:?} in {language}");
            }
        }
        assert_eq!(Phrase::named("you fool"), None);
        assert_eq!(Phrase::GoodLuck.in_words(Language::Es), "¡Suerte!");
    }
}
