//! Moves that some thread is searching (ABDADA).
//!
//! Other threads defer such moves: when they come back to them, the result is in the transposition table (T. Kerrigan,
//! "Simplified ABDADA"). All threads search the first move of a node first. It is never deferred below the root, and
//! not marked.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots in a cache line, and cache lines.
const SLOTS_PER_LINE: usize = 8;
const LINES: usize = 1 << 9;

/// The moves that threads are searching below the same root.
///
/// The slots of one node share a cache line, so that a thread waits at most once for what another one has written
/// there. Of two moves that share a slot, the later one is marked.
pub(crate) struct BusyMoves(Box<[CacheLine]>);

#[derive(Default)]
#[repr(align(64))]
struct CacheLine([AtomicU64; SLOTS_PER_LINE]);

/// The slot of one move of one node.
#[derive(Clone, Copy)]
pub(super) struct BusySlot<'b> {
    slot: &'b AtomicU64,
    /// Hash of the node and the move.
    hash: u64,
}

/// Marks a move as busy until it is dropped.
pub(super) struct BusyGuard<'b>(BusySlot<'b>);

impl BusyMoves {
    pub fn new() -> BusyMoves {
        BusyMoves((0..LINES).map(|_| CacheLine::default()).collect())
    }

    /// Returns the slot of a move, by the key of its node and its signature.
    pub(super) fn slot(&self, key: u64, signature: u32) -> BusySlot<'_> {
        let hash = (key ^ u64::from(signature)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let CacheLine(slots) = &self.0[key as usize % LINES];
        BusySlot { slot: &slots[(hash >> 32) as usize % SLOTS_PER_LINE], hash }
    }
}

impl<'b> BusySlot<'b> {
    /// Returns whether some thread is searching the move.
    pub fn is_busy(self) -> bool {
        self.slot.load(Relaxed) == self.hash
    }

    /// Marks the move as busy.
    pub fn mark(self) -> BusyGuard<'b> {
        self.slot.store(self.hash, Relaxed);
        BusyGuard(self)
    }
}

impl Drop for BusyGuard<'_> {
    fn drop(&mut self) {
        let BusyGuard(BusySlot { slot, hash }) = self;
        // If another move has taken the slot, it keeps it.
        let _ = slot.compare_exchange(*hash, 0, Relaxed, Relaxed);
    }
}
