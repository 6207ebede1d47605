//! Languages of texts, and texts in all of them.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Declares the languages: code, English name, native name, and the articles that nouns in game files have.
macro_rules! languages {
    ($($(#[$attribute:meta])* $language:ident $code:literal $english:literal $own:literal $articles:expr;)+) => {
        /// A language of texts.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub enum Language {
            $(#[doc = concat!($english, ".")] $(#[$attribute])* $language,)+
        }

        /// Names of each language, in the order of [`Language::ALL`].
        const NAMES: &[Names] = &[$(Names { code: $code, english: $english, own: $own, articles: &$articles },)+];

        impl Language {
            /// All languages, English first.
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

/// Names of a language.
struct Names {
    code: &'static str,
    english: &'static str,
    own: &'static str,
    articles: &'static [&'static str],
}

impl Language {
    /// Returns the language with this code.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Returns the ISO 639-1 code, such as `en`. Game files use it as a key, page addresses as a value.
    pub const fn code(self) -> &'static str {
        NAMES[self as usize].code
    }

    /// Returns the English name, such as `Spanish`.
    pub const fn english_name(self) -> &'static str {
        NAMES[self as usize].english
    }

    /// Returns the native name, such as `Español`.
    pub const fn own_name(self) -> &'static str {
        NAMES[self as usize].own
    }

    /// Returns the singular articles that show a noun's gender; none if nouns have no gender. French nouns use `un` or
    /// `une` where `l'` would hide it.
    pub const fn articles(self) -> &'static [&'static str] {
        NAMES[self as usize].articles
    }
}

/// Writes the code of the language.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// Parses the code of a language.
impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Language::from_code(code).ok_or(UnknownLanguage)
    }
}

/// Error for a language without texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("unknown language; allowed: {}", Language::ALL.map(Language::code).join(", "))]
pub struct UnknownLanguage;

/// A text in every language. Languages without a text of their own fall back to English.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// Texts, indexed by [`Language`].
    texts: [Option<String>; Language::ALL.len()],
}

impl Words {
    /// Returns the text in a language, else in English, else the empty text.
    pub fn get(&self, language: Language) -> &str {
        self.own(language).or_else(|| self.own(Language::En)).unwrap_or_default()
    }

    /// Returns the text in exactly this language, if there is one.
    pub fn own(&self, language: Language) -> Option<&str> {
        self.texts[language as usize].as_deref()
    }

    /// Sets the text in a language.
    pub fn set(&mut self, language: Language, text: String) {
        self.texts[language as usize] = Some(text);
    }
}
