//! Value files: a code for each number, in one or two bytes, or in two bits where only WDL is stored.

use super::cache::BlockCache;
use super::file::{PackedBlock, TableError, TableFile, TableWriter};
use crate::value::ValueCode;
use std::ops::Range;
use std::path::Path;

/// Number of bytes of a block; the last one may be shorter.
const BLOCK: usize = 16 << 10;
/// Maximum distance that a single byte stores. The highest bytes are the codes without a distance.
const MAX_BYTE_PLIES: u16 = 250;

/// File with a value for each number.
#[derive(Debug)]
pub struct ValueFile {
    /// Table file with the blocks.
    pub file: TableFile,
    numbers: usize,
    width: Width,
    unpacked: Option<Vec<u8>>,
}

/// Size of a value in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Width {
    /// Two bits: draw, win or loss.
    Quarter,
    One,
    Two,
}

impl Width {
    const ALL: [Width; 3] = [Width::Quarter, Width::One, Width::Two];
    /// Values of two bits.
    const WDL_CODES: [ValueCode; 3] = [ValueCode::DRAWN, ValueCode::COUNTED_WIN, ValueCode::COUNTED_LOSS];

    /// Returns the number of values in a block.
    fn in_block(self) -> usize {
        match self {
            Width::Quarter => 4 * BLOCK,
            Width::One => BLOCK,
            Width::Two => BLOCK / 2,
        }
    }

    /// Returns the number of bytes of some values.
    fn bytes(self, numbers: usize) -> usize {
        match self {
            Width::Quarter => numbers.div_ceil(4),
            Width::One => numbers,
            Width::Two => 2 * numbers,
        }
    }

    /// Returns the bytes per position as the file's text names them.
    fn text(self) -> &'static str {
        match self {
            Width::Quarter => "1/4",
            Width::One => "1",
            Width::Two => "2",
        }
    }

    /// Returns the width of a file's values.
    fn of(file: &TableFile) -> Result<Width, TableError> {
        let text = file.line("bytes a position")?;
        let width = Width::ALL.into_iter().find(|width| width.text() == text);
        width.ok_or_else(|| file.corrupt("its number of bytes per position is invalid"))
    }

    /// Returns the code at a place in a block.
    fn read(self, bytes: &[u8], at: usize) -> ValueCode {
        match self {
            // The fourth value is never written and reads as a draw.
            Width::Quarter => Width::WDL_CODES
                .get(usize::from(bytes[at / 4] >> (at % 4 * 2) & 3))
                .copied()
                .unwrap_or(ValueCode::DRAWN),
            // The highest bytes are the low bytes of the highest codes.
            Width::One if u16::from(bytes[at]) > MAX_BYTE_PLIES => ValueCode(u16::from_le_bytes([bytes[at], u8::MAX])),
            Width::One => ValueCode(bytes[at].into()),
            Width::Two => ValueCode(u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])),
        }
    }

    /// Returns the bytes of some codes.
    fn write(self, codes: &[ValueCode]) -> Vec<u8> {
        let mut bytes = vec![0; self.bytes(codes.len())];
        for (at, code) in codes.iter().enumerate() {
            let [low, high] = code.0.to_le_bytes();
            match self {
                Width::Quarter => {
                    let wdl = code.without_plies();
                    let number =
                        Width::WDL_CODES.iter().position(|known| *known == wdl).expect("every value has a code");
                    bytes[at / 4] |= (number as u8) << (at % 4 * 2);
                }
                Width::One => bytes[at] = low,
                Width::Two => bytes[2 * at..2 * at + 2].copy_from_slice(&[low, high]),
            }
        }
        bytes
    }
}

