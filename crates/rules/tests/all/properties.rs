//! Properties of every game, for all rules.

use crate::random::{all_rules, choose, random_game};
use fastrand::Rng;
use quirkat_rules::{AnyGame, AnyRules, Board, Options, PerftMode, Point, Setup, SetupMemory, Side, find_game};
use std::collections::HashMap;

/// Visits every position of random games, under all rules.
fn each_position(games: usize, seed: u64, mut look: impl FnMut(&AnyGame, &mut Rng)) {
    for (number, rules) in all_rules().iter().enumerate() {
        let mut rng = Rng::with_seed(seed + number as u64);
        for _ in 0..games {
            let mut game = rules.new_game();
            for _ in 0..150 {
                look(&game, &mut rng);
                let turns = game.turns().unwrap();
                if turns.is_empty() {
                    break;
                }
                game.play(choose(&turns, &mut rng)).unwrap();
            }
        }
    }
}

fn count(setup: &Setup, side: Side) -> usize {
    setup.count(side)
}

#[test]
fn a_game_is_over_exactly_when_there_are_no_turns() {
    let mut over = 0;
    each_position(30, 1, |game, _| {
        let turns = game.turns().unwrap();
        assert_eq!(game.outcome().is_some(), turns.is_empty(), "{:?}", game.setup());
        over += usize::from(turns.is_empty());
    });
    assert!(over > 100, "only {over} games ended");
}

#[test]
fn captures_come_first_if_the_options_say_so() {
    each_position(6, 3, |game, _| {
        if game.ruleset().options.captures_come_first() {
            let turns = game.turns().unwrap();
            assert!(turns.is_sorted_by_key(|turn| turn.captures.is_empty()), "{:?}", game.setup());
        }
    });
}

#[test]
fn a_turn_removes_exactly_its_captures() {
    each_position(6, 2, |game, _| {
        let before = game.setup();
        let mover = game.to_move();
        for turn in game.turns().unwrap() {
            let mut next = game.clone();
            next.play(&turn).unwrap();
            let after = next.setup();
            let taken = turn.captures.len() + usize::from(turn.huff.is_some());
            assert_eq!(count(&after, mover), count(&before, mover), "{turn:?}");
            assert_eq!(count(&after, mover.other()), count(&before, mover.other()) - taken, "{turn:?}");
            for &point in turn.captures.iter().chain(&turn.huff) {
                assert_eq!(before.top(point).unwrap().side, mover.other(), "{turn:?}");
            }
            // Every other piece is unchanged.
            for point in game.ruleset().board.points() {
                let is_touched = turn.captures.contains(&point) || turn.huff == Some(point);
                let is_end = turn.endpoints().is_some_and(|(from, to)| point == from || point == to);
                assert!(is_touched || is_end || before.columns[point.index()] == after.columns[point.index()]);
            }
            if let Some((from, to)) = turn.endpoints() {
                let (before, after) = (before.top(from).unwrap(), after.top(to).unwrap());
                assert_eq!(before.side, after.side);
                assert!(before.rank <= after.rank, "no piece is demoted");
                assert!(from == to || next.setup().top(from).is_none());
            }
            assert_eq!(after.to_move, mover.other());
        }
    });
}

#[test]
fn a_position_built_from_its_setup_is_equal() {
    each_position(20, 3, |game, _| {
        let setup = game.setup();
        let again = game.rules().game(Some(&setup)).unwrap();
        assert_eq!(again.setup(), setup);
        // Equal effects mean equal keys, for incremental keys and for keys from scratch.
        if game.outcome().is_none() && again.ruleset().options.repetition != quirkat_rules::Repetition::Forbidden {
            assert_eq!(again.turns(), game.turns());
        }
        for count in [PerftMode::Moves, PerftMode::Paths] {
            assert_eq!(again.perft(2, count), game.perft(2, count));
        }
    });
}

