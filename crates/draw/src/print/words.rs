//! The words on printed pages, in both languages.

use super::counters::Kind;
use super::measure::Mm;
use crate::words::counted;
use quirkat_rules::{Language, Ruleset};

/// Behind a sentence that rests on our own reading.
pub const OURS: char = '*';
/// Behind a sentence that rests on a reconstruction.
pub const RECONSTRUCTION: char = '†';

/// The game and its variant.
pub fn title(ruleset: &Ruleset, language: Language) -> String {
    let (game, variant) = (ruleset.name.get(language), ruleset.variant_name.get(language));
    if variant.is_empty() || variant == game { game.to_owned() } else { format!("{game} · {variant}") }
}

/// What a page with a board shows.
pub fn board(title: &str, language: Language) -> String {
    match language {
        Language::En => format!("{title}: the empty board"),
        Language::Es => format!("{title}: el tablero vacío"),
    }
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

/// What a page with counters shows.
pub fn sheet_of_counters(title: &str, language: Language) -> String {
    match language {
        Language::En => format!("{title}: counters to cut out"),
        Language::Es => format!("{title}: fichas para recortar"),
    }
}

/// Which counters these are, and how many.
pub fn counters(ruleset: &Ruleset, kind: &Kind, language: Language) -> String {
    let side = ruleset.sides[kind.side.index()].name.get(language);
    let pieces = counted(ruleset.rank_name(Some(kind.side), kind.rank), kind.needed, language);
    let told = format!("{side}: {} {pieces}", kind.needed);
    match (language, kind.spare) {
        (_, 0) => told,
        (Language::En, spare) => format!("{told} + {spare} spare"),
        (Language::Es, spare) => format!("{told} + {spare} de reserva"),
    }
}

/// Below the pieces at the start.
pub fn setup(language: Language) -> &'static str {
    match language {
        Language::En => "The start",
        Language::Es => "El comienzo",
    }
}

/// Below what a turn leaves.
pub fn afterwards(language: Language) -> &'static str {
    match language {
        Language::En => "Afterwards",
        Language::Es => "Después",
    }
}

/// Who made a game.
pub fn inventor(name: &str, language: Language) -> String {
    match language {
        Language::En => format!("a game by {name}"),
        Language::Es => format!("un juego de {name}"),
    }
}

/// What the signs behind sentences mean.
pub fn standing(mark: char, language: Language) -> String {
    let (en, es) = match mark {
        OURS => ("The sources leave this open: it is our reading.", "Las fuentes no lo dicen: es nuestra lectura."),
        _ => (
            "No source says so outright: somebody has read them in this way.",
            "Ninguna fuente lo dice sin más: alguien las ha leído así.",
        ),
    };
    match language {
        Language::En => format!("{mark} {en}"),
        Language::Es => format!("{mark} {es}"),
    }
}

/// The heading of the house rules.
pub fn house_rules(language: Language) -> &'static str {
    match language {
        Language::En => "House rules",
        Language::Es => "Reglas de la casa",
    }
}

/// A house rule: what it is about, what holds, and what else would.
pub fn house_rule(about: &str, value: &str, instead_of: &str, language: Language) -> String {
    match language {
        Language::En => format!("{about}: {value}; the rule set has: {instead_of}."),
        Language::Es => format!("{about}: {value}; en el reglamento: {instead_of}."),
    }
}

/// The heading of the sources.
pub fn sources(language: Language) -> &'static str {
    match language {
        Language::En => "Further reading",
        Language::Es => "Para saber más",
    }
}

/// How to come by the same rules again.
pub fn colophon(title: &str, rules: &[String], language: Language) -> String {
    let rules: String = rules.iter().map(|rule| format!(" --rule {rule}")).collect();
    match language {
        Language::En => format!("Printed with Quirkat, which plays by these very rules: quirkat play {title}{rules}"),
        Language::Es => {
            format!("Impreso con Quirkat, que juega con estas mismas reglas: quirkat play {title}{rules}")
        }
    }
}

/// The title of the book.
pub fn book(language: Language) -> &'static str {
    match language {
        Language::En => "The games of the alquerque family",
        Language::Es => "Los juegos de la familia del alquerque",
    }
}

/// What stands below it.
pub fn book_lead(language: Language) -> [&'static str; 2] {
    match language {
        Language::En => ["Their rules with all rule sets, their sources, and what distinguishes them", "Quirkat"],
        Language::Es => ["Sus reglas con todos los reglamentos, sus fuentes y lo que los distingue", "Quirkat"],
    }
}

/// The heading of the contents.
pub fn contents(language: Language) -> &'static str {
    match language {
        Language::En => "Contents",
        Language::Es => "Índice",
    }
}

/// The heading of the rules in a chapter.
pub fn rules(variant: &str, language: Language) -> String {
    let rules = match language {
        Language::En => "The rules",
        Language::Es => "Las reglas",
    };
    if variant.is_empty() { rules.to_owned() } else { format!("{rules}: {variant}") }
}

/// The heading of the rule sets.
pub fn variants(language: Language) -> &'static str {
    match language {
        Language::En => "Rule sets",
        Language::Es => "Reglamentos",
    }
}

/// The heading of the differences between rule sets.
pub fn compendium(language: Language) -> &'static str {
    match language {
        Language::En => "Compendium of differences",
        Language::Es => "Compendio de diferencias",
    }
}

/// What the compendium is.
pub fn compendium_lead(language: Language) -> &'static str {
    match language {
        Language::En => {
            "Of each game that is told in more than one way: the rules in which its rule sets differ, the choices that \
             they make, and which of them makes which."
        }
        Language::Es => {
            "De cada juego que se cuenta de más de una manera: las reglas en que difieren sus reglamentos, lo que \
             escogen y cuál escoge qué."
        }
    }
}

/// The heads of its columns.
pub fn heads(language: Language) -> [&'static str; 3] {
    match language {
        Language::En => ["Rule", "Choice", "Rule sets"],
        Language::Es => ["Regla", "Opción", "Reglamentos"],
    }
}

/// What leads to a game's chapter.
pub fn see(language: Language) -> &'static str {
    match language {
        Language::En => "See the chapter",
        Language::Es => "Véase el capítulo",
    }
}
