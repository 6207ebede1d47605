//! What the pages and scripts say, in every language.
//!
//! Each language is a few flat files of keys and texts under `texts/`, the same keys in every language. Texts have slots such as
//! `{n}`, which [`Texts::with`] fills.

use quirkat_rules::Language;
use std::collections::HashMap;
use std::sync::LazyLock;

const ENGLISH: [&str; 4] = [
    include_str!("../texts/server.en.toml"),
    include_str!("../texts/pages.en.toml"),
    include_str!("../texts/play.en.toml"),
    include_str!("../texts/analysis.en.toml"),
];
const SPANISH: [&str; 4] = [
    include_str!("../texts/server.es.toml"),
    include_str!("../texts/pages.es.toml"),
    include_str!("../texts/play.es.toml"),
    include_str!("../texts/analysis.es.toml"),
];
const ENGLISH_SCRIPTS: [&str; 3] = [
    include_str!("../texts/js-pages.en.toml"),
    include_str!("../texts/js-play.en.toml"),
    include_str!("../texts/js-analysis.en.toml"),
];
const SPANISH_SCRIPTS: [&str; 3] = [
    include_str!("../texts/js-pages.es.toml"),
    include_str!("../texts/js-play.es.toml"),
    include_str!("../texts/js-analysis.es.toml"),
];

static ALL: LazyLock<[Table; 2]> =
    LazyLock::new(|| [Table::read(&ENGLISH, &ENGLISH_SCRIPTS), Table::read(&SPANISH, &SPANISH_SCRIPTS)]);

/// The texts of one language.
struct Table {
    texts: HashMap<String, String>,
    scripts: String,
}

impl Table {
    fn read(pages: &[&str], scripts: &[&str]) -> Table {
        let scripts = serde_json::to_string(&flat(scripts)).expect("texts are plain strings");
        Table { texts: flat(pages).into_iter().collect(), scripts: safe_in_html(&scripts) }
    }
}

fn flat(files: &[&str]) -> std::collections::BTreeMap<String, String> {
    let read = |file: &&str| toml::from_str::<toml::Table>(file).expect("the texts are TOML");
    let texts = files.iter().flat_map(read);
    texts.map(|(key, text)| (key, text.as_str().expect("a text is a string").to_owned())).collect()
}

/// JSON that cannot end the script element in which it stands.
pub fn safe_in_html(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The texts of one language, as templates and refusals use them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Texts(pub Language);

impl Texts {
    fn table(self) -> &'static Table {
        &ALL[match self.0 {
            Language::En | Language::Fr => 0,
            Language::Es => 1,
        }]
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

    /// The texts of the scripts as JSON that may stand in a page.
    pub fn scripts(self) -> &'static str {
        &self.table().scripts
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

    fn keys(files: &[&str]) -> BTreeSet<String> {
        flat(files).into_keys().collect()
    }

    #[test]
    fn both_languages_have_the_same_texts() {
        assert_eq!(keys(&ENGLISH), keys(&SPANISH));
        assert_eq!(keys(&ENGLISH_SCRIPTS), keys(&SPANISH_SCRIPTS));
    }

    #[test]
    fn slots_are_the_same_in_both_languages() {
        let slots = |text: &str| -> BTreeSet<String> {
            text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect()
        };
        let pairs: [(&[&str], &[&str]); 2] = [(&ENGLISH, &SPANISH), (&ENGLISH_SCRIPTS, &SPANISH_SCRIPTS)];
        for (english, spanish) in pairs {
            let spanish = flat(spanish);
            for (key, text) in flat(english) {
                assert_eq!(slots(&text), slots(&spanish[&key]), "{key}");
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
        let known = keys(&ENGLISH);
        for (folder, pattern) in [
            ("templates", "t.get(\""),
            ("templates", "t.with(\""),
            ("src", "texts.get(\""),
            ("src", "texts.with(\""),
            ("src/live", "texts.get(\""),
            ("src/live", "texts.with(\""),
            ("src/pages", "texts.get(\""),
            ("src/pages", "texts.with(\""),
        ] {
            for key in used(folder, pattern) {
                assert!(known.contains(&key), "{key} is used in {folder}");
            }
        }
    }
}
