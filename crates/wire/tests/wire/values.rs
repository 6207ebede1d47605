//! Values of every game come back as they went, and fit their schemas.

use super::{game, held};
use quirkat_rules::{Language, games};
use quirkat_search::{Line, Score};
use quirkat_wire::{EmptyBoard, EngineLine, Game, Legal, Partial, PartialAsk, Played, Rules, Subject, Turn};

/// As many turns are played of each game.
const PLIES: usize = 40;

#[test]
fn positions_turns_and_partial_turns_come_back_as_they_went() {
    let mut lot = fastrand::Rng::with_seed(61);
    let mut ends = 0;
    for file in games() {
        let mut game = game(&file.id, &[], None);
        let start = game.clone();
        held(&EmptyBoard::new(game.ruleset()));
        for _ in 0..PLIES {
            let turns = game.turns().unwrap();
            let legal = Legal { subject: Subject::new(&game, Language::Es), legal: Turn::legal(&game, &turns) };
            held(&legal);
            assert_eq!(legal.legal.is_empty(), legal.subject.outcome.is_some(), "{}", file.id);
            if legal.legal.is_empty() {
                ends += 1;
                break;
            }
            // A turn is entered point by point, by lot.
            let mut ask = PartialAsk::default();
            loop {
                let partial = Partial::new(&game, &turns, &ask).unwrap();
                held(&partial);
                if partial.next.is_empty() {
                    break;
                }
                ask.points.push(partial.next[lot.usize(..partial.next.len())].clone());
            }
            game.play(&turns[lot.usize(..turns.len())]).unwrap();
        }
        let played = Played::all(&game);
        assert_eq!(played.len(), game.history().len());
        played.iter().for_each(|played| drop(held(played)));
        // The same line, as an engine would give it: who makes each turn is known, whoever moves twice.
        let history: Vec<_> = game.history().into_iter().cloned().collect();
        let line = EngineLine::new(&start, &Line { score: Score::DRAW, turns: history });
        held(&line);
        assert_eq!(line.turns, played.into_iter().map(|played| played.turn).collect::<Vec<_>>(), "{}", file.id);
    }
    assert!(ends > 0, "some of the games end");
}

#[test]
fn every_variant_is_listed_and_says_its_rules() {
    for file in games() {
        let listed = Game::new(file, |_| false).unwrap();
        held(&listed);
        assert_eq!(listed.variants.len(), file.variants().count());
        for variant in listed.variants {
            assert_eq!(variant.name.0.len(), Language::ALL.len());
            let ruleset = game(&variant.id, &[], None).ruleset().clone();
            for language in Language::ALL {
                let rules = Rules::new(&ruleset, language);
                held(&rules);
                assert_eq!((&rules.game, &rules.variant_name), (&variant.id, &variant.name));
            }
        }
    }
}
