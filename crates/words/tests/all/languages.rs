//! Texts of the languages: all have the same keys with the same slots, every text is used, and every value has a text.

use quirkat_rules::{Language, OptionKey, find_game, games};
use quirkat_words::{
    TEXTS, choices_in_words, citation_in_words, option_value_in_words, position_in_words, translated_citations,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn keys(language: Language) -> BTreeSet<&'static str> {
    TEXTS.keys(language).collect()
}

#[test]
fn every_language_has_the_same_texts_with_the_same_slots() {
    for language in Language::ALL {
        assert_eq!(keys(language), keys(Language::En), "{language}");
        for key in keys(language) {
            assert_eq!(TEXTS.slots(language, key), TEXTS.slots(Language::En, key), "{language}: {key}");
        }
    }
}

/// Collects the string literals of the code in all files of a folder.
fn quoted(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            quoted(&path, found);
        } else {
            let code = fs::read_to_string(&path).unwrap();
            found.extend(code.split('"').skip(1).step_by(2).map(str::to_owned));
        }
    }
}

#[test]
fn every_text_is_used() {
    let mut found = BTreeSet::new();
    quoted(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    let unused: Vec<_> = keys(Language::En).into_iter().filter(|key| !found.contains(*key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// Checks that no slot is left, and that no space is doubled or missing.
pub fn check_slots(text: &str, language: Language) {
    assert!(!text.is_empty() && !text.contains(['{', '}', '$', '|']), "{language}: {text}");
    assert!(!text.contains("  ") && !text.starts_with(' ') && !text.ends_with(' '), "{language}: {text}");
}

/// Checks slots and spaces, and in French also contractions of articles. Point names take no article.
fn check(text: &str, language: Language) {
    check_slots(text, language);
    if language == Language::Fr {
        for wrong in [" de le ", " de les ", " à le ", " à les ", " :", " ;", " de a", " de o", " de é", " si il"] {
            assert!(!text.contains(wrong), "{text}");
        }
    }
}

#[test]
fn every_value_of_every_game_has_words_in_every_language() {
    for game in games() {
        let ruleset = game.ruleset(None, &[]).unwrap();
        for language in Language::ALL {
            check(&position_in_words(&ruleset, &ruleset.start, language), language);
            for choice in choices_in_words(&ruleset, language) {
                check(&choice.key_words, language);
                check(&choice.value_words, language);
            }
            for key in OptionKey::ALL {
                for (value, _) in key.words() {
                    check(&option_value_in_words(&ruleset, key.name(), value, language).unwrap(), language);
                }
            }
        }
    }
}

#[test]
fn french_articles_contract() {
    let first = |game: &str, key: &str, value: &str| {
        let ruleset = find_game(game).unwrap().ruleset(None, &[]).unwrap();
        option_value_in_words(&ruleset, key, value, Language::Fr).unwrap()
    };
    assert_eq!(first("alquerque", "first", "first"), "les Blancs");
    assert_eq!(first("fanorona", "first_capture_single", "first"), "celle des Blancs termine le coup");
    assert_eq!(first("liebre", "captors", "second"), "seul le Lièvre");
}

/// Issue 17: notes in English stood under "De dónde viene cada regla". Every citation with English words is translated;
/// a citation of mere names is not.
#[test]
fn citations_of_shipped_games_are_translated() {
    let variants = games().flat_map(|game| game.variants().map(|id| game.ruleset(Some(id), &[]).unwrap()));
    let (mut cited, mut works) = (BTreeSet::new(), BTreeSet::new());
    for ruleset in variants {
        cited.extend(ruleset.info.clauses.iter().map(|clause| clause.source.clone()));
        works.extend(ruleset.info.sources.clone());
    }
    let is_english = |text: &str| {
        const WORDS: &str =
            " a an and as at by in is it its no not nothing of on one or rule rules the to with without ";
        // Titles are recognised by their capitals.
        text.split(|c: char| !c.is_alphanumeric()).any(|word| !word.is_empty() && WORDS.contains(&format!(" {word} ")))
    };
    /// Words of notes on works, whose titles stay in their language.
    const NOTES: [&str; 8] =
        ["as quoted", "as told", "article on", "older text", "translation,", "comment of", "leaflet", "not read"];
    for language in [Language::Es, Language::Fr] {
        for work in &works {
            let translation = citation_in_words(work, language);
            assert!(NOTES.iter().all(|note| !translation.contains(note)), "{language}: {translation}");
        }
        for source in &cited {
            let translation = citation_in_words(source, language);
            assert!(translation != source || !is_english(source), "{language}: {source}");
            if translation != source {
                check(translation, language);
            }
        }
        let unused: Vec<_> = translated_citations(language)
            .filter(|source| !cited.contains(*source) && !works.contains(*source))
            .collect();
        assert!(unused.is_empty(), "{language}: {unused:?}");
    }
    assert_eq!(citation_in_words("Walker, rule 6", Language::Es), "Walker, regla 6");
    assert_eq!(citation_in_words("Walker, rule 6", Language::En), "Walker, rule 6");
}

/// French punctuation of two parts never begins a line.
#[test]
fn french_punctuation_never_begins_a_line() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folders = fs::read_dir(crates).unwrap().flat_map(|folder| {
        let folder = folder.unwrap().path();
        ["texts/fr", "languages/fr"].map(|texts| folder.join(texts))
    });
    let files: Vec<_> = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().collect();
    assert!(files.len() > 40, "only {} files of texts", files.len());
    for file in files {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let is_loose = [" :", " ;", " !", " ?", " »", "« "].iter().any(|loose| line.contains(loose));
            assert!(!is_loose, "{}: {line}", path.display());
        }
    }
}
