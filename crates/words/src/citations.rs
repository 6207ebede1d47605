//! Translates the sources that a game file cites for its clauses.
//!
//! Game files cite in English: `Walker, rule 6`, `the sources agree: only the hare captures`. The file
//! `languages/<code>/citations.toml` translates the citations of the shipped files. Names of authors and books are the
//! same in every language, and citations of other files stay as they are.

use quirkat_rules::Language;
use std::collections::HashMap;
use std::sync::LazyLock;

static CITATIONS: LazyLock<[HashMap<String, String>; Language::ALL.len()]> = LazyLock::new(|| Language::ALL.map(table));

fn table(language: Language) -> HashMap<String, String> {
    let file = match language {
        Language::En => "",
        Language::Es => include_str!("../languages/es/citations.toml"),
        Language::Fr => include_str!("../languages/fr/citations.toml"),
    };
    toml::from_str(file).unwrap_or_else(|error| panic!("citations in {language}: {error}"))
}

/// Returns a citation of a game file in a language, or the citation itself if it has no translation.
pub fn citation_in_words(source: &str, language: Language) -> &str {
    CITATIONS[language as usize].get(source).map_or(source, String::as_str)
}

/// Returns the citations that have a translation into a language, in English.
pub fn translated_citations(language: Language) -> impl Iterator<Item = &'static str> {
    CITATIONS[language as usize].keys().map(String::as_str)
}
