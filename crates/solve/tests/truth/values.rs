//! Results of positions.

use crate::agreement::verdict;
use crate::{ruleset, solve, solve_as_far, verified};
use quirkat_plain::translate::{Translation, game};
use quirkat_plain::{Rules, Solution};
use quirkat_rules::Ruleset;
use quirkat_solve::{CountsBySlice, LayerKind, MenPosition, MenTables, WdlCounts};
use serde_json::Value;

/// Returns the counts of another program.
pub fn counted_elsewhere(variant: &str) -> CountsBySlice {
    let counts: Value = serde_json::from_str(include_str!("../../../search/tests/data/slices.json")).unwrap();
    let slice = |(slice, counts): (&String, &Value)| {
        let (own, other) = slice.split_once(',').unwrap();
        let count = |at: usize| counts[at].as_u64().unwrap();
        ((own.parse().unwrap(), other.parse().unwrap()), WdlCounts { won: count(0), lost: count(1), drawn: count(2) })
    };
    counts[format!("alquerque:{variant}")].as_object().unwrap().iter().map(slice).collect()
}

#[test]
fn alquerque_agrees_with_another_program_and_with_the_plain_solver() {
    for variant in ["walker", "article"] {
        // The other program treats all endless play as a draw.
        let (ruleset, plain) = game("alquerque", variant, &[("repetition", "draw")]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let tables = solve(&ruleset, 1, 2, folder.path());
        let ours = tables.count_both(&|_| {}).unwrap().unwrap().unwrap();
        let known: Vec<_> =
            counted_elsewhere(variant).into_iter().filter(|(slice, _)| ours.contains_key(slice)).collect();
        assert!(known.len() >= 12, "{variant}: {} slices", known.len());
        for (slice, count) in known {
            assert_eq!(ours[&slice], count, "{variant}, {slice:?}");
        }
        // With one man on one side there are at most three men in all.
        agree(&tables, &ruleset, &plain, 3);
    }
}

/// House rules under which strips are compared with the plain solver.
pub const STRIP_RULES: [&[(&str, &str)]; 6] = [
    &[("repetition", "draw")],
    &[("repetition", "count")],
    &[("repetition", "draw"), ("blocked", "draw")],
    &[("repetition", "draw"), ("capture", "mandatory"), ("chain", "mandatory")],
    &[("repetition", "count"), ("capture", "mandatory"), ("chain", "mandatory"), ("blocked", "draw")],
    &[("repetition", "draw"), ("capture", "mandatory"), ("chain", "none")],
];

#[test]
fn every_position_of_a_strip_has_the_value_of_the_plain_solver() {
    for rules in STRIP_RULES {
        for outer in ["yes", "no"] {
            let rules: Vec<_> = rules.iter().copied().chain([("n", "4"), ("outer", outer)]).collect();
            let (ruleset, plain) = game("awithlaknannai", "seed", &rules).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let tables = solve(&ruleset, 12, 2, folder.path());
            agree(&tables, &ruleset, &plain, 4);
            assert!(
                tables.count_both(&|_| {}).unwrap().unwrap().is_ok(),
                "{rules:?}: exchanging the sides changes the counts"
            );
            let verified = verified(&ruleset, tables, 3_000);
            assert_eq!(verified.unwrap().faults, [], "{rules:?}");
        }
    }
}

/// Compares the result of every position of up to `men` men with the plain solver.
fn agree(tables: &MenTables, ruleset: &Ruleset, plain: &Rules, men: usize) {
    let translation = Translation::of(&ruleset.board);
    Solution::new(plain, men).each(|state, wdl| {
        let placement = MenPosition::of(&translation.setup(state));
        assert_eq!(tables.wdl(placement).unwrap(), Some(verdict(wdl).wdl), "{placement:?}");
    });
}

/// Men that may not go back make the sides differ and leave fewer symmetries.
#[test]
fn tables_of_games_with_a_forward_direction_verify() {
    let ruleset = ruleset("alquerque:walker", &[("step_dirs", "no_back"), ("cap_dirs", "no_back")]);
    let folder = tempfile::tempdir().unwrap();
    let tables = solve(&ruleset, 1, 2, folder.path());
    let verified = verified(&ruleset, tables, 3_000).unwrap();
    assert_eq!((verified.positions, verified.faults), (3_000, vec![]));
}

#[test]
fn tables_of_wins_give_the_same_values_as_tables_of_wins_and_losses() {
    const MEN: usize = 6;
    let counted = [("n", "4"), ("repetition", "count")];
    let drawn = [("n", "4"), ("repetition", "draw"), ("capture", "mandatory"), ("chain", "mandatory")];
    for (ruleset, already) in [(&counted[..], 0), (&drawn, 0), (&counted, 2)]
        .map(|(rules, already)| (ruleset("awithlaknannai:seed", rules), already))
    {
        let [all, wins] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let tables = solve(&ruleset, MEN, 2, all.path());
        solve(&ruleset, already, 2, wins.path());
        let by_wins = solve_as_far(&ruleset, MEN, LayerKind::Wins, 2, wins.path());
        assert_eq!(by_wins.layers().iter().filter(|layer| layer.kind == LayerKind::Wins).count(), MEN - already);
        assert!(by_wins.positions() < tables.positions(), "the second side has no more men than the first");
        for number in 0..by_wins.positions() {
            let position = by_wins.position(number);
            let [found, known] = [&by_wins, &tables].map(|tables| tables.wdl(position).unwrap());
            assert!(found.is_some() && found == known, "{position:?}: {found:?}, {known:?}");
        }
        let [found, known] = [&by_wins, &tables].map(|tables| {
            let mut slices = tables.count_both(&|_| {}).unwrap().unwrap().unwrap();
            slices.retain(|&(own, other), _| own.max(other) <= MEN);
            slices
        });
        assert_eq!(found, known);
        let found = verified(&ruleset, by_wins, u64::MAX).unwrap();
        assert!(found.faults.is_empty() && found.positions > 500_000, "{found:?}");
    }
}
