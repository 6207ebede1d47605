//! Memory by which engines search together: their transposition table and the numbers of their nodes.
//!
//! The words of the memory are a header and the buckets of the table, in the order of
//! [`transposition_table`](crate::transposition_table).

use crate::transposition_table::{BUCKET_SLOTS, GENERATIONS, bucket_number, find_data, slot_to_replace};
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Memory that several engines read and write at once, for example WebAssembly modules in workers of a page, which share
/// no threads.
///
/// A word is loaded as some engine has stored it. No other order is needed: entries whose words come from two engines
/// are recognised.
pub trait SharedMemory: Debug + Send + Sync {
    /// Returns the number of words.
    fn words(&self) -> usize;

    /// Returns a word, numbered from 0.
    fn load(&self, number: usize) -> u64;

    /// Replaces a word.
    fn store(&self, number: usize, word: u64);
}

/// Word with the generation of the running search.
const GENERATION: usize = 0;
/// First of the words with the nodes of each engine in the running search.
const NODES: usize = 1;
/// Number of words before the table.
const HEADER_WORDS: usize = 8;
/// Maximum number of engines that [help](crate::Engine::help) another one.
pub const MAX_HELPERS: usize = HEADER_WORDS - NODES - 1;
/// Words of a bucket: the key XORed with the data, and the data, of each slot.
const BUCKET_WORDS: usize = 2 * BUCKET_SLOTS;

/// A transposition table in shared memory.
#[derive(Debug)]
pub(crate) struct SharedTable(Arc<dyn SharedMemory>);

impl SharedTable {
    /// Takes memory with room for the header and a bucket at least.
    pub fn new(memory: Arc<dyn SharedMemory>) -> Self {
        assert!(memory.words() >= HEADER_WORDS + BUCKET_WORDS, "the memory has room for a bucket");
        SharedTable(memory)
    }

    pub fn buckets(&self) -> usize {
        (self.0.words() - HEADER_WORDS) / BUCKET_WORDS
    }

    /// Removes all entries.
    pub fn clear(&self) {
        (HEADER_WORDS..self.0.words()).for_each(|number| self.0.store(number, 0));
    }

    pub fn generation(&self) -> u64 {
        self.0.load(GENERATION) % GENERATIONS
    }

    pub fn next_generation(&self) {
        self.0.store(GENERATION, (self.generation() + 1) % GENERATIONS);
    }

    /// Returns the number of the first word of a position's bucket.
    fn bucket(&self, key: u64) -> usize {
        HEADER_WORDS + BUCKET_WORDS * bucket_number(key, self.buckets())
    }

    /// Returns the key and the data of a slot.
    fn read(&self, bucket: usize, slot: usize) -> (u64, u64) {
        let data = self.0.load(bucket + 2 * slot + 1);
        (self.0.load(bucket + 2 * slot) ^ data, data)
    }

    /// Returns the data of a position. It is not compiled into the search of every family.
    #[inline(never)]
    pub fn probe(&self, key: u64) -> Option<u64> {
        let bucket = self.bucket(key);
        find_data(key, |slot| self.read(bucket, slot))
    }

    /// Stores the data of a position.
    #[inline(never)]
    pub fn store(&self, key: u64, data: u64) {
        let bucket = self.bucket(key);
        let slot = slot_to_replace(key, self.generation(), |slot| self.read(bucket, slot));
        self.0.store(bucket + 2 * slot, key ^ data);
        self.0.store(bucket + 2 * slot + 1, data);
    }
}

/// The nodes of all threads and engines that search together.
pub(crate) struct NodeCount<'s> {
    threads: AtomicU64,
    /// The memory that this engine shares with others, and its number among them.
    shared: Option<(&'s SharedTable, usize)>,
}

impl<'s> NodeCount<'s> {
    /// Begins to count. Engine 0 is the one whose search the others help.
    pub fn new(shared: Option<(&'s SharedTable, usize)>) -> Self {
        if let Some((table, 0)) = shared {
            (0..=MAX_HELPERS).for_each(|engine| table.0.store(NODES + engine, 0));
        }
        NodeCount { threads: AtomicU64::new(0), shared }
    }

    /// Adds nodes of a thread of this engine.
    pub fn add(&self, nodes: u64) {
        let own = self.threads.fetch_add(nodes, Relaxed) + nodes;
        if let Some((table, engine)) = self.shared {
            table.0.store(NODES + engine, own);
        }
    }

    /// Returns the nodes that were added, also by other engines.
    pub fn total(&self) -> u64 {
        let of_others = self.shared.map_or(0, |(table, own)| {
            let others = (0..=MAX_HELPERS).filter(|engine| *engine != own);
            others.map(|engine| table.0.load(NODES + engine)).sum()
        });
        self.threads.load(Relaxed) + of_others
    }
}
