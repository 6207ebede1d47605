//! Planted mistakes: the comparison of the engines must find each of them.
//!
//! The fast engine gets slightly wrong rules or a slightly wrong board, the plain one the right ones. A comparison that
//! finds no difference here would not find one in the engine either.

use crate::far_positions::any_state;
use crate::pair::{Difference, Pair, What};
use crate::positions::VALUES;
use crate::statistics::Statistics;
use crate::trial::game_file;
use fastrand::Rng;
use quirkat_plain as plain;
use quirkat_rules::{AnyRules, GameFile, construct, find_game};

/// Returns the options under which a mistake in `key` matters: a king's landing matters only where there are kings.
fn ground(key: &str) -> Vec<(&'static str, &'static str)> {
    match key {
        // A leap preserves the parity of both coordinates and its victim differs in one of them. A man so never reaches
        // a point that it captured, and only flying kings depend on whether that point is empty yet.
        "removal" => vec![("promotion", "long")],
        // Two kinds of kings differ in precedence; where captures are compulsory, an inferior one is rarely the only
        // one.
        "choice" => vec![("promotion", "short"), ("promo_mid", "as_king")],
        // A short king continues as a man does where men capture in every direction.
        "promo_mid" | "turning" => vec![("promotion", "long")],
        "take_higher" => vec![("promotion", "short")],
        "king_move_limit" => vec![("promotion", "long")],
        "king_landing" | "king_reach" => vec![("promotion", "long"), ("king_landing", "any")],
        "last_row" => vec![("capture", "optional")],
        "blocked" | "aim" => vec![("step_dirs", "forward"), ("cap_dirs", "forward")],
        _ => vec![],
    }
}

/// Returns the first difference between the engines, other than the refusal of memory that only one of them has.
fn difference(pair: &Pair, seed: u64) -> Option<Difference> {
    let mut rng = Rng::with_seed(seed);
    let mut statistics = Statistics::default();
    for number in 0..600 {
        let start = if number < 6 { pair.plain.start() } else { any_state(&pair.plain, &mut rng) };
        match pair.walk(&start, if number < 6 { 80 } else { 3 }, &mut rng, &mut statistics) {
            Err(difference) if difference.what != What::Refused => return Some(difference),
            _ => {}
        }
    }
    None
}

fn file(board: &str) -> GameFile {
    let plain = plain::Rules::new(plain::Board::alq(5, 5), &[]).unwrap();
    game_file(board, &plain.start(), 5, 5)
}

/// Returns the board of a game file with these lines.
fn board_table(lines: &[String]) -> String {
    let board = construct("alq(5,5)").unwrap();
    let points: Vec<String> = board
        .points()
        .map(|point| format!("{} = [{}, {}]", board.name(point), board.place(point).x, board.place(point).y))
        .collect();
    let lines: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
    format!("{{ points = {{ {} }}, lines = [{}] }}", points.join(", "), lines.join(", "))
}

/// Returns the lines of the alquerque board as point names.
fn right_lines() -> Vec<String> {
    let board = construct("alq(5,5)").unwrap();
    let names = |line: &Vec<_>| line.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join(" ");
    board.lines().iter().map(names).collect()
}

/// Returns both engines with the rules of `walker`, the fast one on a board with these lines.
fn on_lines(lines: &[String]) -> Pair {
    Pair::new(file(&board_table(lines)).ruleset(None, &[]).unwrap(), plain::Board::alq(5, 5))
}

#[test]
fn every_wrong_value_of_every_option_is_detected() {
    let file = file("\"alq5\"");
    let mut checked = 0;
    for (key, values) in VALUES {
        for &right in values {
            for &wrong in values.iter().filter(|&&wrong| wrong != right) {
                let rules = |value| {
                    let mut rules = ground(key);
                    rules.retain(|(other, _)| *other != key);
                    rules.push((key, value));
                    rules
                };
                let plain = plain::Rules::new(plain::Board::alq(5, 5), &rules(right)).unwrap();
                let pair = Pair::of(file.ruleset(None, &rules(wrong)).unwrap(), plain);
                assert!(difference(&pair, checked).is_some(), "{key}={wrong} instead of {right} is not seen");
                checked += 1;
            }
        }
    }
    assert!(checked > 70, "only {checked} mistakes were made");
}

#[test]
fn the_right_board_from_a_table_agrees() {
    assert!(difference(&on_lines(&right_lines()), 0).is_none());
}

#[test]
fn every_missing_line_is_detected() {
    let lines = right_lines();
    assert_eq!(lines.len(), 16);
    for missing in 0..lines.len() {
        let mut wrong = lines.clone();
        let line = wrong.remove(missing);
        assert!(difference(&on_lines(&wrong), missing as u64).is_some(), "without {line}");
    }
}

/// The points at a broken line stay joined; only leaps over the break differ.
#[test]
fn every_broken_line_is_detected() {
    let lines = right_lines();
    for number in 0..lines.len() {
        let names: Vec<&str> = lines[number].split(' ').collect();
        for at in 1..names.len() - 1 {
            let mut wrong = lines.clone();
            wrong[number] = names[..=at].join(" ");
            wrong.push(names[at..].join(" "));
            assert!(difference(&on_lines(&wrong), at as u64).is_some(), "{} broken at {}", lines[number], names[at]);
        }
    }
}

