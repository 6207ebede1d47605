//! Slices that are done, in their files.

use super::slice::{KnownClasses, Slice};
use super::verdict::{Code, Verdict};
use crate::file::{Packed, TableError, TableFile, TableWriter};
use crate::kept::{KeptBlocks, TableId};
use crate::law::Law;
use crate::tables::Placement;
use crate::whole::{Count, Worth};
use quirkat_rules::Side;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A block has so many bytes, the last one maybe fewer.
const BLOCK: usize = 16 << 10;
/// The most plies that a single byte says; the codes of what has none are the highest bytes.
const MOST_IN_BYTE: u16 = 250;

/// A slice that is done.
#[derive(Debug)]
pub struct DoneSlice {
    /// Its positions.
    pub slice: Slice,
    /// For each position its verdict.
    pub file: TableFile,
    width: Width,
    unpacked: Option<Vec<u8>>,
}

/// How many bytes a verdict takes in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Width {
    One,
    Two,
}

impl Width {
    fn bytes(self) -> usize {
        match self {
            Width::One => 1,
            Width::Two => 2,
        }
    }

    /// The code that begins these bytes.
    fn read(self, bytes: &[u8]) -> Code {
        match self {
            // The highest bytes are the highest codes.
            Width::One if u16::from(bytes[0]) > MOST_IN_BYTE => Code(u16::from_le_bytes([bytes[0], u8::MAX])),
            Width::One => Code(bytes[0].into()),
            Width::Two => Code(u16::from_le_bytes([bytes[0], bytes[1]])),
        }
    }
}

impl DoneSlice {
    /// Where the slice with so many men of the first side and of the second lies in a folder.
    pub fn path(folder: &Path, [first, second]: [usize; 2]) -> PathBuf {
        folder.join(format!("distances-{first:02}-{second:02}.table"))
    }

    /// Writes a slice: a code for each of its numbers.
    pub(super) fn write(
        law: &Law,
        title: &str,
        folder: &Path,
        slice: &Slice,
        code: impl Fn(usize) -> Code,
    ) -> Result<(), TableError> {
        let [first, second] = slice.men;
        let plies = (0..slice.len()).map(&code).filter(|code| code.is_plies());
        let longest = plies.max().unwrap_or(Code(0)).0;
        let width = if longest <= MOST_IN_BYTE { Width::One } else { Width::Two };
        let lines = format!(
            "kind: distances\ngame: {title}\nfirst men: {first}\nsecond men: {second}\nlongest: {longest}\nbytes a position: {}\n{law}",
            width.bytes()
        );
        let mut writer = TableWriter::new(&DoneSlice::path(folder, slice.men), &lines)?;
        let in_block = BLOCK / width.bytes();
        for begin in (0..slice.len()).step_by(in_block) {
            let codes = (begin..(begin + in_block).min(slice.len())).map(|index| code(index).0.to_le_bytes());
            let block: Vec<u8> = codes.flat_map(|bytes| bytes.into_iter().take(width.bytes())).collect();
            writer.push(&Packed::new(&block))?;
        }
        writer.finish()
    }

