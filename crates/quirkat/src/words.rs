//! The sentences of the command line in one language. `play/words.rs` adds those about a game in progress.

use crate::output;
use quirkat_rules::{Language, Ruleset, Side};
use quirkat_words::texts::{Slot, digits, text};
use quirkat_words::{RuleSentence, Texts, names_in_words, texts};
use std::sync::LazyLock;
use textwrap::WordSplitter;
use textwrap::core::display_width;

/// Sentences in all languages.
static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| texts!("../texts": "check" "keys" "learn" "lines" "new" "outside" "play" "saved" "screen"));

/// The sentences of one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words(pub Language);

impl Words {
    /// Returns a text without slots.
    pub fn get(self, key: &str) -> &'static str {
        TEXTS.words(self.0, key)
    }

    /// Returns a text with its slots filled.
    pub fn say(self, key: &str, slots: &[Slot]) -> String {
        TEXTS.say(self.0, key, slots)
    }

    /// Returns a sentence of the rules with its sources, wrapped for a terminal.
    pub fn rule(self, sentence: &RuleSentence) -> String {
        let options = textwrap::Options::new(output::width())
            .initial_indent("  ")
            .subsequent_indent("  ")
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::fill(&sentence.with_origins(self.0), options)
    }

    /// Returns a refusal, followed by the sentences of the rules that forbid the move, with their sources.
    pub fn with_rules(self, refusal: String, rules: &[RuleSentence]) -> String {
        let rules = rules.iter().map(|rule| rule.with_origins(self.0));
        [refusal].into_iter().chain(rules).collect::<Vec<_>>().join("\n")
    }

    /// Returns a slot with the name of a side.
    pub fn slot(self, ruleset: &Ruleset, side: Side) -> Slot {
        quirkat_words::side("side", ruleset, side, self.0)
    }

    /// Returns a text with the name of a side.
    pub fn of_side(self, key: &str, ruleset: &Ruleset, side: Side) -> String {
        self.say(key, &[self.slot(ruleset, side)])
    }

    /// Returns the name of a side.
    pub fn side(self, ruleset: &Ruleset, side: Side) -> &str {
        ruleset.info.sides[side.index()].name.get(self.0)
    }

    /// Returns the game, its variant and its house rules within a number of columns. House rules that do not fit are counted.
    pub fn title_within(self, ruleset: &Ruleset, columns: usize) -> String {
        let whole = self.title(ruleset);
        if display_width(&whole) <= columns {
            return whole;
        }
        let mut shorter = names_in_words(ruleset, self.0);
        if !ruleset.house_rules.is_empty() {
            let count = digits("count", ruleset.house_rules.len());
            shorter = self.say("play.house_rules", &[text("title", shorter), count]);
        }
        let fits = display_width(&shorter) <= columns;
        if fits { shorter } else { ruleset.info.name.get(self.0).chars().take(columns).collect() }
    }

    /// Returns the game, its variant and its house rules.
    pub fn title(self, ruleset: &Ruleset) -> String {
        let house_rules = ruleset.house_rules.iter().map(|(key, value)| format!(", {key}={value}"));
        names_in_words(ruleset, self.0) + &house_rules.collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_the_same_texts_with_the_same_slots() {
        assert_eq!(TEXTS.first_difference(), None);
    }
}
