//! What positions are worth.

use crate::agreement::verdict;
use crate::{ruleset, solve, verified};
use quirkat_plain::translate::{Translation, game};
use quirkat_plain::{Rules, Solution};
use quirkat_rules::Ruleset;
use quirkat_solve::{Count, Placement, Slices, Tables};
use serde_json::Value;

/// The counts of the other program.
pub fn counted_elsewhere(variant: &str) -> Slices {
    let counts: Value = serde_json::from_str(include_str!("../../../search/tests/data/slices.json")).unwrap();
    let slice = |(slice, counts): (&String, &Value)| {
        let (own, other) = slice.split_once(',').unwrap();
        let count = |at: usize| counts[at].as_u64().unwrap();
        ((own.parse().unwrap(), other.parse().unwrap()), Count { won: count(0), lost: count(1), drawn: count(2) })
    };
    counts[format!("alquerque:{variant}")].as_object().unwrap().iter().map(slice).collect()
}

#[test]
fn alquerque_is_as_another_program_counted_it_and_as_the_plain_solver_finds() {
    for variant in ["walker", "article"] {
        // The other program takes endless play for a draw everywhere.
        let (ruleset, plain) = game("alquerque", variant, &[("repetition", "draw")]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let tables = solve(&ruleset, 1, 2, folder.path());
        let ours = tables.count_either(&|_| {}).unwrap().unwrap().unwrap();
        let known: Vec<_> =
            counted_elsewhere(variant).into_iter().filter(|(slice, _)| ours.contains_key(slice)).collect();
        assert!(known.len() >= 12, "{variant}: {} slices", known.len());
        for (slice, count) in known {
            assert_eq!(ours[&slice], count, "{variant}, {slice:?}");
        }
        // With one man on one side there are at most three men in all, whoever has the one.
        agree(&tables, &ruleset, &plain, 3);
    }
}

/// House rules of the strip under which small ones are held against the plain solver.
pub const STRIP_RULES: [&[(&str, &str)]; 6] = [
    &[("repetition", "draw")],
    &[("repetition", "count")],
    &[("repetition", "draw"), ("blocked", "draw")],
    &[("repetition", "draw"), ("capture", "mandatory"), ("chain", "mandatory")],
    &[("repetition", "count"), ("capture", "mandatory"), ("chain", "mandatory"), ("blocked", "draw")],
    &[("repetition", "draw"), ("capture", "mandatory"), ("chain", "none")],
];

#[test]
fn every_position_of_a_strip_is_worth_what_the_plain_solver_finds() {
    for rules in STRIP_RULES {
        for outer in ["yes", "no"] {
            let rules: Vec<_> = rules.iter().copied().chain([("n", "4"), ("outer", outer)]).collect();
            let (ruleset, plain) = game("awithlaknannai", "seed", &rules).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let tables = solve(&ruleset, 12, 2, folder.path());
            agree(&tables, &ruleset, &plain, 4);
            assert!(tables.count_either(&|_| {}).unwrap().unwrap().is_ok(), "{rules:?}: it matters who sits where");
            let verified = verified(&ruleset, tables, 3_000);
            assert_eq!(verified.unwrap().faults, [], "{rules:?}");
        }
    }
}

/// Compares what every position of up to so many men is worth with what the plain solver finds.
fn agree(tables: &Tables, ruleset: &Ruleset, plain: &Rules, men: usize) {
    let translation = Translation::of(&ruleset.board);
    Solution::new(plain, men).each(|state, worth| {
        let placement = Placement::of(&translation.setup(state));
        assert_eq!(tables.worth(placement).unwrap(), Some(verdict(worth).worth), "{placement:?}");
    });
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
