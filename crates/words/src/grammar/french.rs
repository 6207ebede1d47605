//! Grammar of French.

use super::{Form, Grammar, Models, Name, Noun, joined};

pub struct French;

const MODELS: Models = Models {
    man: ["le pion", "les pions"],
    prince: ["le prince", "les princes"],
    king: ["la dame", "les dames"],
    piece: ["la pièce", "les pièces"],
    prize: ["la proie", "les proies"],
    captor: ["le chasseur", "les chasseurs"],
    point: ["le point", "les points"],
    column: ["la colonne", "les colonnes"],
    square: ["la case", "les cases"],
};

/// `pion`, `pions`, `le pion`, `les pions`, `un pion`, `du pion`, `des pions`, `au pion`, `aux pions`, `de pion`,
/// `de pions`, `aucun pion`, `ce pion`, `le même pion`.
const FORMS: &[Form] = &[
    |noun| noun.one.clone(),
    |noun| noun.many.clone(),
    |noun| French.the(noun),
    |noun| French.the_many(noun),
    |noun| if noun.is_single { French.the(noun) } else { French.counted(noun, 1) },
    |noun| French.after("de", &French.the(noun)),
    |noun| French.after("de", &French.the_many(noun)),
    |noun| French.after("à", &French.the(noun)),
    |noun| French.after("à", &French.the_many(noun)),
    |noun| French.after("de", &noun.one),
    |noun| French.after("de", &noun.many),
    |noun| French.counted(noun, 0),
    |noun| {
        let ce = match (noun.feminine, noun.article) {
            (true, _) => "cette",
            (false, "l'") => "cet",
            (false, _) => "ce",
        };
        format!("{ce} {}", noun.one)
    },
    |noun| match (noun.is_single, noun.feminine) {
        (true, _) => French.the(noun),
        (false, true) => format!("la même {}", noun.one),
        (false, false) => format!("le même {}", noun.one),
    },
];

/// Returns whether a word begins with a sound that causes elision. An h counts as silent, because game files write the
/// article before an aspirated h.
fn elides(word: &str) -> bool {
    const VOWELS: &str = "aàâeéèêëiîïoôuùûühœæ";
    word.chars().next().is_some_and(|first| first.to_lowercase().any(|letter| VOWELS.contains(letter)))
}

impl Grammar for French {
    fn models(&self) -> &'static Models {
        &MODELS
    }

    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    /// Both forms carry their articles. The singular has *un* or *une* if `l'` would hide the gender.
    fn noun(&self, one: &str, many: &str) -> Noun {
        let bare_many = many.strip_prefix("les ").unwrap_or(many).to_owned();
        let (article, feminine, bare) = match one.split_once(' ') {
            Some(("le", bare)) => ("le", false, bare),
            Some(("la", bare)) => ("la", true, bare),
            Some(("un", bare)) => (if elides(bare) { "l'" } else { "le" }, false, bare),
            Some(("une", bare)) => (if elides(bare) { "l'" } else { "la" }, true, bare),
            _ => match one.strip_prefix("l'").or(one.strip_prefix("l’")) {
                Some(bare) => ("l'", false, bare),
                None => (if elides(one) { "l'" } else { "le" }, false, one),
            },
        };
        Noun { one: bare.to_owned(), many: bare_many, article, feminine, is_single: false }
    }

    /// A written *le*, *la* or *l'* marks a singular name. All other names are plural.
    fn name(&self, name: &str, _has_own_pieces: bool) -> Name {
        const WOMEN: [&str; 3] = ["Chèvres", "Vaches", "Femmes"];
        let one = ["le ", "la ", "l'", "l’"].into_iter().find(|article| name.starts_with(article));
        let bare = name.strip_prefix("les ").unwrap_or(name);
        let (text, plural, feminine) = match one {
            Some(article) => (name.to_owned(), false, article == "la "),
            None => (format!("les {bare}"), true, WOMEN.contains(&bare)),
        };
        Name { text, bare: name.to_owned(), plural, feminine }
    }

    fn the(&self, noun: &Noun) -> String {
        match noun.article {
            "l'" => format!("l'{}", noun.one),
            article => format!("{article} {}", noun.one),
        }
    }

    fn the_many(&self, noun: &Noun) -> String {
        format!("les {}", noun.many)
    }

    fn counted(&self, noun: &Noun, count: usize) -> String {
        match (count, noun.feminine) {
            (0, false) => format!("aucun {}", noun.one),
            (0, true) => format!("aucune {}", noun.one),
            (1, false) => format!("un {}", noun.one),
            (1, true) => format!("une {}", noun.one),
            _ => format!("{} {}", self.number(count), noun.many),
        }
    }

    fn number(&self, number: usize) -> String {
        const WORDS: [&str; 17] = [
            "aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
            "treize", "quatorze", "quinze", "seize",
        ];
        WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
    }

    /// Feminine, because the word for a row is feminine.
    fn ordinal(&self, number: usize) -> String {
        const WORDS: [&str; 10] = [
            "première",
            "deuxième",
            "troisième",
            "quatrième",
            "cinquième",
            "sixième",
            "septième",
            "huitième",
            "neuvième",
            "dixième",
        ];
        let word = number.checked_sub(1).and_then(|at| WORDS.get(at));
        word.map_or_else(|| format!("{number}e"), |word| (*word).to_owned())
    }

    fn list(&self, items: &[String]) -> String {
        joined(items, "et")
    }

    fn either(&self, items: &[String]) -> String {
        joined(items, "ou")
    }

    fn is_one(&self, number: usize) -> bool {
        number < 2
    }

    /// *De le* becomes *du*, *à les* becomes *aux*, and *de* loses its vowel before another.
    fn after(&self, before: &str, word: &str) -> String {
        let first = word.split_once(' ');
        match (before, first) {
            ("de", Some(("le", bare))) => format!("du {bare}"),
            ("de", Some(("les", bare))) => format!("des {bare}"),
            ("à", Some(("le", bare))) => format!("au {bare}"),
            ("à", Some(("les", bare))) => format!("aux {bare}"),
            ("de", _) if elides(word) => format!("d'{word}"),
            ("que", _) if elides(word) => format!("qu'{word}"),
            _ => format!("{before} {word}"),
        }
    }
}
