//! The games beside alquerque: each variant in the fast and the plain engine.

use crate::pair::Pair;
use crate::positions::{random_options, random_tower_options};
use crate::statistics::Statistics;
use crate::{agree, factor};
use fastrand::Rng;
use quirkat_plain::translate::PLAY_KEYS;
use quirkat_plain::{GAMES, options_of};
use quirkat_rules::{Options, find_game, games};

/// Number of random games and of placements for the default variant of a game.
const DEFAULT: [usize; 2] = [14, 570];
/// Factor on these numbers for games that end sooner.
const SHORT_GAMES: [(&str, usize); 4] = [("konane", 2), ("liebre", 2), ("bagh-chal", 2), ("alquerque-de-tres", 3)];
/// Number of random games and of placements for other variants and further options.
pub const FURTHER: [usize; 2] = [3, 60];

/// House rules that no variant has.
const HOUSES: &[(&str, &[(&str, &str)])] = &[
    ("buruj", &[("rejump", "once")]),
    ("buruj", &[("rejump", "once"), ("choice", "protest")]),
    ("buruj", &[("rejump", "allowed"), ("choice", "protest")]),
    ("buruj", &[("capture", "huff")]),
    ("buruj", &[("capture", "huff"), ("choice", "free"), ("rejump", "allowed")]),
    ("buruj", &[("blocked", "draw")]),
    ("lasca", &[("rejump", "not_consecutive")]),
    ("lasca", &[("rejump", "allowed")]),
    ("lasca", &[("promo_mid", "as_king")]),
    ("lasca", &[("choice", "protest")]),
    ("bashni", &[("cap_dirs", "forward")]),
    ("bashni", &[("rejump", "not_consecutive"), ("king_landing", "any"), ("choice", "max")]),
    ("dama", &[("promo_mid", "as_king")]),
    ("dama", &[("promo_mid", "stop")]),
    ("pinoy-dama", &[("choice", "king_first"), ("corner", "left")]),
    ("zamma", &[("middle", "left")]),
    ("kharbaga", &[("middle", "left"), ("capture", "huff")]),
    ("tukvnanawopi", &[("closing", "squares_early"), ("closing_sides", "all_four")]),
    ("tukvnanawopi", &[("closing_sides", "all_four"), ("capture", "optional")]),
    ("tuknanavuhpi", &[("closing_sides", "all_four"), ("middle", "left")]),
    ("tuknanavuhpi", &[("closing", "drawn_lines"), ("closing_sides", "all_four"), ("capture", "huff")]),
    ("aiyawatstani", &[("reading", "reserve"), ("capture", "optional"), ("chain", "optional"), ("choice", "free")]),
    ("peralikatuma", &[("side_triangle", "right")]),
    ("awithlaknannai", &[("n", "4")]),
    ("awithlaknannai", &[("n", "16"), ("tips", "empty"), ("outer", "no")]),
    ("awithlaknannai", &[("n", "10"), ("middle", "left"), ("capture", "huff")]),
    ("awithlaknan-mosona", &[("n", "12"), ("bent_leaps", "yes"), ("capture", "mandatory"), ("chain", "mandatory")]),
    ("awithlaknan-mosona", &[("n", "6"), ("outer", "yes"), ("bent_leaps", "yes"), ("choice", "max")]),
    ("awithlaknan-mosona", &[("bent_leaps", "yes"), ("capture_lines", "with_orthogonals")]),
    ("awithlaknan-mosona", &[("capture_lines", "with_orthogonals"), ("capture", "huff"), ("aim", "lose")]),
    ("tukvnanawopi", &[("capture_lines", "with_orthogonals"), ("closing_sides", "all_four")]),
    ("kharbaga", &[("capture_lines", "with_orthogonals"), ("king_move_limit", "2"), ("blocked", "pass")]),
    ("lasca", &[("capture_lines", "with_orthogonals"), ("aim", "lose")]),
    ("bashni", &[("capture_lines", "with_orthogonals"), ("king_landing", "killer"), ("choice", "frisian")]),
    ("damas", &[("capture", "huff"), ("choice", "frisian"), ("capture_lines", "with_orthogonals")]),
    ("tama", &[("capture", "huff"), ("king_landing", "any_but_further"), ("line_steps", "yes")]),
    ("tama", &[("capture_lines", "diagonals"), ("removal", "end"), ("return", "not_last")]),
    ("dameo", &[("return", "never"), ("last_row", "capture_only"), ("step_dirs", "all")]),
    ("dameo", &[("capture_lines", "board"), ("capture", "huff"), ("promo_mid", "as_king")]),
    ("dameo", &[("capture_lines", "diagonals"), ("promotion", "short"), ("blocked", "pass")]),
    ("dama", &[("capture_lines", "orthogonals"), ("line_steps", "yes")]),
    ("kharbaga", &[("capture_lines", "diagonals"), ("line_steps", "yes"), ("capture", "huff")]),
    ("tukvnanawopi", &[("line_steps", "yes"), ("capture_lines", "orthogonals"), ("closing_sides", "all_four")]),
    ("sixteen-soldiers", &[("line_steps", "yes"), ("capture_lines", "orthogonals")]),
    ("awithlaknannai", &[("capture_lines", "diagonals"), ("line_steps", "yes")]),
    ("awithlaknan-mosona", &[("bent_leaps", "yes"), ("line_steps", "yes")]),
    ("lasca", &[("capture_lines", "orthogonals"), ("choice", "protest")]),
    ("bashni", &[("capture_lines", "diagonals"), ("rejump", "not_consecutive")]),
    ("buruj", &[("capture_lines", "diagonals"), ("capture", "huff")]),
    ("frisian", &[("blocked", "pass"), ("king_move_limit", "1")]),
    ("frisian", &[("capture", "huff"), ("king_move_limit", "2"), ("aim", "lose")]),
    ("frisian", &[("promotion_wins", "yes"), ("promo_mid", "as_king"), ("aim", "lose")]),
    ("frisian", &[("king_landing", "killer"), ("removal", "immediate"), ("chain", "optional")]),
];

