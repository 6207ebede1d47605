//! Unpacked blocks of tables, kept for the next look-up: who searches asks for positions near one another.

use crate::file::TableError;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::sync::Arc;

/// So many bytes of blocks are kept.
const MOST: u64 = 64 << 20;
/// A block takes so many bytes or more, save for the smallest tables.
const USUAL: u64 = 16 << 10;

/// The blocks that were looked at last or often, of all tables of a game; threads share them.
#[derive(Debug)]
pub struct KeptBlocks(Cache<BlockId, Arc<[u8]>, Bytes>);

/// A block: its table, and its number there.
type BlockId = (TableId, usize);

/// A table among those of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableId {
    /// Of worth, with so many points free of the first side's men.
    Layer(usize),
    /// Of distances, with so many men of each side.
    Slice([usize; 2]),
}

#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<BlockId, Arc<[u8]>> for Bytes {
    fn weight(&self, _: &BlockId, block: &Arc<[u8]>) -> u64 {
        block.len() as u64
    }
}

impl KeptBlocks {
    /// Keeps nothing yet.
    pub fn new() -> KeptBlocks {
        KeptBlocks(Cache::with_weighter((MOST / USUAL) as usize, MOST, Bytes))
    }

    /// A block that is kept, or is kept from now on; no two threads unpack the same one.
    ///
    /// # Errors
    /// When it is damaged; nothing is kept then.
    pub fn get(
        &self,
        table: TableId,
        block: usize,
        unpack: impl FnOnce() -> Result<Vec<u8>, TableError>,
    ) -> Result<Arc<[u8]>, TableError> {
        self.0.get_or_insert_with(&(table, block), || unpack().map(Arc::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn blocks_are_unpacked_once_and_old_ones_go() {
        let kept = KeptBlocks::new();
        let block = |number: usize| kept.get(TableId::Layer(20), number, || Ok(vec![number as u8; USUAL as usize]));
        for _ in 0..2 {
            assert_eq!(block(7).unwrap()[0], 7);
        }
        let again = kept.get(TableId::Layer(20), 7, || unreachable!("it is kept"));
        assert_eq!(again.unwrap().len() as u64, USUAL);
        let other = kept.get(TableId::Slice([2, 3]), 7, || Ok(vec![1])).unwrap();
        assert_eq!(&other[..], [1], "the same number in another table");
        for number in 0..2 * (MOST / USUAL) as usize {
            block(number).unwrap();
        }
        assert!(kept.0.weight() <= MOST);
    }

    #[test]
    fn what_is_damaged_is_not_kept() {
        let kept = KeptBlocks::new();
        let damaged = || Err(TableError::Broken { path: PathBuf::new(), reason: "a block is damaged" });
        assert!(kept.get(TableId::Layer(1), 0, damaged).is_err());
        assert_eq!(kept.get(TableId::Layer(1), 0, || Ok(vec![5])).unwrap()[..], [5]);
    }
}
