//! Example turns of all games: legal in their positions, and of the expected kinds.

use quirkat_draw::examples::{Example, ExampleKind, examples};
use quirkat_rules::{
    AnyRules, Capture, Language, Mills, Precedence, Promotion, Ruleset, find_game, games, split_option, write_fen,
};
use quirkat_words::{RulesTopic, rules_in_words};
use std::collections::BTreeMap;

fn ruleset(title: &str, rules: &[&str]) -> Ruleset {
    let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
    let choices: Vec<_> = rules.iter().map(|rule| split_option(rule).unwrap()).collect();
    find_game(game).unwrap().ruleset(variant, &choices).unwrap()
}

/// House rules that no published variant has.
const HOUSE_RULES: [(&str, &[&str]); 12] = [
    ("alquerque", &["capture=huff"]),
    ("alquerque", &["capture=optional", "promotion=long"]),
    ("alquerque", &["chain=none"]),
    ("alquerque", &["return=never"]),
    ("damas", &["promotion=short"]),
    ("international", &["capture=optional", "chain=optional"]),
    ("international", &["choice=free"]),
    ("buruj", &["capture=optional"]),
    ("fanorona", &["capture=optional"]),
    ("konane", &["size=20x20"]),
    ("konane", &["size=4x4"]),
    ("queah", &["promotion=long"]),
];

fn all_rulesets() -> Vec<Ruleset> {
    let published = games().flat_map(|game| game.variants().map(|variant| game.ruleset(Some(variant), &[]).unwrap()));
    published.chain(HOUSE_RULES.iter().map(|(title, rules)| ruleset(title, rules))).collect()
}

fn examples_of(ruleset: &Ruleset) -> Vec<Example> {
    examples(&AnyRules::compile(ruleset.clone()).unwrap().new_game())
}

fn kinds(title: &str, rules: &[&str]) -> Vec<ExampleKind> {
    examples_of(&ruleset(title, rules)).iter().map(|example| example.kind).collect()
}

#[test]
fn every_example_is_legal_in_its_position() {
    for ruleset in all_rulesets() {
        let (title, board) = (ruleset.title(), &ruleset.board);
        let rules = AnyRules::compile(ruleset.clone()).unwrap();
        for example in examples(&rules.new_game()) {
            let what = format!("{title}: {} in {}", example.turn.text(board), write_fen(&ruleset, &example.before));
            let mut game = rules.game(Some(&example.before)).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(game.turns().unwrap().contains(&example.turn), "{what}");
            game.play(&example.turn).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(game.setup(), example.after, "{what}");
        }
    }
}

#[test]
fn every_example_stands_in_a_section_of_the_rules() {
    for ruleset in all_rulesets() {
        let sections: Vec<RulesTopic> =
            rules_in_words(&ruleset, Language::En).sections.iter().map(|section| section.topic).collect();
        let examples = examples_of(&ruleset);
        let place = |example: &Example| sections.iter().position(|&topic| topic == example.topic);
        let places: Vec<_> = examples
            .iter()
            .map(|example| place(example).unwrap_or_else(|| panic!("{}: {:?}", ruleset.title(), example.kind)))
            .collect();
        assert!(places.is_sorted(), "{}: {places:?}", ruleset.title());
        assert!(!examples.is_empty(), "{} has none", ruleset.title());
    }
}

#[test]
fn each_kind_occurs_once_and_captures_at_most_twice() {
    for ruleset in all_rulesets() {
        let title = ruleset.title();
        let mut hops: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for example in examples_of(&ruleset) {
            hops.entry(format!("{:?}", example.kind)).or_default().push(example.turn.path.len().saturating_sub(1));
        }
        for (kind, hops) in hops {
            match (kind.as_str(), &hops[..]) {
                (_, [_]) => {}
                ("Capture", [1, 2..=4]) => {}
                // The example of a source may be longer.
                ("Capture", [1, 5..=7]) if title.starts_with("buruj") => {}
                _ => panic!("{title}: {kind} with {hops:?}"),
            }
        }
    }
}

#[test]
fn examples_are_the_same_every_time() {
    for title in ["alquerque", "international", "bashni", "queah", "alquerque-de-nueve", "konane"] {
        assert_eq!(examples_of(&ruleset(title, &[])), examples_of(&ruleset(title, &[])), "{title}");
    }
}

#[test]
fn examples_follow_the_options() {
    use ExampleKind::{Capture, Departure, Drop, Huff, King, Removal, Step};
    assert_eq!(kinds("alquerque", &[]), [Step, Capture, Capture]);
    assert_eq!(kinds("alquerque", &["capture=huff"]), [Step, Capture, Capture, Huff]);
    assert_eq!(kinds("alquerque", &["chain=none"]), [Step, Capture]);
    assert_eq!(kinds("alquerque", &["promotion=long"]), [Step, Capture, Capture, King]);
    assert!(kinds("alquerque-de-tres", &[]).contains(&Drop));
    assert!(kinds("alquerque-de-nueve", &[]).contains(&Removal));
    assert_eq!(kinds("konane", &[]), [Departure, Capture, Capture]);
}

