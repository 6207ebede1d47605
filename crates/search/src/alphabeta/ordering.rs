//! Which turns are tried first: what was best before, captures, and what cut off elsewhere.

use quirkat_rules::Side;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Where the orders of captures begin, and of turns that cut off at the same ply; all others have less.
pub(super) const CAPTURE: i32 = 1 << 29;
pub(super) const KILLER: i32 = 1 << 28;

/// Slots for turns of one side.
const TURNS: usize = 4096;
/// Slots for turns, and for one that came before them.
const LATER: usize = 512;
/// Turns are credited by each of so many before them: the one that they answer, and their own side's last.
pub(super) const BEFORE: usize = 2;
/// Searches of at least this depth are credited by all at work on the same position: less deep ones are not worth what it costs
/// a thread when others write to its memory.
const TOLD_DEPTH: u32 = 4;
/// The most that a turn is credited with; credit grows more slowly the more there is.
const MOST: i32 = 1 << 14;

/// How well each turn did wherever it was tried, and how well where others had come before it. Turns are told apart by their
/// signatures, which seldom share a slot.
pub(crate) struct Credit {
    turns: [Slots<TURNS>; 2],
    later: [Box<[Slots<LATER>; LATER]>; BEFORE],
}

type Slots<const N: usize> = [AtomicI16; N];

/// The credit that each of the searches at work on the same position keeps, as one of them sees it.
#[derive(Clone, Copy)]
pub(crate) struct Credits<'s> {
    pub all: &'s [Credit],
    pub own: usize,
}

impl<'s> Credits<'s> {
    pub fn own(self) -> &'s Credit {
        &self.all[self.own]
    }

    /// Those that hear of a search of such a depth.
    pub fn hearing_of(self, depth: u32) -> &'s [Credit] {
        if depth < TOLD_DEPTH { std::slice::from_ref(self.own()) } else { self.all }
    }
}

impl Credit {
    pub fn new() -> Self {
        let later = |_| Box::<[_]>::try_into((0..LATER).map(|_| none()).collect()).expect("there are so many");
        Credit { turns: [none(), none()], later: std::array::from_fn(later) }
    }

    /// What a side's turn is credited with, where those `before` it were played, the last one first.
    #[inline]
    pub fn of(&self, mover: Side, before: [u32; BEFORE], signature: u32) -> i32 {
        self.slots(mover, before, signature).iter().map(|credit| i32::from(credit.load(Relaxed))).sum()
    }

    /// Credits a turn with so much more or, negative, less.
    #[inline]
    pub fn add(&self, mover: Side, before: [u32; BEFORE], signature: u32, more: i32) {
        for credit in self.slots(mover, before, signature) {
            let old = i32::from(credit.load(Relaxed));
            credit.store((old + more - old * more.abs() / MOST) as i16, Relaxed);
        }
    }

    #[inline]
    fn slots(&self, mover: Side, before: [u32; BEFORE], signature: u32) -> [&AtomicI16; 1 + BEFORE] {
        let later = |way: usize| &self.later[way][before[way] as usize % LATER][signature as usize % LATER];
        [&self.turns[mover.index()][signature as usize % TURNS], later(0), later(1)]
    }
}

fn none<const N: usize>() -> Slots<N> {
    std::array::from_fn(|_| AtomicI16::new(0))
}

/// Brings the most promising of the turns from `number` on to that place, and gives it.
pub(super) fn take_next<M: Copy>(turns: &mut [(M, i32)], number: usize) -> (M, i32) {
    let (mut best, mut most) = (number, turns[number].1);
    for (at, &(_, order)) in turns.iter().enumerate().skip(number + 1) {
        best = if order > most { at } else { best };
        most = most.max(order);
    }
    turns.swap(number, best);
    turns[number]
}
