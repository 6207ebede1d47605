//! Grammar of English.

use super::{Form, Grammar, Models, Name, Noun, joined};

pub struct English;

const MODELS: Models = Models {
    man: ["man", "men"],
    prince: ["prince", "princes"],
    king: ["king", "kings"],
    piece: ["piece", "pieces"],
    prize: ["prize", "prizes"],
    captor: ["captor", "captors"],
    point: ["point", "points"],
    column: ["column", "columns"],
    square: ["square", "squares"],
};

/// `man`, `men`, `a man`, `the same man`.
const FORMS: &[Form] = &[
    |noun| noun.one.clone(),
    |noun| noun.many.clone(),
    |noun| {
        let article = match noun.one.starts_with(['a', 'e', 'i', 'o', 'u']) {
            _ if noun.is_single => "the",
            true => "an",
            false => "a",
        };
        format!("{article} {}", noun.one)
    },
    |noun| format!("{} {}", if noun.is_single { "the" } else { "the same" }, noun.one),
];

impl Grammar for English {
    fn models(&self) -> &'static Models {
        &MODELS
    }

    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    fn noun(&self, one: &str, many: &str) -> Noun {
        Noun { one: one.to_owned(), many: many.to_owned(), article: "the", feminine: false, is_single: false }
    }

    /// White, the Women, the Hare: the name takes the article if it is plural or if its pieces have their own name.
    /// Names such as Tigers or Women take a plural verb.
    fn name(&self, name: &str, has_own_pieces: bool) -> Name {
        let plural = name.to_lowercase().ends_with("men") || (name.ends_with('s') && !name.ends_with("ss"));
        Name {
            text: format!("{}{name}", if has_own_pieces || plural { "the " } else { "" }),
            plural,
            feminine: false,
            bare: name.to_owned(),
        }
    }

    fn the(&self, noun: &Noun) -> String {
        format!("the {}", noun.one)
    }

    fn the_many(&self, noun: &Noun) -> String {
        format!("the {}", noun.many)
    }

    fn counted(&self, noun: &Noun, count: usize) -> String {
        format!("{} {}", self.number(count), if count == 1 { &noun.one } else { &noun.many })
    }

    fn number(&self, number: usize) -> String {
        const WORDS: [&str; 13] =
            ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
        WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
    }

    fn ordinal(&self, number: usize) -> String {
        const WORDS: [&str; 10] =
            ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
        let word = number.checked_sub(1).and_then(|at| WORDS.get(at));
        word.map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
    }

    fn list(&self, items: &[String]) -> String {
        joined(items, "and")
    }

    fn either(&self, items: &[String]) -> String {
        joined(items, "or")
    }

    fn owner(&self, name: &str) -> String {
        format!("{name}{}", if name.ends_with('s') { "'" } else { "'s" })
    }
}
