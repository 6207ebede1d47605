//! Spelling, punctuation, gender and number in all sentences.

use super::options::{OF_OTHER_BOARDS, random_house_rules, with};
use super::{sentences, values};
use quirkat_rules::{GameFile, Language, OptionKey, Outcome, Reason, Ruleset, Side, games};
use quirkat_words::{choices_in_words, outcome_in_words, rules_in_words};
use std::collections::HashSet;

/// Checks each sentence once: many rulesets share it.
fn check_sentences(wordings: HashSet<(Language, String)>) {
    wordings.iter().for_each(|(language, sentence)| check_sentence(sentence, *language));
}

/// Checks a sentence for errors that are never correct in its language.
pub fn check_sentence(sentence: &str, language: Language) {
    let fault = |what: &str| panic!("{what}: {sentence}");
    if sentence.contains(['{', '}']) {
        fault("an empty slot");
    }
    if !sentence.starts_with(char::is_uppercase) && !sentence.starts_with(|c: char| c.is_ascii_digit()) {
        fault("no capital");
    }
    if !sentence.ends_with('.') || sentence.contains("..") {
        fault("no full stop, or too many");
    }
    for wrong in ["  ", " ,", " .", " ;", ": .", "( "] {
        if sentence.contains(wrong) {
            fault("bad spacing");
        }
    }
    let padded = format!(" {} ", sentence.to_lowercase());
    let wrong: &[&str] = match language {
        Language::En => {
            &[" a a", " a e", " a i", " a o", " an m", " an k", " an p", " the the ", " a an ", "men's men"]
        }
        Language::Es => &[" de el ", " a el ", " el la ", " un una ", " y i", " los las ", " peón pieza "],
        Language::Fr => {
            &[" de le ", " de les ", " à le ", " à les ", " si il", " le les ", " un une ", " qu'le", " qu'la"]
        }
    };
    if language == Language::Fr {
        check_french(sentence);
    }
    for wrong in wrong {
        // "a one" would be correct, but no rule contains it.
        if padded.contains(wrong) {
            fault(wrong);
        }
    }
}

/// Checks French text for a missing elision or a missing space before punctuation.
fn check_french(text: &str) {
    let padded = format!(" {}", text.to_lowercase());
    for short in ["le", "la", "de", "ne", "que", "se", "jusque"] {
        for (at, found) in padded.match_indices(&format!(" {short} ")) {
            let next = &padded[at + found.len()..];
            // *Onze* takes no elision.
            let elides = next.starts_with(|next| "aàâeéèêiîoôuû".contains(next)) && !next.starts_with("onze");
            assert!(!elides, "{short}: {text}");
        }
    }
    let signs: Vec<char> = text.chars().collect();
    for pair in signs.windows(2) {
        match pair[1] {
            ':' => assert_eq!(pair[0], '\u{a0}', "{text}"),
            ';' | '!' | '?' => assert_eq!(pair[0], '\u{202f}', "{text}"),
            _ => (),
        }
    }
}

#[test]
fn sentences_are_correct_for_random_options() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut wordings = HashSet::new();
    for _ in 0..3000 {
        let ruleset = with(&random_house_rules(&mut random));
        for language in Language::ALL {
            let text = rules_in_words(&ruleset, language);
            let sentences = text.sections.iter().flat_map(|section| &section.sentences);
            wordings.extend(sentences.map(|sentence| (language, sentence.text.clone())));
            for choice in choices_in_words(&ruleset, language) {
                assert!(!format!("{}{}", choice.key_words, choice.value_words).contains(['{', '}']), "{choice:?}");
            }
            for line in text.plain(60).lines() {
                assert!(line.chars().count() <= 60, "{line}");
            }
        }
    }
    check_sentences(wordings);
}

