//! A second, plain solver for small numbers of men, written from the rules alone and sharing nothing with the crate, so
//! that what both find is unlikely to be wrong. It knows no symmetry, packs nothing and takes one thread.
//!
//! At first every position is worth what play without end comes to with its men. Then each is judged by the worths of
//! its next positions, again and again until no judgement changes. Only what a real end forces moves away from the
//! start, ply by ply, so that what never moves is play without end.

mod board;
mod law;

use std::collections::VecDeque;

pub use board::Board;
pub use law::{Endless, Law};
use law::{Points, steps};

/// What a position is worth to the side to move, with the exact number of plies to the end: the winner makes it as
/// short, the loser as long as possible. A turn is one ply, however many men it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// The side to move wins in so many plies; in 0 if the other side has no men.
    Win(u32),
    /// The side to move wins, but the other side can play on for ever and be counted out.
    CountedWin,
    /// Neither side can win.
    Draw,
    /// The side to move loses, but can play for ever and be counted out.
    CountedLoss,
    /// The side to move loses in so many plies; in 0 if it has no men or no turn.
    Loss(u32),
}

impl Worth {
    /// The same one ply earlier, to the other side, whose turn led here.
    fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::CountedWin => Self::CountedLoss,
            Self::Draw => Self::Draw,
            Self::CountedLoss => Self::CountedWin,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// The more the side to move likes it, the higher: it wins soon rather than late, and loses late rather than soon.
    fn liking(self) -> i64 {
        const FAR: i64 = 1 << 32;
        match self {
            Self::Win(plies) => FAR - i64::from(plies),
            Self::CountedWin => 1,
            Self::Draw => 0,
            Self::CountedLoss => -1,
            Self::Loss(plies) => i64::from(plies) - FAR,
        }
    }
}

/// The worth of every placement of a few men on a board.
pub struct Solution {
    board: Board,
    law: Law,
    /// `sets[k]`: all sets of `k` points, in rising order.
    sets: Vec<Vec<u32>>,
    /// `below[k][p]`: how many sets of `k` points have all of them below point `p`.
    below: Vec<Vec<usize>>,
    /// `worths[w][b]`: the worth of all positions with `w` men of the side to move and `b` of the other, by their
    /// place.
    worths: Vec<Vec<Vec<Worth>>>,
}

impl Solution {
    /// Solves all positions with up to `men` men, both sides together, on a board of 32 points at most.
    pub fn new(board: &Board, law: &Law, men: usize) -> Self {
        let size = board.names().len();
        let mut sets = vec![vec![0]];
        for k in 1..=men {
            let mut larger = Vec::new();
            for highest in (0..size).map(|point| 1 << point) {
                larger.extend(sets[k - 1].iter().take_while(|&&set| set < highest).map(|set| set | highest));
            }
            sets.push(larger);
        }
        let count_below = |sets: &Vec<u32>| (0..size).map(|p| sets.partition_point(|&set| set < 1 << p)).collect();
        let below = sets.iter().map(count_below).collect();
        let worths = vec![vec![Vec::new(); men + 1]; men + 1];
        let mut solution = Self { board: board.clone(), law: law.clone(), sets, below, worths };
        // Captures lead to fewer men, which are solved before; steps lead to and fro between (w, b) and (b, w).
        for all in 2..=men {
            for w in 1..=all / 2 {
                solution.solve(w, all - w);
            }
        }
        solution
    }

    /// The worth of a position to the side to move; bit i of a set stands for point i. The sets share no point and have
    /// no more points together than men were asked for.
    pub fn worth(&self, mover: u32, other: u32) -> Worth {
        match (mover, other) {
            (0, _) => Worth::Loss(0),
            (_, 0) => Worth::Win(0),
            _ => self.worths[count(mover)][count(other)][self.place(mover, other)],
        }
    }

    /// Finds the worths of all positions with `w` men against `b`, whichever of them are to move.
    fn solve(&mut self, w: usize, b: usize) {
        // The positions to be judged, in the order in which they turned up, and of every place whether it is among
        // them, by the number of the mover's men.
        let mut queue = VecDeque::new();
        let mut queued = vec![Vec::new(); w.max(b) + 1];
        for (w, b) in if w == b { vec![(w, b)] } else { vec![(w, b), (b, w)] } {
            let endless = match self.law.endless {
                Endless::Counted if w > b => Worth::CountedWin,
                Endless::Counted if w < b => Worth::CountedLoss,
                Endless::Counted | Endless::Drawn => Worth::Draw,
            };
            // Sets that overlap have places too, which stay unused: that is simpler than to leave them out.
            let places = self.sets[w].len() * self.sets[b].len();
            self.worths[w][b] = vec![endless; places];
            queued[w] = vec![true; places];
            for &mover in &self.sets[w] {
                queue.extend(self.sets[b].iter().filter(|&other| mover & other == 0).map(|&other| (mover, other)));
            }
        }
        while let Some((mover, other)) = queue.pop_front() {
            let place = self.place(mover, other);
            queued[count(mover)][place] = false;
            let (before, now) = (self.worths[count(mover)][count(other)][place], self.judge(mover, other));
            if now == before {
                continue;
            }
            self.worths[count(mover)][count(other)][place] = now;
            // Whoever is not to move has just moved. If that was no step but a capture, it is solved later; if it had
            // to capture instead, or has something better than this anyway, nothing changes for it.
            let best = before.before().liking().max(now.before().liking());
            for earlier in steps(&self.board, other, mover) {
                let place = self.place(earlier, mover);
                if !queued[count(earlier)][place] && self.worths[count(earlier)][count(mover)][place].liking() <= best {
                    queued[count(earlier)][place] = true;
                    queue.push_back((earlier, mover));
                }
            }
        }
    }

    /// What a position is worth by the worths that its next positions have so far.
    fn judge(&self, mover: u32, other: u32) -> Worth {
        let turns = self.law.turns(&self.board, mover, other).into_iter();
        let best = turns.map(|(mover, other)| self.worth(other, mover).before()).max_by_key(|worth| worth.liking());
        best.unwrap_or(if self.law.blocked_loses { Worth::Loss(0) } else { Worth::Draw })
    }

    /// The place of a position among those with as many men of either side.
    fn place(&self, mover: u32, other: u32) -> usize {
        self.rank(mover) * self.sets[count(other)].len() + self.rank(other)
    }

    /// How many sets of the same size come before this one: those that have a lower highest point, or the same and a
    /// lower second highest, and so on.
    fn rank(&self, set: u32) -> usize {
        let (mut rank, mut k) = (0, 0);
        for point in Points(set) {
            k += 1;
            rank += self.below[k][point];
        }
        rank
    }
}

/// The number of points in a set.
fn count(set: u32) -> usize {
    set.count_ones() as usize
}
