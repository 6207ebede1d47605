//! Weaknesses of lower levels: fewer nodes, overlooked moves, and noise in the evaluation.

use crate::limits::Limits;
use crate::random::{Random, fraction, index};
use quirkat_rules::{AnyGame, Board, Point, Turn};
use rand_core::RngCore;

/// The weaknesses of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weakness {
    /// Nodes searched for a move.
    pub nodes: u64,
    /// Probability that a move far from the last one is overlooked.
    pub oversight: f64,
    /// Standard deviation of the error of the evaluation, in hundredths of a man.
    pub noise: i32,
}

impl Weakness {
    /// Returns the limits of a search, with those of the weakness.
    pub fn limit(&self, limits: Limits) -> Limits {
        Limits { nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))), ..limits }
    }

    /// Returns the moves that are not overlooked, or all moves if all are. They are shuffled, because the search plays
    /// the first of equal moves.
    pub fn consider(&self, game: &AnyGame, mut turns: Vec<Turn>, rng: &mut dyn RngCore) -> Vec<Turn> {
        for number in (1..turns.len()).rev() {
            turns.swap(number, index(rng, number + 1));
        }
        let board = &game.ruleset().board;
        let focus = game.history().last().and_then(|turn| turn.endpoints()).map(|(_, to)| to);
        let mut is_seen = |turn: &Turn| fraction(rng) >= self.oversight_of(board, focus, turn);
        let considered: Vec<Turn> = turns.iter().filter(|turn| is_seen(turn)).cloned().collect();
        if considered.is_empty() { turns } else { considered }
    }

    /// Returns the probability that a move is overlooked: lower for a capture, and near the end of the last move.
    fn oversight_of(&self, board: &Board, focus: Option<Point>, turn: &Turn) -> f64 {
        if turn.captures.len() == 1 {
            return self.oversight / 4.0;
        }
        let is_near = |point: Point| {
            focus.is_some_and(|focus| {
                let (a, b) = (board.place(focus), board.place(point));
                (a.x - b.x).abs().max((a.y - b.y).abs()) <= 1
            })
        };
        let is_in_focus = turn.endpoints().is_some_and(|(from, to)| is_near(from) || is_near(to));
        if is_in_focus { self.oversight / 2.0 } else { self.oversight }
    }
}

/// Returns the error of the evaluation of a position, always the same one, with a standard deviation of about 100.
pub(crate) fn evaluation_noise(key: u64) -> i32 {
    // The sum of four uniform numbers with this range has a standard deviation of 100.
    const RANGE: i32 = 173;
    let mut random = Random::with_seed(key);
    (0..4).map(|_| index(&mut random, RANGE as usize) as i32 - RANGE / 2).sum()
}
