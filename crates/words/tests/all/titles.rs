//! A title never contradicts the house rules.

use crate::words::values;
use quirkat_rules::{GameFile, Language, OptionKey, Ruleset, Side, find_game, games};
use quirkat_words::{rules_in_words, title_in_words};
use std::collections::HashSet;

/// Variants that are named after people, peoples, places, writings, sites, times, other games or their own game. House
/// rules never contradict these names. All other names describe rules.
const NAMED_AFTER_OTHERS: &[(&str, &[&str])] = &[
    ("aiyawatstani", &["ludii"]),
    ("alquerque-de-nueve", &["alfonso", "modern"]),
    ("alquerque-de-tres", &["alfonso", "dris"]),
    (
        "alquerque",
        &[
            "walker",
            "article",
            "smith",
            "smith_bell",
            "wikipedia",
            "murray",
            "covarrubias",
            "jocly",
            "jocly_bell",
            "roman",
            "jocly_roman",
            "arabic",
            "brainking",
            "ludii_alfonso",
        ],
    ),
    ("awithlaknan-mosona", &["seed"]),
    ("awithlaknannai", &["seed", "bell", "boardandpieces", "wikipedia", "ludii"]),
    ("bashni", &["bashni", "michaelsen"]),
    ("brazilian", &["cbd"]),
    ("buruj", &["protest"]),
    ("canadian", &["aqjd", "sri_lanka"]),
    ("czech", &["cfd"]),
    ("dablot", &["usual", "keyland", "winther"]),
    ("dama", &["turkish"]),
    ("damas", &["modern", "huff_max"]),
    ("dameo", &["freeling"]),
    ("english", &["wcdf"]),
    ("fanorona", &["tsivy", "dimyand"]),
    ("frisian", &["wfd", "frysk"]),
    ("international", &["fmjd"]),
    ("italian", &["fid"]),
    ("jamaican", &["jamaica"]),
    ("kharbaga", &["kharbaga", "ludii"]),
    ("kharberg", &["monod"]),
    ("lasca", &["lasca"]),
    ("leopards", &["parker"]),
    ("peralikatuma", &["seed", "parker", "wikipedia_old", "bead"]),
    ("pinoy-dama", &["modern", "street", "culin1900"]),
    ("pool", &["apca"]),
    ("portuguese", &["fpd"]),
    ("shashki", &["russian"]),
    ("sixteen-soldiers", &["seed", "parker"]),
    ("spantsiretti", &["russian"]),
    ("tama", &["armenian"]),
    ("thai", &["makhos"]),
    ("tuknanavuhpi", &["seed", "culin", "wikipedia", "ludii"]),
    ("tukvnanawopi", &["seed", "culin", "wikipedia", "bead"]),
    ("unified-pool", &["unified"]),
    ("zamma", &["zamma", "srand", "monod", "wellouej", "crand"]),
];

fn is_named_after_others(game: &str, variant: &str) -> bool {
    NAMED_AFTER_OTHERS.iter().any(|(named, variants)| *named == game && variants.contains(&variant))
}

/// Returns a variant with each possible house rule, one at a time.
fn changed(file: &GameFile, variant: &str) -> impl Iterator<Item = Ruleset> {
    let all = OptionKey::ALL.into_iter().flat_map(|key| values(key).into_iter().map(move |value| (key, value)));
    all.filter_map(move |(key, value)| file.ruleset(Some(variant), &[(key.name(), &value)]).ok())
        .filter(|ruleset| !ruleset.house_rules.is_empty())
}

/// Words for numbers that occur in names of shipped games.
const NUMBERS: [(usize, [&[&str]; 3]); 14] = [
    (2, [&["two"], &["dos"], &["deux"]]),
    (3, [&["three"], &["tres"], &["trois"]]),
    (4, [&["four"], &["cuatro"], &["quatre"]]),
    (5, [&["five"], &["cinco"], &["cinq"]]),
    (6, [&["six"], &["seis"], &["six"]]),
    (8, [&["eight"], &["ocho"], &["huit"]]),
    (9, [&["nine"], &["nueve"], &["neuf"]]),
    (10, [&["ten"], &["diez"], &["dix"]]),
    (11, [&["eleven"], &["once"], &["onze"]]),
    (12, [&["twelve"], &["doce"], &["douze"]]),
    (16, [&["sixteen"], &["dieciséis"], &["seize"]]),
    (20, [&["twenty"], &["veinte"], &["vingt"]]),
    (22, [&["twenty-two"], &["veintidós"], &["vingt-deux"]]),
    (45, [&["forty-five"], &["cuarenta", "y", "cinco"], &["quarante-cinq"]]),
];