    /// Opens the slice with so many men of each side in a folder.
    ///
    /// # Errors
    /// When its file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &Law, folder: &Path, men: [usize; 2], known: &mut KnownClasses) -> Result<DoneSlice, TableError> {
        let file = TableFile::open(&DoneSlice::path(folder, men))?;
        let [first, second] = men.map(|men| men.to_string());
        if [file.line("kind")?, file.line("first men")?, file.line("second men")?] != ["distances", &first, &second] {
            return Err(file.broken("it is another kind of table than its name says"));
        }
        file.must_be_of(law)?;
        let width = match file.line("bytes a position")? {
            "1" => Width::One,
            "2" => Width::Two,
            _ => return Err(file.broken("its verdicts take more bytes than they can")),
        };
        let slice = Slice::new(law, men, known);
        if file.blocks() != (slice.len() * width.bytes()).div_ceil(BLOCK) {
            return Err(file.broken("it does not have as many blocks as it should"));
        }
        Ok(DoneSlice { slice, file, width, unpacked: None })
    }

    /// Reads all of it into memory, where it is found many times as fast.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn unpack(&mut self) -> Result<(), TableError> {
        let mut bytes = Vec::with_capacity(self.slice.len() * self.width.bytes());
        for block in 0..self.file.blocks() {
            bytes.extend(self.block(block)?);
        }
        self.unpacked = Some(bytes);
        Ok(())
    }

    /// What a number stands for, once all is in memory.
    ///
    /// # Panics
    /// When it is not.
    pub fn code(&self, index: usize) -> Code {
        let bytes = self.unpacked.as_ref().expect("it is in memory");
        self.width.read(&bytes[index * self.width.bytes()..])
    }

    /// What a number stands for.
    ///
    /// # Errors
    /// When it is damaged.
    fn find(&self, kept: &KeptBlocks, index: usize) -> Result<Code, TableError> {
        if self.unpacked.is_some() {
            return Ok(self.code(index));
        }
        let at = index * self.width.bytes();
        let block = kept.get(TableId::Slice(self.slice.men), at / BLOCK, || self.block(at / BLOCK))?;
        Ok(self.width.read(&block[at % BLOCK..]))
    }

    fn block(&self, number: usize) -> Result<Vec<u8>, TableError> {
        let all = self.slice.len() * self.width.bytes();
        self.file.block(number, BLOCK.min(all.saturating_sub(number * BLOCK)))
    }

    /// Tells the code of each of these numbers.
    ///
    /// # Errors
    /// When it is damaged.
    pub(crate) fn each_code(
        &self,
        numbers: Range<usize>,
        each: &mut impl FnMut(usize, Code),
    ) -> Result<(), TableError> {
        let in_block = BLOCK / self.width.bytes();
        for number in numbers.start / in_block..numbers.end.div_ceil(in_block) {
            let block = self.block(number)?;
            for (index, bytes) in (number * in_block..).zip(block.chunks_exact(self.width.bytes())) {
                if numbers.contains(&index) {
                    each(index, self.width.read(bytes));
                }
            }
        }
        Ok(())
    }

    /// Counts the positions with a side to move.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn count(&self, to_move: Side) -> Result<(Count, Longest), TableError> {
        let (mut count, mut longest) = (Count::default(), Longest::default());
        self.each_code(self.slice.of_side(to_move), &mut |index, code| {
            let (verdict, size) = (code.verdict(), self.slice.size(index));
            match verdict.worth {
                Worth::Won => {
                    count.won += size;
                    longest.won = longest.won.max(verdict.plies);
                }
                Worth::Drawn => count.drawn += size,
                Worth::Lost => {
                    count.lost += size;
                    longest.lost = longest.lost.max(verdict.plies);
                }
            }
        })?;
        Ok((count, longest))
    }
}

/// The most plies that there are until a position of a slice is won, and until one is lost; `None` where none is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Longest {
    /// Until one is won.
    pub won: Option<u32>,
    /// Until one is lost.
    pub lost: Option<u32>,
}

/// The slices of a law that are done.
#[derive(Debug, Default)]
pub struct DoneSlices(pub BTreeMap<[usize; 2], DoneSlice>);

impl DoneSlices {
    /// Opens what there is of a game's slices in a folder.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &Law, folder: &Path) -> Result<DoneSlices, TableError> {
        let mut known = KnownClasses::new();
        let there = Slice::all(law, law.points).into_iter().filter(|&men| DoneSlice::path(folder, men).exists());
        let opened = there.map(|men| Ok((men, DoneSlice::open(law, folder, men, &mut known)?)));
        Ok(DoneSlices(opened.collect::<Result<_, _>>()?))
    }

    /// Finds what is true of a position in which both sides have men; `None` where no slice holds it.
    ///
    /// # Errors
    /// When the slice is damaged.
    pub fn find(
        &self,
        law: &Law,
        kept_blocks: &KeptBlocks,
        position: Placement,
    ) -> Result<Option<Verdict>, TableError> {
        let kept = Slice::as_kept(law, position);
        let slice = self.0.get(&kept.men.map(|set| set.count_ones() as usize));
        slice.map(|slice| Ok(slice.find(kept_blocks, slice.slice.index(kept))?.verdict())).transpose()
    }
}
