//! Games of the far family: further options and random options, with counts of what occurs in the walks.

use crate::games::{FURTHER, catch, walk};
use crate::pair::Pair;
use crate::positions::{ELSEWHERE, VALUES};
use crate::statistics::Statistics;
use crate::{agree, factor};
use fastrand::Rng;
use quirkat_rules::{AnyRules, CompileError, find_game};

/// A game, one of its variants and house rules.
type House = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// House rules that no variant has, each with a variant of its game.
const HOUSES: &[House] = &[
    ("fanorona", "tsivy", &[("direction", "never_repeat_line")]),
    ("fanorona", "tsivy", &[("direction", "free"), ("first_capture_single", "both")]),
    ("fanorona", "tsivy", &[("first_capture_single", "first"), ("chain", "mandatory")]),
    ("fanorona", "dimyand", &[("direction", "never_repeat_line"), ("blocked", "loss"), ("capture", "optional")]),
    ("fanorona", "dimyand", &[("chain", "none")]),
    ("fanorona", "dimyand", &[("chain", "mandatory"), ("blocked", "pass")]),
    ("fanorona", "telo_capture", &[("direction", "free"), ("blocked", "pass"), ("first_capture_single", "both")]),
    ("fanorona", "vela", &[("must_offer", "on")]),
    ("fanorona", "vela", &[("must_offer", "on"), ("blocked", "draw"), ("chain", "mandatory")]),
    ("fanorona", "telo_align", &[("after_placing", "fly"), ("no_centre_opening", "yes")]),
    ("konane", "hawaii10", &[("size", "5x6")]),
    ("konane", "hawaii10", &[("size", "7x7")]),
    ("konane", "hawaii10", &[("size", "9x13"), ("opening", "centre")]),
    ("konane", "berkeley", &[("size", "6x5"), ("first", "second")]),
    ("konane", "free", &[("size", "4x4"), ("first", "second"), ("chain", "none")]),
    ("konane", "free", &[("size", "20x7"), ("blocked", "pass")]),
    ("konane", "berkeley", &[("size", "5x5"), ("first", "second")]),
    ("konane", "six", &[("opening", "none"), ("chain", "mandatory"), ("choice", "max")]),
    ("dablot", "usual", &[("single_combat", "automatic")]),
    ("dablot", "keyland", &[("single_combat", "off"), ("capture", "mandatory"), ("chain", "mandatory")]),
    ("dablot", "winther", &[("single_combat", "automatic"), ("blocked", "last_higher")]),
    ("dablot", "compulsory", &[("chain", "mandatory"), ("choice", "max"), ("take_higher", "yes")]),
    ("dablot", "usual", &[("capture_lines", "with_orthogonals"), ("aim", "lose")]),
    ("dablot", "royal", &[("capture", "huff"), ("king_lost", "loses_or_alone"), ("removal", "end")]),
    ("queah", "at_once", &[("capture", "mandatory"), ("return", "not_last")]),
    ("queah", "navpil", &[("capture", "mandatory"), ("blocked", "pass")]),
    ("queah", "walker", &[("chain", "mandatory"), ("return", "not_last"), ("blocked", "draw")]),
    ("queah", "walker", &[("resupply", "optional"), ("capture", "huff")]),
    ("queah", "walker", &[("taken_to_win", "3"), ("blocked", "pass")]),
    ("queah", "at_once", &[("promotion", "long"), ("king_move_limit", "1"), ("capture_lines", "with_orthogonals")]),
    ("queah", "navpil", &[("promotion", "long"), ("king_move_limit", "1"), ("resupply", "is_the_turn")]),
    ("queah", "walker", &[("promotion", "short"), ("king_move_limit", "2"), ("aim", "lose")]),
    (
        "queah",
        "walker",
        &[("promotion", "short"), ("king_move_limit", "1"), ("resupply", "optional"), ("blocked", "pass")],
    ),
    ("queah", "walker", &[("promotion", "long"), ("promotion_wins", "yes")]),
    ("dablot", "usual", &[("capture_lines", "orthogonals"), ("line_steps", "yes"), ("step_dirs", "all")]),
    ("dablot", "usual", &[("capture_lines", "diagonals"), ("removal", "end")]),
    ("alquerque-de-nueve", "modern", &[("line_steps", "yes")]),
    ("liebre", "alfonso", &[("capture", "mandatory"), ("chain", "mandatory"), ("taken_to_win", "all")]),
    ("liebre", "ten", &[("board", "no_diagonals"), ("taken_to_win", "2"), ("capture", "huff")]),
    ("liebre", "eleven", &[("captors", "both"), ("board", "great_diagonals")]),
    ("bagh-chal", "nepal", &[("capture", "mandatory"), ("chain", "mandatory"), ("choice", "max")]),
    ("bagh-chal", "all", &[("captors", "both"), ("blocked", "pass")]),
    ("leopards", "parker", &[("taken_to_win", "8"), ("blocked", "draw")]),
    ("leopards", "triangles2", &[("capture", "optional"), ("chain", "optional")]),
    ("alquerque-de-tres", "moving", &[("blocked", "pass"), ("no_centre_opening", "yes")]),
    ("alquerque-de-tres", "flying", &[("diagonal_mills", "no"), ("no_centre_opening", "yes")]),
    ("alquerque-de-tres", "moving", &[("mills", "take"), ("taken_to_win", "1")]),
    ("alquerque-de-nueve", "modern", &[("double_mill", "two")]),
    ("alquerque-de-nueve", "unprotected", &[("double_mill", "two"), ("fly_at_three", "yes"), ("blocked", "pass")]),
    ("alquerque-de-nueve", "dados", &[("fly_at_three", "yes"), ("mill_protected", "no")]),
    ("alquerque-de-nueve", "dados", &[("mills", "win"), ("after_placing", "end"), ("taken_to_win", "all")]),
];

