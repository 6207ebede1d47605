//! How weaker play errs.

use crate::chance::{Random, index, share};
use crate::limits::Limits;
use quirkat_rules::{AnyGame, Board, Point, Turn};
use rand_core::RngCore;

/// What keeps somebody from playing as well as can be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weakness {
    /// How many positions are looked at for a turn.
    pub nodes: u64,
    /// The chance that a turn far from the last one is overlooked.
    pub overlooks: f64,
    /// How far positions are misjudged, in hundredths of a man: the spread of a bell curve.
    pub misjudges: i32,
}

impl Weakness {
    /// The limits of a search by somebody like this.
    pub fn limit(&self, limits: Limits) -> Limits {
        Limits { nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))), ..limits }
    }

    /// The turns that somebody sees who overlooks some of them, at least one of those that there are; in any order, since
    /// the first of several equals is played.
    pub fn seen(&self, game: &AnyGame, mut turns: Vec<Turn>, rng: &mut dyn RngCore) -> Vec<Turn> {
        for number in (1..turns.len()).rev() {
            turns.swap(number, index(rng, number + 1));
        }
        let board = &game.ruleset().board;
        let attention = game.history().last().and_then(|turn| turn.endpoints()).map(|(_, to)| to);
        let mut sees = |turn: &Turn| share(rng) >= self.chance_to_overlook(board, attention, turn);
        let seen: Vec<Turn> = turns.iter().filter(|turn| sees(turn)).cloned().collect();
        if seen.is_empty() { turns } else { seen }
    }

    fn chance_to_overlook(&self, board: &Board, attention: Option<Point>, turn: &Turn) -> f64 {
        if turn.captures.len() == 1 {
            return self.overlooks / 4.0;
        }
        let near = |point: Point| {
            attention.is_some_and(|at| {
                let (a, b) = (board.place(at), board.place(point));
                (a.x - b.x).abs().max((a.y - b.y).abs()) <= 1
            })
        };
        let noticed = turn.endpoints().is_some_and(|(from, to)| near(from) || near(to));
        if noticed { self.overlooks / 2.0 } else { self.overlooks }
    }
}

/// What a position is misjudged by, always the same: from a bell curve with a spread of about one hundred.
pub(crate) fn misjudgement(key: u64) -> i32 {
    // Four throws together have a spread of one hundred.
    const THROW: i32 = 173;
    let mut random = Random::with_seed(key);
    (0..4).map(|_| index(&mut random, THROW as usize) as i32 - THROW / 2).sum()
}
