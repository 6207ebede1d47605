//! What languages do with words: nouns with their articles and genders, numbers, lists and the names of sides.
//!
//! Each language is a file here, next to its folder of sentences; [`of`] is the table of them.

mod english;
mod french;
mod spanish;

use quirkat_rules::Language;

/// The grammar of a language.
pub fn of(language: Language) -> &'static dyn Grammar {
    match language {
        Language::En => &english::English,
        Language::Es => &spanish::Spanish,
        Language::Fr => &french::French,
    }
}

/// A countable noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noun {
    /// One of them, without an article.
    pub one: String,
    /// Many of them, without an article.
    pub many: String,
    /// The definite article of one.
    pub(crate) article: &'static str,
    /// Whether what agrees with it is feminine; *el águila* goes with *el* and is feminine.
    pub feminine: bool,
    /// Whether there is only one of them, which is *the* one.
    pub(crate) is_single: bool,
}

/// What a side is called, with its article where it has one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Name {
    /// The name.
    pub text: String,
    /// The name as the game file has it.
    pub bare: String,
    /// Whether it takes the verb of many.
    pub plural: bool,
    /// Whether what agrees with it is feminine.
    pub feminine: bool,
}

/// The nouns with which the sentences of a language are written, one and many, with their articles. Each stands for what
/// the game has in its place.
pub struct Models {
    pub man: [&'static str; 2],
    pub prince: [&'static str; 2],
    pub king: [&'static str; 2],
    /// Also the word itself, where a game has men and others.
    pub piece: [&'static str; 2],
    /// What a leap takes.
    pub prize: [&'static str; 2],
    /// What captures, where only one side does.
    pub captor: [&'static str; 2],
    /// Also the word itself.
    pub point: [&'static str; 2],
    /// The word for a tower of pieces.
    pub column: [&'static str; 2],
    /// The word for a point of a chequered board.
    pub square: [&'static str; 2],
}

/// A form in which sentences show a noun.
pub type Form = fn(&Noun) -> String;

/// What a language does with words.
pub trait Grammar: Sync {
    /// The nouns with which its sentences are written.
    fn models(&self) -> &'static Models;

    /// The forms in which its sentences show them.
    fn forms(&self) -> &'static [Form];

    /// A noun from its two forms as game files have them.
    fn noun(&self, one: &str, many: &str) -> Noun;

    /// What a side is called, from its name in the game file; whether its pieces have names of their own.
    fn name(&self, name: &str, has_own_pieces: bool) -> Name;

    /// The noun for one of them with the definite article.
    fn the(&self, noun: &Noun) -> String;

    /// The noun for many of them with the definite article.
    fn the_many(&self, noun: &Noun) -> String;

    /// So many of them.
    fn counted(&self, noun: &Noun, count: usize) -> String;

    /// The number in words, as far as people like to read it so, before a masculine noun.
    fn number(&self, number: usize) -> String;

    /// The ordinal number of a row in words, as far as people like to read it so.
    fn ordinal(&self, number: usize) -> String;

    /// `a, b and c`.
    fn list(&self, items: &[String]) -> String;

    /// `a, b or c`, where one of them is meant.
    fn either(&self, items: &[String]) -> String;

    /// Whether so many take the form of one.
    fn is_one(&self, number: usize) -> bool {
        number == 1
    }

    /// A word after one with which it may melt.
    fn after(&self, before: &str, word: &str) -> String {
        format!("{before} {word}")
    }

    /// The owner's form.
    fn owner(&self, name: &str) -> String {
        name.to_owned()
    }
}

/// The items with commas between them and a word before the last.
fn joined(items: &[String], and: &str) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => format!("{} {and} {last}", most.join(", ")),
        _ => items.concat(),
    }
}
