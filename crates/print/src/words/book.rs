//! Text of the book.

use super::{TEXTS, text};
use quirkat_rules::Language;

/// Returns the title of the book.
pub fn book(language: Language) -> &'static str {
    TEXTS.words(language, "book.title")
}

/// Returns the two lines below the title.
pub fn book_lead(language: Language) -> [&'static str; 2] {
    [TEXTS.words(language, "book.lead"), "Quirkat"]
}

/// Returns the heading of the contents.
pub fn contents(language: Language) -> &'static str {
    TEXTS.words(language, "book.contents")
}

/// Returns the heading of the rules in a chapter.
pub fn rules(variant: &str, language: Language) -> String {
    match variant {
        "" => TEXTS.say(language, "book.rules", &[]),
        variant => TEXTS.say(language, "book.rules_of", &[text("variant", variant)]),
    }
}

/// Returns the heading of the rule sets.
pub fn variants(language: Language) -> &'static str {
    TEXTS.words(language, "book.variants")
}

/// Returns the heading of the compendium, the differences between rule sets.
pub fn compendium(language: Language) -> &'static str {
    TEXTS.words(language, "book.compendium")
}

/// Returns the introduction to the compendium.
pub fn compendium_lead(language: Language) -> &'static str {
    TEXTS.words(language, "book.compendium_lead")
}

/// Returns the column headings of the compendium.
pub fn heads(language: Language) -> [&'static str; 3] {
    ["book.head_rule", "book.head_choice", "book.head_variants"].map(|key| TEXTS.words(language, key))
}
