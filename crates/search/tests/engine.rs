//! The engine: what it finds, that it obeys its limits, and that its levels differ.

use quirkat_rules::{
    AnyGame, AnyRules, Outcome, Piece, Rank, Reason, Rules, RulesVisitor, Setup, Side, Trail, find_game, games,
    read_fen,
};
use quirkat_search::{Analysis, Engine, Level, Limits, Playouts as RandomGames, Random, Score, Stop};
use serde_json::Value;

fn rules(variant: &str) -> AnyRules {
    AnyRules::compile(find_game("alquerque").unwrap().ruleset(Some(variant), &[]).unwrap()).unwrap()
}

fn position(variant: &str, fen: &str) -> AnyGame {
    let rules = rules(variant);
    let setup = read_fen(&rules.ruleset(), fen).unwrap();
    rules.game(Some(&setup)).unwrap()
}

fn analyse(game: &AnyGame, limits: Limits, lines: usize) -> Analysis {
    Engine::new(4).analyse(game, limits, lines, &Stop::default(), &mut |_| {}).unwrap()
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// The best turn as text, and the score.
fn best(game: &AnyGame, plies: u32) -> (String, Score) {
    let analysis = analyse(game, depth(plies), 1);
    (analysis.lines[0].turns[0].text(&game.ruleset().board), analysis.lines[0].score)
}

#[test]
fn a_win_at_once_is_found_and_counted_in_plies() {
    let game = position("walker", "W:Wa1:Bb2");
    let (turn, score) = best(&game, 4);
    assert_eq!((turn.as_str(), score.plies_to_end()), ("a1xc3", Some(1)));
}

#[test]
fn the_longer_of_two_captures_is_preferred_where_it_wins() {
    let game = position("walker", "W:Wa1:Bb2,d4,a2");
    assert_eq!(best(&game, 4).0, "a1xc3xe5");
}

#[test]
fn a_certain_loss_is_counted_too() {
    // Whatever the single man does, one of the others takes it.
    let game = position("walker", "W:Wa1:Bc1,c2,b3,a3,c3");
    let analysis = analyse(&game, depth(6), 1);
    assert_eq!(analysis.lines[0].score.plies_to_end(), Some(-2));
}

#[test]
fn lines_are_sorted_distinct_and_legal() {
    let game = rules("article").new_game();
    let analysis = analyse(&game, depth(4), 10);
    assert_eq!(analysis.lines.len(), 4, "there are four first turns");
    assert!(
        analysis.lines.windows(2).all(|pair| pair[0].score >= pair[1].score && pair[0].turns[0] != pair[1].turns[0])
    );
    for line in &analysis.lines {
        let mut game = game.clone();
        for turn in &line.turns {
            game.play(turn).unwrap();
        }
    }
}

#[test]
fn a_finished_game_has_no_lines() {
    let analysis = analyse(&position("walker", "W:W:Bb2"), depth(4), 3);
    assert!(analysis.lines.is_empty());
    let mut rng = Random::with_seed(1);
    let chosen =
        Engine::new(1).choose(&position("walker", "W:W:Bb2"), Level::BEST, depth(2), &Stop::default(), &mut rng);
    assert_eq!(chosen, Ok(None));
}

#[test]
fn a_search_by_nodes_is_reproducible_and_keeps_its_limit() {
    let game = rules("walker").new_game();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let (a, b) = (analyse(&game, limits, 2), analyse(&game, limits, 2));
    assert_eq!((a.lines, a.nodes, a.depth), (b.lines, b.nodes, b.depth));
    assert!(b.nodes <= 20_001);
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_turn() {
    let stop = Stop::default();
    stop.stop();
    let game = rules("walker").new_game();
    let analysis = Engine::new(1).analyse(&game, Limits::default(), 1, &stop, &mut |_| {}).unwrap();
    assert_eq!(analysis.lines[0].turns.len().min(1), 1);
}

#[test]
fn an_engine_forgets_one_game_when_it_plays_another() {
    let mut engine = Engine::new(1);
    let walker = rules("walker").new_game();
    let article = rules("article").new_game();
    let fresh = analyse(&article, depth(5), 1);
    engine.analyse(&walker, depth(5), 1, &Stop::default(), &mut |_| {}).unwrap();
    let after = engine.analyse(&article, depth(5), 1, &Stop::default(), &mut |_| {}).unwrap();
    assert_eq!((after.lines, after.nodes), (fresh.lines, fresh.nodes));
}

/// Every placement of one man against one, judged by the search and by the brute force of another program.
#[test]
fn one_man_against_one_agrees_with_the_brute_force_of_another_program() {
    let slices: Value = serde_json::from_str(include_str!("data/slices.json")).unwrap();
    for variant in ["walker", "article"] {
        let rules = rules(variant);
        let ruleset = rules.ruleset();
        let mut engine = Engine::new(4);
        let (mut won, mut lost, mut drawn) = (0, 0, 0);
        for white in 0..25 {
            for black in (0..25).filter(|&black| black != white) {
                let mut setup = Setup::empty(&ruleset.board);
                for (at, side) in [(white, Side::First), (black, Side::Second)] {
                    setup.columns[at] = vec![Piece { side, rank: Rank::Man }];
                }
                let game = rules.game(Some(&setup)).unwrap();
                let analysis = engine.analyse(&game, depth(6), 1, &Stop::default(), &mut |_| {}).unwrap();
                match analysis.lines[0].score.plies_to_end() {
                    Some(plies) if plies > 0 => won += 1,
                    Some(_) => lost += 1,
                    None => drawn += 1,
                }
            }
        }
        let wanted = &slices[format!("alquerque:{variant}")]["1,1"];
        assert_eq!(serde_json::json!([won, lost, drawn]), *wanted, "{variant}");
    }
}

/// Plays a game between two levels, with chance from a seed; nothing depends on the clock.
fn play(rules: &AnyRules, levels: [Level; 2], seed: u64, limits: Limits) -> Option<Outcome> {
    let mut game = rules.new_game();
    let mut rng = Random::with_seed(seed);
    let mut engines = [Engine::new(1), Engine::new(1)];
    for _ in 0..150 {
        let side = game.to_move().index();
        match engines[side].choose(&game, levels[side], limits, &Stop::default(), &mut rng).unwrap() {
            Some(turn) => game.play(&turn).unwrap(),
            None => break,
        }
    }
    game.outcome()
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    let rules = rules("walker");
    let level = |number| Level::new(number).unwrap();
    for (strong, weak) in [(7, 3), (4, 1)] {
        let mut score = 0.0;
        for seed in 0..12 {
            let strong_side = Side::BOTH[seed as usize % 2];
            let mut levels = [level(weak); 2];
            levels[strong_side.index()] = level(strong);
            score += match play(&rules, levels, seed, depth(6)).and_then(|outcome| outcome.winner) {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == strong_side)),
            };
        }
        assert!(score >= 7.5, "level {strong} scored {score} of 12 against level {weak}");
    }
}

