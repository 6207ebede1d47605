//! The words on printed pages, in both languages.

mod book;
mod counters;
mod leaflet;
mod pocket;

pub use book::*;
pub use counters::{counters, rims, sheet_of_counters};
pub use leaflet::*;
pub use pocket::{pocket, sheet_of_pocket};

use super::measure::Mm;
use super::text::{is_blank, printable};
use quirkat_rules::{Language, Ruleset};

/// The game; the word by which programs know it where nothing of its name is seen.
pub fn game(ruleset: &Ruleset, language: Language) -> String {
    let name = printable(ruleset.about.name.get(language));
    if is_blank(&name) { ruleset.game.clone() } else { name }
}

/// The variant, if it has a name other than the game's.
pub fn variant(ruleset: &Ruleset, language: Language) -> Option<String> {
    let name = printable(ruleset.about.variant_name.get(language));
    (!is_blank(&name) && name != game(ruleset, language)).then_some(name)
}

/// The game and its variant.
pub fn title(ruleset: &Ruleset, language: Language) -> String {
    let game = game(ruleset, language);
    variant(ruleset, language).map_or_else(|| game.clone(), |variant| format!("{game} · {variant}"))
}

/// What a page with a board shows.
pub fn board(title: &str, language: Language) -> String {
    match language {
        Language::En | Language::Fr => format!("{title}: the empty board"),
        Language::Es => format!("{title}: el tablero vacío"),
    }
}

/// What the ruler is for, and how large the board is.
pub fn scale(spacing: Mm, language: Language) -> String {
    match language {
        Language::En | Language::Fr => format!("The ruler is 50 mm long when printed at 100 %. Spacing: {spacing} mm"),
        Language::Es => format!("La regla mide 50 mm si se imprime al 100 %. Separación: {spacing} mm"),
    }
}

/// Which part of a board that takes several pages this is.
pub fn tile(title: &str, [column, columns, row, rows]: [i32; 4], language: Language) -> String {
    match language {
        Language::En | Language::Fr => {
            format!("{title} · row {row} of {rows}, column {column} of {columns} · overlap 10 mm")
        }
        Language::Es => format!("{title} · fila {row} de {rows}, columna {column} de {columns} · solape de 10 mm"),
    }
}
