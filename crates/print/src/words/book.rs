//! The words of the book.

use quirkat_rules::Language;

/// The title of the book.
pub fn book(language: Language) -> &'static str {
    match language {
        Language::En | Language::Fr => "The games of the alquerque family",
        Language::Es => "Los juegos de la familia del alquerque",
    }
}

/// What stands below it.
pub fn book_lead(language: Language) -> [&'static str; 2] {
    match language {
        Language::En | Language::Fr => {
            ["Their rules with all rule sets, their sources, and what distinguishes them", "Quirkat"]
        }
        Language::Es => ["Sus reglas con todos los reglamentos, sus fuentes y lo que los distingue", "Quirkat"],
    }
}

/// The heading of the contents.
pub fn contents(language: Language) -> &'static str {
    match language {
        Language::En | Language::Fr => "Contents",
        Language::Es => "Índice",
    }
}

/// The heading of the rules in a chapter.
pub fn rules(variant: &str, language: Language) -> String {
    let rules = match language {
        Language::En | Language::Fr => "The rules",
        Language::Es => "Las reglas",
    };
    if variant.is_empty() { rules.to_owned() } else { format!("{rules}: {variant}") }
}

/// The heading of the rule sets.
pub fn variants(language: Language) -> &'static str {
    match language {
        Language::En | Language::Fr => "Rule sets",
        Language::Es => "Reglamentos",
    }
}

/// The heading of the differences between rule sets.
pub fn compendium(language: Language) -> &'static str {
    match language {
        Language::En | Language::Fr => "Compendium of differences",
        Language::Es => "Compendio de diferencias",
    }
}

/// What the compendium is.
pub fn compendium_lead(language: Language) -> &'static str {
    match language {
        Language::En | Language::Fr => {
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
        Language::En | Language::Fr => ["Rule", "Choice", "Rule sets"],
        Language::Es => ["Regla", "Opción", "Reglamentos"],
    }
}