/// Returns the same game with other names: a feminine man, a masculine king, a singular and a plural side.
fn renamed() -> Ruleset {
    let text = include_str!("../../../../rules/games/alquerque.toml")
        .replace(r#"["man", "men"]"#, r#"["elder", "elders"]"#)
        .replace(r#"["el peón", "los peones"]"#, r#"["la torre", "las torres"]"#)
        .replace(r#"["la dama", "las damas"]"#, r#"["el águila", "las águilas"]"#)
        .replace("en = \"White\"\nes = \"Blancas\"", "en = \"Tigers\"\nes = \"Tigres\"")
        .replace("en = \"Black\"\nes = \"Negras\"", "en = \"Hare\"\nes = \"la Liebre\"");
    let game = GameFile::parse("renamed.toml", &text, &|_| Err(String::new().into())).unwrap();
    let rules = [("first", "first"), ("capture", "huff"), ("chain", "mandatory"), ("choice", "max")];
    game.ruleset(Some("arabic"), &rules).unwrap()
}

#[test]
fn genders_and_numbers_agree_with_the_names() {
    let ruleset = renamed();
    let en = sentences(&ruleset, Language::En).join("\n");
    let es = sentences(&ruleset, Language::Es).join("\n");
    for wanted in
        ["Tigers start.", "An elder captures a neighbouring enemy piece", "from the Tigers' side", "Hare's on a3"]
    {
        assert!(en.contains(wanted), "{wanted}: {en}");
    }
    for wanted in [
        "Empiezan los Tigres.",
        "Una torre captura una pieza enemiga contigua",
        "se convierte en águila",
        "Un águila se mueve",
        "las de la Liebre",
        "una de las piezas que podían",
        "Hay dos bandos, los Tigres y la Liebre, con doce torres cada uno.",
    ] {
        assert!(es.contains(wanted), "{wanted}: {es}");
    }
    let lost = Outcome { winner: Some(Side::Second), reason: Reason::NoPieces };
    assert_eq!(outcome_in_words(&ruleset, lost, Language::En), "Hare wins: the Tigers have no pieces left.");
    assert_eq!(outcome_in_words(&ruleset, lost, Language::Es), "Gana la Liebre: los Tigres se han quedado sin piezas.");
}

#[test]
fn sentences_of_every_game_are_correct() {
    for game in games() {
        for variant in game.variants() {
            for (key, value) in
                [("capture", "mandatory"), ("capture", "huff"), ("choice", "protest"), ("choice", "italian")]
            {
                let ruleset = game.ruleset(Some(variant), &[(key, value)]).unwrap();
                for language in Language::ALL {
                    for sentence in sentences(&ruleset, language) {
                        check_sentence(&sentence, language);
                    }
                }
            }
        }
    }
}

#[test]
fn sentences_of_every_game_are_correct_for_random_options() {
    let mut random = fastrand::Rng::with_seed(33);
    let mut wordings = HashSet::new();
    for game in games() {
        for _ in 0..60 {
            let options = OptionKey::ALL
                .into_iter()
                .filter(|key| !OF_OTHER_BOARDS.contains(&key.name()) && key.name() != "middle");
            let mut rules: Vec<_> = options.map(|key| (key.name(), values(key))).collect();
            // A few departures test a variant better than many, which leave little of it.
            random.shuffle(&mut rules);
            rules.truncate(random.usize(..12));
            let rules: Vec<_> =
                rules.iter().map(|(key, values)| (*key, values[random.usize(..values.len())].as_str())).collect();
            let variants: Vec<_> = game.variants().collect();
            let ruleset = game.ruleset(Some(variants[random.usize(..variants.len())]), &rules).unwrap();
            for language in Language::ALL {
                wordings.extend(sentences(&ruleset, language).into_iter().map(|sentence| (language, sentence)));
                for reason in Reason::ALL {
                    for winner in [None, Some(Side::First), Some(Side::Second)] {
                        wordings.insert((language, outcome_in_words(&ruleset, Outcome { winner, reason }, language)));
                    }
                }
            }
        }
    }
    check_sentences(wordings);
}