impl ValueFile {
    /// Writes codes. `longest` is the longest distance in plies; without it, only WDL is written. `head` begins the
    /// text and `rules` ends it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(
        path: &Path,
        [head, rules]: [&str; 2],
        longest: Option<u16>,
        mut codes: impl Iterator<Item = ValueCode>,
    ) -> Result<(), TableError> {
        let width = match longest {
            None => Width::Quarter,
            Some(longest) if longest <= MAX_BYTE_PLIES => Width::One,
            Some(_) => Width::Two,
        };
        let longest = longest.map(|longest| format!("longest: {longest}\n")).unwrap_or_default();
        let lines = format!("{head}{longest}bytes a position: {}\n{rules}", width.text());
        let mut writer = TableWriter::new(path, &lines)?;
        loop {
            let block: Vec<ValueCode> = codes.by_ref().take(width.in_block()).collect();
            if block.is_empty() {
                return writer.finish();
            }
            writer.push(&PackedBlock::new(&width.write(&block)))?;
        }
    }

    /// Opens a file that has a code for each of `numbers` numbers.
    ///
    /// # Errors
    /// When the file is incomplete.
    pub fn of(file: TableFile, numbers: usize) -> Result<ValueFile, TableError> {
        let width = Width::of(&file)?;
        if file.blocks() != numbers.div_ceil(width.in_block()) {
            return Err(file.corrupt("it has a wrong number of blocks"));
        }
        Ok(ValueFile { file, numbers, width, unpacked: None })
    }

    /// Returns whether the file stores distances.
    pub fn has_plies(&self) -> bool {
        self.width != Width::Quarter
    }

    /// Returns whether a file stores distances.
    ///
    /// # Errors
    /// When it is no value file.
    pub fn has_plies_in(file: &TableFile) -> Result<bool, TableError> {
        Ok(Width::of(file)? != Width::Quarter)
    }

    /// Returns the number of blocks that some values take; they must fill whole blocks.
    ///
    /// # Errors
    /// When it is no value file.
    pub fn blocks_of(file: &TableFile, numbers: usize) -> Result<usize, TableError> {
        Ok(numbers / Width::of(file)?.in_block())
    }

    /// Loads all values into memory, where they are read many times as fast.
    ///
    /// # Errors
    /// When a block is damaged.
    pub fn load(&mut self) -> Result<(), TableError> {
        let mut bytes = Vec::with_capacity(self.width.bytes(self.numbers));
        for block in 0..self.file.blocks() {
            bytes.extend(self.block(block)?);
        }
        self.unpacked = Some(bytes);
        Ok(())
    }

    /// Returns the code of a number after [`load`](ValueFile::load).
    pub fn loaded(&self, index: usize) -> Option<ValueCode> {
        self.unpacked.as_ref().map(|bytes| self.width.read(bytes, index))
    }

    /// Returns the code of a number.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn code(&self, index: usize, cache: &BlockCache) -> Result<ValueCode, TableError> {
        if let Some(code) = self.loaded(index) {
            return Ok(code);
        }
        let (number, at) = (index / self.width.in_block(), index % self.width.in_block());
        let block = cache.block(&self.file, number, self.length(number))?;
        Ok(self.width.read(&block, at))
    }

    /// Returns the number of values in a block.
    fn numbers(&self, block: usize) -> usize {
        let in_block = self.width.in_block();
        in_block.min(self.numbers.saturating_sub(block * in_block))
    }

    /// Returns the number of bytes of a block.
    fn length(&self, block: usize) -> usize {
        self.width.bytes(self.numbers(block))
    }

    fn block(&self, number: usize) -> Result<Vec<u8>, TableError> {
        self.file.block(number, self.length(number))
    }

    /// Calls `each` with each number of a range and its code.
    ///
    /// # Errors
    /// When a block is damaged.
    pub fn each(&self, numbers: Range<usize>, each: &mut impl FnMut(usize, ValueCode)) -> Result<(), TableError> {
        let in_block = self.width.in_block();
        for number in numbers.start / in_block..numbers.end.div_ceil(in_block) {
            let block = self.block(number)?;
            for (index, at) in (number * in_block..).zip(0..self.numbers(number)) {
                if numbers.contains(&index) {
                    each(index, self.width.read(&block, at));
                }
            }
        }
        Ok(())
    }
}
