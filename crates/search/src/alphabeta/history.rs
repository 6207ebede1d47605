//! Move ordering statistics: history and continuation history.
//!
//! A quiet move that causes a beta cutoff gets a bonus, and the quiet moves that were searched before it get a malus
//! (`Search::update_history`). The history is indexed by the side that moves and by the move; the continuation
//! histories are indexed by the move and by an earlier move: the opponent's last move, or the side's own last move. A
//! move's index is its signature; two moves seldom share an entry.

use crate::params::{MAX_HISTORY, SHARED_HISTORY_DEPTH};
use quirkat_rules::Side;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Entries of a side's history.
const HISTORY_SIZE: usize = 4096;
/// Entries of a continuation history, for the earlier move and for the move that is scored.
const CONTINUATION_SIZE: usize = 512;
/// Continuation histories: by the last move and by the one before it.
pub(super) const CONTINUATIONS: usize = 2;

/// History and continuation histories of one thread. Other threads update them too.
pub(crate) struct MoveHistory {
    history: [Entries<HISTORY_SIZE>; 2],
    continuations: [Box<ContinuationHistory>; CONTINUATIONS],
}

type Entries<const N: usize> = [AtomicI16; N];

/// Entries of each move, by the signature of an earlier move.
type ContinuationHistory = [Entries<CONTINUATION_SIZE>; CONTINUATION_SIZE];

/// The histories of all threads that search the same position, as one of them sees them.
#[derive(Clone, Copy)]
pub(crate) struct SharedHistory<'s> {
    pub all: &'s [MoveHistory],
    /// Index of the thread's own history.
    pub own: usize,
}

impl<'s> SharedHistory<'s> {
    /// Returns the history that the thread orders its moves by.
    pub fn own(self) -> &'s MoveHistory {
        &self.all[self.own]
    }

    /// Returns the histories that a cutoff in a search of this depth updates.
    pub fn updated_at(self, depth: u32) -> &'s [MoveHistory] {
        if depth < SHARED_HISTORY_DEPTH { std::slice::from_ref(self.own()) } else { self.all }
    }
}

impl MoveHistory {
    pub fn new() -> Self {
        let continuation =
            |_| Box::<[_]>::try_into((0..CONTINUATION_SIZE).map(|_| zeros()).collect()).expect("the size is the same");
        MoveHistory { history: [zeros(), zeros()], continuations: std::array::from_fn(continuation) }
    }

    /// Returns the statistics of a side's move after the `previous` moves, the last one first.
    #[inline]
    pub fn score(&self, mover: Side, previous: [u32; CONTINUATIONS], signature: u32) -> i32 {
        self.entries(mover, previous, signature).iter().map(|entry| i32::from(entry.load(Relaxed))).sum()
    }

    /// Adds a bonus, or a malus if it is negative, to a move.
    #[inline]
    pub fn update(&self, mover: Side, previous: [u32; CONTINUATIONS], signature: u32, bonus: i32) {
        for entry in self.entries(mover, previous, signature) {
            let old = i32::from(entry.load(Relaxed));
            entry.store((old + bonus - old * bonus.abs() / MAX_HISTORY) as i16, Relaxed);
        }
    }

    #[inline]
    fn entries(&self, mover: Side, previous: [u32; CONTINUATIONS], signature: u32) -> [&AtomicI16; 1 + CONTINUATIONS] {
        let continuation = |number: usize| {
            let earlier = previous[number] as usize % CONTINUATION_SIZE;
            &self.continuations[number][earlier][signature as usize % CONTINUATION_SIZE]
        };
        [&self.history[mover.index()][signature as usize % HISTORY_SIZE], continuation(0), continuation(1)]
    }
}

fn zeros<const N: usize>() -> Entries<N> {
    std::array::from_fn(|_| AtomicI16::new(0))
}
