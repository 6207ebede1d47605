//! Rules in words: every option changes the text in every language, the grammar is correct for all options and names,
//! and published variants match recorded texts.
//!
//! The golden files are under `tests/data/words`. After a deliberate change of the wording, rewrite them with
//! `QUIRKAT_BLESS=1 cargo test -p quirkat-words --test all words::`, and read them.

mod games;
mod grammar;
mod options;
mod outcomes;
mod recorded;

use quirkat_rules::{ClauseStanding, GameFile, Language, OptionKey, Ruleset, find_game};
use quirkat_words::{Basis, RulesTopic, choices_in_words, option_value_in_words, rules_in_words};
use std::collections::HashSet;

fn ruleset(variant: &str, house_rules: &[(&str, &str)]) -> Ruleset {
    find_game("alquerque").unwrap().ruleset(Some(variant), house_rules).unwrap()
}

/// Returns the sentences of the rules, without the names of options.
fn sentences(ruleset: &Ruleset, language: Language) -> Vec<String> {
    let text = rules_in_words(ruleset, language);
    text.sections.into_iter().flat_map(|section| section.sentences).map(|sentence| sentence.text).collect()
}

/// Returns the values of an option, or a sample of them for a numeric option.
pub fn values(key: OptionKey) -> Vec<String> {
    let mut values: Vec<_> = key.allowed().split(", ").filter(|word| !word.contains(' ')).map(str::to_owned).collect();
    match key.name() {
        "no_capture_limit" => values.extend(["1", "6", "7", "40"].map(str::to_owned)),
        "king_move_limit" => values.extend(["1", "3"].map(str::to_owned)),
        "n" => values.extend(["4", "8", "16"].map(str::to_owned)),
        "size" => values.extend(["4x4", "5x7", "6x5", "10x10", "20x20"].map(str::to_owned)),
        "taken_to_win" => values.extend(["1", "5", "11"].map(str::to_owned)),
        _ => (),
    }
    values
}

#[test]
fn sentences_carry_their_basis() {
    let find = |ruleset: &Ruleset, key: &str| {
        let text = rules_in_words(ruleset, Language::En);
        let mut grounds = text.sections.into_iter().flat_map(|section| section.sentences).flat_map(|s| s.grounds);
        grounds.find(|ground| ground.key == key).unwrap()
    };
    let walker = ruleset("walker", &[]);
    assert_eq!(find(&walker, "capture").value, "mandatory");
    let by_walker = Basis::Stated { standing: ClauseStanding::Source, source: "Walker, rule 6".to_owned() };
    assert_eq!(find(&walker, "capture").basis, by_walker);
    assert!(matches!(find(&walker, "blocked").basis, Basis::Stated { standing: ClauseStanding::Ours, .. }));
    assert_eq!(find(&walker, "middle").basis, Basis::Unstated);
    let ours = ruleset("walker", &[("capture", "huff")]);
    assert_eq!(find(&ours, "capture").basis, Basis::HouseRule);
    assert_eq!(find(&ours, "chain").value, "mandatory");
    let article = ruleset("article", &[]);
    assert!(matches!(
        find(&article, "repetition").basis,
        Basis::Stated { standing: ClauseStanding::Reconstruction, .. }
    ));
    let plain = rules_in_words(&ours, Language::En).plain(200);
    assert!(plain.contains("one who does not may be huffed. [house rule]\n"), "{plain}");
    assert!(plain.contains("Who starts is drawn by lot or agreed by the players. [1]\n"), "{plain}");
    assert!(plain.contains(
        "Duty to capture: a player who can capture and does not may be huffed (instead of: a player who can capture must)."
    ));
}

#[test]
fn the_sections_come_in_the_customary_order() {
    for variant in find_game("alquerque").unwrap().variants() {
        let text = rules_in_words(&ruleset(variant, &[]), Language::Es);
        let order = |topic: RulesTopic| RulesTopic::ALL.iter().position(|&at| at == topic).unwrap();
        assert!(text.sections.is_sorted_by(|a, b| order(a.topic) < order(b.topic)));
        assert!(text.house_rules.is_empty());
    }
}

#[test]
fn every_value_has_distinct_words() {
    let roman = ruleset("roman", &[]);
    for language in Language::ALL {
        let keys: HashSet<_> = choices_in_words(&roman, language).into_iter().map(|choice| choice.key_words).collect();
        assert_eq!(keys.len(), OptionKey::ALL.len());
        for (key, choice) in OptionKey::ALL.into_iter().zip(choices_in_words(&roman, language)) {
            assert_eq!(key.name(), choice.key);
            let words = |value: &String| option_value_in_words(&roman, key.name(), value, language).unwrap();
            let wordings: HashSet<_> = values(key).iter().map(words).collect();
            assert_eq!(wordings.len(), values(key).len(), "{}", key.name());
        }
    }
    assert!(option_value_in_words(&roman, "capture", "maybe", Language::En).is_err());
}

#[test]
fn the_apex_of_a_triangle_is_at_the_top_or_at_the_bottom() {
    let corner = |points: &str, rows: &str| {
        let board = format!("board = {{ points = {{ {points} }}, lines = [\"a b c\", \"c d e\", \"e f a\"] }}");
        let text = include_str!("../../../rules/games/alquerque.toml");
        let start = text.find("setup = ").unwrap();
        let end = text.find("aliases").unwrap();
        let text =
            format!("{}setup = \"{rows}\"\n{}", &text[..start], &text[end..]).replace("board = \"alq5\"", &board);
        let game = GameFile::parse("triangle.toml", &text, &|_| Err(String::new().into())).unwrap();
        let sentence = sentences(&game.ruleset(None, &[]).unwrap(), Language::En).swap_remove(0);
        sentence.split_once(" Seen from White's side, ").unwrap().1.to_owned()
    };
    assert_eq!(
        corner("a = [0, 0], b = [1, 1], c = [2, 2], d = [3, 1], e = [4, 0], f = [2, 0]", "b\\n. .\\nw . w"),
        "c is at the top, a at the bottom left and e at the bottom right."
    );
    assert_eq!(
        corner("a = [0, 2], b = [1, 1], c = [2, 0], d = [3, 1], e = [4, 2], f = [2, 2]", "b . b\\n. .\\nw"),
        "c is at the bottom, a at the top left and e at the top right."
    );
}

#[test]
fn a_mirrored_setup_is_described_as_it_stands() {
    let text = sentences(&ruleset("walker", &[("middle", "left"), ("first", "second")]), Language::En).join("\n");
    assert!(text.contains("on its left-hand side: White's on a3 and b3, Black's on d3 and e3."), "{text}");
    assert!(text.contains("Black starts."), "{text}");
}
