//! Agreement of the fast engine with the plain one. The two share no tables, parsers or generators and must agree on
//! every turn and its effects.
//!
//! Positions come from random play from the start and from random placements, with fixed seeds. `QUIRKAT_AGREEMENT`
//! multiplies their number: `QUIRKAT_AGREEMENT=20 cargo test -p quirkat-rules --test agreement` takes some minutes.

mod custodial;
mod draws;
mod far;
mod far_positions;
mod fast;
mod games;
mod mistakes;
mod pair;
mod positions;
mod regressions;
mod smallest;
mod statistics;
mod translate;
mod trial;

use far_positions::any_state;
use fastrand::Rng;
use pair::Pair;
use positions::{ELSEWHERE, VALUES, random_options};
use quirkat_plain::{self as plain, translate::PLAY_KEYS};
use quirkat_rules::{AnyRules, CompileError, OptionKey, Options, Ruleset, RulesetError, find_game};
use statistics::Statistics;
use std::collections::BTreeSet;
use trial::game_file;

/// Random games from the start for each preset.
const GAMES: usize = 12;
/// Random placements for each preset, each followed for a few plies.
const PLACEMENTS: usize = 700;
/// Maximum number of turns of a random game.
const PLIES: usize = 120;

/// Returns the factor on the number of positions.
fn factor() -> usize {
    std::env::var("QUIRKAT_AGREEMENT").map_or(1, |factor| factor.parse().expect("QUIRKAT_AGREEMENT is a whole number"))
}

fn preset(name: &str) -> Ruleset {
    find_game("alquerque").unwrap().ruleset(Some(name), &[]).unwrap()
}

/// Walks from the start and from random placements; panics at the first difference.
fn agree(pair: &Pair, games: usize, placements: usize, rng: &mut Rng, statistics: &mut Statistics) {
    let fail = |difference| panic!("{}", pair.smallest(difference));
    for _ in 0..games {
        pair.walk(&pair.plain.start(), PLIES, rng, statistics).unwrap_or_else(fail);
    }
    for _ in 0..placements {
        let start = any_state(&pair.plain, rng);
        let plies = rng.usize(..5);
        pair.walk(&start, plies, rng, statistics).unwrap_or_else(fail);
    }
}

#[test]
fn the_presets_are_read_alike() {
    let ours: Vec<_> = find_game("alquerque").unwrap().variants().collect();
    let theirs: Vec<_> = plain::PRESETS.to_vec();
    assert_eq!(ours.len(), theirs.len());
    for name in theirs {
        let expected = Options::default().with(plain::preset(name).unwrap()).unwrap();
        let differences: Vec<_> = preset(name)
            .options
            .differences(&expected)
            .into_iter()
            .filter(|(key, _)| PLAY_KEYS.contains(&key.name()))
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        // The summary from which the plain rules were written says "no backward, last-row freeze except captures".
        // Jocly itself forbids only backward steps and lets a man on its last row capture in every direction, as the
        // comment in the data file says.
        let known: &[&str] = if name == "jocly_bell" { &["cap_dirs=all", "last_row=capture_only"] } else { &[] };
        assert_eq!(differences, known, "alquerque:{name}");
    }
}

#[test]
fn random_options_cover_all_options_that_affect_play() {
    for name in PLAY_KEYS {
        let values = VALUES.iter().chain(&ELSEWHERE).filter(|(other, _)| *other == name);
        let values: BTreeSet<&str> = values.flat_map(|(_, values)| *values).copied().collect();
        let key = OptionKey::from_name(name).unwrap();
        let words: BTreeSet<_> = key.words().map(|(word, _)| word).collect();
        if words.is_empty() {
            // Numeric options have one or two examples beside the word for none.
            let is_read = |value: &&str| Options::default().with([(name, *value)]).is_ok();
            assert!(values.len() > 2 && values.iter().all(is_read), "{name}: {values:?}");
        } else {
            assert_eq!(
                words, values,
                "{name}: each value belongs into VALUES or ELSEWHERE in tests/agreement/positions.rs"
            );
        }
    }
}

