//! Which turns are tried first: what was best before, captures, and what cut off elsewhere.

use quirkat_rules::Side;

/// Where the orders of captures begin, and of turns that cut off at the same ply; all others have less.
pub(super) const CAPTURE: i32 = 1 << 29;
pub(super) const KILLER: i32 = 1 << 28;

/// Slots for turns of one side.
const TURNS: usize = 4096;
/// Slots for turns, and for the turns that they answer.
const REPLIES: usize = 512;
/// The most that a turn is credited with; credit grows more slowly the more there is.
const MOST: i32 = 1 << 14;

/// How well each turn did wherever it was tried, and how well right after another one. Turns are told apart by their
/// signatures, which seldom share a slot.
pub(super) struct Credit {
    turns: Box<[[i16; TURNS]; 2]>,
    replies: Box<[[i16; REPLIES]; REPLIES]>,
}

impl Credit {
    pub fn new() -> Self {
        let replies = vec![[0; REPLIES]; REPLIES].into_boxed_slice();
        Credit { turns: Box::new([[0; TURNS]; 2]), replies: replies.try_into().expect("there are so many") }
    }

    /// What a side's turn is credited with, where it would answer another.
    #[inline]
    pub fn of(&self, mover: Side, answered: u32, signature: u32) -> i32 {
        let turn = self.turns[mover.index()][signature as usize % TURNS];
        let reply = self.replies[answered as usize % REPLIES][signature as usize % REPLIES];
        i32::from(turn) + i32::from(reply)
    }

    /// Credits a turn with so much more or, negative, less.
    #[inline]
    pub fn add(&mut self, mover: Side, answered: u32, signature: u32, more: i32) {
        let turn = &mut self.turns[mover.index()][signature as usize % TURNS];
        let reply = &mut self.replies[answered as usize % REPLIES][signature as usize % REPLIES];
        for credit in [turn, reply] {
            let old = i32::from(*credit);
            *credit = (old + more - old * more.abs() / MOST) as i16;
        }
    }
}

/// Brings the most promising of the turns from `number` on to that place, and gives it.
pub(super) fn take_next<M: Copy>(turns: &mut [(M, i32)], number: usize) -> (M, i32) {
    let rest = &turns[number..];
    let best = (0..rest.len()).max_by_key(|&at| (rest[at].1, std::cmp::Reverse(at))).unwrap_or(0);
    turns.swap(number, number + best);
    turns[number]
}
