//! Text of leaflets, in addition to the rules.

use super::{TEXTS, text};
use quirkat_rules::Language;

/// Mark behind a sentence that rests on our own reading.
pub const OURS: char = '*';

/// Mark behind a sentence that rests on a reconstruction.
pub const RECONSTRUCTION: char = '†';

/// Returns the caption of the start position.
pub fn setup(language: Language) -> &'static str {
    TEXTS.words(language, "leaflet.setup")
}

/// Returns the caption of the position after a move.
pub fn afterwards(language: Language) -> &'static str {
    TEXTS.words(language, "leaflet.afterwards")
}

/// Explains a mark behind sentences.
pub fn standing(mark: char, language: Language) -> String {
    let key = if mark == OURS { "leaflet.ours" } else { "leaflet.reconstruction" };
    TEXTS.say(language, key, &[text("mark", mark)])
}

/// Returns the heading of the house rules.
pub fn house_rules(language: Language) -> &'static str {
    TEXTS.words(language, "leaflet.house_rules")
}

/// Describes a house rule: its subject, its value, and the value that it replaces.
pub fn house_rule(about: &str, value: &str, instead_of: &str, language: Language) -> String {
    let slots = [text("about", about), text("value", value), text("instead", instead_of)];
    TEXTS.say(language, "leaflet.house_rule", &slots)
}

/// Returns the heading of the sources.
pub fn sources(language: Language) -> &'static str {
    TEXTS.words(language, "leaflet.sources")
}

/// Returns the sentence with the address at which these rules can be played.
pub fn online(address: &str, language: Language) -> String {
    TEXTS.say(language, "leaflet.online", &[text("address", address)])
}

/// Returns the note on how to reproduce the same rules.
pub fn colophon(title: &str, rules: &[String], language: Language) -> String {
    let rules: String = rules.iter().map(|rule| format!(" --rule {rule}")).collect();
    TEXTS.say(language, "leaflet.colophon", &[text("title", title), text("rules", rules)])
}
