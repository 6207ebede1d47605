//! The words on printed pages. The sentences are in the folders of the languages under `texts`.

mod book;
mod counters;
mod leaflet;
mod pocket;
mod refusals;

pub use book::*;
pub use counters::{counters, rims, sheet_of_counters};
pub use leaflet::*;
pub use pocket::{pocket, sheet_of_pocket};

use super::measure::Mm;
use super::text::{is_blank, printable};
use quirkat_rules::{Language, Ruleset};
use quirkat_words::Texts;
use quirkat_words::texts::{digits, text};
use std::sync::LazyLock;

/// The sentences of all languages.
static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| quirkat_words::texts!("../texts": "book" "counters" "leaflet" "pages" "pocket" "refusals"));

/// The game; the word by which programs know it where nothing of its name is seen.
pub fn game(ruleset: &Ruleset, language: Language) -> String {
    let name = printable(ruleset.info.name.get(language));
    if is_blank(&name) { ruleset.game.clone() } else { name }
}

/// The variant, if it has a name other than the game's.
pub fn variant(ruleset: &Ruleset, language: Language) -> Option<String> {
    let name = printable(ruleset.info.variant_name.get(language));
    (!is_blank(&name) && name != game(ruleset, language)).then_some(name)
}

/// The game and its variant.
pub fn title(ruleset: &Ruleset, language: Language) -> String {
    let game = game(ruleset, language);
    variant(ruleset, language).map_or_else(|| game.clone(), |variant| format!("{game} · {variant}"))
}

/// What a page with a board shows.
pub fn board(title: &str, language: Language) -> String {
    TEXTS.say(language, "pages.board", &[text("title", title)])
}

/// What the ruler is for, and how large the board is.
pub fn scale(spacing: Mm, language: Language) -> String {
    TEXTS.say(language, "pages.scale", &[text("spacing", spacing.to_string())])
}

/// Which part of a board that takes several pages this is.
pub fn tile(title: &str, [column, columns, row, rows]: [i32; 4], language: Language) -> String {
    let number = |name, number: i32| text(name, number.to_string());
    let place = [number("row", row), number("rows", rows), number("column", column), number("columns", columns)];
    TEXTS.say(language, "pages.tile", &[&[text("title", title)][..], &place].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_language_has_the_same_texts_with_the_same_slots() {
        let slots = |language| -> BTreeMap<_, _> {
            TEXTS.keys(language).map(|key| (key, TEXTS.slots(language, key))).collect()
        };
        assert!(Language::ALL.into_iter().all(|language| slots(language) == slots(Language::En)));
    }
}
