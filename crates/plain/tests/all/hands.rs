//! Hand-made cases: pieces in hand, hunts and mills.

use super::{men, paths};
use quirkat_plain::{Count, End, P, Rules, Side, Side::First, Side::Second, State, Throw, Turn, game};
use std::collections::BTreeSet;

fn variant(name: &str, variant: &str, options: &[(&str, &str)]) -> Rules {
    game(name, Some(variant), options).unwrap()
}

fn state(rules: &Rules, first: &[P], second: &[P], hand: [usize; 2], to_move: Side) -> State {
    State { hand, ..rules.state(men(first, second), to_move) }
}

/// queah.md, "Turn".
#[test]
fn a_lost_piece_of_queah_is_replaced_in_three_ways() {
    let (own, enemy) = ([(2, -2), (0, -2), (-2, 0)], [(0, 2), (1, 1), (2, 2), (-2, 2)]);
    let turns = |name: &str, hand: usize| {
        let rules = variant("queah", name, &[]);
        let state = state(&rules, &own, &enemy, [hand, 6], First);
        (rules.turns(&state), rules, state)
    };
    let (then_move, ..) = turns("walker", 1);
    assert!(then_move.iter().all(|turn| turn.drop.len() == 1 && turn.path.len() == 2));
    assert_eq!(then_move.iter().map(|turn| turn.drop[0]).collect::<BTreeSet<P>>().len(), 13 - 7);
    assert!(then_move.iter().any(|turn| turn.path[0] == turn.drop[0]), "with the new piece too");
    for (name, next) in [("navpil", Second), ("at_once", First)] {
        let (entries, rules, state) = turns(name, 1);
        assert!(entries.len() == 13 - 7 && entries.iter().all(|turn| turn.drop.len() == 1 && turn.path.is_empty()));
        let after = rules.play(&state, &entries[0]);
        assert_eq!((after.to_move, after.hand, after.number_standing(First)), (next, [0, 6], 4));
    }
    for name in ["walker", "navpil", "at_once"] {
        let (moves, ..) = turns(name, 0);
        assert!(moves.iter().all(|turn| turn.drop.is_empty() && turn.path.len() == 2), "{name}: nothing in hand");
    }
}

/// README, rulings: queah `then_move`.
#[test]
fn an_entry_of_queah_leaves_a_move() {
    let rules = variant("queah", "walker", &[]);
    // The piece at the corner cannot move, and every entry goes to another corner.
    let enemy = [(-1, -1), (0, 0), (1, 1), (-2, 0), (0, -2), (2, 0), (0, 2), (1, -1), (-1, 1)];
    let blocked = state(&rules, &[(-2, -2)], &enemy, [1, 0], First);
    let ends: BTreeSet<P> = rules.turns(&blocked).iter().map(|turn| turn.drop[0]).collect();
    assert!(ends.is_empty());
    assert_eq!(rules.outcome(&blocked), Some(End::Blocked(Some(First))));
    // The obligation to capture is checked after each entry.
    let rules = variant("queah", "mandatory", &[]);
    let state = state(&rules, &[(-2, -2)], &[(1, 1), (2, 0)], [1, 2], First);
    for turn in rules.turns(&state) {
        let takes = [(0, 0), (2, 2)].contains(&turn.drop[0]);
        assert_eq!(!turn.taken.is_empty(), takes, "{turn:?}");
    }
    assert!(rules.turns(&state).iter().any(|turn| turn.drop == [(-1, 1)]));
}

#[test]
fn an_immediate_entry_keeps_the_memory_of_the_last_move() {
    let rules = variant("queah", "at_once", &[("return", "not_last")]);
    let mut state = state(&rules, &[(2, -2), (0, -2), (-2, 0)], &[(0, 2), (2, 2), (-2, 2), (1, 1)], [1, 6], First);
    state.last.insert(First, ((-2, 0), (-1, -1)));
    let entry = rules.turns(&state).into_iter().find(|turn| turn.drop == [(2, 0)]).unwrap();
    let after = rules.play(&state, &entry);
    assert!(!paths(&rules, &after).contains(&vec![(-2, 0), (-1, -1)]));
    assert!(paths(&rules, &after).contains(&vec![(-2, 0), (-1, 1)]));
}

