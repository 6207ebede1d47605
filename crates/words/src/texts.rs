//! Texts in every language: flat files of keys and sentences, with slots for their values.
//!
//! A folder holds a folder for each language, and these hold the same TOML files with the same keys:
//! `moving.toml` with `turn = "…"` is the text `moving.turn`. [`texts!`](crate::texts!) embeds them, and
//! [`Texts::say`] fills the slots of one:
//!
//! | in a text | becomes |
//! | --- | --- |
//! | `{$points}` | the value of `points` |
//! | `{$Side}` | the value with its first letter in upper case |
//! | `{de $side}` | the value after a word that may contract with it: *de* + *le Lièvre* becomes *du Lièvre* |
//! | `{$side's}` | the possessive form: *White's*, *the Tigers'* |
//! | `{$count:turn\|turns}` | the singular or the plural, by a number or by the name of a side |
//! | `{$side:seul\|seule\|seuls\|seules}` | the form by number and gender: masculine, feminine, plural, feminine plural |
//! | `{$side.bare}` | the name of a side as the game file has it |
//! | `{$noun.one}` `{$noun.many}` `{$noun.the}` `{$noun.the_many}` | a noun without or with its article |
//! | `{$noun:todos\|todas}` | the form for a noun that is masculine or feminine |
//! | `{a man}` `{los peones}` `{Les pions}` | a word of the game in the form of this model noun, see `MODELS` in the files of `grammar`; capitalised if the slot is |
//! | `{pieza:o\|a}` | the form for a word of the game that is masculine or feminine |

use crate::grammar::{self, Grammar, Name, Noun};
use quirkat_rules::Language;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// Embeds a folder of texts that has one subfolder for each language: `texts!("../texts": "book" "leaflet")`.
///
/// A new language is a line here and one in the table of grammars; the compiler demands both.
#[macro_export]
macro_rules! texts {
    ($folder:literal: $($file:literal)+) => {
        $crate::Texts::read(|language| match language {
            ::quirkat_rules::Language::En => {
                &[$(($file, include_str!(concat!($folder, "/en/", $file, ".toml")))),+]
            }
            ::quirkat_rules::Language::Es => {
                &[$(($file, include_str!(concat!($folder, "/es/", $file, ".toml")))),+]
            }
            ::quirkat_rules::Language::Fr => {
                &[$(($file, include_str!(concat!($folder, "/fr/", $file, ".toml")))),+]
            }
        })
    };
}

/// Texts of a folder in every language, by key.
pub struct Texts {
    tables: [HashMap<String, Text>; Language::ALL.len()],
}

/// Value that fills a slot of a text.
#[derive(Clone, Debug)]
pub enum Value {
    /// Text that is inserted unchanged.
    Text(String),
    /// Number: small ones in words, others in digits.
    Number(usize),
    /// Number that is always written in digits.
    Digits(usize),
    /// Name of a side, with its article.
    Name(Name),
    /// Noun that is inserted in the form that the slot names.
    Noun(Noun),
}