/// Returns the numbers in a title, the longest words first.
fn numbers(title: &str, language: Language) -> Vec<usize> {
    let lower = title.to_lowercase();
    let mut words: Vec<&str> = lower.split([' ', ':', ',']).filter(|word| !word.is_empty()).collect();
    let mut found = vec![];
    for &(number, ref words_of_number) in NUMBERS.iter().rev() {
        let words_of_number = words_of_number[Language::ALL.iter().position(|one| *one == language).unwrap()];
        while let Some(at) = words.windows(words_of_number.len()).position(|window| window == words_of_number) {
            words.drain(at..at + words_of_number.len());
            found.push(number);
        }
    }
    found
}

/// Returns the numbers of a board, its pieces and the captures that win.
fn facts(ruleset: &Ruleset) -> HashSet<usize> {
    let points: Vec<_> = ruleset.board.points().collect();
    let count_distinct = |of: fn(quirkat_rules::Place) -> i32| {
        points.iter().map(|&point| of(ruleset.board.place(point))).collect::<HashSet<_>>().len()
    };
    let standing = Side::BOTH.map(|side| ruleset.start.count(side));
    let pieces_in_hand = ruleset.start.memory.hand.map(usize::from);
    let captures_to_win = OptionKey::TakenToWin.value(&ruleset.options);
    [points.len(), count_distinct(|place| place.x), count_distinct(|place| place.y), standing[0] + standing[1]]
        .into_iter()
        .chain(standing)
        .chain(pieces_in_hand)
        .chain(captures_to_win.parse())
        .collect()
}

#[test]
fn a_variant_name_is_dropped_when_a_house_rule_contradicts_it() {
    for file in games() {
        for variant in file.variants() {
            let published = file.ruleset(Some(variant), &[]).unwrap();
            let loses_name = |changed: &Ruleset| changed.info.variant_name != published.info.variant_name;
            let is_lost = changed(file, variant).any(|changed| loses_name(&changed));
            assert_eq!(is_lost, !is_named_after_others(&file.id, variant), "{}", published.title());
            for changed in changed(file, variant).filter(loses_name) {
                for language in Language::ALL {
                    let title = title_in_words(&changed, language);
                    let context = format!("{}: {:?}: {title}", changed.title(), changed.house_rules);
                    assert!(!title.contains(published.info.variant_name.get(language)), "{context}");
                    assert!(title.starts_with(file.name.get(language)), "{context}");
                    let rules = rules_in_words(&changed, language);
                    assert_eq!((rules.title(), rules.note.as_str()), (title, ""), "{context}");
                }
            }
        }
    }
}

#[test]
fn numbers_in_titles_match_the_rules() {
    /// Variants whose names count drawings on the board, not points: two triangles, two diagonals.
    const DRAWN: [&str; 2] = ["triangles2", "great_diagonals"];
    let mut count = 0;
    for file in games() {
        for variant in file.variants().filter(|variant| !DRAWN.contains(variant)) {
            let published = file.ruleset(Some(variant), &[]).ok();
            for ruleset in published.into_iter().chain(changed(file, variant)) {
                let facts = facts(&ruleset);
                for language in Language::ALL {
                    let title = title_in_words(&ruleset, language);
                    let numbers = numbers(&title, language);
                    count += numbers.len();
                    let other = numbers.iter().find(|number| !facts.contains(number));
                    assert_eq!(other, None, "{}: {:?}: {title}", ruleset.title(), ruleset.house_rules);
                }
            }
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn a_game_on_another_board_size_has_the_name_of_the_game() {
    let konane = find_game("konane").unwrap();
    let titles = |variant: &str, rules: &[(&str, &str)]| {
        let ruleset = konane.ruleset(Some(variant), rules).unwrap();
        Language::ALL.map(|language| title_in_words(&ruleset, language))
    };
    let alone = ["Kōnane, with house rules", "Kōnane, con reglas de la casa", "Kōnane, avec des règles maison"];
    assert_eq!(titles("hawaii10", &[("size", "20x20")]), alone);
    assert_eq!(titles("eight", &[("size", "6x6")]), alone);
    let centre = [
        "Kōnane: From the centre, with house rules",
        "Kōnane: Desde el centro, con reglas de la casa",
        "Kōnane\u{a0}: Depuis le centre, avec des règles maison",
    ];
    assert_eq!(titles("berkeley", &[("size", "20x20")]), centre);
    let ten = ["Kōnane: Ten by ten", "Kōnane: Diez por diez", "Kōnane\u{a0}: Dix sur dix"];
    assert_eq!(titles("hawaii10", &[]), ten);
}
