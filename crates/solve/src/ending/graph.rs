//! Positions of the same material, and the turns between them.

use super::retrograde::{Begun, Retrograde};
use crate::file::TableError;
use crate::verdict::Code;
use quirkat_rules::Side;

/// For each position those from which a turn leads to it.
pub struct Before {
    /// For each position where its list begins; with one more, the end.
    begins: Vec<u64>,
    before: Vec<u32>,
}

impl Before {
    /// The turns between so many positions: where each leads, and whence.
    pub fn new(positions: usize, turns: impl Iterator<Item = (u32, u32)> + Clone) -> Before {
        let mut begins = vec![0; positions + 1];
        turns.clone().for_each(|(after, _)| begins[after as usize + 1] += 1);
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut filled = begins.clone();
        let mut before = vec![0; sum as usize];
        for (after, from) in turns {
            let place = &mut filled[after as usize];
            before[*place as usize] = from;
            *place += 1;
        }
        Before { begins, before }
    }

    /// The positions before one.
    pub fn of(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.before[self.begins[number] as usize..self.begins[number + 1] as usize]
    }
}

/// Positions of the same material, and the turns between them.
pub struct Graph {
    begun: Vec<Begun>,
    before: Before,
}

impl Graph {
    /// The bytes that so many positions take, and so many turns between them.
    pub fn bytes(positions: u64, turns: u64) -> u64 {
        30 * positions + 8 * turns
    }

    /// The positions in the order of their numbers with what is known of each; and where all their turns lead, those of one after
    /// those of another.
    pub fn new(begun: Vec<Begun>, after: impl Iterator<Item = u32> + Clone) -> Graph {
        let from = begun.iter().zip(0..).flat_map(|(begun, from)| std::iter::repeat_n(from, begun.inside.into()));
        let before = Before::new(begun.len(), after.zip(from));
        Graph { begun, before }
    }

    /// What is true of each position. Play that never ends is drawn, or won by a side; which side is to move in a position
    /// `to_move` tells.
    ///
    /// # Errors
    /// When a game takes longer than a table can say.
    pub fn solve(self, endless: Option<Side>, to_move: impl Fn(u32) -> Side) -> Result<Vec<Code>, TableError> {
        let mut known = Retrograde::new(self.begun, endless, to_move);
        loop {
            while let Some((number, news)) = known.next() {
                self.before.of(number).iter().for_each(|&before| known.hear(before, news));
            }
            if !known.advance(known.waits()) {
                return known.finish();
            }
        }
    }
}
