//! What players can say to each other: a few phrases that there are in every language, so that two people understand each
//! other without a common one, and nobody has to be moderated.

use crate::words::TEXTS;
use quirkat_rules::{Language, Side};

/// Something that one player says to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// Good wishes for the game.
    GoodLuck,
    /// Praise of the last turn.
    NiceTurn,
    /// Praise of the whole game.
    WellPlayed,
    /// Thanks.
    Thanks,
    /// Regret.
    Sorry,
    /// It will take a while.
    Moment,
    /// A farewell.
    Goodbye,
}

impl Phrase {
    /// All phrases, as they are offered.
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

    /// The phrase as one word.
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

    /// The phrase of this word.
    pub fn named(word: &str) -> Option<Phrase> {
        Phrase::ALL.into_iter().find(|phrase| phrase.word() == word)
    }

    /// The phrase as people say it: `Good luck!`
    pub fn in_words(self, language: Language) -> &'static str {
        TEXTS.words(language, &format!("phrases.{}", self.word()))
    }
}

/// A phrase, and who said it when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatMessage {
    /// Who.
    pub by: Side,
    /// What.
    pub phrase: Phrase,
    /// After so many plies.
    pub ply: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_by_its_word_and_said_in_every_language() {
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