/// Name of a slot with its value.
pub type Slot = (&'static str, Value);

/// Creates a slot with unchanged text.
pub fn text(name: &'static str, text: impl Into<String>) -> Slot {
    (name, Value::Text(text.into()))
}

/// Creates a slot with a number: small ones in words, others in digits.
pub fn number(name: &'static str, number: usize) -> Slot {
    (name, Value::Number(number))
}

/// Creates a slot with a number in digits.
pub fn digits(name: &'static str, number: usize) -> Slot {
    (name, Value::Digits(number))
}

/// Words of a game. Texts name them by model nouns: `{a man}` becomes *a stone* in a game whose men are stones.
pub trait Vocabulary {
    /// Returns the word that replaces a slot, or `None` if the slot names no model noun.
    fn word(&self, slot: &str) -> Option<String>;

    /// Returns whether the noun of a slot is feminine, or `None` if the slot names no model noun.
    fn is_feminine(&self, noun: &str) -> Option<bool>;
}

/// Empty vocabulary, for texts that do not refer to a game.
pub struct Wordless;

impl Vocabulary for Wordless {
    fn word(&self, _slot: &str) -> Option<String> {
        None
    }

    fn is_feminine(&self, _noun: &str) -> Option<bool> {
        None
    }
}

impl Texts {
    /// Reads the files of every language, each with its name.
    ///
    /// # Panics
    /// Panics if a file is not flat TOML. The texts are part of the program, so this is an error of the build.
    pub fn read(files: impl Fn(Language) -> &'static [(&'static str, &'static str)]) -> Texts {
        let table = |language| files(language).iter().flat_map(|(name, file)| read(name, file)).collect();
        Texts { tables: Language::ALL.map(table) }
    }

    /// Returns the text of a key that has no slots.
    pub fn words(&self, language: Language, key: &str) -> &str {
        match self.tables[language as usize].get(key).map(|text| &text.parts[..]) {
            Some([Part::Words(words)]) => words,
            _ => {
                debug_assert!(false, "{key} in {language} is not there, or it has slots");
                ""
            }
        }
    }

    /// Returns the text of a key with its slots filled, without the words of a game.
    pub fn say(&self, language: Language, key: &str, slots: &[Slot]) -> String {
        self.say_of(language, key, slots, &Wordless)
    }

    /// Returns the text of a key with its slots filled, also with the words of a game. Returns the key itself if there
    /// is no such text.
    pub fn say_of(&self, language: Language, key: &str, slots: &[Slot], words: &dyn Vocabulary) -> String {
        let text = self.tables[language as usize].get(key);
        debug_assert!(text.is_some(), "there is no text {key} in {language}");
        text.map_or_else(|| key.to_owned(), |text| text.filled(slots, words, grammar::of(language)))
    }

    /// Returns the keys of a language, in no particular order.
    pub fn keys(&self, language: Language) -> impl Iterator<Item = &str> {
        self.tables[language as usize].keys().map(String::as_str)
    }

    /// Returns a text that a language lacks, has more than English, or has with other slots: the language and the key. `None`
    /// if there is none.
    pub fn first_difference(&self) -> Option<(Language, &str)> {
        let has = |language, of, key: &str| {
            self.tables[of as usize].contains_key(key) && self.slots(of, key) == self.slots(language, key)
        };
        Language::ALL.into_iter().find_map(|language| {
            let lacks = |&key: &&str| !has(Language::En, language, key);
            let adds = |&key: &&str| !has(language, Language::En, key);
            let key = self.keys(Language::En).find(lacks).or_else(|| self.keys(language).find(adds))?;
            Some((language, key))
        })
    }

    /// Returns the words of a game that a text contains or agrees with.
    #[cfg(test)]
    pub(crate) fn own_words(&self, language: Language, key: &str) -> Vec<&str> {
        let parts = self.tables[language as usize].get(key).map_or(&[][..], |text| &text.parts);
        let words = parts.iter().filter_map(|part| match part {
            Part::Own { slot: word, .. } | Part::Agreeing { noun: word, .. } => Some(word.as_str()),
            Part::Words(_) | Part::Given(_) => None,
        });
        words.collect()
    }

    /// Returns the names of the slots that a text inserts, without those that it only agrees with and the words of the
    /// game.
    pub fn slots(&self, language: Language, key: &str) -> BTreeSet<&str> {
        let parts = self.tables[language as usize].get(key).map_or(&[][..], |text| &text.parts);
        let given = parts.iter().filter_map(|part| match part {
            Part::Given(given) if given.forms.is_empty() => Some(given.name.as_str()),
            Part::Given(_) | Part::Words(_) | Part::Own { .. } | Part::Agreeing { .. } => None,
        });
        given.collect()
    }
}

fn read(name: &str, file: &str) -> Vec<(String, Text)> {
    let table = toml::from_str::<toml::Table>(file).unwrap_or_else(|error| panic!("{name}: {error}"));
    let read = |(key, text): (String, toml::Value)| {
        (format!("{name}.{key}"), Text::parse(text.as_str().expect("a text is a string")))
    };
    table.into_iter().map(read).collect()
}

/// Text that is split at its slots.
struct Text {
    parts: Vec<Part>,
}

enum Part {
    Words(String),
    Given(Given),
    /// Word of the game in one of its forms.
    Own {
        slot: String,
        capital: bool,
    },
    /// Form that agrees with a word of the game.
    Agreeing {
        noun: String,
        forms: Vec<String>,
    },
}

/// Slot that the caller's value fills.
struct Given {
    name: String,
    capital: bool,
    before: Option<String>,
    form: Option<String>,
    owner: bool,
    forms: Vec<String>,
}

impl Text {
    fn parse(text: &str) -> Text {
        let mut parts = vec![];
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, after) = after.split_once('}').unwrap_or((after, ""));
            if !before.is_empty() {
                parts.push(Part::Words(before.to_owned()));
            }
            parts.push(Part::parse(slot));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Words(rest.to_owned()));
        }
        Text { parts }
    }

    fn filled(&self, slots: &[Slot], words: &dyn Vocabulary, grammar: &dyn Grammar) -> String {
        self.parts.iter().map(|part| part.filled(slots, words, grammar)).collect()
    }
}

impl Part {
    fn parse(slot: &str) -> Part {
        let (slot, forms) = slot
            .split_once(':')
            .map_or((slot, vec![]), |(slot, forms)| (slot, forms.split('|').map(str::to_owned).collect()));
        let Some((before, name)) = slot.split_once('$') else {
            let small = uncapitalised(slot);
            return match forms.is_empty() {
                true => Part::Own { capital: small != slot, slot: small },
                false => Part::Agreeing { noun: small, forms },
            };
        };
        let (name, owner) = name.strip_suffix("'s").map_or((name, false), |name| (name, true));
        let (name, form) = name.split_once('.').map_or((name, None), |(name, form)| (name, Some(form.to_owned())));
        let small = uncapitalised(name);
        let before = Some(before.trim_end().to_owned()).filter(|before| !before.is_empty());
        Part::Given(Given { capital: small != name, name: small, before, form, owner, forms })
    }

