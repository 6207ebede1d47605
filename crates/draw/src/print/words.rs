//! The words on printed pages, in both languages.

use super::counters::Kind;
use super::letters::can_write;
use super::measure::Mm;
use crate::words::counted;
use quirkat_rules::{Colour, Language, Ruleset};

/// The game and its variant; the words by which programs know them where the face lacks letters of their names.
pub fn title(ruleset: &Ruleset, language: Language) -> String {
    let (game, variant) = (ruleset.name.get(language), ruleset.variant_name.get(language));
    let title = if variant.is_empty() || variant == game { game.to_owned() } else { format!("{game} · {variant}") };
    if can_write(&title) { title } else { ruleset.title() }
}

/// What the ruler is for, and how large the board is.
pub fn scale(spacing: Mm, language: Language) -> String {
    match language {
        Language::En => format!("The ruler is 50 mm long when printed at 100 %. Spacing: {spacing} mm"),
        Language::Es => format!("La regla mide 50 mm si se imprime al 100 %. Separación: {spacing} mm"),
    }
}

/// Which part of a board that takes several pages this is.
pub fn tile(title: &str, [column, columns, row, rows]: [i32; 4], language: Language) -> String {
    match language {
        Language::En => format!("{title} · row {row} of {rows}, column {column} of {columns} · overlap 10 mm"),
        Language::Es => format!("{title} · fila {row} de {rows}, columna {column} de {columns} · solape de 10 mm"),
    }
}

/// Which counters these are, and how many.
pub fn counters(ruleset: &Ruleset, kind: &Kind, language: Language) -> String {
    let side = ruleset.sides[kind.side.index()].name.get(language);
    let pieces = counted(ruleset.rank_name(Some(kind.side), kind.rank), kind.needed, language);
    let told = if can_write(side) && can_write(&pieces) {
        format!("{side}: {} {pieces}", kind.needed)
    } else {
        let letter = if kind.colour == Colour::White { 'W' } else { 'B' };
        format!("{letter}: {}", kind.needed)
    };
    match (language, kind.spare) {
        (_, 0) => told,
        (Language::En, spare) => format!("{told} + {spare} spare"),
        (Language::Es, spare) => format!("{told} + {spare} de reserva"),
    }
}