/// Variants of games that are played with random options, for captures along some lines, steps over rows, and kings
/// with limits.
const AT_RANDOM: [(&str, &str); 12] = [
    ("frisian", "frysk"),
    ("shashki", "russian"),
    ("english", "wcdf"),
    ("damas", "modern"),
    ("thai", "makhos"),
    ("frisian", "wfd"),
    ("kharbaga", "kharbaga"),
    ("awithlaknan-mosona", "seed"),
    ("dameo", "freeling"),
    ("tama", "armenian"),
    ("dama", "turkish"),
    ("peralikatuma", "bead"),
];

/// Returns random options, often with captures along rows and columns, seldom with a first king that wins.
fn random_draughts_options(rng: &mut Rng) -> Vec<(&'static str, &'static str)> {
    let mut options = random_options(rng, true);
    options.retain(|(key, _)| *key != "capture_lines");
    let lines = ["with_orthogonals", "with_orthogonals", "orthogonals", "orthogonals", "diagonals", "board"];
    options.push(("capture_lines", lines[rng.usize(..lines.len())]));
    options.push(("promotion_wins", if rng.u8(..4) > 0 { "no" } else { "yes" }));
    options
}

#[test]
fn random_options_of_draughts_agree() {
    let mut rng = Rng::with_seed(1725);
    let mut faults = Vec::new();
    let mut statistics = Statistics::default();
    for number in 0..300 * factor() {
        let (name, variant) = AT_RANDOM[number % AT_RANDOM.len()];
        let options = random_draughts_options(&mut rng);
        let pair = Pair::game(name, variant, &options);
        if let Err(fault) = catch(|| agree(&pair, 1, 12, &mut rng, &mut statistics)) {
            faults.push(format!("{name}: {fault}"));
        }
    }
    println!("{statistics:?}");
    assert!(faults.is_empty(), "{} faults: {}", faults.len(), faults[..faults.len().min(8)].join("\n"));
    assert!(statistics.positions > 3_000 * factor() && statistics.captures > 1_000, "{statistics:?}");
    assert!(
        statistics.resting > 20 && statistics.crowned > 20 && statistics.rows_passed > 100 && statistics.blocked > 20,
        "{statistics:?}"
    );
}

pub fn walk(pair: &Pair, what: &str, [games, placements]: [usize; 2], rng: &mut Rng) -> Statistics {
    let mut statistics = Statistics::default();
    agree(pair, games * factor(), placements * factor(), rng, &mut statistics);
    println!("{what}: {statistics:?}");
    assert!(statistics.positions > 10 * statistics.skipped && statistics.turns > 100, "{what}: {statistics:?}");
    statistics
}