    fn filled<'p>(&'p self, slots: &[Slot], words: &dyn Vocabulary, grammar: &dyn Grammar) -> Cow<'p, str> {
        match self {
            Part::Words(words) => Cow::Borrowed(words),
            Part::Given(given) => given.filled(slots, grammar),
            Part::Own { slot, capital } => {
                let word = words.word(slot);
                debug_assert!(word.is_some(), "there is no word {slot}");
                let word = word.unwrap_or_else(|| slot.clone());
                Cow::Owned(if *capital { capitalised(&word) } else { word })
            }
            Part::Agreeing { noun, forms } => {
                let feminine = words.is_feminine(noun);
                debug_assert!(feminine.is_some(), "there is no noun {noun}");
                Cow::Borrowed(nth(forms, usize::from(feminine.unwrap_or(false))))
            }
        }
    }
}

impl Given {
    fn filled<'p>(&'p self, slots: &[Slot], grammar: &dyn Grammar) -> Cow<'p, str> {
        let Some((_, value)) = slots.iter().find(|(name, _)| *name == self.name) else {
            debug_assert!(false, "nothing is given for {}", self.name);
            return Cow::Owned(format!("{{{}}}", self.name));
        };
        if !self.forms.is_empty() {
            return Cow::Borrowed(nth(&self.forms, self.agreeing(value, grammar)));
        }
        let mut word = match value {
            Value::Text(text) => text.clone(),
            Value::Number(number) => grammar.number(*number),
            Value::Digits(number) => number.to_string(),
            Value::Name(name) if self.form.as_deref() == Some("bare") => name.bare.clone(),
            Value::Name(name) => name.text.clone(),
            Value::Noun(noun) => match self.form.as_deref() {
                Some("many") => noun.many.clone(),
                Some("the") => grammar.the(noun),
                Some("the_many") => grammar.the_many(noun),
                _ => noun.one.clone(),
            },
        };
        if self.owner {
            word = grammar.owner(&word);
        }
        if let Some(before) = &self.before {
            word = grammar.after(before, &word);
        }
        Cow::Owned(if self.capital { capitalised(&word) } else { word })
    }

    /// Returns the index of the form that agrees with a value.
    fn agreeing(&self, value: &Value, grammar: &dyn Grammar) -> usize {
        match value {
            Value::Text(_) => 0,
            Value::Number(number) | Value::Digits(number) => usize::from(!grammar.is_one(*number)),
            Value::Name(name) if self.forms.len() > 2 => usize::from(name.feminine) + 2 * usize::from(name.plural),
            Value::Name(name) => usize::from(name.plural),
            Value::Noun(noun) => usize::from(noun.feminine),
        }
    }
}

/// Returns the form at an index, or the last one if there are fewer.
fn nth(forms: &[String], place: usize) -> &str {
    forms.get(place).or(forms.last()).map_or("", String::as_str)
}

/// Returns the text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str, slots: &[Slot], language: Language) -> String {
        Text::parse(text).filled(slots, &Wordless, grammar::of(language))
    }

    #[test]
    fn texts_agree_with_numbers() {
        let turns = |count| filled("{$turns} {$turns:turn|turns}", &[number("turns", count)], Language::En);
        assert_eq!([0, 1, 2, 13].map(turns), ["no turns", "one turn", "two turns", "13 turns"]);
        let coups = |count| filled("{$coups:coup|coups}", &[digits("coups", count)], Language::Fr);
        assert_eq!([0, 1, 2].map(coups), ["coup", "coup", "coups"]);
    }

    #[test]
    fn words_contract_and_names_take_the_possessive() {
        let hare = |language, name| ("side", Value::Name(grammar::of(language).name(name, true)));
        let french = hare(Language::Fr, "le Lièvre");
        assert_eq!(
            filled("{$Side}, {de $side}, {à $side}", &[french], Language::Fr),
            "Le Lièvre, du Lièvre, au Lièvre"
        );
        let french = hare(Language::Fr, "Chèvres");
        let slots = "{de $side} {$side:seul|seule|seuls|seules}, {$side.bare}";
        assert_eq!(filled(slots, &[french], Language::Fr), "des Chèvres seules, Chèvres");
        let spanish = hare(Language::Es, "el Jaguar");
        assert_eq!(filled("{de $side}, {a $side}", &[spanish], Language::Es), "del Jaguar, al Jaguar");
        let english = hare(Language::En, "Tigers");
        assert_eq!(filled("{$side's} turn", &[english], Language::En), "the Tigers' turn");
        let points = [text("right", "i3")];
        assert_eq!(filled("a1 {y $right}", &points, Language::Es), "a1 e i3");
    }

    #[test]
    fn a_slot_selects_the_form_of_a_noun() {
        let officer = grammar::of(Language::Fr).noun("un officier", "les officiers");
        let text = "{$noun.the}, {de $noun.many}, {$noun:pris|prise}, {$noun.the_many}";
        let slots = [("noun", Value::Noun(officer))];
        assert_eq!(filled(text, &slots, Language::Fr), "l'officier, d'officiers, pris, les officiers");
    }
}
