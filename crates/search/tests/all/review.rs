//! Reviews of games.

use quirkat_rules::{AnyGame, AnyRules, Side, find_game, read_turn};
use quirkat_search::{
    Engine, Limits, OutcomeProbabilities, PositionReview, Random, Review, ReviewLimits, Stop, TurnReview, Verdict,
};

fn game(title: &str, turns: &[&str]) -> AnyGame {
    let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
    let ruleset = find_game(id).unwrap().ruleset(variant, &[]).unwrap();
    let mut game = AnyRules::compile(ruleset).unwrap().new_game();
    for text in turns {
        let turn = read_turn(&*game, text).unwrap();
        game.play(&turn).unwrap();
    }
    game
}

fn review(game: &AnyGame, nodes: u64) -> Review {
    let effort = ReviewLimits { limits: Limits { nodes: Some(nodes), ..Limits::default() }, lines: 1 };
    Engine::new(4).review(game, effort, &Stop::default(), &mut |_| {}).unwrap().unwrap()
}

/// Black's second man does not close the diagonal.
const BLUNDER: [&str; 5] = ["drop @b2", "drop @b1", "drop @a1", "drop @c1", "drop @c3"];

#[test]
fn a_planted_blunder_is_found_with_a_better_move_and_decides_the_game() {
    let game = game("alquerque-de-tres", &BLUNDER);
    let review = review(&game, 20_000);
    assert_eq!((review.positions.len(), review.turns.len()), (6, 5));
    let blunder = &review.turns[3];
    assert_eq!((blunder.verdict, blunder.by), (Some(Verdict::Blunder), Side::Second));
    assert_eq!(blunder.better[0].turns[0].text(&game.ruleset().board), "drop @c3");
    assert_eq!((blunder.after, review.positions[4].first), (OutcomeProbabilities::LOST, OutcomeProbabilities::WON));
    assert_eq!(review.turning_point(), Some(3));
    assert_eq!(review.turns[4].verdict, Some(Verdict::Only));
    assert_eq!(review.positions[5].first, OutcomeProbabilities::WON);
    let [first, second] = review.accuracy().map(Option::unwrap);
    assert!(first > 95.0 && second < 70.0, "{first} {second}");
}

/// Returns a review of moves by turns, with these expected scores of the first side. Each move loses what it changes.
fn by_scores(scores: &[f64]) -> Review {
    let first = |score: f64| OutcomeProbabilities { win: score, draw: 0.0, loss: 1.0 - score };
    let side = |ply: usize| if ply.is_multiple_of(2) { Side::First } else { Side::Second };
    let position = |(ply, &score): (usize, &f64)| PositionReview {
        to_move: side(ply),
        first: first(score),
        score: None,
        depth: 0,
    };
    let turn = |(ply, pair): (usize, &[f64])| {
        let by = side(ply);
        let [before, after] =
            [pair[0], pair[1]].map(|score| first(if by == Side::First { score } else { 1.0 - score }));
        let loss = (before.expected_score() - after.expected_score()).max(0.0);
        TurnReview { by, is_choice: true, before, after, loss, verdict: None, better: vec![], tables: None }
    };
    Review {
        positions: scores.iter().enumerate().map(position).collect(),
        turns: scores.windows(2).enumerate().map(turn).collect(),
    }
}

#[test]
fn the_last_swing_towards_the_result_decides_the_game() {
    // White throws a win away, and Black returns a smaller part of it.
    assert_eq!(by_scores(&[0.5, 0.9, 0.9, 0.2, 0.2, 0.2, 0.8, 0.8, 0.9]).turning_point(), Some(5));
    // White gives back a part of a won game, which stays won.
    assert_eq!(by_scores(&[0.5, 0.5, 0.9, 0.62, 0.62, 0.62, 0.7]).turning_point(), Some(1));
    // Black loses after an even game.
    assert_eq!(by_scores(&[0.5, 0.5, 0.95]).turning_point(), Some(1));
    // Black is ahead and lets White draw.
    assert_eq!(by_scores(&[0.5, 0.1, 0.1, 0.1, 0.5]).turning_point(), Some(3));
    assert_eq!(by_scores(&[0.5, 0.52, 0.5, 0.55]).turning_point(), None);
}

#[test]
fn a_resignation_changes_nothing_on_the_board() {
    let mut resigned = game("alquerque-de-tres", &BLUNDER[..2]);
    let still = review(&resigned, 5_000);
    resigned.resign(Side::First).unwrap();
    assert_eq!(review(&resigned, 5_000), still);
}

#[test]
fn throws_of_dice_and_forced_moves_are_not_judged() {
    let mut game = game("alquerque-de-nueve:dados", &[]);
    let mut rng = Random::with_seed(4);
    while game.history().len() < 8 {
        let turns = game.turns().unwrap();
        game.play(&turns[rng.index(turns.len())]).unwrap();
    }
    let judged = review(&game, 200);
    for (turn, reviewed) in game.history().into_iter().zip(&judged.turns) {
        assert!(turn.roll.is_none() || !reviewed.is_choice && reviewed.verdict.is_none());
        assert!((0.0..=1.0).contains(&reviewed.after.expected_score()));
    }
    // Black has one capture only: the position has the value of the next one.
    let forced = self::game("alquerque", &["b2-c3", "d4xb2"]);
    let judged = review(&forced, 2_000);
    assert_eq!([0, 1].map(|turn| judged.turns[turn].is_choice), [true, false]);
    assert_eq!(judged.positions[1].first, judged.positions[2].first);
}

#[test]
fn a_stopped_review_returns_nothing() {
    let stop = Stop::default();
    stop.stop();
    let effort = ReviewLimits { limits: Limits::default(), lines: 1 };
    let game = game("alquerque", &["d2-c3"]);
    assert_eq!(Engine::new(1).review(&game, effort, &stop, &mut |_| {}).unwrap(), None);
}
