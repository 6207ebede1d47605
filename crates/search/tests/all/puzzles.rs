//! Puzzles: their claims hold in every game, and the same seed gives the same puzzles.

use quirkat_rules::{AnyGame, AnyRules, Side, Turn, find_game, games, write_fen};
use quirkat_search::puzzles::{Goal, Puzzle, PuzzleSearch};
use quirkat_search::{Limits, OutcomeProbabilities, Stop};
use std::collections::HashSet;

fn search(title: &str, seed: u64, nodes: u64) -> PuzzleSearch {
    let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
    let rules = AnyRules::compile(find_game(game).unwrap().ruleset(variant, &[]).unwrap()).unwrap();
    PuzzleSearch { rules, seed, limits: Limits { nodes: Some(nodes), ..Limits::default() } }
}

fn find_puzzles(search: &PuzzleSearch, games: u64) -> Vec<Puzzle> {
    (0..games).filter_map(|number| search.play(number, &Stop::default()).unwrap()).collect()
}

/// Returns whether a side can force a win within this number of plies, by brute force.
fn wins_within(game: &mut AnyGame, side: Side, plies: u32) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.winner == Some(side);
    }
    if plies == 0 {
        return false;
    }
    let (own, turns) = (game.to_move() == side, game.turns().unwrap());
    let mut wins = |turn: &Turn| {
        game.play(turn).unwrap();
        let wins = wins_within(game, side, plies - 1);
        game.undo();
        wins
    };
    if own { turns.iter().any(&mut wins) } else { turns.iter().all(wins) }
}

#[test]
fn brute_force_confirms_that_one_move_alone_forces_a_short_win() {
    let mut tried = 0;
    for title in ["alquerque-de-tres", "liebre", "konane", "awithlaknan-mosona", "tukvnanawopi", "kharberg"] {
        for puzzle in find_puzzles(&search(title, 1, 5_000), 25) {
            let Goal::Win(plies @ 1..=5) = puzzle.goal else { continue };
            let solver = puzzle.game.to_move();
            let mut won = HashSet::new();
            for turn in puzzle.game.turns().unwrap() {
                let mut after = puzzle.game.clone();
                after.play(&turn).unwrap();
                if wins_within(&mut after, solver, plies - 1) {
                    won.insert(turn.effect);
                }
            }
            let fen = write_fen(puzzle.game.ruleset(), &puzzle.game.setup());
            assert_eq!(won, HashSet::from([puzzle.solution[0].effect]), "{title} {fen}");
            tried += 1;
        }
    }
    assert!(tried >= 10, "only {tried} short wins");
}

#[test]
fn the_claims_of_puzzles_hold_in_every_game() {
    let mut all = 0;
    let titles = games().map(|file| file.id.as_str()).chain(["alquerque-de-nueve:dados"]);
    for title in titles {
        for puzzle in find_puzzles(&search(title, 1, 1_000), 4) {
            all += 1;
            let (ruleset, solver) = (puzzle.game.ruleset().clone(), puzzle.game.to_move());
            let expected = |score| OutcomeProbabilities::of(score, &ruleset).expected_score();
            assert!(expected(puzzle.best) - expected(puzzle.second) >= 0.19, "{title}");
            assert_eq!(matches!(puzzle.goal, Goal::Win(_)), puzzle.best.plies_to_end().is_some(), "{title}");
            let mut game = puzzle.game.clone();
            let effects: HashSet<_> = game.turns().unwrap().iter().map(|turn| turn.effect).collect();
            assert_eq!(effects.len(), puzzle.difficulty.choices, "{title}");
            assert!(effects.len() > 1, "{title}: nothing is forced");
            let mut movers = vec![];
            for turn in &puzzle.solution {
                assert!(!game.is_chance_node(), "{title}: a solution contains no dice");
                movers.push(game.to_move());
                game.play(turn).unwrap();
            }
            assert_eq!((movers[0], movers[movers.len() - 1]), (solver, solver), "{title}");
            assert_eq!(movers.iter().filter(|mover| **mover == solver).count(), puzzle.difficulty.turns, "{title}");
            if let Some(end) = game.outcome() {
                assert_eq!(end.winner, Some(solver), "{title}");
            }
        }
    }
    assert!(all >= 12, "{all} puzzles in all games");
}

#[test]
fn the_same_seed_finds_the_same_puzzles() {
    let puzzles = |seed| -> Vec<(String, Vec<Turn>, u8)> {
        let of = |puzzle: Puzzle| {
            let fen = write_fen(puzzle.game.ruleset(), &puzzle.game.setup());
            (fen, puzzle.solution, puzzle.difficulty.grade().number())
        };
        find_puzzles(&search("lasca", seed, 1_000), 8).into_iter().map(of).collect()
    };
    let first = puzzles(5);
    assert!(!first.is_empty());
    assert_eq!(puzzles(5), first);
    assert_ne!(puzzles(6), first);
}

#[test]
fn a_stopped_search_finds_no_puzzle() {
    let stop = Stop::default();
    stop.stop();
    assert!(search("alquerque", 1, 1_000).play(0, &stop).unwrap().is_none());
}
