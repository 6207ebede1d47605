//! What a game file says of where a choice comes from, in the language of the rest.
//!
//! Game files cite in English: `Walker, rule 6`, `the sources below agree: only the hare captures`. What ours say is in
//! `languages/<code>/citations.toml`, each text with its translation; those that are nothing but names of books and people
//! are what they are in every language, and so is what other people's files say.

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

/// Where a choice comes from, as a game file says it, in a language.
pub fn citation_in_words(source: &str, language: Language) -> &str {
    CITATIONS[language as usize].get(source).map_or(source, String::as_str)
}

/// What is translated into a language.
pub fn translated_citations(language: Language) -> impl Iterator<Item = &'static str> {
    CITATIONS[language as usize].keys().map(String::as_str)
}
