//! The languages of the words: one table, and texts in all of them.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Declares the languages, each with its code, its name in English, its own name, and the articles with which game files
/// write its nouns.
macro_rules! languages {
    ($($(#[$attribute:meta])* $language:ident $code:literal $english:literal $own:literal $articles:expr;)+) => {
        /// A language of the words.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub enum Language {
            $(#[doc = concat!($english, ".")] $(#[$attribute])* $language,)+
        }

        /// What is known of each language, in the order of [`Language::ALL`].
        const NAMES: &[Names] = &[$(Names { code: $code, english: $english, own: $own, articles: &$articles },)+];

        impl Language {
            /// Every language, English first.
            pub const ALL: [Language; NAMES.len()] = [$(Language::$language,)+];
        }
    };
}

languages! {
    #[default]
    En "en" "English" "English" [];
    Es "es" "Spanish" "Español" ["el", "la"];
    Fr "fr" "French" "Français" ["le", "la", "un", "une"];
}

/// What a language is called.
struct Names {
    code: &'static str,
    english: &'static str,
    own: &'static str,
    articles: &'static [&'static str],
}

impl Language {
    /// The language of a code.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Its code of two letters, by ISO 639-1: `en`. Game files have it as a key, addresses of pages as a value.
    pub const fn code(self) -> &'static str {
        NAMES[self as usize].code
    }

    /// What it is called in English: `Spanish`.
    pub const fn english_name(self) -> &'static str {
        NAMES[self as usize].english
    }

    /// What those who speak it call it: `Español`.
    pub const fn own_name(self) -> &'static str {
        NAMES[self as usize].own
    }

    /// The articles that tell the gender of one thing; none where nouns have no gender. Where a French noun would hide it
    /// behind `l'`, it stands with `un` or `une`.
    pub const fn articles(self) -> &'static [&'static str] {
        NAMES[self as usize].articles
    }
}

/// The code of the language.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// Reads the code of a language.
impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Language::from_code(code).ok_or(UnknownLanguage)
    }
}

/// Why a language is refused: there are no words in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("unknown language; allowed: {}", Language::ALL.map(Language::code).join(", "))]
pub struct UnknownLanguage;

/// A text in every language; English stands in where a language has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// The texts, by the place of their language in [`Language::ALL`].
    texts: [Option<String>; Language::ALL.len()],
}

impl Words {
    /// The text in a language, or else in English; empty where there is neither.
    pub fn get(&self, language: Language) -> &str {
        self.own(language).or_else(|| self.own(Language::En)).unwrap_or_default()
    }

    /// The text in this language and no other, where it was written.
    pub fn own(&self, language: Language) -> Option<&str> {
        self.texts[language as usize].as_deref()
    }

    /// Writes the text in a language.
    pub fn set(&mut self, language: Language, text: String) {
        self.texts[language as usize] = Some(text);
    }
}
