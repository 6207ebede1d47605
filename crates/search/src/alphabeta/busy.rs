//! Turns that some thread is searching: others look at them last, when what was found is in the table (T. Kerrigan,
//! "Simplified ABDADA"). Below the root nobody puts off the first turn, mostly the same for all: it is not marked.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Turns are marked in searches of at least this depth.
pub(super) const LEAST_DEPTH: u32 = 2;
/// Slots for marks in one line of a processor's cache, and such lines.
const IN_A_LINE: usize = 8;
const LINES: usize = 1 << 9;

/// The turns that are being searched by threads at work on the same position.
/// Those of one position lie in one line, so that a thread waits at most once for what another has written there; of two that
/// share a slot, the later one is marked.
pub(crate) struct Busy(Box<[Line]>);

/// What processors hand over to one another as one.
#[derive(Default)]
#[repr(align(64))]
struct Line([AtomicU64; IN_A_LINE]);

/// The mark of one turn in one position, which may be set or not.
#[derive(Clone, Copy)]
pub(super) struct Mark<'b> {
    slot: &'b AtomicU64,
    turn: u64,
}

/// Keeps a mark set while it lives.
pub(super) struct Marked<'b>(Mark<'b>);

impl Busy {
    pub fn new() -> Busy {
        Busy((0..LINES).map(|_| Line::default()).collect())
    }

    /// The mark of a turn, by the key of the position and the turn's signature.
    pub(super) fn mark(&self, key: u64, signature: u32) -> Mark<'_> {
        let turn = (key ^ u64::from(signature)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let Line(slots) = &self.0[key as usize % LINES];
        Mark { slot: &slots[(turn >> 32) as usize % IN_A_LINE], turn }
    }
}

impl<'b> Mark<'b> {
    /// Whether some thread is searching the turn.
    pub fn is_set(self) -> bool {
        self.slot.load(Relaxed) == self.turn
    }

    pub fn set(self) -> Marked<'b> {
        self.slot.store(self.turn, Relaxed);
        Marked(self)
    }
}

impl Drop for Marked<'_> {
    fn drop(&mut self) {
        let Marked(Mark { slot, turn }) = self;
        // Another turn may have taken the slot, which then stays as it is.
        let _ = slot.compare_exchange(*turn, 0, Relaxed, Relaxed);
    }
}
