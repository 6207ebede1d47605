//! Values of every game survive a round trip and fit their schemas.

use super::{checked, game};
use quirkat_rules::{AnyGame, Language, games, read_turn};
use quirkat_search::{Score, Variation};
use quirkat_wire::{
    EmptyBoard, EngineLine, Game, LegalTurns, Partial, PartialRequest, PlayedTurn, Rules, Subject, Turn, TurnStart,
    TurnStep, TurnTree,
};
use std::collections::HashSet;

/// Number of plies played of each game.
const PLIES: usize = 40;

#[test]
fn positions_turns_and_partial_turns_survive_a_round_trip() {
    let mut rng = fastrand::Rng::with_seed(61);
    let mut ends = 0;
    for file in games() {
        let mut game = game(&file.id, &[], None);
        let start = game.clone();
        checked(&EmptyBoard::new(game.ruleset()));
        for _ in 0..PLIES {
            let turns = game.turns().unwrap();
            let legal = LegalTurns { subject: Subject::new(&game, Language::Es), legal: Turn::legal(&game, &turns) };
            checked(&legal);
            assert_eq!(legal.legal.is_empty(), legal.subject.outcome.is_some(), "{}", file.id);
            if legal.legal.is_empty() {
                ends += 1;
                break;
            }
            // Enters a turn point by point, at random.
            let mut ask = PartialRequest::default();
            loop {
                let partial = Partial::new(&game, &turns, &ask).unwrap();
                checked(&partial);
                if partial.next.is_empty() {
                    break;
                }
                ask.points.push(partial.next[rng.usize(..partial.next.len())].clone());
            }
            if let Some(ahead) = TurnTree::new(&game, &turns) {
                check_tree(&game, &turns, &checked_tree(ahead));
            }
            game.play(&turns[rng.usize(..turns.len())]).unwrap();
        }
        let played = PlayedTurn::all(&game, game.ruleset(), Language::En);
        assert_eq!(played.len(), game.history().len());
        played.iter().for_each(|played| drop(checked(played)));
        // Builds the same line as an engine would return it; the side of each turn is known, even where a side moves
        // twice.
        let history: Vec<_> = game.history().into_iter().cloned().collect();
        let line = EngineLine::new(&start, &Variation { score: Score::DRAW, turns: history });
        checked(&line);
        assert_eq!(line.turns, played.into_iter().map(|played| played.turn).collect::<Vec<_>>(), "{}", file.id);
    }
    assert!(ends > 0, "some of the games end");
}

fn checked_tree(ahead: TurnTree) -> TurnTree {
    checked(&ahead);
    ahead
}

/// Compares the tree of a position with the answers to each of its points.
fn check_tree(game: &AnyGame, turns: &[quirkat_rules::Turn], ahead: &TurnTree) {
    let mut prefix = PartialRequest::default();
    let before = Partial::new(game, turns, &prefix).unwrap();
    follow(game, turns, &before, &ahead.steps, &mut prefix);
    for TurnStart { claim, huff, partial, steps } in &ahead.beginnings {
        let mut prefix = PartialRequest { claim: claim.clone(), huff: huff.clone(), points: vec![] };
        assert_eq!(*partial, Partial::new(game, turns, &prefix).unwrap(), "{prefix:?}");
        follow(game, turns, partial, steps, &mut prefix);
    }
    // All claims and huffs are present where they fit.
    let ways: HashSet<_> = turns.iter().map(|turn| (turn.claim.clone(), turn.huff)).collect();
    let plain = usize::from(ways.contains(&(None, None)));
    assert_eq!(ahead.beginnings.len(), ways.len() - plain, "{}", game.ruleset().title());
}

fn follow(
    game: &AnyGame,
    turns: &[quirkat_rules::Turn],
    before: &Partial,
    steps: &[TurnStep],
    prefix: &mut PartialRequest,
) {
    let here = Partial::new(game, turns, prefix).unwrap();
    assert_eq!(
        steps.iter().map(|step| &step.point).collect::<Vec<_>>(),
        here.next.iter().collect::<Vec<_>>(),
        "{prefix:?}"
    );
    for step in steps {
        prefix.points.push(step.point.clone());
        let partial = Partial::new(game, turns, prefix).unwrap();
        let mut pieces = before.position.pieces.clone();
        pieces.extend(step.changed.clone());
        pieces.retain(|_, column| !column.is_empty());
        assert_eq!(pieces, partial.position.pieces, "{prefix:?}");
        assert_eq!(
            (step.asks, &step.complete, &step.gone),
            (partial.asks, &partial.complete, &partial.gone),
            "{prefix:?}"
        );
        follow(game, turns, before, &step.next, prefix);
        prefix.points.pop();
    }
}

#[test]
fn the_tree_contains_turns_after_huffs_and_claims() {
    for (title, fen, beginnings) in
        [("alquerque:smith_bell", "W:Wa1,e1:Bc5,e5:huff=c5", 1), ("alquerque:walker", "W:Wa1:Bb2,d3,d4,a5", 0)]
    {
        let game = game(title, &[], Some(fen));
        let turns = game.turns().unwrap();
        let ahead = checked_tree(TurnTree::new(&game, &turns).unwrap());
        assert_eq!(ahead.beginnings.len(), beginnings, "{title}");
        check_tree(&game, &turns, &ahead);
    }
    let mut game = game("buruj:protest", &[], Some("W:Wa1:Bb2,e5"));
    let turn = read_turn(&*game, "a1-a2").unwrap();
    game.play(&turn).unwrap();
    let turns = game.turns().unwrap();
    let ahead = TurnTree::new(&game, &turns).unwrap();
    assert_eq!(ahead.beginnings[0].claim.as_deref(), Some("claim a1xc3"));
    check_tree(&game, &turns, &ahead);
}

#[test]
fn a_tree_beyond_the_step_limit_is_left_out() {
    // A king that captures man after man along very many paths.
    let game = game("zamma", &[("choice", "free")], Some("W:WKa7:Bh1,i1,a2,b2,e2,g3,b4,h4,c5"));
    let turns = game.turns().unwrap();
    assert!(turns.len() > 400 && turns.len() < 5_000, "{}", turns.len());
    assert_eq!(TurnTree::new(&game, &turns), None);
}

#[test]
fn every_variant_has_an_entry_and_rules() {
    for file in games() {
        let listed = Game::new(file, |_| false).unwrap();
        checked(&listed);
        assert_eq!(listed.variants.len(), file.variants().count());
        for variant in listed.variants {
            assert_eq!(variant.name.0.len(), Language::ALL.len());
            let ruleset = game(&variant.id, &[], None).ruleset().clone();
            for language in Language::ALL {
                let rules = Rules::new(&ruleset, language);
                checked(&rules);
                assert_eq!((&rules.game, &rules.variant_name), (&variant.id, &variant.name));
            }
        }
    }
}
