//! Dice before placing (morris.md, "With dice").

use super::{P, Rules, State, Truth, Turn};

/// Placement that a throw allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Throw {
    /// One man may be placed.
    One,
    /// Three men at once on a line, or one.
    Three,
}

/// Throws that allow three men at once, the highest die first.
const LUCKY: [[u8; 3]; 4] = [[6, 5, 4], [6, 3, 3], [5, 2, 2], [4, 1, 1]];

impl Throw {
    /// Returns the placement that three dice allow.
    pub fn of(dice: [u8; 3]) -> Throw {
        let mut sorted = dice;
        sorted.sort_by(|a, b| b.cmp(a));
        if LUCKY.contains(&sorted) { Throw::Three } else { Throw::One }
    }
}

impl Rules {
    /// Returns whether the side to move throws before it places.
    pub fn must_throw(&self, state: &State) -> bool {
        self.dice == Truth::Yes && self.must_place(state) && state.thrown.is_none()
    }

    /// Returns every throw of three dice; each is a turn.
    pub fn throws(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for first in 1..=6 {
            for second in 1..=6 {
                for third in 1..=6 {
                    turns.push(Turn { roll: Some([first, second, third]), ..Turn::default() });
                }
            }
        }
        turns
    }

    /// Returns the lines on which a lucky throw lets the side to move place three men at once.
    pub fn lines_for_three(&self, state: &State) -> Vec<Vec<P>> {
        if state.thrown != Some(Throw::Three) || state.hand[state.to_move.number()] < 3 {
            return vec![];
        }
        let is_empty = |point: &P| self.is_open(state, *point) && !state.pieces.contains_key(point);
        self.mill_lines().into_iter().filter(|line| line.iter().all(is_empty)).map(Vec::from_iter).collect()
    }
}
