//! Won endings are won without endgame tables: the engine plays against itself from positions that a simple solver
//! proves won.
//!
//! By default the test plays a few positions of each ending with a node limit, so that it is reproducible.
//! `QUIRKAT_ENDINGS=200` plays 200 positions of each with 0.05 s per move.

mod plain;

use plain::{Ground, Points, Solved};
use quirkat_rules::{AnyGame, AnyRules, Piece, Rank, Removal, Setup, Side, find_game};
use quirkat_search::{Engine, Level, Limits, Random, Stop};
use serde_json::Value;
use std::time::Duration;

/// Greatest length of a game that counts as won, in plies.
const MAX_PLIES: usize = 100;

/// An ending: its game, the number of pieces of the side to move and of the other side, and their rank.
struct Ending {
    game: &'static str,
    pieces: (u32, u32),
    rank: Rank,
}

const MEN_3_2: Ending = Ending { game: "alquerque", pieces: (3, 2), rank: Rank::Man };
const MEN_4_3: Ending = Ending { game: "alquerque", pieces: (4, 3), rank: Rank::Man };
const KINGS_2_1: Ending = Ending { game: "english", pieces: (2, 1), rank: Rank::King };
const KINGS_3_2: Ending = Ending { game: "english", pieces: (3, 2), rank: Rank::King };

impl Ending {
    fn rules(&self) -> AnyRules {
        AnyRules::compile(find_game(self.game).unwrap().ruleset(None, &[]).unwrap()).unwrap()
    }

    fn solve(&self) -> Solved {
        let ruleset = self.rules().ruleset();
        Solved::new(Ground::new(&ruleset.board, ruleset.options.removal == Removal::Immediate), self.pieces)
    }

    /// Returns random positions that the side to move wins, by its pieces and those of the other side.
    fn won(&self, solved: &Solved, number: usize) -> Vec<[Points; 2]> {
        let points = self.rules().ruleset().board.len();
        let rng = &mut Random::with_seed(3);
        let mut place = |pieces: u32, besides: Points| {
            let mut set: Points = 0;
            while set.count_ones() < pieces {
                set |= 1 << rng.index(points) & !besides;
            }
            set
        };
        let positions = std::iter::repeat_with(|| {
            let own = place(self.pieces.0, 0);
            [own, place(self.pieces.1, own)]
        });
        positions
            .filter(|[own, other]| solved.ends(*own, *other).is_some_and(|plies| plies % 2 == 1))
            .take(number)
            .collect()
    }

    fn game(&self, rules: &AnyRules, sets: [Points; 2]) -> AnyGame {
        let ruleset = rules.ruleset();
        let mut setup = Setup::empty(&ruleset.board);
        setup.to_move = Side::First;
        for (set, side) in sets.into_iter().zip(Side::BOTH) {
            for point in (0..ruleset.board.len()).filter(|point| set >> point & 1 == 1) {
                setup.columns[point] = vec![Piece { side, rank: self.rank }];
            }
        }
        rules.game(Some(&setup)).unwrap()
    }

    /// Returns whether the side to move wins when the engine plays both sides.
    fn is_won_by_the_engine(&self, rules: &AnyRules, sets: [Points; 2], limits: Limits) -> bool {
        let mut game = self.game(rules, sets);
        let mut engines = [(); 2].map(|()| Engine::new(16));
        let rng = &mut Random::with_seed(1);
        while game.outcome().is_none() && game.history().len() < MAX_PLIES {
            let engine = &mut engines[game.to_move().index()];
            let turn = engine.choose(&game, Level::BEST, limits, &Stop::default(), rng).unwrap().unwrap();
            game.play(&turn).unwrap();
        }
        game.outcome().is_some_and(|outcome| outcome.winner == Some(Side::First))
    }

    fn is_won(&self) {
        let requested: Option<usize> =
            std::env::var("QUIRKAT_ENDINGS").ok().map(|number| number.parse().expect("a number of positions"));
        let (number, limits) = match requested {
            Some(number) => (number, Limits { time: Some(Duration::from_millis(50)), ..Limits::default() }),
            None => (20, Limits { nodes: Some(20_000), ..Limits::default() }),
        };
        let (rules, solved) = (self.rules(), self.solve());
        let positions = self.won(&solved, number);
        let lost: Vec<_> = positions.iter().filter(|sets| !self.is_won_by_the_engine(&rules, **sets, limits)).collect();
        let Ending { game, pieces: (own, other), .. } = self;
        let texts: Vec<String> = lost
            .iter()
            .map(|&&sets| {
                let end = solved.ends(sets[0], sets[1]).unwrap();
                format!("{} (in {end})", quirkat_rules::write_fen(&rules.ruleset(), &self.game(&rules, sets).setup()))
            })
            .collect();
        println!("{game}, {own} against {other}: {} of {number} won; not {texts:#?}", number - lost.len());
        assert!(20 * lost.len() <= number, "{game}, {own} against {other}: {} of {number} are not won", lost.len());
    }
}

#[test]
fn three_men_against_two_win() {
    MEN_3_2.is_won();
}

#[test]
fn four_men_against_three_win() {
    MEN_4_3.is_won();
}

#[test]
fn two_kings_against_one_win() {
    KINGS_2_1.is_won();
}

#[test]
fn three_kings_against_two_win() {
    KINGS_3_2.is_won();
}

/// Compares the solver with counts of another program.
#[test]
fn the_solver_agrees_with_another_program() {
    let slices: Value = serde_json::from_str(include_str!("../data/slices.json")).unwrap();
    let solved = MEN_3_2.solve();
    for (own, other) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2), (2, 3)] {
        let known = &slices["alquerque:walker"][format!("{own},{other}")];
        assert_eq!(serde_json::json!(solved.counts(own, other)), *known, "{own} against {other}");
    }
}
