//! Languages of texts, and texts in all of them.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Declares the languages: code, English name, native name, and the singular and plural articles that nouns in game files have.
macro_rules! languages {
    ($($(#[$attribute:meta])* $language:ident $code:literal $english:literal $own:literal $articles:expr, $plural:expr;)+) => {
        /// A language of texts.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub enum Language {
            $(#[doc = concat!($english, ".")] $(#[$attribute])* $language,)+
        }

        /// Names of each language, in the order of [`Language::ALL`].
        const NAMES: &[Names] = &[$(Names { code: $code, english: $english, own: $own, articles: &$articles, plural: &$plural },)+];

        impl Language {
            /// All languages, English first.
            pub const ALL: [Language; NAMES.len()] = [$(Language::$language,)+];
        }
    };
}

languages! {
    #[default]
    En "en" "English" "English" [], [];
    Es "es" "Spanish" "Español" ["el", "la"], ["los", "las"];
    Fr "fr" "French" "Français" ["le", "la", "un", "une"], ["les"];
}

/// Names of a language.
struct Names {
    code: &'static str,
    english: &'static str,
    own: &'static str,
    articles: &'static [&'static str],
    plural: &'static [&'static str],
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

    /// Returns a text in this language without the article at its start.
    pub fn without_article(self, text: &str) -> &str {
        let Names { articles, plural, .. } = NAMES[self as usize];
        match text.split_once(' ') {
            Some((article, rest)) if articles.contains(&article) || plural.contains(&article) => rest,
            _ => text,
        }
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

/// A text in every language. Languages without a text of their own fall back to English, or else to the first language
/// with a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// Texts, indexed by [`Language`].
    texts: [Option<String>; Language::ALL.len()],
}

impl Words {
    /// Returns the text in a language, else in English, else in the first language with a text, else the empty text.
    pub fn get(&self, language: Language) -> &str {
        self.find(language).map(|(_, text)| text).unwrap_or_default()
    }

    /// Returns the text of [`get`](Self::get); a text of another language loses its article.
    pub fn get_as_name(&self, language: Language) -> &str {
        match self.find(language) {
            Some((other, text)) if other != language => other.without_article(text),
            found => found.map(|(_, text)| text).unwrap_or_default(),
        }
    }

    fn find(&self, language: Language) -> Option<(Language, &str)> {
        [language].into_iter().chain(Language::ALL).find_map(|language| Some((language, self.own(language)?)))
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