#[test]
fn undo_restores() {
    for (number, rules) in all_rules().iter().enumerate() {
        let mut rng = Rng::with_seed(400 + number as u64);
        for _ in 0..10 {
            let mut game = random_game(rules, 80, &mut rng);
            let history: Vec<_> = game.history().into_iter().cloned().collect();
            for plies in (0..history.len()).rev() {
                let expected = game.setup_after(plies);
                assert_eq!(game.undo().as_ref(), Some(&history[plies]));
                assert_eq!((game.setup(), game.outcome()), (expected, None));
                assert!(game.turns().unwrap().contains(&history[plies]));
            }
            assert_eq!((game.undo(), game.setup()), (None, rules.new_game().setup()));
            for turn in &history {
                game.play(turn).unwrap();
            }
            assert_eq!(game.history(), history.iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut positions = 0;
    for (number, rules) in all_rules().iter().enumerate() {
        let mut known: HashMap<u64, Setup> = HashMap::new();
        let mut rng = Rng::with_seed(500 + number as u64);
        for _ in 0..15 {
            let mut game = rules.new_game();
            for _ in 0..60 {
                let turns = game.turns().unwrap();
                if turns.is_empty() {
                    break;
                }
                for turn in &turns {
                    let mut next = game.clone();
                    next.play(turn).unwrap();
                    let setup = next.setup();
                    assert_eq!(*known.entry(turn.effect).or_insert_with(|| setup.clone()), setup);
                }
                game.play(choose(&turns, &mut rng)).unwrap();
            }
        }
        let mut setups: Vec<String> = known.values().map(|setup| format!("{setup:?}")).collect();
        setups.sort_unstable();
        setups.dedup();
        assert_eq!(setups.len(), known.len(), "equal positions have equal keys");
        positions += known.len();
    }
    assert!(positions > 20_000, "only {positions} positions");
}

/// Applies a symmetry of the board to a setup, and exchanges the sides if asked.
fn image(setup: &Setup, swapped: bool, image: impl Fn(Point) -> Point) -> Setup {
    let side = |side: Side| if swapped { side.other() } else { side };
    let mut columns = vec![vec![]; setup.columns.len()];
    for (number, column) in setup.columns.iter().enumerate() {
        columns[image(Point::from(number)).index()] =
            column.iter().map(|&piece| quirkat_rules::Piece { side: side(piece.side), ..piece }).collect();
    }
    let all = |points: &[Point]| {
        let mut points: Vec<_> = points.iter().map(|&point| image(point)).collect();
        points.sort_unstable();
        points
    };
    let SetupMemory { huffable, last, visited, .. } = &setup.memory;
    let mut turned_last = last.map(|last| last.map(|(stands, began)| (image(stands), image(began))));
    if swapped {
        turned_last.reverse();
    }
    let mut visited: Vec<_> = visited.iter().map(|(point, places)| (image(*point), all(places))).collect();
    visited.sort_unstable();
    let memory = SetupMemory { huffable: all(huffable), last: turned_last, visited, ..SetupMemory::default() };
    Setup { to_move: side(setup.to_move), columns, memory }
}

/// Returns whether the rules do not distinguish forward from backward.
fn has_no_direction(options: &Options) -> bool {
    use quirkat_rules::{Directions, LastRow, Promotion};
    options.step_dirs == Directions::All
        && options.cap_dirs == Directions::All
        && options.last_row == LastRow::Normal
        && options.promotion == Promotion::None
}

/// Returns the symmetries of the board that the rules respect, each with whether the sides are exchanged.
fn respected(board: &Board, options: &Options) -> Vec<(quirkat_rules::Symmetry, bool)> {
    let (low, high) = board.bounds();
    let corner = |x, y| board.points().find(|&point| board.place(point) == quirkat_rules::Place { x, y }).unwrap();
    let (bottom, right, top) = (corner(low.x, low.y), corner(high.x, low.y), corner(low.x, high.y));
    board
        .symmetries()
        .into_iter()
        .flat_map(|symmetry| {
            let y = |point| board.place(symmetry.image(point)).y;
            let keeps_rows = y(bottom) == y(right);
            let swaps = keeps_rows && y(bottom) > y(top);
            match (has_no_direction(options), keeps_rows) {
                // Without a direction the sides may also keep their places.
                (true, _) => vec![(symmetry.clone(), false), (symmetry, true)],
                (false, true) => vec![(symmetry, swaps)],
                (false, false) => vec![],
            }
        })
        .collect()
}

#[test]
fn symmetric_positions_have_the_same_counts() {
    let mut compared = 0;
    for (number, rules) in all_rules().iter().enumerate() {
        let ruleset = rules.ruleset();
        let symmetries = respected(&ruleset.board, &ruleset.options);
        assert_eq!(symmetries.len(), if has_no_direction(&ruleset.options) { 16 } else { 4 }, "{}", ruleset.title());
        let mut rng = Rng::with_seed(600 + number as u64);
        for _ in 0..40 {
            let plies = rng.usize(..60);
            let game = random_game(rules, plies, &mut rng);
            let setup = game.setup();
            for (symmetry, swapped) in &symmetries {
                let turned = image(&setup, *swapped, |point| symmetry.image(point));
                let turned = rules.game(Some(&turned)).unwrap();
                for count in [PerftMode::Moves, PerftMode::Paths] {
                    assert_eq!(turned.perft(3, count), game.perft(3, count), "{} {setup:?}", ruleset.title());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 8_000, "only {compared} counts were compared");
}

#[test]
fn middle_left_is_the_mirror_image_of_middle_right() {
    let file = find_game("alquerque").unwrap();
    for variant in file.variants() {
        let game = |middle| {
            let ruleset = file.ruleset(Some(variant), &[("middle", middle)]).unwrap();
            AnyRules::compile(ruleset).unwrap().new_game()
        };
        let (right, left) = (game("right"), game("left"));
        assert_ne!(right.setup(), left.setup());
        for depth in 1..=4 {
            for count in [PerftMode::Moves, PerftMode::Paths] {
                assert_eq!(right.perft(depth, count), left.perft(depth, count), "alquerque:{variant}");
            }
        }
    }
}

#[test]
fn divided_counts_add_up() {
    for (number, rules) in all_rules().iter().enumerate() {
        let game = random_game(rules, 10, &mut Rng::with_seed(700 + number as u64));
        for count in [PerftMode::Moves, PerftMode::Paths] {
            for depth in 1..=3 {
                let divided = game.divide(depth, count).unwrap();
                let sum: u64 = divided.iter().map(|(_, below)| below).sum();
                assert_eq!(Ok(sum), game.perft(depth, count));
            }
        }
    }
}
