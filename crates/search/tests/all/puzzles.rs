//! Puzzles: that they are what they say, in every game, and the same from the same seed.

use quirkat_rules::{AnyGame, AnyRules, Side, Turn, find_game, games, write_fen};
use quirkat_search::puzzles::{Goal, Puzzle, PuzzleSearch};
use quirkat_search::{Limits, OutcomeProbabilities, Stop};
use std::collections::HashSet;

fn search(title: &str, seed: u64, nodes: u64) -> PuzzleSearch {
    let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
    let rules = AnyRules::compile(find_game(game).unwrap().ruleset(variant, &[]).unwrap()).unwrap();
    PuzzleSearch { rules, seed, limits: Limits { nodes: Some(nodes), ..Limits::default() } }
}

fn found(search: &PuzzleSearch, games: u64) -> Vec<Puzzle> {
    (0..games).filter_map(|number| search.play(number, &Stop::default()).unwrap()).collect()
}

/// Whether a side can force its win within so many plies, by trying everything.
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
fn short_wins_are_forced_by_one_turn_and_no_other_says_a_search_of_everything() {
    let mut tried = 0;
    for title in ["alquerque-de-tres", "liebre", "konane", "awithlaknan-mosona", "tukvnanawopi", "kharberg"] {
        for puzzle in found(&search(title, 1, 5_000), 25) {
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
    assert!(tried >= 10, "{tried} short wins are too few to tell");
}

#[test]
fn every_game_gives_puzzles_that_keep_their_word_or_says_that_it_has_none() {
    let mut all = 0;
    let titles = games().map(|file| file.id.as_str()).chain(["alquerque-de-nueve:dados"]);
    for title in titles {
        for puzzle in found(&search(title, 1, 1_000), 4) {
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
                assert!(!game.is_chance_node(), "{title}: nobody can foresee dice");
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
    let told = |seed| -> Vec<(String, Vec<Turn>, u8)> {
        let of = |puzzle: Puzzle| {
            let fen = write_fen(puzzle.game.ruleset(), &puzzle.game.setup());
            (fen, puzzle.solution, puzzle.difficulty.grade().number())
        };
        found(&search("lasca", seed, 1_000), 8).into_iter().map(of).collect()
    };
    let first = told(5);
    assert!(!first.is_empty());
    assert_eq!(told(5), first);
    assert_ne!(told(6), first);
}

#[test]
fn a_search_that_is_told_to_stop_finds_nothing() {
    let stop = Stop::default();
    stop.stop();
    assert!(search("alquerque", 1, 1_000).play(0, &stop).unwrap().is_none());
}
