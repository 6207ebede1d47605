//! Grammar of the languages: nouns with article and gender, numbers, lists and names of sides.
//!
//! Each language is a file here, next to its folder of sentences; [`of`] is the table of them.

mod english;
mod french;
mod spanish;

use quirkat_rules::Language;

/// Returns the grammar of a language.
pub fn of(language: Language) -> &'static dyn Grammar {
    match language {
        Language::En => &english::English,
        Language::Es => &spanish::Spanish,
        Language::Fr => &french::French,
    }
}

/// Countable noun with article and gender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noun {
    /// Singular, such as `man`, without an article.
    pub one: String,
    /// Plural, such as `men`, without an article.
    pub many: String,
    /// Definite article of the singular.
    pub(crate) article: &'static str,
    /// Whether words that agree with it are feminine; *el águila* takes *el* and is feminine.
    pub feminine: bool,
    /// Whether there is only one of them, so that it takes the definite article.
    pub(crate) is_single: bool,
}

/// Name of a side, with its article if it has one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Name {
    /// Name with its article, as it stands inside a sentence.
    pub text: String,
    /// Name as the game file has it.
    pub bare: String,
    /// Whether it takes a plural verb.
    pub plural: bool,
    /// Whether words that agree with it are feminine.
    pub feminine: bool,
}

/// Model nouns of the sentences of a language, singular and plural, with their articles. The words of a game replace
/// them.
pub struct Models {
    pub man: [&'static str; 2],
    pub prince: [&'static str; 2],
    pub king: [&'static str; 2],
    /// Any piece. Also the literal word, in a game that has men and other pieces.
    pub piece: [&'static str; 2],
    /// Piece that a leap captures.
    pub prize: [&'static str; 2],
    /// Piece that captures, if only one side does.
    pub captor: [&'static str; 2],
    /// Point on which pieces stand. Also the literal word.
    pub point: [&'static str; 2],
    /// Tower of pieces that moves as one.
    pub column: [&'static str; 2],
    /// Point of a chequered board.
    pub square: [&'static str; 2],
}

/// Function that gives a noun the form in which a sentence contains it.
pub type Form = fn(&Noun) -> String;

/// Grammar of one language: forms of nouns, numbers and lists.
pub trait Grammar: Sync {
    /// Returns the model nouns of the sentences.
    fn models(&self) -> &'static Models;

    /// Returns the forms in which the sentences contain model nouns.
    fn forms(&self) -> &'static [Form];

    /// Returns a noun from its two forms as game files have them.
    fn noun(&self, one: &str, many: &str) -> Noun;

    /// Returns the name of a side from its name in the game file; `has_own_pieces` if its pieces have their own name.
    fn name(&self, name: &str, has_own_pieces: bool) -> Name;

    /// Returns the singular with the definite article.
    fn the(&self, noun: &Noun) -> String;

    /// Returns the plural with the definite article.
    fn the_many(&self, noun: &Noun) -> String;

    /// Returns the noun with a number before it.
    fn counted(&self, noun: &Noun, count: usize) -> String;

    /// Returns a number before a masculine noun: small numbers in words, others in digits.
    fn number(&self, number: usize) -> String;

    /// Returns the ordinal number of a row: small numbers in words, others in digits.
    fn ordinal(&self, number: usize) -> String;

    /// Joins items as in `a, b and c`.
    fn list(&self, items: &[String]) -> String;

    /// Joins alternatives as in `a, b or c`.
    fn either(&self, items: &[String]) -> String;

    /// Returns whether a number takes the singular.
    fn is_one(&self, number: usize) -> bool {
        number == 1
    }

    /// Joins two words, which may contract.
    fn after(&self, before: &str, word: &str) -> String {
        format!("{before} {word}")
    }

    /// Returns the possessive form of a name.
    fn owner(&self, name: &str) -> String {
        name.to_owned()
    }
}

/// Joins items with commas, and with this word before the last.
fn joined(items: &[String], and: &str) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => format!("{} {and} {last}", most.join(", ")),
        _ => items.concat(),
    }
}
