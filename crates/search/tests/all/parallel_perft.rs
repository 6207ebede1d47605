//! Perft with several threads.

use quirkat_rules::{AnyRules, PerftMode, find_game};
use quirkat_search::{ParallelPerft, PerftProgress, Stop};

#[test]
fn parts_add_up_and_a_stopped_count_is_incomplete() {
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let game = AnyRules::compile(ruleset).unwrap().new_game();
    let stop = Stop::default();
    for of in [PerftMode::Moves, PerftMode::Paths] {
        for depth in 0..=7 {
            let counting = ParallelPerft { depth, of, threads: 2, stop: &stop };
            let mut last = PerftProgress::default();
            let counted = counting.run(&game, &mut |so_far| last = so_far).unwrap();
            assert_eq!((counted.nodes, counted.is_complete()), (game.perft(depth, of).unwrap(), true));
            assert_eq!(last, counted);
        }
    }
    let counting = ParallelPerft { depth: 16, of: PerftMode::Moves, threads: 2, stop: &stop };
    let mut stop_soon = |so_far: PerftProgress| {
        if so_far.finished_parts == 3 {
            stop.stop();
        }
    };
    let counted = counting.run(&game, &mut stop_soon).unwrap();
    assert!((3..10).contains(&counted.finished_parts) && !counted.is_complete(), "{counted:?}");
}
