//! Blocks of tables that were unpacked a short while ago.

use super::file::{TableError, TableFile};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::fmt;
use std::sync::Arc;

/// What is kept, in bytes.
const ROOM: u64 = 128 << 20;
/// What most blocks of large tables have, in bytes.
const USUAL: u64 = 32 << 10;

/// The unpacked blocks that were wanted last or often, of any files and for any number of threads: to look into one takes a
/// hundredth of the time that unpacking it does, and positions that are asked for one after another are often neighbours.
pub struct BlockCache(Cache<(usize, usize), Arc<[u8]>, Bytes>);

/// A block weighs as much as it has bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<(usize, usize), Arc<[u8]>> for Bytes {
    fn weight(&self, _: &(usize, usize), block: &Arc<[u8]>) -> u64 {
        block.len() as u64
    }
}

impl BlockCache {
    /// Nothing yet.
    pub fn new() -> BlockCache {
        BlockCache(Cache::with_weighter((ROOM / USUAL) as usize, ROOM, Bytes))
    }

    /// A block of a file, which must have so many bytes.
    ///
    /// # Errors
    /// When it is damaged or has another length.
    pub fn block(&self, file: &TableFile, number: usize, length: usize) -> Result<Arc<[u8]>, TableError> {
        let key = (file.address(), number);
        if let Some(block) = self.0.get(&key) {
            return Ok(block);
        }
        let block: Arc<[u8]> = file.block(number, length)?.into();
        self.0.insert(key, Arc::clone(&block));
        Ok(block)
    }
}

impl fmt::Debug for BlockCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").field("bytes", &self.0.weight()).finish_non_exhaustive()
    }
}
