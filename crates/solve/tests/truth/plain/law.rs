//! What the rules say where games of this family differ, and all turns of a position.

use super::board::Board;

/// The rules that differ from game to game. What they share: a man steps along a line to the next point if that is
/// empty, or leaps over an enemy on the next point of a line to the point straight behind it if that is empty, in any
/// direction. Men that are leapt over leave at once. A side without men has lost.
#[derive(Debug, Clone)]
pub struct Law {
    /// Whoever can capture may not step instead. Which capture is free.
    pub must_capture: bool,
    /// A man that has leapt and can leap again has to; this asks for `may_go_on`.
    pub must_go_on: bool,
    /// A man that has leapt may leap again in the same turn.
    pub may_go_on: bool,
    /// A side that has men but no turn has lost; otherwise the game is then drawn.
    pub blocked_loses: bool,
    /// What play comes to that never ends.
    pub endless: Endless,
}

/// What play comes to that never ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endless {
    /// A draw.
    Drawn,
    /// The side with more men wins; with equally many it is a draw.
    Counted,
}

impl Law {
    /// `alquerque:walker`.
    pub const WALKER: Self =
        Self { must_capture: true, must_go_on: true, may_go_on: true, blocked_loses: true, endless: Endless::Drawn };

    /// `alquerque:article`, save that play without end is drawn.
    pub const ARTICLE: Self =
        Self { must_capture: false, must_go_on: false, may_go_on: true, blocked_loses: true, endless: Endless::Drawn };

    /// Every turn of the side to move: its men and the other's after it. Some may be listed twice.
    pub(super) fn turns(&self, board: &Board, mover: u32, other: u32) -> Vec<(u32, u32)> {
        let mut turns = Vec::with_capacity(32);
        for from in Points(mover) {
            self.leap(board, mover & !(1 << from), from, other, &mut turns);
        }
        if turns.is_empty() || !self.must_capture {
            turns.extend(steps(board, mover, other).into_iter().map(|moved| (moved, other)));
        }
        turns
    }

    /// Adds all captures of the man at `from`, while the other men of its side are at `rest`; tells whether there are
    /// any. The point where it began counts as empty, so that it may come back to it.
    fn leap(&self, board: &Board, rest: u32, from: usize, other: u32, turns: &mut Vec<(u32, u32)>) -> bool {
        let mut leaps = false;
        for &(over, to) in &board.leaps[from] {
            if other & (1 << over) != 0 && (rest | other) & (1 << to) == 0 {
                leaps = true;
                let left = other & !(1 << over);
                let goes_on = self.may_go_on && self.leap(board, rest, to, left, turns);
                if !(goes_on && self.must_go_on) {
                    turns.push((rest | 1 << to, left));
                }
            }
        }
        leaps
    }
}

/// All that `mover` can become by a step of one man, whatever the law says of captures. A step can be undone by a step,
/// so these are also all that it can have been before a step.
pub(super) fn steps(board: &Board, mover: u32, other: u32) -> Vec<u32> {
    let mut moved = Vec::with_capacity(32);
    for from in Points(mover) {
        for to in Points(board.steps[from] & !(mover | other)) {
            moved.push(mover & !(1 << from) | 1 << to);
        }
    }
    moved
}

/// The numbers of the points in a set, in rising order.
pub(super) struct Points(pub(super) u32);

impl Iterator for Points {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(first)
    }
}