#[test]
fn every_preset_agrees_on_thousands_of_positions() {
    let mut total = Statistics::default();
    for (number, name) in plain::PRESETS.into_iter().enumerate() {
        let pair = Pair::new(preset(name), plain::Board::alq(5, 5));
        let mut rng = Rng::with_seed(1283 + number as u64);
        let mut statistics = Statistics::default();
        agree(&pair, GAMES * factor(), PLACEMENTS * factor(), &mut rng, &mut statistics);
        println!("{name}: {statistics:?}");
        assert!(statistics.positions >= 2000 * factor(), "alquerque:{name}: only {} positions", statistics.positions);
        assert!(statistics.counted >= 80 * factor(), "alquerque:{name}: only {} counts to depth 2", statistics.counted);
        assert!(statistics.captures > 1000 && statistics.no_pieces > 0, "alquerque:{name}: {statistics:?}");
        assert!(statistics.longest >= if name == "ludii_alfonso" { 1 } else { 6 }, "alquerque:{name}: {statistics:?}");
        let huffs = matches!(name, "smith_bell" | "bell_strict" | "wikipedia" | "covarrubias");
        assert_eq!(huffs, statistics.huffs > 100 && statistics.bare_huffs > 0, "alquerque:{name}: {statistics:?}");
        total.round_trips += statistics.round_trips;
        total.merged += statistics.merged;
        total.promotions += statistics.promotions;
        total.blocked += statistics.blocked;
    }
    assert!(total.round_trips > 0 && total.merged > 100 && total.promotions > 100 && total.blocked > 10, "{total:?}");
}

/// Compares `sets` random sets of options on a board, some options fixed, each in some games and placements.
fn options_agree(
    [width, height]: [i32; 2],
    fixed: &[(&'static str, &'static str)],
    [sets, games, placements]: [usize; 3],
    seed: u64,
) -> Statistics {
    let board = plain::Board::alq(width, height);
    let start = plain::Rules::new(board.clone(), &[]).unwrap().start();
    let file = game_file(&format!("\"alq({width},{height})\""), &start, width, height);
    let mut rng = Rng::with_seed(seed);
    let mut statistics = Statistics::default();
    for _ in 0..sets * factor() {
        let mut options = random_options(&mut rng, board.points.len() <= 64);
        options.retain(|(key, _)| fixed.iter().all(|(other, _)| other != key));
        options.extend(fixed);
        let pair = Pair::new(file.ruleset(None, &options).unwrap(), board.clone());
        agree(&pair, games, placements, &mut rng, &mut statistics);
    }
    println!("alq({width},{height}): {statistics:?}");
    statistics
}

#[test]
fn random_options_agree_on_the_alquerque_board() {
    let statistics = options_agree([5, 5], &[], [300, 1, 20], 1);
    assert!(statistics.positions > 15_000 && statistics.longest >= 8, "{statistics:?}");
    assert!(
        statistics.huffs > 1000 && statistics.bare_huffs > 10 && statistics.promotions > 1000 && statistics.merged > 40,
        "{statistics:?}"
    );
    assert!(
        statistics.passes > 0 && statistics.blocked > 0 && statistics.no_pieces > 0 && statistics.round_trips > 0,
        "{statistics:?}"
    );
}

#[test]
fn random_options_agree_on_the_smallest_board() {
    let statistics = options_agree([3, 3], &[], [300, 1, 20], 2);
    assert!(statistics.positions > 5_000 && statistics.passes > 10 && statistics.blocked > 100, "{statistics:?}");
}

#[test]
fn random_options_agree_on_a_board_that_is_not_square() {
    assert!(options_agree([9, 5], &[], [60, 0, 12], 3).positions > 1_000);
}

#[test]
fn random_options_agree_on_boards_of_more_than_64_points() {
    assert!(options_agree([9, 9], &[], [40, 0, 10], 4).positions > 500);
}

#[test]
fn random_options_agree_on_boards_of_more_than_128_points() {
    assert!(options_agree([13, 11], &[], [30, 0, 8], 5).positions > 300);
}

/// Passing while a huff is possible is rare. These options make men block easily.
#[test]
fn passing_agrees_where_pieces_may_be_huffed() {
    let stuck = [("blocked", "pass"), ("capture", "huff"), ("step_dirs", "forward"), ("cap_dirs", "forward")];
    for board in [[3, 3], [5, 5]] {
        let statistics = options_agree(board, &stuck, [40, 0, 100], 6);
        assert!(statistics.passes > 100 && statistics.huffs > 100 && statistics.blocked > 20, "{statistics:?}");
    }
}

#[test]
fn pieces_can_remember_where_they_have_been_on_64_points_only() {
    let start = plain::Rules::new(plain::Board::alq(9, 9), &[]).unwrap().start();
    let file = game_file("\"alq(9,9)\"", &start, 9, 9);
    let ruleset = file.ruleset(None, &[("return", "never")]).unwrap();
    let refused = AnyRules::compile(ruleset).unwrap_err();
    assert!(matches!(refused, CompileError::Ruleset(RulesetError::BoardTooLarge { most: 64, found: 81, .. })));
}
