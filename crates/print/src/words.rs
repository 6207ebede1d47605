//! Text on printed pages. The sentences are in one folder per language under `texts`.

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

/// Sentences in all languages.
static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| quirkat_words::texts!("../texts": "book" "counters" "leaflet" "pages" "pocket" "refusals"));

/// Returns the name of the game, or its identifier where the name cannot be printed.
pub fn game(ruleset: &Ruleset, language: Language) -> String {
    let name = printable(ruleset.info.name.get(language));
    if is_blank(&name) { ruleset.game.clone() } else { name }
}

/// Returns the name of the variant, if it differs from the game's.
pub fn variant(ruleset: &Ruleset, language: Language) -> Option<String> {
    let name = printable(ruleset.info.variant_name.get(language));
    (!is_blank(&name) && name != game(ruleset, language)).then_some(name)
}

/// Returns the names of the game and its variant.
pub fn title(ruleset: &Ruleset, language: Language) -> String {
    let game = game(ruleset, language);
    variant(ruleset, language).map_or_else(|| game.clone(), |variant| format!("{game} · {variant}"))
}

/// Returns the title of the contact sheet.
pub fn contact_sheet(language: Language) -> &'static str {
    TEXTS.words(language, "pages.contact_sheet")
}

/// Returns the alternative text of a page with a board.
pub fn board(title: &str, language: Language) -> String {
    TEXTS.say(language, "pages.board", &[text("title", title)])
}

/// Explains the ruler and states the size of the board.
pub fn scale(spacing: Mm, language: Language) -> String {
    TEXTS.say(language, "pages.scale", &[text("spacing", spacing.to_string())])
}

/// States which part of a board a page shows, where the board takes several.
pub fn tile(title: &str, [column, columns, row, rows]: [i32; 4], language: Language) -> String {
    let number = |name, number: i32| text(name, number.to_string());
    let place = [number("row", row), number("rows", rows), number("column", column), number("columns", columns)];
    TEXTS.say(language, "pages.tile", &[&[text("title", title)][..], &place].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_the_same_texts_with_the_same_slots() {
        assert_eq!(TEXTS.first_difference(), None);
    }
}
