//! What positions are worth.

use crate::plain::{self, Board, Solution};
use crate::{ruleset, solve, verified};
use quirkat_rules::{Board as RulesBoard, Side};
use quirkat_solve::{Count, Placement, Slices, Tables, Worth};
use serde_json::Value;

/// The counts of the other program.
pub fn counted_elsewhere(title: &str) -> Slices {
    let counts: Value = serde_json::from_str(include_str!("../../../search/tests/data/slices.json")).unwrap();
    let slice = |(slice, counts): (&String, &Value)| {
        let (own, other) = slice.split_once(',').unwrap();
        let count = |at: usize| counts[at].as_u64().unwrap();
        ((own.parse().unwrap(), other.parse().unwrap()), Count { won: count(0), lost: count(1), drawn: count(2) })
    };
    counts[title].as_object().unwrap().iter().map(slice).collect()
}

#[test]
fn alquerque_is_as_another_program_counted_it_and_as_the_plain_solver_finds() {
    for (title, law) in [("alquerque:walker", plain::Law::WALKER), ("alquerque:article", plain::Law::ARTICLE)] {
        // The other program takes endless play for a draw everywhere.
        let rules = [("repetition", "draw")];
        let ruleset = ruleset(title, &rules);
        let folder = tempfile::tempdir().unwrap();
        let tables = solve(&ruleset, 1, 2, folder.path());
        let ours = tables.count_either(&|_| {}).unwrap().unwrap().unwrap();
        let known: Vec<_> =
            counted_elsewhere(title).into_iter().filter(|(slice, _)| ours.contains_key(slice)).collect();
        assert!(known.len() >= 12, "{title}: {} slices", known.len());
        for (slice, count) in known {
            assert_eq!(ours[&slice], count, "{title}, {slice:?}");
        }
        // With one man on one side there are at most three men in all, whoever has the one.
        let board = Board::alquerque();
        agree(&tables, &ruleset.board, &board, &Solution::new(&board, &law, 3), 3, &rules);
    }
}

/// A law as the plain solver has it.
fn plain_law(must_capture: bool, goes_on: [bool; 2], blocked_loses: bool, endless: plain::Endless) -> plain::Law {
    plain::Law { must_capture, must_go_on: goes_on[0], may_go_on: goes_on[1], blocked_loses, endless }
}

/// House rules of the strip, and the law that they make.
type StripLaw = (&'static [(&'static str, &'static str)], plain::Law);

/// The laws under which small strips are held against the plain solver.
pub fn strip_laws() -> [StripLaw; 6] {
    use plain::Endless::{Counted, Drawn};
    [
        (&[("repetition", "draw")], plain_law(false, [false, true], true, Drawn)),
        (&[("repetition", "count")], plain_law(false, [false, true], true, Counted)),
        (&[("repetition", "draw"), ("blocked", "draw")], plain_law(false, [false, true], false, Drawn)),
        (
            &[("repetition", "draw"), ("capture", "mandatory"), ("chain", "mandatory")],
            plain_law(true, [true, true], true, Drawn),
        ),
        (
            &[("repetition", "count"), ("capture", "mandatory"), ("chain", "mandatory"), ("blocked", "draw")],
            plain_law(true, [true, true], false, Counted),
        ),
        (
            &[("repetition", "draw"), ("capture", "mandatory"), ("chain", "none")],
            plain_law(true, [false, false], true, Drawn),
        ),
    ]
}

#[test]
fn every_position_of_a_strip_is_worth_what_the_plain_solver_finds() {
    for (rules, law) in strip_laws() {
        for outer in ["yes", "no"] {
            let rules: Vec<_> = rules.iter().copied().chain([("n", "4"), ("outer", outer)]).collect();
            let ruleset = ruleset("awithlaknannai:seed", &rules);
            let folder = tempfile::tempdir().unwrap();
            let tables = solve(&ruleset, 12, 2, folder.path());
            let board = Board::serpents(4, outer == "yes");
            agree(&tables, &ruleset.board, &board, &Solution::new(&board, &law, 4), 4, &rules);
            assert!(tables.count_either(&|_| {}).unwrap().unwrap().is_ok(), "{rules:?}: it matters who sits where");
            let verified = verified(&ruleset, tables, 3_000);
            assert_eq!(verified.unwrap().faults, [], "{rules:?}");
        }
    }
}

/// Compares every position of up to so many men with the plain solver's.
fn agree(tables: &Tables, ours: &RulesBoard, board: &Board, plain: &Solution, men: u32, rules: &[(&str, &str)]) {
    each_known(ours, board, plain, men, |placement, known| {
        let known = match known {
            plain::Worth::Win(_) | plain::Worth::CountedWin => Worth::Won,
            plain::Worth::Draw => Worth::Drawn,
            plain::Worth::Loss(_) | plain::Worth::CountedLoss => Worth::Lost,
        };
        assert_eq!(tables.worth(placement).unwrap(), Some(known), "{placement:?} by {rules:?}");
    });
}

/// Tells what the plain solver finds of every position of up to so many men, by the names of the points.
pub fn each_known(
    ours: &RulesBoard,
    board: &Board,
    plain: &Solution,
    men: u32,
    mut each: impl FnMut(Placement, plain::Worth),
) {
    let number = |point| {
        board.names().iter().position(|name| name == ours.name(point)).expect("the boards have the same points")
    };
    let there: Vec<usize> = ours.points().map(number).collect();
    let set = |set: u32| {
        there.iter().enumerate().filter(|(point, _)| set >> point & 1 != 0).fold(0, |all, (_, at)| all | 1 << at)
    };
    let sets: Vec<u32> = (0..1u32 << there.len()).filter(|set| (1..men).contains(&set.count_ones())).collect();
    for &first in &sets {
        for &second in sets.iter().filter(|&&second| first & second == 0 && (first | second).count_ones() <= men) {
            for to_move in Side::BOTH {
                let (own, other) = if to_move == Side::First { (first, second) } else { (second, first) };
                each(Placement { men: [first, second], to_move }, plain.worth(set(own), set(other)));
            }
        }
    }
}

/// Men that may not go back make a game in which it matters who sits where, and boards fewer symmetries.
#[test]
fn games_with_a_forward_follow_their_rules() {
    let ruleset = ruleset("alquerque:walker", &[("step_dirs", "no_back"), ("cap_dirs", "no_back")]);
    let folder = tempfile::tempdir().unwrap();
    let tables = solve(&ruleset, 1, 2, folder.path());
    let verified = verified(&ruleset, tables, 3_000).unwrap();
    assert_eq!((verified.positions, verified.faults), (3_000, vec![]));
}
