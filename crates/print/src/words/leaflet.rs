//! The words of leaflets, beside those of the rules.

use quirkat_rules::Language;

/// Behind a sentence that rests on our own reading.
pub const OURS: char = '*';

/// Behind a sentence that rests on a reconstruction.
pub const RECONSTRUCTION: char = '†';

/// Below the pieces at the start.
pub fn setup(language: Language) -> &'static str {
    match language {
        Language::En | Language::Fr => "The start",
        Language::Es => "El comienzo",
    }
}

/// Below what a turn leaves.
pub fn afterwards(language: Language) -> &'static str {
    match language {
        Language::En | Language::Fr => "Afterwards",
        Language::Es => "Después",
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
        Language::En | Language::Fr => format!("{mark} {en}"),
        Language::Es => format!("{mark} {es}"),
    }
}

/// The heading of the house rules.
pub fn house_rules(language: Language) -> &'static str {
    match language {
        Language::En | Language::Fr => "House rules",
        Language::Es => "Reglas de la casa",
    }
}

/// A house rule: what it is about, what holds, and what else would.
pub fn house_rule(about: &str, value: &str, instead_of: &str, language: Language) -> String {
    match language {
        Language::En | Language::Fr => format!("{about}: {value}; the rule set has: {instead_of}."),
        Language::Es => format!("{about}: {value}; en el reglamento: {instead_of}."),
    }
}

/// The heading of the sources.
pub fn sources(language: Language) -> &'static str {
    match language {
        Language::En | Language::Fr => "Further reading",
        Language::Es => "Para saber más",
    }
}

/// How to come by the same rules again.
pub fn colophon(title: &str, rules: &[String], language: Language) -> String {
    let rules: String = rules.iter().map(|rule| format!(" --rule {rule}")).collect();
    match language {
        Language::En | Language::Fr => {
            format!("Printed with Quirkat, which plays by these very rules: quirkat play {title}{rules}")
        }
        Language::Es => {
            format!("Impreso con Quirkat, que juega con estas mismas reglas: quirkat play {title}{rules}")
        }
    }
}
