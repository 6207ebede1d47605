//! The words of leaflets, beside those of the rules.

use super::{TEXTS, text};
use quirkat_rules::Language;

/// Behind a sentence that rests on our own reading.
pub const OURS: char = '*';

/// Behind a sentence that rests on a reconstruction.
pub const RECONSTRUCTION: char = '†';

/// Below the pieces at the start.
pub fn setup(language: Language) -> &'static str {
    TEXTS.words(language, "leaflet.setup")
}

/// Below what a turn leaves.
pub fn afterwards(language: Language) -> &'static str {
    TEXTS.words(language, "leaflet.afterwards")
}

/// What the signs behind sentences mean.
pub fn standing(mark: char, language: Language) -> String {
    let key = if mark == OURS { "leaflet.ours" } else { "leaflet.reconstruction" };
    TEXTS.say(language, key, &[text("mark", mark)])
}

/// The heading of the house rules.
pub fn house_rules(language: Language) -> &'static str {
    TEXTS.words(language, "leaflet.house_rules")
}

/// A house rule: what it is about, what holds, and what else would.
pub fn house_rule(about: &str, value: &str, instead_of: &str, language: Language) -> String {
    let slots = [text("about", about), text("value", value), text("instead", instead_of)];
    TEXTS.say(language, "leaflet.house_rule", &slots)
}

/// The heading of the sources.
pub fn sources(language: Language) -> &'static str {
    TEXTS.words(language, "leaflet.sources")
}

/// Where the game can be played by the same rules.
pub fn online(address: &str, language: Language) -> String {
    TEXTS.say(language, "leaflet.online", &[text("address", address)])
}

/// How to come by the same rules again.
pub fn colophon(title: &str, rules: &[String], language: Language) -> String {
    let rules: String = rules.iter().map(|rule| format!(" --rule {rule}")).collect();
    TEXTS.say(language, "leaflet.colophon", &[text("title", title), text("rules", rules)])
}