#[test]
fn every_level_plays_every_variant_to_an_end_or_a_long_way() {
    for file in games() {
        for (number, variant) in (0..).zip(file.variants()) {
            let rules = AnyRules::compile(file.ruleset(Some(variant), &[]).unwrap()).unwrap();
            let level = Level::new(1 + number % 6).unwrap();
            // What is asserted is inside: no turn is refused.
            let limits = Limits { nodes: Some(200), ..depth(6) };
            play(&rules, [level, level], u64::from(number), limits);
        }
    }
}

#[test]
fn an_end_by_count_is_seen_coming() {
    // Two men to one and nothing to take: the count after seven turns each is a win, and nothing else is.
    let score = |end_count: &str| {
        let ruleset = find_game("alquerque").unwrap().ruleset(None, &[("end_count", end_count)]).unwrap();
        let setup = read_fen(&ruleset, "W:Wa1,b1:Be5").unwrap();
        let game = AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap();
        analyse(&game, depth(14), 1).lines[0].score.plies_to_end()
    };
    assert_eq!(score("automatic"), Some(14));
    assert_eq!(score("off"), None);
}

#[test]
fn random_games_end_as_games_do() {
    use quirkat_rules::{Rules, RulesVisitor};
    use std::sync::Arc;
    struct Playouts;
    impl RulesVisitor for Playouts {
        type Output = Vec<(Option<Reason>, u32)>;
        fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
            let mut rng = Random::with_seed(2);
            let mut games = RandomGames::new(&**rules);
            (0..300)
                .map(|_| {
                    let game = games.play(&rules.start(), 300, &mut rng);
                    let game = game.unwrap();
                    (game.outcome.map(|outcome| outcome.reason), game.plies)
                })
                .collect()
        }
    }
    let games = rules("walker").visit(Playouts);
    assert!(games.iter().all(|(reason, plies)| reason.is_some() || *plies == 300));
    assert!(games.iter().any(|(reason, _)| *reason == Some(Reason::NoPieces)));
    let mean = games.iter().map(|(_, plies)| f64::from(*plies)).sum::<f64>() / games.len() as f64;
    assert!((30.0..42.0).contains(&mean), "{mean} plies on average; another program has 36");
}

/// The turn of a number is the one that the list of turns has there, however many were passed over unseen.
#[test]
fn turns_by_number_are_the_listed_ones() {
    struct ByNumber;
    impl RulesVisitor for ByNumber {
        type Output = u64;
        fn visit<G: Rules>(self, rules: &std::sync::Arc<G>) -> u64 {
            let mut rng = Random::with_seed(64);
            let mut position = rules.start();
            let mut compared = 0;
            for _ in 0..60 {
                let mut listed = Vec::new();
                let mut list = |turn: &G::Move, _: &Trail<'_>| {
                    listed.push(*turn);
                    std::ops::ControlFlow::Continue(())
                };
                rules.turns(&position, &mut list).unwrap();
                assert_eq!(rules.count_turns(&position), Ok(listed.len() as u64));
                for (number, turn) in (0..).zip(&listed) {
                    assert_eq!(rules.nth_turn(&position, number), Ok(Some(*turn)), "{position:?}");
                    compared += 1;
                }
                assert_eq!(rules.nth_turn(&position, listed.len() as u64), Ok(None));
                if listed.is_empty() {
                    break;
                }
                position = rules.play(&position, &listed[rng.index(listed.len())]);
            }
            compared
        }
    }
    for game in games() {
        let rules = AnyRules::compile(game.ruleset(None, &[]).unwrap()).unwrap();
        assert!(rules.visit(ByNumber) > 30, "{}", game.id);
    }
}