#[test]
fn flying_kings_fly() {
    let king = |rules: &[&str]| {
        let ruleset = ruleset("international", rules);
        let example = examples_of(&ruleset).into_iter().find(|example| example.kind == ExampleKind::King).unwrap();
        assert!(!example.turn.captures.is_empty(), "a king captures");
        let places: Vec<_> = example.turn.path.iter().map(|&point| ruleset.board.place(point)).collect();
        places.windows(2).map(|hop| (hop[0].x - hop[1].x).abs()).max().unwrap()
    };
    // A short leap spans two columns.
    assert!(king(&[]) > 2);
    assert_eq!(king(&["promotion=short"]), 2);
}

#[test]
fn examples_show_only_rules_of_the_ruleset() {
    for ruleset in all_rulesets() {
        let (title, options) = (ruleset.title(), &ruleset.options);
        for example in examples_of(&ruleset) {
            let may_be = match example.kind {
                ExampleKind::Huff => options.capture == Capture::Huff,
                ExampleKind::King => options.promotion != Promotion::None,
                ExampleKind::Drop => ruleset.start.memory.hand != [0, 0],
                ExampleKind::Departure => ruleset.start.columns.iter().all(|column| !column.is_empty()),
                ExampleKind::Removal => options.mills != Mills::None,
                ExampleKind::Claim => options.choice == Precedence::Protest,
                ExampleKind::Step | ExampleKind::Capture => true,
            };
            assert!(may_be, "{title}: {:?}", example.kind);
        }
    }
}

#[test]
fn example_positions_have_few_pieces() {
    for title in ["alquerque", "damas", "english", "international", "zamma", "dama"] {
        // A long chain needs more pieces.
        for example in examples_of(&ruleset(title, &[])).iter().filter(|example| example.turn.path.len() == 2) {
            let pieces = example.before.columns.iter().flatten().count();
            assert!((4..=8).contains(&pieces), "{title}: {pieces} pieces around {:?}", example.kind);
        }
    }
}

#[test]
fn captions_are_translated() {
    let caption = |title: &str, rules: &[&str], kind, language| {
        let ruleset = ruleset(title, rules);
        let examples = examples_of(&ruleset);
        let example = examples.iter().find(|example| example.kind == kind).unwrap();
        (example.caption(&ruleset.board, language), example.turn.text(&ruleset.board))
    };
    let (capture, turn) = caption("alquerque", &[], ExampleKind::Capture, Language::En);
    assert_eq!(capture, format!("A capture: {turn}"));
    let (huff, turn) = caption("alquerque", &["capture=huff"], ExampleKind::Huff, Language::Es);
    // The rules decide whether a move follows.
    let removed = "Un soplido: se retira la pieza de ";
    assert_eq!(huff, turn.replace("huff ", removed).replace(", ", "; después "));
    let (drop, turn) = caption("bagh-chal", &[], ExampleKind::Drop, Language::Fr);
    assert_eq!(drop, turn.replace("drop @", "Une pièce entre en "));
}

#[test]
fn captions_contain_no_notation_beside_moves_on_the_board() {
    for game in games() {
        for variant in game.variants() {
            let ruleset = game.ruleset(Some(variant), &[]).unwrap();
            for example in examples_of(&ruleset) {
                for language in Language::ALL {
                    let caption = example.caption(&ruleset.board, language);
                    let is_raw =
                        ["@", "drop", "claim ", "huff ", " x", "pass", "{"].iter().any(|raw| caption.contains(raw));
                    assert!(!is_raw, "{}: {caption}", ruleset.title());
                    assert!(
                        example.turn.drops.len() < 2 && example.turn.removed.len() < 2,
                        "{}: {caption}",
                        ruleset.title()
                    );
                }
            }
        }
    }
}

/// Issue 17, point 20: the position in which Jahbooty shows the longest capture.
#[test]
fn the_longest_capture_that_a_source_shows_is_the_example() {
    for (title, leaps) in [("buruj", 7), ("buruj:protest", 7), ("buruj:free", 7), ("buruj:dangerous", 5)] {
        let ruleset = ruleset(title, &[]);
        let longest = examples_of(&ruleset).into_iter().max_by_key(|example| example.turn.captures.len()).unwrap();
        assert_eq!(longest.turn.captures.len(), leaps, "{title}");
        assert_eq!(write_fen(&ruleset, &longest.before), "W:We3:Ba2(bb),b2(bb),b3,c4,d4", "{title}");
    }
    // Without chains there is no such example.
    assert!(examples_of(&ruleset("buruj", &["chain=none"])).iter().all(|example| example.turn.captures.len() < 2));
}
