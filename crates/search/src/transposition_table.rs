//! The transposition table: results of searched positions, shared by all threads without locks.

use crate::score::Score;
use crate::shared_memory::{SharedMemory, SharedTable};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Relation of an entry's score to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// The true score is this.
    Exact,
}

/// The result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub score: Score,
    pub bound: Bound,
    /// Depth of the search, in plies.
    pub depth: u8,
    /// Signature of the best move; zero if there is none.
    pub best: u32,
}

impl Entry {
    /// Returns whether the entry replaces a search of this depth and window.
    pub fn is_sufficient(&self, depth: u32, alpha: Score, beta: Score) -> bool {
        u32::from(self.depth) >= depth
            && match self.bound {
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score <= alpha,
                Bound::Exact => true,
            }
    }
}

/// Storage of an entry, which several threads may read and write at once.
///
/// The key is stored XORed with the data. Halves of two entries therefore match no position (R. Hyatt and T. Mann, "A
/// lockless transposition table implementation for parallel search", 2002).
#[derive(Default)]
struct Slot {
    key_xor_data: AtomicU64,
    /// From the low end: score in 16 bits, depth in 8, bound in 2, generation in 6, best move in 32. Zero if the slot
    /// is empty.
    data: AtomicU64,
}

impl Slot {
    /// Returns the key and the data.
    #[inline]
    fn read(&self) -> (u64, u64) {
        let data = self.data.load(Relaxed);
        (self.key_xor_data.load(Relaxed) ^ data, data)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.key_xor_data.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// Slots of a bucket, which fills one cache line.
pub(crate) const BUCKET_SLOTS: usize = 4;
/// Generations are numbered modulo this.
pub(crate) const GENERATIONS: u64 = 64;
/// Plies of depth that an entry loses, for its replacement, with each generation.
const PLIES_PER_GENERATION: i32 = 4;

#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Bucket([Slot; BUCKET_SLOTS]);

/// Returns the number of a position's bucket among `buckets`.
#[inline(always)]
pub(crate) fn bucket_number(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// Returns the data of a position in a bucket. `read` returns key and data of a slot.
#[inline(always)]
pub(crate) fn find_data(key: u64, read: impl Fn(usize) -> (u64, u64)) -> Option<u64> {
    let (_, data) = (0..BUCKET_SLOTS).map(read).find(|&(stored, data)| stored == key && data != 0)?;
    Some(data)
}

/// Returns the slot of a bucket for a new entry: that of the same position, else an empty one, else the one with the
/// shallowest and oldest entry. `read` returns key and data of a slot.
#[inline(always)]
pub(crate) fn slot_to_replace(key: u64, generation: u64, read: impl Fn(usize) -> (u64, u64)) -> usize {
    let priority = |&slot: &usize| match read(slot) {
        (_, 0) => i32::MIN + 1,
        (stored, _) if stored == key => i32::MIN,
        (_, old) => {
            let age = (GENERATIONS + generation - (old >> 26) % GENERATIONS) % GENERATIONS;
            (old >> 16 & 0xFF) as i32 - PLIES_PER_GENERATION * age as i32
        }
    };
    (0..BUCKET_SLOTS).min_by_key(priority).expect("a bucket has slots")
}

/// Entries in buckets.
pub(crate) enum TranspositionTable {
    /// A table of one engine.
    Own {
        buckets: Vec<Bucket>,
        /// Generation of the running search.
        generation: u64,
        /// Whether no search has begun since the table was made or cleared.
        is_empty: bool,
    },
    /// A table of several engines.
    Shared(SharedTable),
}

impl TranspositionTable {
    /// Allocates a table of about this many MiB, with at least one bucket.
    pub fn new(mebibytes: usize) -> Self {
        let count = ((mebibytes << 20) / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::with_capacity(count);
        advise_huge_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        TranspositionTable::Own { buckets, generation: 0, is_empty: true }
    }

    /// Uses shared memory, with the entries that it has.
    pub fn in_memory(memory: Arc<dyn SharedMemory>) -> Self {
        TranspositionTable::Shared(SharedTable::new(memory))
    }

    /// Returns the table if several engines share it.
    pub fn shared(&self) -> Option<&SharedTable> {
        match self {
            TranspositionTable::Own { .. } => None,
            TranspositionTable::Shared(table) => Some(table),
        }
    }

    /// Removes the entries of all positions.
    pub fn clear(&mut self) {
        match self {
            TranspositionTable::Own { is_empty: true, .. } => {}
            TranspositionTable::Own { buckets, is_empty, .. } => {
                buckets.fill_with(Bucket::default);
                *is_empty = true;
            }
            TranspositionTable::Shared(table) => table.clear(),
        }
    }

    /// Begins the generation of another search. Entries of earlier generations are replaced sooner.
    pub fn next_generation(&mut self) {
        match self {
            TranspositionTable::Own { generation, is_empty, .. } => {
                *generation = (*generation + 1) % GENERATIONS;
                *is_empty = false;
            }
            TranspositionTable::Shared(table) => table.next_generation(),
        }
    }

    /// Prefetches the bucket of a position that is about to be probed.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        if let TranspositionTable::Own { buckets, .. } = self {
            prefetch(bucket(buckets, key));
        }
    }

    /// Returns the entry of a position, for a node at distance `ply` from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: u32) -> Option<Entry> {
        let data = match self {
            TranspositionTable::Own { buckets, .. } => {
                let slots = bucket(buckets, key);
                find_data(key, |slot| slots[slot].read())
            }
            TranspositionTable::Shared(table) => table.probe(key),
        }?;
        let bound = match data >> 24 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        let score = Score::from_table(data as u16 as i16, ply);
        Some(Entry { score, bound, depth: (data >> 16) as u8, best: (data >> 32) as u32 })
    }

    /// Stores the entry of a position, for a node at distance `ply` from the root.
    #[inline]
    pub fn store(&self, key: u64, ply: u32, entry: Entry) {
        let bound = match entry.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let low = u64::from(entry.score.to_table(ply) as u16) | u64::from(entry.depth) << 16;
        let generation = match self {
            TranspositionTable::Own { generation, .. } => *generation,
            TranspositionTable::Shared(table) => table.generation(),
        };
        let data = low | bound << 24 | generation << 26 | u64::from(entry.best) << 32;
        match self {
            TranspositionTable::Own { buckets, .. } => {
                let slots = bucket(buckets, key);
                slots[slot_to_replace(key, generation, |slot| slots[slot].read())].write(key, data);
            }
            TranspositionTable::Shared(table) => table.store(key, data),
        }
    }
}

#[inline(always)]
fn bucket(buckets: &[Bucket], key: u64) -> &[Slot; BUCKET_SLOTS] {
    &buckets[bucket_number(key, buckets.len())].0
}

/// Advises the operating system to map unused memory by huge pages, which saves most misses of the translation buffer.
/// It may refuse, which has no other effect.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise_huge_pages(memory: &mut [MaybeUninit<Bucket>]) {
    /// Size of a huge page. The advised range is aligned to it.
    const HUGE_PAGE: usize = 2 << 20;
    let range = memory.as_mut_ptr_range();
    let begin = (range.start as usize).next_multiple_of(HUGE_PAGE);
    let length = (range.end as usize).saturating_sub(begin) / HUGE_PAGE * HUGE_PAGE;
    // SAFETY: the pages lie within memory that the caller borrows exclusively, and the advice does not change their
    // contents.
    unsafe { libc::madvise(begin as *mut libc::c_void, length, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_: &mut [MaybeUninit<Bucket>]) {}

/// Prefetches a bucket into the first-level cache, where the processor offers it.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline(always)]
fn prefetch(bucket: &[Slot; BUCKET_SLOTS]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 processor has the instruction, and it reads nothing.
    unsafe { _mm_prefetch(std::ptr::from_ref(bucket).cast(), _MM_HINT_T0) };
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn prefetch(_: &[Slot; BUCKET_SLOTS]) {}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let buckets = match self {
            TranspositionTable::Own { buckets, .. } => buckets.len(),
            TranspositionTable::Shared(table) => table.buckets(),
        };
        write!(f, "TranspositionTable of {} entries", BUCKET_SLOTS * buckets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry { score: Score(-12), bound: Bound::Exact, depth, best: 7 }
    }

    #[test]
    fn the_shallowest_and_oldest_entry_is_replaced() {
        let mut table = TranspositionTable::new(0);
        for key in 1..=4 {
            table.store(key, 0, entry(10 - key as u8));
        }
        table.store(5, 0, entry(2));
        assert_eq!(table.probe(4, 0), None);
        for (key, depth) in [(1, 9), (2, 8), (3, 7), (5, 2)] {
            assert_eq!(table.probe(key, 0), Some(entry(depth)));
        }
        table.next_generation();
        table.next_generation();
        table.store(5, 0, entry(1));
        table.store(6, 0, entry(1));
        assert_eq!(table.probe(5, 0), Some(entry(1)), "a new entry replaces the old one of the same position");
        assert_eq!(table.probe(3, 0), None, "seven plies of two generations ago count less than one ply now");
        table.clear();
        assert_eq!(table.probe(1, 0), None);
        assert_eq!(table.probe(0, 0), None, "an empty slot matches no key");
    }
}