#[test]
fn house_rules_of_the_far_family_agree() {
    let mut seeds = Rng::with_seed(1906);
    let mut faults = Vec::new();
    for &(name, variant, options) in HOUSES {
        let mut rng = seeds.fork();
        let what = format!("{name}:{variant} {options:?}");
        let pair = Pair::game(name, variant, options);
        if let Err(fault) = catch(|| walk(&pair, &what, FURTHER, &mut rng)) {
            faults.push(format!("{what}: {fault}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Options that matter in the games of the far family, with a variant of each.
const AT_RANDOM: [(&str, &str, &[&str]); 10] = [
    (
        "fanorona",
        "dimyand",
        &[
            "direction",
            "first_capture_single",
            "chain",
            "capture",
            "step_dirs",
            "cap_dirs",
            "return",
            "choice",
            "vela",
            "must_offer",
            "taken_to_win",
            "aim",
            "blocked",
        ],
    ),
    ("konane", "six", &["opening", "chain", "capture", "choice", "return", "taken_to_win", "aim", "blocked"]),
    (
        "dablot",
        "usual",
        &[
            "capture",
            "chain",
            "choice",
            "removal",
            "take_higher",
            "step_dirs",
            "cap_dirs",
            "return",
            "king_lost",
            "king_landing",
            "king_move_limit",
            "capture_lines",
            "line_steps",
            "single_combat",
            "taken_to_win",
            "aim",
            "blocked",
        ],
    ),
    (
        "queah",
        "walker",
        &[
            "resupply",
            "capture_lines",
            "line_steps",
            "capture",
            "chain",
            "choice",
            "return",
            "taken_to_win",
            "aim",
            "blocked",
        ],
    ),
    (
        "liebre",
        "alfonso",
        &[
            "captors",
            "capture_lines",
            "line_steps",
            "capture",
            "chain",
            "choice",
            "removal",
            "return",
            "taken_to_win",
            "aim",
            "blocked",
        ],
    ),
    (
        "bagh-chal",
        "nepal",
        &[
            "captors",
            "capture_lines",
            "line_steps",
            "capture",
            "chain",
            "choice",
            "placing",
            "after_placing",
            "return",
            "taken_to_win",
            "aim",
            "blocked",
        ],
    ),
    (
        "leopards",
        "corners",
        &["captors", "capture_lines", "line_steps", "capture", "chain", "choice", "after_placing", "aim", "blocked"],
    ),
    ("leopards", "parker", &["captors", "capture", "chain", "choice", "after_placing", "taken_to_win", "blocked"]),
    (
        "alquerque-de-tres",
        "moving",
        &[
            "mills",
            "diagonal_mills",
            "mill_protected",
            "double_mill",
            "fly_at_three",
            "dice",
            "after_placing",
            "no_centre_opening",
            "return",
            "taken_to_win",
            "blocked",
        ],
    ),
    (
        "alquerque-de-nueve",
        "modern",
        &[
            "line_steps",
            "mills",
            "mill_protected",
            "double_mill",
            "fly_at_three",
            "dice",
            "after_placing",
            "return",
            "aim",
            "blocked",
        ],
    ),
];

/// Returns random values for some of these options.
fn some_options(name: &str, keys: &[&'static str], rng: &mut Rng) -> Vec<(&'static str, &'static str)> {
    let mut options = Vec::new();
    for &key in keys {
        if rng.u8(..3) > 0 {
            continue;
        }
        let tables = VALUES.iter().chain(&ELSEWHERE).filter(|(other, _)| *other == key);
        let is_wanted = |value: &&str| match *value {
            // Towers belong to another family, and only they allow a protest.
            "under" | "protest" => false,
            // Pieces store visited points on boards of at most 64 points. No source says whether a prince counts as a
            // king for `choice`.
            "never" | "max_quality" | "by_king" | "king_first" | "italian" | "frisian" => name != "dablot",
            _ => true,
        };
        let values: Vec<&str> = tables.flat_map(|(_, values)| *values).copied().filter(is_wanted).collect();
        options.push((key, values[rng.usize(..values.len())]));
    }
    // Where a row wins, mills take nothing.
    if name.starts_with("alquerque-de") && !options.contains(&("mills", "take")) {
        options.retain(|(key, _)| *key != "taken_to_win");
        options.push(("taken_to_win", "all"));
    }
    options
}

#[test]
fn random_options_of_the_far_family_agree() {
    let mut rng = Rng::with_seed(1283);
    let mut faults = Vec::new();
    let mut statistics = Statistics::default();
    let mut tried = 0;
    for (name, variant, keys) in AT_RANDOM {
        for _ in 0..25 * factor() {
            let options = some_options(name, keys, &mut rng);
            // Contradictory options are refused: tests/all/check.rs.
            let ruleset = find_game(name).unwrap().ruleset(Some(variant), &options);
            if ruleset.is_ok_and(|ruleset| matches!(AnyRules::compile(ruleset), Err(CompileError::Ruleset(_)))) {
                continue;
            }
            tried += 1;
            let fork = &mut rng.fork();
            let found = catch(|| {
                let pair = Pair::game(name, variant, &options);
                agree(&pair, 1, 10, fork, &mut statistics);
            });
            faults.extend(found.err().map(|fault| format!("{name} {options:?}: {fault}")));
        }
    }
    println!("{statistics:?}");
    assert!(tried >= 100 * factor(), "only {tried} sets of options fit together");
    assert!(statistics.positions > 20 * tried, "{tried} sets of options: {statistics:?}");
    assert!(faults.is_empty(), "{} faults: {}", faults.len(), faults.join("\n"));
}
