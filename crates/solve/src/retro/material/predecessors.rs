//! Predecessors of the positions of a signature, stored on the disk.
//!
//! Moves are collected in unnamed temporary files, one for each range of targets, then each file is sorted into lists
//! by target. The operating system keeps in memory what fits. Predecessors should be read in the order of the numbers.

use crate::store::TableError;
use memmap2::Mmap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Maximum number of ranges, each with an open file, and minimum number of positions of a range. Systems may limit a
/// process to about a thousand open files.
const MAX_RANGES: usize = 64;
const MIN_RANGE: usize = 1 << 16;
/// Size of the write buffer of a file, in bytes.
const BUFFER: usize = 1 << 16;
/// Bytes of a number, and of an unsorted move.
const WORD: usize = size_of::<u32>();
const TURN: usize = 2 * WORD;

/// Collector of moves, which sorts them by target in temporary files.
pub struct PredecessorBuilder {
    folder: PathBuf,
    positions: usize,
    in_heap: usize,
    heaps: Vec<BufWriter<File>>,
}

impl PredecessorBuilder {
    /// Creates the temporary files in a folder.
    ///
    /// # Errors
    /// When they cannot be created.
    pub fn new(folder: &Path, positions: usize) -> Result<PredecessorBuilder, TableError> {
        let in_heap = positions.div_ceil(MAX_RANGES).max(MIN_RANGE);
        let heap = |_| Ok(BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?));
        let heaps = (0..positions.div_ceil(in_heap)).map(heap).collect::<io::Result<_>>();
        let heaps = heaps.map_err(TableError::io(folder))?;
        Ok(PredecessorBuilder { folder: folder.to_owned(), positions, in_heap, heaps })
    }

    /// Returns the bytes of memory that sorting some moves takes.
    pub fn memory(turns: u64) -> u64 {
        (MAX_RANGES * BUFFER) as u64 + turns * (TURN + WORD) as u64 / MAX_RANGES as u64
    }

    /// Returns the bytes of disk that some positions and moves take.
    pub fn disk(positions: u64, turns: u64) -> u64 {
        positions * WORD as u64 + turns * (TURN + WORD) as u64
    }

    /// Appends moves as pairs of target and origin.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn extend(&mut self, turns: impl IntoIterator<Item = (u32, u32)>) -> Result<(), TableError> {
        let write = |(to, from): (u32, u32)| {
            let heap = &mut self.heaps[to as usize / self.in_heap];
            heap.write_all(&to.to_le_bytes())?;
            heap.write_all(&from.to_le_bytes())
        };
        turns.into_iter().try_for_each(write).map_err(TableError::io(&self.folder))
    }

    /// Sorts the moves by target.
    ///
    /// # Errors
    /// When they cannot be read or written.
    pub fn in_order(self) -> Result<Predecessors, TableError> {
        let folder = self.folder.clone();
        self.sort().map_err(TableError::io(&folder))
    }

    fn sort(self) -> io::Result<Predecessors> {
        let PredecessorBuilder { folder, positions, in_heap, heaps } = self;
        let mut file = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?);
        let (mut blocks, mut end) = (vec![], 0);
        for (heap, first) in heaps.into_iter().zip((0..positions).step_by(in_heap)) {
            let (mut heap, mut bytes) = (heap.into_inner()?, vec![]);
            heap.rewind()?;
            heap.read_to_end(&mut bytes)?;
            let turns = || bytes.chunks_exact(TURN).map(|turn| (word(turn, 0) as usize - first, word(turn, 1)));
            // A block has the end of each position's list, relative to the block, then the lists.
            let lists = in_heap.min(positions - first) + 1;
            let mut block = vec![0; lists + bytes.len() / TURN];
            turns().for_each(|(to, _)| block[to] += 1);
            let mut sum = lists as u32;
            for end in &mut block[..lists] {
                sum += *end;
                *end = sum;
            }
            for (to, from) in turns() {
                block[to] -= 1;
                let place = block[to] as usize;
                block[place] = from;
            }
            block.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()))?;
            blocks.push(end);
            end += block.len() * WORD;
        }
        // SAFETY: the file has no name, and nothing else writes to it.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file.into_inner()?) }?;
        Ok(Predecessors { in_block: in_heap, blocks, map })
    }
}

/// Predecessors of each position, in a memory-mapped file.
pub struct Predecessors {
    in_block: usize,
    /// Offsets of the blocks, in bytes.
    blocks: Vec<usize>,
    map: Mmap,
}

impl Predecessors {
    /// Returns the numbers of a position's predecessors.
    pub fn of(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let (block, place) = (number as usize / self.in_block, number as usize % self.in_block);
        let block = &self.map[self.blocks[block]..];
        let list = word(block, place) as usize * WORD..word(block, place + 1) as usize * WORD;
        block[list].chunks_exact(WORD).map(|number| word(number, 0))
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at * WORD..][..WORD].try_into().expect("a word of four bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_has_its_predecessors() {
        // More than one range; two of three positions have no predecessor.
        let positions = 3 * MIN_RANGE + 5;
        let to = |from: usize, turn: usize| (7919 * from + 104_729 * turn) % positions / 3 * 3;
        let all =
            || (0..positions).flat_map(|from| (0..from % 4).map(move |turn| (to(from, turn) as u32, from as u32)));
        let mut turns = PredecessorBuilder::new(&std::env::temp_dir(), positions).unwrap();
        turns.extend(all()).unwrap();
        let before = turns.in_order().unwrap();
        let mut expected = vec![vec![]; positions];
        all().for_each(|(to, from)| expected[to as usize].push(from));
        for (number, expected) in (0..).zip(expected) {
            let mut found: Vec<_> = before.of(number).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{number}");
        }
    }
}
