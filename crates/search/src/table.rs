//! The transposition table: what is known of positions that were searched before.

use crate::score::Score;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What the score of an entry says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    pub score: Score,
    pub bound: Bound,
    pub depth: u8,
    /// The signature of the best turn; zero if there is none.
    pub best: u32,
}

impl Kept {
    /// Whether a search to a depth within a window need not be made.
    pub fn suffices(&self, depth: u32, alpha: Score, beta: Score) -> bool {
        u32::from(self.depth) >= depth
            && match self.bound {
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score <= alpha,
                Bound::Exact => true,
            }
    }
}

/// One position, which several threads may read and write at once: the key is kept crossed with what is known, so that
/// halves of two entries belong to no position (R. Hyatt and T. Mann, "A lockless transposition table implementation for
/// parallel search", 2002).
#[derive(Default)]
struct Entry {
    crossed: AtomicU64,
    /// From the low end: the score in 16 bits, the depth in 8, the bound in 2, the search's number in 6, the best turn in 32.
    known: AtomicU64,
}

impl Entry {
    /// The key of its position, and what is known of it; zero if nothing is.
    #[inline]
    fn read(&self) -> (u64, u64) {
        let known = self.known.load(Relaxed);
        (self.crossed.load(Relaxed) ^ known, known)
    }

    #[inline]
    fn write(&self, key: u64, known: u64) {
        self.crossed.store(key ^ known, Relaxed);
        self.known.store(known, Relaxed);
    }
}

/// The entries that a position may be in; they are as long as a line of a processor's cache.
const BUCKET: usize = 4;
/// Searches are numbered up to this.
const AGES: u64 = 64;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

/// Positions in buckets; of a full one, what was searched least and longest ago gives way.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u64,
}

impl Table {
    /// A table of about this many MiB, at least one bucket.
    pub fn new(mebibytes: usize) -> Self {
        let count = ((mebibytes << 20) / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::with_capacity(count);
        ask_for_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// Begins another search: entries of earlier ones give way sooner.
    pub fn next_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Entry; BUCKET] {
        let number = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[number as usize].0
    }

    /// Begins to bring near what is known of the position with this key, for it will be asked for soon.
    #[inline(always)]
    pub fn fetch(&self, key: u64) {
        fetch(self.bucket(key));
    }

    /// What is known of the position with this key, for a search that is `ply` plies below its root.
    #[inline]
    pub fn probe(&self, key: u64, ply: u32) -> Option<Kept> {
        let (_, known) = self.bucket(key).iter().map(Entry::read).find(|&(kept, known)| kept == key && known != 0)?;
        let bound = match known >> 24 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        let score = Score::from_table(known as u16 as i16, ply);
        Some(Kept { score, bound, depth: (known >> 16) as u8, best: (known >> 32) as u32 })
    }

    /// Keeps what was found.
    #[inline]
    pub fn store(&self, key: u64, ply: u32, known: Kept) {
        let bound = match known.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let low = u64::from(known.score.to_table(ply) as u16) | u64::from(known.depth) << 16;
        let new = low | bound << 24 | self.age << 26 | u64::from(known.best) << 32;
        // Its own entry gives way first, then an empty one; then what was searched least, each search since counting as
        // much as four plies.
        let worth = |entry: &&Entry| match entry.read() {
            (_, 0) => i32::MIN + 1,
            (kept, _) if kept == key => i32::MIN,
            (_, old) => {
                let age = (AGES + self.age - (old >> 26) % AGES) % AGES;
                (old >> 16 & 0xFF) as i32 - 4 * age as i32
            }
        };
        let place = self.bucket(key).iter().min_by_key(worth);
        place.expect("a bucket has entries").write(key, new);
    }
}

/// Asks the system to map memory that was not used yet by large pages: where a table is, it then finds without asking memory
/// itself. It may refuse, which changes nothing else.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_large_pages(memory: &mut [MaybeUninit<Bucket>]) {
    /// No smaller page is large, and advice is given for whole pages.
    const LARGE_PAGE: usize = 2 << 20;
    let range = memory.as_mut_ptr_range();
    let begin = (range.start as usize).next_multiple_of(LARGE_PAGE);
    let length = (range.end as usize).saturating_sub(begin) / LARGE_PAGE * LARGE_PAGE;
    // SAFETY: the pages lie within memory that is the caller's alone, and the advice does not change what they hold.
    unsafe { libc::madvise(begin as *mut libc::c_void, length, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &mut [MaybeUninit<Bucket>]) {}

/// Begins to bring a bucket into the processor's nearest memory, where that can be asked for.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline(always)]
fn fetch(bucket: &[Entry; BUCKET]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every processor of this kind can do it, and it reads nothing.
    unsafe { _mm_prefetch(std::ptr::from_ref(bucket).cast(), _MM_HINT_T0) };
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn fetch(_: &[Entry; BUCKET]) {}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table of {} entries", BUCKET * self.buckets.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: u8) -> Kept {
        Kept { score: Score(-12), bound: Bound::Exact, depth, best: 7 }
    }

    #[test]
    fn what_was_searched_least_and_longest_ago_gives_way() {
        let mut table = Table::new(0);
        for key in 1..=4 {
            table.store(key, 0, known(10 - key as u8));
        }
        table.store(5, 0, known(2));
        assert_eq!(table.probe(4, 0), None);
        for (key, depth) in [(1, 9), (2, 8), (3, 7), (5, 2)] {
            assert_eq!(table.probe(key, 0), Some(known(depth)));
        }
        table.next_search();
        table.next_search();
        table.store(5, 0, known(1));
        table.store(6, 0, known(1));
        assert_eq!(table.probe(5, 0), Some(known(1)), "what is newly found of a position takes the old one's place");
        assert_eq!(table.probe(3, 0), None, "seven plies of two searches ago are less than one ply now");
        table.clear();
        assert_eq!(table.probe(1, 0), None);
        assert_eq!(table.probe(0, 0), None, "an empty entry is no entry");
    }
}
