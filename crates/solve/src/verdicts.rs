//! Files of verdicts: one of one byte or two for each of so many numbers.

use crate::file::{Packed, TableError, TableFile, TableWriter};
use crate::kept::Kept;
use crate::verdict::Code;
use std::ops::Range;
use std::path::Path;

/// A block has so many bytes, the last one maybe fewer.
const BLOCK: usize = 16 << 10;
/// The most plies that a single byte says; the codes of what has none are the highest bytes.
const MOST_IN_BYTE: u16 = 250;

/// A verdict for each number below some number, in a file.
#[derive(Debug)]
pub struct Verdicts {
    /// The file.
    pub file: TableFile,
    numbers: usize,
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

    /// That of a file.
    fn of(file: &TableFile) -> Result<Width, TableError> {
        match file.line("bytes a position")? {
            "1" => Ok(Width::One),
            "2" => Ok(Width::Two),
            _ => Err(file.broken("its verdicts take more bytes than they can")),
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

impl Verdicts {
    /// Writes a code for each of so many numbers, which hold no more plies than the longest game. The text says first what they
    /// are of, and ends with the rules.
    ///
    /// # Errors
    /// When there is no room for it.
    pub fn write(
        path: &Path,
        [head, rules]: [&str; 2],
        longest: u16,
        numbers: usize,
        code: impl Fn(usize) -> Code,
    ) -> Result<(), TableError> {
        let width = if longest <= MOST_IN_BYTE { Width::One } else { Width::Two };
        let lines = format!("{head}longest: {longest}\nbytes a position: {}\n{rules}", width.bytes());
        let mut writer = TableWriter::new(path, &lines)?;
        let in_block = BLOCK / width.bytes();
        for begin in (0..numbers).step_by(in_block) {
            let codes = (begin..(begin + in_block).min(numbers)).map(|index| code(index).0.to_le_bytes());
            let block: Vec<u8> = codes.flat_map(|bytes| bytes.into_iter().take(width.bytes())).collect();
            writer.push(&Packed::new(&block))?;
        }
        writer.finish()
    }

    /// Reads a file that has a code for each of so many numbers.
    ///
    /// # Errors
    /// When it is not whole.
    pub fn of(file: TableFile, numbers: usize) -> Result<Verdicts, TableError> {
        let width = Width::of(&file)?;
        if file.blocks() != (numbers * width.bytes()).div_ceil(BLOCK) {
            return Err(file.broken("it does not have as many blocks as it should"));
        }
        Ok(Verdicts { file, numbers, width, unpacked: None })
    }

    /// How many blocks of a file so many verdicts take, which must fill them.
    ///
    /// # Errors
    /// When it is no file of verdicts.
    pub fn blocks_of(file: &TableFile, numbers: usize) -> Result<usize, TableError> {
        Ok(numbers * Width::of(file)?.bytes() / BLOCK)
    }

    /// Reads all of it into memory, where it is found many times as fast.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn unpack(&mut self) -> Result<(), TableError> {
        let mut bytes = Vec::with_capacity(self.numbers * self.width.bytes());
        for block in 0..self.file.blocks() {
            bytes.extend(self.block(block)?);
        }
        self.unpacked = Some(bytes);
        Ok(())
    }

    /// What a number stands for, where all was read into memory.
    pub fn in_memory(&self, index: usize) -> Option<Code> {
        self.unpacked.as_ref().map(|bytes| self.width.read(&bytes[index * self.width.bytes()..]))
    }

    /// What a number stands for.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn code(&self, index: usize, kept: &Kept) -> Result<Code, TableError> {
        if let Some(code) = self.in_memory(index) {
            return Ok(code);
        }
        let at = index * self.width.bytes();
        let block = kept.block(&self.file, at / BLOCK, self.length(at / BLOCK))?;
        Ok(self.width.read(&block[at % BLOCK..]))
    }

    /// The bytes of a block.
    fn length(&self, block: usize) -> usize {
        BLOCK.min((self.numbers * self.width.bytes()).saturating_sub(block * BLOCK))
    }

    fn block(&self, number: usize) -> Result<Vec<u8>, TableError> {
        self.file.block(number, self.length(number))
    }

    /// Tells the code of each of these numbers.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn each(&self, numbers: Range<usize>, each: &mut impl FnMut(usize, Code)) -> Result<(), TableError> {
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
}
