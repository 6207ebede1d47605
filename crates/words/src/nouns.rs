//! Nouns of a game, and the slots by which sentences name them.

use super::grammar::{self, Grammar, Models, Noun};
use super::speech::Speech;
use super::texts::Vocabulary;
use quirkat_rules::{Language, Rank, Ruleset, Side};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Nouns of a game in one language.
pub struct Nouns {
    pub man: Noun,
    pub prince: Noun,
    pub king: Noun,
    /// Piece that a side moves: a column in a game with towers; the same as a man if all pieces are men.
    pub piece: Noun,
    /// Piece that a leap captures: a single piece even in a game with towers; the other side's if only one side
    /// captures.
    pub prize: Noun,
    /// Piece that captures; that side's if only one side captures.
    pub captor: Noun,
    /// Point or square on which pieces stand.
    pub point: Noun,
}

impl Nouns {
    /// Returns the model nouns of a language.
    pub fn of_models(grammar: &dyn Grammar) -> Nouns {
        let Models { man, prince, king, piece, prize, captor, point, .. } = grammar.models();
        let read = |[one, many]: &[&str; 2]| grammar.noun(one, many);
        Nouns {
            man: read(man),
            prince: read(prince),
            king: read(king),
            piece: read(piece),
            prize: read(prize),
            captor: read(captor),
            point: read(point),
        }
    }

    /// Returns the nouns of a game.
    pub fn of(say: &Speech<'_>, grammar: &dyn Grammar) -> Nouns {
        let models = grammar.models();
        let word = |[one, many]: [&str; 2]| grammar.noun(one, many);
        let [man, prince, king] = Rank::ALL.map(|rank| of_rank(say.ruleset, None, rank, say.language));
        let men_only = say.has_men_only();
        let mut prize = if men_only { man.clone() } else { word(models.piece) };
        let piece = if say.has_towers() { word(models.column) } else { prize.clone() };
        let mut captor = piece.clone();
        if let Some(side) = say.captor().filter(|_| men_only && !say.has_towers()) {
            captor = of_rank(say.ruleset, Some(side), Rank::Man, say.language);
            captor.is_single = say.total(side) == 1;
            prize = of_rank(say.ruleset, Some(side.other()), Rank::Man, say.language);
        }
        let point = word(if say.has_squares() { models.square } else { models.point });
        Nouns { man, prince, king, piece, prize, captor, point }
    }

    fn get(&self, place: usize) -> &Noun {
        [&self.man, &self.prince, &self.king, &self.piece, &self.prize, &self.captor, &self.point][place]
    }
}

/// Returns the noun for pieces of a rank: this side's own, if it has one, otherwise the one of both sides.
pub fn of_rank(ruleset: &Ruleset, side: Option<Side>, rank: Rank, language: Language) -> Noun {
    read(ruleset.rank_name(side, rank), language)
}

/// Returns a noun of a game file in one language, or the word for a piece if the file has none.
pub fn read(noun: Option<&quirkat_rules::Noun>, language: Language) -> Noun {
    let grammar = grammar::of(language);
    noun.map_or_else(
        || grammar.noun(grammar.models().piece[0], grammar.models().piece[1]),
        |noun| grammar.noun(noun.one.get_as_name(language), noun.many.get_as_name(language)),
    )
}

/// Slots of a language, each with the index of its noun and of the noun's form.
type SlotNouns = HashMap<String, (usize, usize)>;

/// Slots of every language. The text of a slot is a model noun in one of its forms.
static SLOT_NOUNS: LazyLock<[SlotNouns; Language::ALL.len()]> = LazyLock::new(|| {
    Language::ALL.map(|language| {
        let grammar = grammar::of(language);
        let models = Nouns::of_models(grammar);
        let mut slots = SlotNouns::new();
        for noun in 0..7 {
            for (place, form) in grammar.forms().iter().enumerate() {
                slots.entry(form(models.get(noun))).or_insert((noun, place));
            }
        }
        slots
    })
});

impl Vocabulary for Speech<'_> {
    fn word(&self, slot: &str) -> Option<String> {
        let &(noun, form) = SLOT_NOUNS[self.language as usize].get(slot)?;
        Some((grammar::of(self.language).forms()[form])(self.nouns.get(noun)))
    }

    fn is_feminine(&self, noun: &str) -> Option<bool> {
        let &(noun, _) = SLOT_NOUNS[self.language as usize].get(noun)?;
        Some(self.nouns.get(noun).feminine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TEXTS;

    #[test]
    fn every_game_word_in_a_text_is_a_form_of_a_model_noun() {
        for language in Language::ALL {
            for key in TEXTS.keys(language) {
                for word in TEXTS.own_words(language, key) {
                    let known = SLOT_NOUNS[language as usize].contains_key(word);
                    assert!(known, "{language}: {key}: `{word}` is no form of a noun in src/grammar");
                }
            }
        }
    }
}