#[test]
fn the_games_are_read_alike() {
    let mut differences = Vec::new();
    // Alquerque has its own presets.
    for file in games().filter(|file| file.id != "alquerque") {
        if GAMES.iter().all(|(name, _)| *name != file.id) {
            differences.push(format!("{} is played against nothing: see `A game` in CONTRIBUTING.md, step 4", file.id));
        }
    }
    for (name, variants) in GAMES {
        let file = find_game(name).unwrap();
        if file.variants().next() != Some(variants[0]) {
            differences.push(format!("{name}: the default is {:?} and not {}", file.variants().next(), variants[0]));
        }
        for variant in variants {
            let Ok(ruleset) = file.ruleset(Some(variant), &[]) else {
                differences.push(format!("{name}:{variant} is missing"));
                continue;
            };
            let expected = Options::default().with(options_of(name, variant).unwrap()).unwrap();
            let differing = ruleset.options.differences(&expected).into_iter();
            let differing: Vec<_> = differing
                .filter(|(key, _)| PLAY_KEYS.contains(&key.name()))
                .map(|(key, value)| format!("{}={value} and not {}", key, key.value(&expected)))
                .collect();
            if !differing.is_empty() {
                differences.push(format!("{name}:{variant}: {}", differing.join(" ")));
            }
            let pair = Pair::game(name, variant, &[]);
            if ruleset.start != pair.setup(&pair.plain.start()) {
                differences.push(format!("{name}:{variant} starts otherwise"));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_game_agrees_on_thousands_of_positions() {
    let mut seeds = Rng::with_seed(1907);
    let mut faults = Vec::new();
    for (name, variants) in GAMES {
        let mut rng = seeds.fork();
        let pair = Pair::game(name, variants[0], &[]);
        let times = SHORT_GAMES.iter().find(|(short, _)| *short == name).map_or(1, |(_, times)| *times);
        match catch(|| walk(&pair, name, DEFAULT.map(|number| number * times), &mut rng)) {
            Ok(statistics) if statistics.positions < 2000 * factor() => faults.push(format!("{name}: {statistics:?}")),
            Ok(_) => {}
            Err(fault) => faults.push(format!("{name}: {fault}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_further_variant_agrees() {
    let mut seeds = Rng::with_seed(1949);
    let mut faults = Vec::new();
    for (name, default) in GAMES.map(|(name, variants)| (name, variants[0])) {
        for variant in find_game(name).unwrap().variants().filter(|&variant| variant != default) {
            let mut rng = seeds.fork();
            let pair = Pair::game(name, variant, &[]);
            let what = format!("{name}:{variant}");
            if let Err(fault) = catch(|| walk(&pair, &what, FURTHER, &mut rng)) {
                faults.push(format!("{what}: {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn house_rules_agree() {
    let mut seeds = Rng::with_seed(2012);
    let mut faults = Vec::new();
    for &(name, options) in HOUSES {
        let mut rng = seeds.fork();
        let default = find_game(name).unwrap().variants().next().unwrap();
        let what = format!("{name} {options:?}");
        let pair = Pair::game(name, default, options);
        if let Err(fault) = catch(|| walk(&pair, &what, FURTHER, &mut rng)) {
            faults.push(format!("{what}: {fault}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn random_options_of_towers_agree() {
    let mut rng = Rng::with_seed(1911);
    let mut faults = Vec::new();
    let mut statistics = Statistics::default();
    for number in 0..60 * factor() {
        let (name, variant) = [("buruj", "free"), ("lasca", "lasca"), ("bashni", "bashni")][number % 3];
        let options = random_tower_options(&mut rng);
        let pair = Pair::game(name, variant, &options);
        if let Err(fault) = catch(|| agree(&pair, 1, 12, &mut rng, &mut statistics)) {
            faults.push(format!("{name}: {fault}"));
        }
    }
    assert!(faults.is_empty(), "{} faults: {}", faults.len(), faults[..faults.len().min(8)].join("\n"));
    assert!(
        statistics.positions > 1_000 * factor() && statistics.captures > 500 && statistics.towers > 500,
        "{statistics:?}"
    );
}

/// Returns the result of a walk or the message of its panic, so that one test reports all games that differ.
pub fn catch<T>(walk: impl FnOnce() -> T) -> Result<T, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(walk))
        .map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".to_owned()))
}