/// hunt.md, 1.
#[test]
fn the_hare_wins_with_nine_hunters_left() {
    let rules = variant("liebre", "ten", &[]);
    assert_eq!(rules.turns(&rules.start()).len(), 6);
    // Two leaps, although the first suffices.
    let hunters = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (4, 1), (0, 2), (2, 3), (3, 3)];
    let hare = state(&rules, &hunters, &[(2, 2)], [0, 0], Second);
    let double = rules.turns(&hare).into_iter().find(|turn| turn.taken == [(2, 3), (3, 3)]).unwrap();
    for leaps in [1, 2] {
        let turn =
            Turn { path: double.path[..=leaps].to_vec(), taken: double.taken[..leaps].to_vec(), ..double.clone() };
        assert!(rules.turns(&hare).contains(&turn));
        assert_eq!(rules.outcome(&rules.play(&hare, &turn)), Some(End::Taken(First)));
    }
    let single = variant("liebre", "ten", &[("chain", "none")]);
    assert!(single.turns(&hare).iter().all(|turn| turn.taken.len() < 2));
    assert!(rules.turns(&State { to_move: First, ..hare }).iter().all(|turn| turn.taken.is_empty()));
    for (name, taken) in [("alfonso", 3), ("eleven", 2), ("ten", 1)] {
        assert_eq!(variant("liebre", name, &[]).taken_to_win, Some(taken));
    }
}

