//! The texts of pages and scripts in every language.
//!
//! Each language has a folder under `texts/` with the same files of keys and texts. [`Texts::with`] fills slots such as `{n}`.

use crate::site::Base;
use quirkat_explore::Wording;
use quirkat_rules::{Language, SquareNames};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::LazyLock;

/// The files of one language.
struct Files {
    /// Texts of the server and its pages.
    pages: [&'static str; 9],
    /// Texts of the scripts.
    scripts: [&'static str; 9],
}

/// The files of a language's folder, listed once for all languages.
macro_rules! folder {
    ($code:literal) => {
        Files {
            pages: [
                include_str!(concat!("../texts/", $code, "/server.toml")),
                include_str!(concat!("../texts/", $code, "/pages.toml")),
                include_str!(concat!("../texts/", $code, "/play.toml")),
                include_str!(concat!("../texts/", $code, "/analysis.toml")),
                include_str!(concat!("../texts/", $code, "/family.toml")),
                include_str!(concat!("../texts/", $code, "/study.toml")),
                include_str!(concat!("../texts/", $code, "/solutions.toml")),
                include_str!(concat!("../texts/", $code, "/workshop.toml")),
                include_str!(concat!("../texts/", $code, "/api.toml")),
            ],
            scripts: [
                include_str!(concat!("../texts/", $code, "/js-pages.toml")),
                include_str!(concat!("../texts/", $code, "/js-play.toml")),
                include_str!(concat!("../texts/", $code, "/js-analysis.toml")),
                include_str!(concat!("../texts/", $code, "/js-judging.toml")),
                include_str!(concat!("../texts/", $code, "/js-puzzle.toml")),
                include_str!(concat!("../texts/", $code, "/js-learn.toml")),
                include_str!(concat!("../texts/", $code, "/js-museum.toml")),
                include_str!(concat!("../texts/", $code, "/js-workshop.toml")),
                include_str!(concat!("../texts/", $code, "/js-local.toml")),
            ],
        }
    };
}

/// Returns the files of a language.
const fn files(language: Language) -> Files {
    match language {
        Language::En => folder!("en"),
        Language::Es => folder!("es"),
        Language::Fr => folder!("fr"),
    }
}

static ALL: LazyLock<[TextTable; Language::ALL.len()]> =
    LazyLock::new(|| Language::ALL.map(|language| TextTable::read(&files(language))));

/// The texts of one language.
struct TextTable {
    texts: HashMap<String, String>,
    scripts: String,
}

impl TextTable {
    fn read(files: &Files) -> TextTable {
        let scripts = serde_json::to_string(&read_all(&files.scripts)).expect("texts are plain strings");
        TextTable { texts: read_all(&files.pages).into_iter().collect(), scripts: safe_in_html(&scripts) }
    }
}

fn read_all(files: &[&str]) -> BTreeMap<String, String> {
    let read = |file: &&str| toml::from_str::<toml::Table>(file).expect("the texts are TOML");
    let texts = files.iter().flat_map(read);
    texts.map(|(key, text)| (key, text.as_str().expect("a text is a string").to_owned())).collect()
}

/// Escapes JSON so that it cannot end the script element that contains it.
pub fn safe_in_html(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Access to the texts of one language, the base path for addresses, and the names of squares in sentences; without a
/// choice these are the usual ones of each board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Texts(pub Language, pub Base, pub Option<SquareNames>);

impl From<Texts> for Wording {
    fn from(texts: Texts) -> Wording {
        Wording { language: texts.0, squares: texts.2 }
    }
}

impl Texts {
    fn table(self) -> &'static TextTable {
        &ALL[self.0 as usize]
    }

    /// Returns the text of a key, or the key itself if it has no text. A test makes sure that all used keys have one.
    pub fn get<'k>(&self, key: &'k str) -> &'k str {
        self.table().texts.get(key).map_or(key, String::as_str)
    }

