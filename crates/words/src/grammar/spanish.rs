//! Grammar of Spanish.

use super::{Form, Grammar, Models, Name, Noun, joined};

pub struct Spanish;

const MODELS: Models = Models {
    man: ["el peón", "los peones"],
    prince: ["el príncipe", "los príncipes"],
    king: ["la dama", "las damas"],
    piece: ["la pieza", "las piezas"],
    prize: ["la presa", "las presas"],
    captor: ["el cazador", "los cazadores"],
    point: ["el punto", "los puntos"],
    column: ["la columna", "las columnas"],
    square: ["la casilla", "las casillas"],
};

/// `peón`, `peones`, `el peón`, `los peones`, `un peón`, `del peón`, `al peón`, `ningún peón`, `el mismo peón`.
const FORMS: &[Form] = &[
    |noun| noun.one.clone(),
    |noun| noun.many.clone(),
    |noun| Spanish.the(noun),
    |noun| Spanish.the_many(noun),
    |noun| {
        let un = match noun.article {
            article if noun.is_single => article,
            "la" => "una",
            _ => "un",
        };
        format!("{un} {}", noun.one)
    },
    |noun| Spanish.after("de", &Spanish.the(noun)),
    |noun| Spanish.after("a", &Spanish.the(noun)),
    |noun| Spanish.counted(noun, 0),
    |noun| match (noun.is_single, noun.feminine) {
        (true, _) => Spanish.the(noun),
        (false, true) => format!("la misma {}", noun.one),
        (false, false) => format!("el mismo {}", noun.one),
    },
];

impl Grammar for Spanish {
    fn models(&self) -> &'static Models {
        &MODELS
    }

    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    /// Both forms carry their articles, which determine the gender.
    fn noun(&self, one: &str, many: &str) -> Noun {
        let (article, one) = match one.split_once(' ') {
            Some(("la", bare)) => ("la", bare),
            Some(("el", bare)) => ("el", bare),
            _ => ("el", one),
        };
        let (feminine, many) = match many.split_once(' ') {
            Some(("las", bare)) => (true, bare),
            Some(("los", bare)) => (false, bare),
            _ => (article == "la", many),
        };
        Noun { one: one.to_owned(), many: many.to_owned(), article, feminine, is_single: false }
    }

    /// A game file may write the article (*la Liebre*, *las Mujeres*). Otherwise the ending determines it: *Blancas*
    /// becomes *las Blancas*, *Guerreros* becomes *los Guerreros*.
    fn name(&self, name: &str, _has_own_pieces: bool) -> Name {
        const ARTICLES: [&str; 4] = ["el", "la", "los", "las"];
        let written = name.split_once(' ').filter(|(first, _)| ARTICLES.contains(first));
        let (article, bare) = written.unwrap_or_else(|| {
            let article = match name {
                _ if name.ends_with("as") => "las",
                _ if name.ends_with('s') => "los",
                _ if name.ends_with('a') => "la",
                _ => "el",
            };
            (article, name)
        });
        let (plural, feminine) = (article.ends_with('s'), article.starts_with("la"));
        Name { text: format!("{article} {bare}"), bare: name.to_owned(), plural, feminine }
    }

    fn the(&self, noun: &Noun) -> String {
        format!("{} {}", noun.article, noun.one)
    }

    fn the_many(&self, noun: &Noun) -> String {
        format!("{} {}", if noun.feminine { "las" } else { "los" }, noun.many)
    }

    fn counted(&self, noun: &Noun, count: usize) -> String {
        match (count, noun.article) {
            (0, "la") => format!("ninguna {}", noun.one),
            (0, _) => format!("ningún {}", noun.one),
            (1, "la") => format!("una {}", noun.one),
            (1, _) => format!("un {}", noun.one),
            _ => format!("{} {}", self.number(count), noun.many),
        }
    }

    fn number(&self, number: usize) -> String {
        const WORDS: [&str; 13] = [
            "ningún", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce",
        ];
        WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
    }

    fn ordinal(&self, number: usize) -> String {
        const WORDS: [&str; 10] =
            ["primera", "segunda", "tercera", "cuarta", "quinta", "sexta", "séptima", "octava", "novena", "décima"];
        let word = number.checked_sub(1).and_then(|at| WORDS.get(at));
        word.map_or_else(|| format!("{number}.ª"), |word| (*word).to_owned())
    }

    fn list(&self, items: &[String]) -> String {
        match items {
            [most @ .., last] if !most.is_empty() => format!("{} {}", most.join(", "), self.after("y", last)),
            _ => items.concat(),
        }
    }

    fn either(&self, items: &[String]) -> String {
        joined(items, "o")
    }

    /// *De el* becomes *del*, *a el* becomes *al*, and *y* becomes *e* before an i.
    fn after(&self, before: &str, word: &str) -> String {
        match (before, word.strip_prefix("el ")) {
            ("de" | "a", Some(bare)) => format!("{before}l {bare}"),
            ("y", _) if word.starts_with('i') => format!("e {word}"),
            _ => format!("{before} {word}"),
        }
    }
}
