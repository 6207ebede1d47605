//! Speaking of one ruleset in one language: sentences with slots, and the words of the game that fill them.

use super::board::{self, Lines};
use super::{english, spanish};
use crate::options::{Chain, Options, Promotion, Removal};
use crate::ruleset::{Language, Ruleset};
use crate::setup::Rank;

/// One rule in words, with the keys of the options that it puts into words.
#[derive(Clone)]
pub struct Rule {
    pub keys: Vec<&'static str>,
    pub text: String,
}

/// What is needed to speak of a ruleset.
pub struct Speech<'r> {
    pub ruleset: &'r Ruleset,
    pub options: &'r Options,
    pub language: Language,
    /// Which lines the board has.
    pub lines: Lines,
    /// What fills each slot.
    slots: Vec<(String, String)>,
}

impl<'r> Speech<'r> {
    pub fn new(ruleset: &'r Ruleset, language: Language) -> Self {
        let slots = match language {
            Language::En => english::slots(&english::Nouns::of(ruleset)),
            Language::Es => spanish::slots(&spanish::Nouns::of(ruleset)),
        };
        Speech { ruleset, options: &ruleset.options, language, lines: Lines::of(&ruleset.board), slots }
    }

    /// A rule, from the sentence in each language. In both, the slots name the ranks as they do in draughts: `{a man}`,
    /// `{men}`, `{a king}`, and `{piece}` for either; `{un peón}`, `{los peones}`, `{una dama}`, `{pieza}`. See
    /// [`english::slots`] and [`spanish::slots`].
    pub fn rule(&self, keys: &[&'static str], en: &str, es: &str) -> Rule {
        Rule { keys: keys.to_vec(), text: self.fill(self.language.choose(en, es)) }
    }

    /// Those of these keys that the game file or the players state: the others mean nothing here, or nothing was said.
    pub fn stated(&self, keys: &[&'static str]) -> Vec<&'static str> {
        let house_rules = self.ruleset.house_rules.iter().map(|&(key, _)| key);
        let stated: Vec<_> = self.ruleset.clauses.iter().map(|clause| clause.key).chain(house_rules).collect();
        keys.iter().copied().filter(|key| stated.contains(key)).collect()
    }

    /// Whether there are kings.
    pub fn has_kings(&self) -> bool {
        self.options.promotion != Promotion::None
    }

    /// Whether what is leapt goes under the leaper, so that columns arise.
    pub fn has_towers(&self) -> bool {
        has_towers(self.ruleset)
    }

    /// Whether one turn may take more than one piece.
    pub fn has_chains(&self) -> bool {
        self.options.chain != Chain::None
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

/// Whether what is leapt goes under the leaper.
pub fn has_towers(ruleset: &Ruleset) -> bool {
    ruleset.options.removal == Removal::Under
}

/// Whether people call the places of the board squares.
pub fn has_squares(ruleset: &Ruleset) -> bool {
    board::has_squares(ruleset)
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