    /// Returns the text of a key with its slots filled.
    pub fn with(&self, key: &str, values: &[(&str, String)]) -> String {
        // One pass: a value may itself contain something like a slot.
        let mut parts = self.get(key).split('{');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let filled = part.split_once('}').and_then(|(slot, rest)| {
                let (_, value) = values.iter().find(|(name, _)| *name == slot)?;
                Some((value, rest))
            });
            match filled {
                Some((value, rest)) => text.extend([value.as_str(), rest]),
                None => text.extend(["{", part]),
            }
        }
        text
    }

    /// Returns a text with the number `n`: that of `KEY_one` if the language uses the singular for `n`, else that of `KEY`.
    pub fn counted(self, key: &str, n: u64) -> String {
        let is_one = match self.0 {
            Language::En | Language::Es => n == 1,
            Language::Fr => n <= 1,
        };
        let one = format!("{key}_one");
        self.with(if is_one { &one } else { key }, &[("n", n.to_string())])
    }

    /// Returns the texts of the scripts as JSON for a script element.
    pub fn scripts(self) -> &'static str {
        &self.table().scripts
    }

    /// Returns the address of a path, which begins with a slash.
    pub fn at(self, path: impl Display) -> String {
        self.1.at(path)
    }

    /// Returns the code of the language.
    pub fn code(self) -> &'static str {
        self.0.code()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Returns the slots of every text of some files, by key.
    fn slots(files: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
        let slots =
            |text: &str| text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect();
        read_all(files).into_iter().map(|(key, text)| (key, slots(&text))).collect()
    }

    #[test]
    fn every_language_has_the_same_texts_with_the_same_slots() {
        let english = files(Language::En);
        for language in Language::ALL {
            let files = files(language);
            // File by file, so that a text is in the same file in every language.
            for (own, english) in
                files.pages.iter().zip(&english.pages).chain(files.scripts.iter().zip(&english.scripts))
            {
                assert_eq!(slots(&[own]), slots(&[english]), "{language}");
            }
        }
    }

    #[test]
    fn no_text_is_empty() {
        for language in Language::ALL {
            let Files { pages, scripts } = files(language);
            for (key, text) in read_all(&pages).into_iter().chain(read_all(&scripts)) {
                assert!(!text.trim().is_empty(), "{language}: {key}");
            }
        }
    }

    /// Returns every quoted key after `pattern` in the files of a folder.
    fn used_keys(folder: &str, pattern: &str) -> BTreeSet<String> {
        let mut keys = BTreeSet::new();
        for entry in std::fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let text = std::fs::read_to_string(path).unwrap();
                let found = text.split(pattern).skip(1).filter_map(|rest| rest.split_once('"'));
                keys.extend(found.map(|(key, _)| key.to_owned()));
            }
        }
        keys
    }

    #[test]
    fn every_key_in_templates_and_code_has_a_text() {
        let texts_by_key = slots(&files(Language::En).pages);
        for (folder, pattern) in [
            ("templates", "t.get(\""),
            ("templates", "t.with(\""),
            ("src", "texts.get(\""),
            ("src", "texts.with(\""),
            ("src/api", "texts.get(\""),
            ("src/api", "texts.with(\""),
            ("src/live", "texts.get(\""),
            ("src/live", "texts.with(\""),
            ("src/pages", "texts.get(\""),
            ("src/pages", "texts.with(\""),
        ] {
            for key in used_keys(folder, pattern) {
                assert!(texts_by_key.contains_key(&key), "{key} is used in {folder}");
            }
        }
        for folder in ["templates", "src", "src/api", "src/live", "src/pages"] {
            for key in used_keys(folder, "counted(\"").into_iter().flat_map(|key| [format!("{key}_one"), key]) {
                assert!(texts_by_key.contains_key(&key), "{key} is used in {folder}");
            }
        }
    }

    #[test]
    fn numbers_select_singular_or_plural() {
        let counted = |language, n| Texts(language, Base::default(), None).counted("mine_moves", n);
        assert_eq!([0, 1, 2].map(|n| counted(Language::En, n)), ["0 moves", "1 move", "2 moves"]);
        assert_eq!([0, 1, 2].map(|n| counted(Language::Es, n)), ["0 jugadas", "1 jugada", "2 jugadas"]);
        assert_eq!([0, 1, 2].map(|n| counted(Language::Fr, n)), ["0 coup", "1 coup", "2 coups"]);
    }
}