#[test]
fn every_added_diagonal_is_detected() {
    let board = construct("alq(5,5)").unwrap();
    let mut added = 0;
    for a in board.points() {
        for b in board.points() {
            let (from, to) = (board.place(a), board.place(b));
            let is_diagonal = to.y == from.y + 1 && (to.x - from.x).abs() == 1;
            if is_diagonal && !board.edges().contains(&(a, b)) {
                let mut wrong = right_lines();
                wrong.push(format!("{} {}", board.name(a), board.name(b)));
                assert!(difference(&on_lines(&wrong), added).is_some(), "with {}", wrong[wrong.len() - 1]);
                added += 1;
            }
        }
    }
    assert_eq!(added, 16);
}

/// Options of the far family, each with a game in which it matters.
const ELSEWHERE: [(&str, &str, &str, &[&str]); 35] = [
    ("fanorona", "dimyand", "capture_by", &["leap", "approach", "none"]),
    ("fanorona", "dimyand", "direction", &["not_consecutive", "never_repeat_line", "free"]),
    ("fanorona", "dimyand", "first_capture_single", &["off", "first", "both"]),
    ("fanorona", "dimyand", "chain", &["none", "optional", "mandatory"]),
    ("fanorona", "dimyand", "capture", &["optional", "mandatory"]),
    ("fanorona", "vela", "vela", &["off", "on"]),
    ("fanorona", "vela", "must_offer", &["off", "on"]),
    ("konane", "six", "opening", &["none", "centre_or_corner", "centre", "anywhere"]),
    ("konane", "six", "step_dirs", &["all", "none"]),
    ("konane", "six", "chain", &["none", "optional", "straight"]),
    ("dablot", "usual", "take_higher", &["yes", "no"]),
    ("dablot", "usual", "capture", &["optional", "mandatory", "men", "huff"]),
    ("dablot", "royal", "king_lost", &["nothing", "loses", "loses_or_alone"]),
    ("dablot", "usual", "single_combat", &["off", "on_call", "automatic"]),
    ("dablot", "usual", "blocked", &["loss", "draw", "pass", "last_higher"]),
    ("frisian", "frysk", "capture_lines", &["board", "with_orthogonals", "orthogonals"]),
    ("kharbaga", "kharbaga", "capture_lines", &["board", "with_orthogonals", "orthogonals", "diagonals"]),
    ("tama", "armenian", "capture_lines", &["board", "orthogonals", "diagonals"]),
    ("dameo", "freeling", "line_steps", &["no", "yes"]),
    ("frisian", "frysk", "choice", &["max", "king_first", "frisian"]),
    ("frisian", "frysk", "king_move_limit", &["off", "2", "3"]),
    ("international", "breakthrough", "promotion_wins", &["no", "yes"]),
    ("queah", "walker", "resupply", &["optional", "then_move", "is_the_turn", "at_once"]),
    ("liebre", "alfonso", "captors", &["both", "first", "second"]),
    ("liebre", "alfonso", "taken_to_win", &["all", "1", "3"]),
    ("bagh-chal", "nepal", "placing", &["no", "yes"]),
    ("leopards", "parker", "captors", &["both", "first", "second"]),
    ("alquerque-de-tres", "moving", "after_placing", &["move", "end", "fly"]),
    ("alquerque-de-tres", "moving", "no_centre_opening", &["no", "yes"]),
    ("alquerque-de-tres", "moving", "mills", &["none", "win", "take"]),
    ("alquerque-de-tres", "moving", "diagonal_mills", &["no", "yes"]),
    ("alquerque-de-nueve", "alfonso", "mill_protected", &["no", "yes"]),
    ("alquerque-de-nueve", "alfonso", "double_mill", &["one", "two"]),
    ("alquerque-de-nueve", "alfonso", "fly_at_three", &["no", "yes"]),
    ("alquerque-de-nueve", "alfonso", "dice", &["no", "yes"]),
];

#[test]
fn every_wrong_value_of_the_far_family_is_detected() {
    let (mut checked, mut unseen) = (0, vec![]);
    for (name, variant, key, values) in ELSEWHERE {
        for &right in values {
            let right_rules = find_game(name).unwrap().ruleset(Some(variant), &[(key, right)]).unwrap();
            if AnyRules::compile(right_rules).is_err() {
                continue;
            }
            let plain = Pair::game(name, variant, &[(key, right)]).plain;
            for &wrong in values.iter().filter(|&&wrong| wrong != right) {
                let ruleset = find_game(name).unwrap().ruleset(Some(variant), &[(key, wrong)]).unwrap();
                // Options that contradict the rest are refused, which is a difference too.
                let refused = AnyRules::compile(ruleset.clone()).is_err();
                if !refused && difference(&Pair::of(ruleset, plain.clone()), checked).is_none() {
                    unseen.push(format!("{name}: {key}={wrong} instead of {right}"));
                }
                checked += 1;
            }
        }
    }
    assert!(unseen.is_empty(), "not seen: {}", unseen.join("; "));
    assert!(checked > 100, "only {checked} mistakes were made");
}
