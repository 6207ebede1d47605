//! Cache of unpacked blocks.

use super::file::{TableError, TableFile};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::fmt;
use std::sync::Arc;

/// Capacity of the cache, in bytes.
const ROOM: u64 = 128 << 20;
/// Typical size of a block of a large table, in bytes.
const USUAL: u64 = 32 << 10;

/// Cache of unpacked blocks of any files, shared by threads.
///
/// A cached block is read about a hundred times as fast as it is unpacked, and successive probes often hit the same
/// block.
pub struct BlockCache(Cache<(usize, usize), Arc<[u8]>, Bytes>);

/// Weigher of blocks by their bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<(usize, usize), Arc<[u8]>> for Bytes {
    fn weight(&self, _: &(usize, usize), block: &Arc<[u8]>) -> u64 {
        block.len() as u64
    }
}

impl BlockCache {
    /// Returns an empty cache with the fixed capacity of the program.
    pub fn new() -> BlockCache {
        BlockCache(Cache::with_weighter((ROOM / USUAL) as usize, ROOM, Bytes))
    }

    /// Returns a block of a file, which must have `length` bytes.
    ///
    /// # Errors
    /// When the block is damaged or has another length.
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
