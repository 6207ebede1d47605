//! Blocks of bit maps: those of one class follow each other, and each has a part of every map.

use super::cache::BlockCache;
use super::file::{PackedBlock, TableError, TableFile};

/// Maximum number of words of a map in a block.
const BLOCK: usize = 4096;

/// Shape of the maps of a class in a file.
#[derive(Clone, Copy, Debug)]
pub struct MapBlocks {
    /// Number of maps.
    pub maps: usize,
    /// Number of words of a map, a power of two.
    pub words: usize,
}

impl MapBlocks {
    /// Returns the number of blocks.
    pub fn len(self) -> usize {
        self.words.div_ceil(BLOCK)
    }

    /// Returns the number of words of each map in a block.
    fn length(self) -> usize {
        self.words.min(BLOCK)
    }

    /// Returns the number of bytes of a block.
    fn bytes(self) -> usize {
        self.length() * 8 * self.maps
    }

    /// Compresses maps. Bits that `valid` does not have are undefined and written as 0.
    pub fn pack(self, maps: &[&[u64]], valid: &[u64]) -> Vec<PackedBlock> {
        let block = |block: usize| {
            let words = block * self.length()..(block + 1) * self.length();
            let mut bytes = Vec::with_capacity(self.bytes());
            for map in maps {
                for (word, valid) in map[words.clone()].iter().zip(&valid[words.clone()]) {
                    bytes.extend_from_slice(&(word & valid).to_le_bytes());
                }
            }
            PackedBlock::new(&bytes)
        };
        (0..self.len()).map(block).collect()
    }

    /// Reads the maps whose first block is `first`.
    ///
    /// # Errors
    /// When a block is damaged.
    pub fn read(self, file: &TableFile, first: usize) -> Result<Vec<Vec<u64>>, TableError> {
        let mut maps: Vec<_> = (0..self.maps).map(|_| Vec::with_capacity(self.words)).collect();
        for block in first..first + self.len() {
            let bytes = file.block(block, self.bytes())?;
            for (map, part) in maps.iter_mut().zip(bytes.chunks(self.length() * 8)) {
                map.extend(part.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)));
            }
        }
        Ok(maps)
    }

    /// Returns the bit of each map for a number; `false` for maps that do not exist.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn bits(
        self,
        file: &TableFile,
        first: usize,
        number: usize,
        cache: &BlockCache,
    ) -> Result<[bool; 2], TableError> {
        let (word, bit) = (number / 64, number % 64);
        let bytes = cache.block(file, first + word / self.length(), self.bytes())?;
        let is_set =
            |map: usize| bytes[(map * self.length() + word % self.length()) * 8 + bit / 8] >> (bit % 8) & 1 != 0;
        Ok([0, 1].map(|map| map < self.maps && is_set(map)))
    }
}
