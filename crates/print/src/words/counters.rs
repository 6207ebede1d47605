//! The words on sheets of counters.

use super::super::counters::Kind;
use super::super::rims::Rim;
use quirkat_rules::{Language, Rank, Ruleset, Side};
use quirkat_words::counted;

/// What a page with counters shows.
pub fn sheet_of_counters(title: &str, language: Language) -> String {
    match language {
        Language::En | Language::Fr => format!("{title}: counters to cut out"),
        Language::Es => format!("{title}: fichas para recortar"),
    }
}

/// Which counters these are, what their backs show, and how many there are.
pub fn counters(ruleset: &Ruleset, kind: &Kind, language: Language) -> String {
    let rank = |rank: Rank, count: usize| counted(ruleset.rank_name(Some(kind.side), rank), count, language);
    let mut told = of_side(ruleset, kind.side, &format!("{} {}", kind.needed, rank(kind.rank, kind.needed)), language);
    if let Some(back) = kind.back.map(|back| rank(back, kind.needed)) {
        told += &match language {
            Language::En | Language::Fr => format!(", {back} on the back"),
            Language::Es => format!(", {back} en el dorso"),
        };
    }
    match (language, kind.spare) {
        (_, 0) => told,
        (Language::En | Language::Fr, spare) => format!("{told} + {spare} spare"),
        (Language::Es, spare) => format!("{told} + {spare} de reserva"),
    }
}

/// What is said of a side, behind its name.
fn of_side(ruleset: &Ruleset, side: Side, what: &str, language: Language) -> String {
    format!("{}: {what}", side_name(ruleset, side, language))
}

/// The name of a side at the beginning of a line.
pub(super) fn side_name(ruleset: &Ruleset, side: Side, language: Language) -> String {
    let name = ruleset.about.sides[side.index()].name.get(language);
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What the strips for the counters of a kind are for, line by line.
pub fn rims(ruleset: &Ruleset, kind: &Kind, rim: &Rim, language: Language) -> Vec<String> {
    let (number, height) = (kind.needed + kind.spare, rim.height);
    let mut lines = vec![match language {
        Language::En | Language::Fr => format!(
            "{number} strips. Glue each around a disc of cardboard {height} mm thick: so a tower shows whose men it holds."
        ),
        Language::Es => format!(
            "{number} tiras. Pega cada una alrededor de un disco de cartón de {height} mm de grueso: así una torre muestra de \
             quién son sus piezas."
        ),
    }];
    if rim.parts > 1 {
        let parts = rim.parts;
        lines.push(match language {
            Language::En | Language::Fr => {
                format!("Glue {parts} parts together, each on the hatched tab of the one before: they are one strip.")
            }
            Language::Es => {
                format!("Pega {parts} partes, cada una sobre la pestaña rayada de la anterior: forman una tira.")
            }
        });
    }
    let back = kind.back.map(|back| counted(ruleset.rank_name(Some(kind.side), back), 1, language));
    if let Some(back) = back {
        lines.push(match language {
            Language::En | Language::Fr => {
                format!("The dotted edge goes to the face with the crown. Dots on top: {back}.")
            }
            Language::Es => format!("El borde con puntos va junto a la cara con corona. Puntos arriba: {back}."),
        });
    }
    lines
}
