//! Speaking of one ruleset in one language: sentences with slots, and the words of the game that fill them.

use super::{english, spanish};
use crate::options::{Options, Promotion};
use crate::ruleset::{Language, Ruleset};
use crate::setup::Rank;

/// One rule in words, with the keys of the options that it puts into words.
pub struct Rule {
    pub keys: &'static [&'static str],
    pub text: String,
}

/// What is needed to speak of a ruleset.
pub struct Speech<'r> {
    pub ruleset: &'r Ruleset,
    pub options: &'r Options,
    pub language: Language,
    /// What fills each slot.
    slots: Vec<(String, String)>,
}

impl<'r> Speech<'r> {
    pub fn new(ruleset: &'r Ruleset, language: Language) -> Self {
        let slots = match language {
            Language::En => english::slots(&english::Nouns::of(ruleset)),
            Language::Es => spanish::slots(&spanish::Nouns::of(ruleset)),
        };
        Speech { ruleset, options: &ruleset.options, language, slots }
    }

    /// A rule, from the sentence in each language. In both, the slots name the ranks as they do in draughts: `{a man}`,
    /// `{men}`, `{a king}`, and `{piece}` for either; `{un peón}`, `{los peones}`, `{una dama}`, `{pieza}`. See
    /// [`english::slots`] and [`spanish::slots`].
    pub fn rule(&self, keys: &'static [&'static str], en: &str, es: &str) -> Rule {
        Rule { keys, text: self.fill(self.language.choose(en, es)) }
    }

    /// Fills the slots of a text.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, after) = after.split_once('}').unwrap_or((after, ""));
            filled.push_str(before);
            filled.push_str(&self.slot(slot));
            rest = after;
        }
        filled + rest
    }

    fn slot(&self, slot: &str) -> String {
        let small = uncapitalised(slot);
        let word = self.slots.iter().find(|(name, _)| *name == small).map(|(_, word)| word.as_str());
        debug_assert!(word.is_some(), "there is no slot {{{slot}}}");
        let word = word.unwrap_or(slot);
        if small == slot { word.to_owned() } else { capitalised(word) }
    }
}

/// Whether all pieces of these rules are men, so that speaking of pieces would only confuse.
pub fn has_men_only(ruleset: &Ruleset) -> bool {
    ruleset.options.promotion == Promotion::None
        && ruleset.start.columns.iter().flatten().all(|piece| piece.rank == Rank::MAN)
}

/// The text with its first letter as a capital.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