/// hunt.md, 2.
#[test]
fn goats_are_placed_and_tigers_take_five() {
    let rules = variant("bagh-chal", "nepal", &[]);
    let corners = [(0, 0), (4, 0), (0, 4), (4, 4)];
    let turns = rules.turns(&rules.start());
    assert!(turns.len() == 21 && turns.iter().all(|turn| turn.drop.len() == 1));
    let goats = state(&rules, &[(1, 1), (3, 3)], &corners, [14, 0], Second);
    assert!(rules.turns(&goats).iter().any(|turn| turn.taken == [(1, 1)]));
    let mut later = goats.clone();
    later.hand = [13, 0];
    assert_eq!(rules.outcome(&later), Some(End::Taken(First)));
    assert_eq!(variant("bagh-chal", "all", &[]).outcome(&later), None);
    assert_eq!(variant("bagh-chal", "four", &[]).outcome(&goats), Some(End::Taken(First)));
    // Tigers that cannot move have lost.
    let around = [(1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (3, 1), (4, 1), (0, 2), (2, 2), (4, 2), (0, 3), (1, 3)];
    let around = [&around[..], &[(3, 3), (4, 3), (1, 4), (2, 4), (3, 4)]].concat();
    let blocked = state(&rules, &around, &corners, [3, 0], Second);
    assert_eq!(rules.outcome(&blocked), Some(End::Blocked(Some(Second))));
}

/// hunt.md, 3.
#[test]
fn leopards_are_placed_and_then_must_capture() {
    let rules = variant("leopards", "parker", &[]);
    let capture = |hand: [usize; 2], options: &[(&str, &str)]| {
        let rules = variant("leopards", "parker", options);
        rules.turns(&state(&rules, &[(2, 2)], &[(2, 3), (2, 0)], hand, First))
    };
    assert!(capture([1, 22], &[]).iter().all(|turn| turn.path.is_empty()), "the second leopard is still in hand");
    assert_eq!(capture([0, 22], &[]).iter().map(|turn| turn.taken.clone()).collect::<Vec<_>>(), [[(2, 3)]]);
    assert!(capture([0, 22], &[("capture", "optional")]).len() > 1);
    assert_eq!(rules.turns(&rules.start()).len(), 49);
}

/// morris.md, "Alquerque de tres".
#[test]
fn three_in_a_row_win() {
    let row = |name: &str, own: &[P]| {
        let rules = variant("alquerque-de-tres", name, &[]);
        rules.outcome(&state(&rules, own, &[(1, 0), (0, 1)], [0, 1], Second))
    };
    let (side, diagonal) = ([(0, 2), (1, 2), (2, 2)], [(0, 0), (1, 1), (2, 2)]);
    for name in ["alfonso", "moving", "flying", "tapatan"] {
        assert_eq!((row(name, &side), row(name, &diagonal)), (Some(End::Row(Second)), Some(End::Row(Second))));
    }
    assert_eq!((row("dris", &side), row("dris", &diagonal)), (Some(End::Row(Second)), None));
    let full: [&[P]; 2] = [&[(0, 0), (1, 0), (2, 1)], &[(2, 0), (0, 1), (1, 2)]];
    let placed = |name: &str| {
        let rules = variant("alquerque-de-tres", name, &[]);
        let state = state(&rules, full[0], full[1], [0, 0], First);
        (rules.outcome(&state), paths(&rules, &state).len())
    };
    assert_eq!(placed("alfonso"), (Some(End::Placed), 0));
    assert_eq!(placed("flying"), (None, 9));
    assert_eq!(placed("moving"), (None, 4));
    let first = |name: &str| variant("alquerque-de-tres", name, &[]);
    assert_eq!(first("tapatan").turns(&first("tapatan").start()).len(), 8);
}

/// morris.md, "Alquerque de nueve".
#[test]
fn a_mill_takes_a_man_outside_mills() {
    let own = [(0, 0), (3, 0), (6, 3), (3, 2)];
    let enemy = [(1, 1), (3, 1), (5, 1), (0, 6)];
    let taken = |options: &[(&str, &str)], enemy: &[P]| {
        let rules = variant("alquerque-de-nueve", "alfonso", options);
        let state = state(&rules, &own, enemy, [0, 0], First);
        let turns = rules.turns(&state).into_iter().filter(|turn| turn.path == [(6, 3), (6, 0)]);
        turns.map(|turn| turn.removed).collect::<Vec<_>>()
    };
    assert_eq!(taken(&[], &enemy), [[(0, 6)]]);
    assert_eq!(taken(&[], &enemy[..3]).len(), 3, "all are in mills");
    assert_eq!(taken(&[("mill_protected", "no")], &enemy).len(), 4);
    // A mill that stands already takes nothing.
    let rules = variant("alquerque-de-nueve", "alfonso", &[]);
    let state = state(&rules, &[(0, 0), (3, 0), (6, 0), (2, 2)], &enemy, [0, 0], First);
    let quiet = rules.turns(&state).into_iter().filter(|turn| turn.path[0] == (2, 2));
    assert!(quiet.map(|turn| turn.removed.len()).eq([0, 0]));
    assert_eq!(rules.mill_lines().len(), 16);
}

#[test]
fn two_mills_at_once_may_take_two() {
    let own = [(0, 0), (3, 0), (6, 3), (6, 6)];
    let number = |double: &str, enemy: &[P]| {
        let rules = variant("alquerque-de-nueve", "alfonso", &[("double_mill", double)]);
        let state = state(&rules, &own, enemy, [1, 5], First);
        let turns = rules.turns(&state).into_iter().filter(|turn| turn.drop == [(6, 0)]);
        turns.map(|turn| turn.removed.len()).collect::<Vec<_>>()
    };
    let enemy = [(1, 1), (5, 5), (0, 6)];
    assert_eq!(number("one", &enemy), [1, 1, 1]);
    assert_eq!(number("two", &enemy), [2; 3], "whichever is named first");
    assert_eq!(number("two", &enemy[..1]), [1], "there is no more");
}

#[test]
fn the_last_three_men_may_fly_and_two_have_lost() {
    let enemy = [(1, 1), (5, 5), (0, 6), (6, 6)];
    let turns = |name: &str, own: &[P]| {
        let rules = variant("alquerque-de-nueve", name, &[]);
        let state = state(&rules, own, &enemy, [0, 0], First);
        (rules.outcome(&state), rules.turns(&state).len())
    };
    let own = [(0, 0), (3, 2), (4, 4)];
    assert_eq!(turns("modern", &own), (None, 3 * 17));
    assert_eq!(turns("alfonso", &own), (None, 2 + 3 + 2));
    assert_eq!(turns("modern", &own[..2]), (Some(End::Taken(First)), 0));
}

/// morris.md, "With dice".
#[test]
fn dice_may_place_three_men() {
    let rules = variant("alquerque-de-nueve", "dados", &[]);
    let start = rules.start();
    assert_eq!((rules.perft(&start, 1, Count::Paths), rules.perft(&start, 1, Count::Moves)), (216, 2));
    let after = |dice: [u8; 3]| rules.play(&start, &Turn { roll: Some(dice), ..Turn::default() });
    let lucky = rules.turns(&start).iter().filter(|turn| Throw::of(turn.roll.unwrap()) == Throw::Three).count();
    assert_eq!(lucky, 6 + 3 * 3);
    let (one, three) = (after([6, 6, 6]), after([3, 6, 3]));
    assert_eq!((rules.turns(&one).len(), rules.turns(&three).len()), (24, 24 + 16));
    let line = Turn { drop: vec![(0, 0), (0, 3), (0, 6)], ..Turn::default() };
    assert!(rules.turns(&three).contains(&line), "no man can be taken");
    let next = rules.play(&three, &line);
    assert_eq!((next.to_move, next.hand, next.thrown), (Second, [6, 9], None));
    assert_eq!(rules.turns(&next).len(), 216);
    // With two in hand no three can be placed, and with none there is no throw.
    let short = State { pieces: men(&[(0, 0)], &[]), hand: [2, 9], ..three.clone() };
    assert_eq!(rules.turns(&short).len(), 23);
    let moving = state(&rules, &[(0, 0), (3, 2), (4, 4)], &[(1, 1), (5, 5), (0, 6)], [0, 0], First);
    assert!(rules.turns(&moving).iter().all(|turn| turn.roll.is_none() && turn.path.len() == 2));
}
