//! The words of the book.

use super::{TEXTS, text};
use quirkat_rules::Language;

/// The title of the book.
pub fn book(language: Language) -> &'static str {
    TEXTS.words(language, "book.title")
}

/// What stands below it.
pub fn book_lead(language: Language) -> [&'static str; 2] {
    [TEXTS.words(language, "book.lead"), "Quirkat"]
}

/// The heading of the contents.
pub fn contents(language: Language) -> &'static str {
    TEXTS.words(language, "book.contents")
}

/// The heading of the rules in a chapter.
pub fn rules(variant: &str, language: Language) -> String {
    match variant {
        "" => TEXTS.say(language, "book.rules", &[]),
        variant => TEXTS.say(language, "book.rules_of", &[text("variant", variant)]),
    }
}

/// The heading of the rule sets.
pub fn variants(language: Language) -> &'static str {
    TEXTS.words(language, "book.variants")
}

/// The heading of the differences between rule sets.
pub fn compendium(language: Language) -> &'static str {
    TEXTS.words(language, "book.compendium")
}

/// What the compendium is.
pub fn compendium_lead(language: Language) -> &'static str {
    TEXTS.words(language, "book.compendium_lead")
}

/// The heads of its columns.
pub fn heads(language: Language) -> [&'static str; 3] {
    ["book.head_rule", "book.head_choice", "book.head_variants"].map(|key| TEXTS.words(language, key))
}
