//! What the pages and scripts say, in every language.
//!
//! Each language is a folder under `texts/`: a few flat files of keys and texts, the same in every language. Texts have slots
//! such as `{n}`, which [`Texts::with`] fills.

use crate::site::Base;
use quirkat_rules::Language;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::LazyLock;

/// The files of one language.
struct Files {
    /// What the server and its pages say.
    pages: [&'static str; 9],
    /// What the scripts of the pages say.
    scripts: [&'static str; 8],
}

/// The files in the folder of a language: named here, once for all languages.
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
            ],
        }
    };
}

/// The folder of each language.
const fn files(language: Language) -> Files {
    match language {
        Language::En => folder!("en"),
        Language::Es => folder!("es"),
        Language::Fr => folder!("fr"),
    }
}

static ALL: LazyLock<[Table; Language::ALL.len()]> =
    LazyLock::new(|| Language::ALL.map(|language| Table::read(&files(language))));

/// The texts of one language.
struct Table {
    texts: HashMap<String, String>,
    scripts: String,
}

impl Table {
    fn read(files: &Files) -> Table {
        let scripts = serde_json::to_string(&flat(&files.scripts)).expect("texts are plain strings");
        Table { texts: flat(&files.pages).into_iter().collect(), scripts: safe_in_html(&scripts) }
    }
}

fn flat(files: &[&str]) -> BTreeMap<String, String> {
    let read = |file: &&str| toml::from_str::<toml::Table>(file).expect("the texts are TOML");
    let texts = files.iter().flat_map(read);
    texts.map(|(key, text)| (key, text.as_str().expect("a text is a string").to_owned())).collect()
}

/// JSON that cannot end the script element in which it stands.
pub fn safe_in_html(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The texts of one language, as templates and refusals use them, and the path below which the addresses in them are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Texts(pub Language, pub Base);

impl Texts {
    fn table(self) -> &'static Table {
        &ALL[self.0 as usize]
    }

    /// The text of a key; the key itself where there is none, which a test excludes for all keys that templates use.
    pub fn get<'k>(&self, key: &'k str) -> &'k str {
        self.table().texts.get(key).map_or(key, String::as_str)
    }

    /// A text with its slots filled.
    pub fn with(&self, key: &str, values: &[(&str, String)]) -> String {
        // In one pass: what fills a slot may itself look like one.
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

    /// A text that counts something, in its slot `n`: that of `KEY_one` where the language has no plural, else that of `KEY`.
    pub fn counted(self, key: &str, n: u64) -> String {
        let is_one = match self.0 {
            Language::En | Language::Es => n == 1,
            Language::Fr => n <= 1,
        };
        let one = format!("{key}_one");
        self.with(if is_one { &one } else { key }, &[("n", n.to_string())])
    }

    /// The texts of the scripts as JSON that may stand in a page.
    pub fn scripts(self) -> &'static str {
        &self.table().scripts
    }

    /// The address of a path of this server, which begins with a slash.
    pub fn at(self, path: impl Display) -> String {
        self.1.at(path)
    }

    /// The language's code.
    pub fn code(self) -> &'static str {
        self.0.code()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The slots of every text of some files, by its key.
    fn slots(files: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
        let slots =
            |text: &str| text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect();
        flat(files).into_iter().map(|(key, text)| (key, slots(&text))).collect()
    }

    #[test]
    fn every_language_has_the_same_texts_with_the_same_slots() {
        let english = files(Language::En);
        for language in Language::ALL {
            let files = files(language);
            // File by file, so that a text is found where it is looked for.
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
            for (key, text) in flat(&pages).into_iter().chain(flat(&scripts)) {
                assert!(!text.trim().is_empty(), "{language}: {key}");
            }
        }
    }

    /// Every text in quotes behind `pattern` in the folder's files.
    fn used(folder: &str, pattern: &str) -> BTreeSet<String> {
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
    fn templates_and_code_use_texts_that_there_are() {
        let known = slots(&files(Language::En).pages);
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
            for key in used(folder, pattern) {
                assert!(known.contains_key(&key), "{key} is used in {folder}");
            }
        }
        for folder in ["templates", "src", "src/api", "src/live", "src/pages"] {
            for key in used(folder, "counted(\"").into_iter().flat_map(|key| [format!("{key}_one"), key]) {
                assert!(known.contains_key(&key), "{key} is used in {folder}");
            }
        }
    }

    #[test]
    fn one_thing_is_counted_in_the_singular() {
        let said = |language, n| Texts(language, Base::default()).counted("mine_moves", n);
        assert_eq!([0, 1, 2].map(|n| said(Language::En, n)), ["0 turns", "1 turn", "2 turns"]);
        assert_eq!([0, 1, 2].map(|n| said(Language::Es, n)), ["0 jugadas", "1 jugada", "2 jugadas"]);
        assert_eq!([0, 1, 2].map(|n| said(Language::Fr, n)), ["0 coup", "1 coup", "2 coups"]);
    }
}
