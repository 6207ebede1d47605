//! Table files: lines of text that identify the table, blocks of bytes, and an index of the blocks.
//!
//! A file begins with [`MAGIC`], then lines `key: value` and an empty line. The blocks follow, each compressed on its own
//! (LZ4), so that one can be read without the others. The index has for each block its offset (8 bytes), its compressed
//! and unpacked lengths (4 bytes each) and the CRC-32 of its compressed bytes (4 bytes). The last 24 bytes of the file are
//! the offset of the index (8), the number of blocks (8), the CRC-32 of text and index (4), and `qkt1`. Numbers are
//! little-endian.

use super::source::EmbeddedFile;
use memmap2::Mmap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// First line of a file; the number is the version of the format.
pub const MAGIC: &str = "quirkat table 1";
const END: &[u8; 4] = b"qkt1";
const ENTRY: usize = 20;
const FOOTER: usize = 24;
/// Maximum length of the text, in bytes.
const MAX_TEXT_LEN: usize = 64 << 10;
/// Maximum length of an unpacked block, in bytes.
const MAX_BLOCK_LEN: usize = 64 << 20;

/// Reason why a table file cannot be made or used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The operating system refuses an operation.
    #[error("cannot read or write {}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The file is no table, or is incomplete or damaged.
    #[error("{}: {reason}", path.display())]
    Corrupt {
        /// Path of the file.
        path: PathBuf,
        /// Description of the fault.
        reason: &'static str,
    },
    /// The file belongs to other rules.
    #[error("{}: it holds the tables of other rules ({found})", path.display())]
    OtherRules {
        /// Path of the file.
        path: PathBuf,
        /// Game that the file names.
        found: String,
    },
    /// A game takes longer than a table of distances can store.
    #[error("there are games of more than {0} plies under best play; tables hold no more")]
    TooLong(u32),
}

impl TableError {
    /// Returns a closure that adds a path to an error of the operating system.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> TableError {
        |source| TableError::Io { path: path.to_owned(), source }
    }
}

/// Writer of a table file, under a draft name until it is complete.
#[derive(Debug)]
pub struct TableWriter {
    path: PathBuf,
    draft: PathBuf,
    file: BufWriter<File>,
    text: String,
    at: u64,
    index: Vec<u8>,
}

/// Block of a table file, compressed with LZ4.
#[derive(Clone, Debug)]
pub struct PackedBlock {
    bytes: Vec<u8>,
    length: u32,
}

impl PackedBlock {
    /// Compresses a block with LZ4.
    pub fn new(block: &[u8]) -> PackedBlock {
        PackedBlock { bytes: lz4_flex::block::compress(block), length: block.len() as u32 }
    }
}

impl TableWriter {
    /// Creates a file. Each line of the text is `key: value`.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn new(path: &Path, lines: &str) -> Result<TableWriter, TableError> {
        let draft = path.with_extension("draft");
        let text = format!("{MAGIC}\n{lines}\n");
        debug_assert!(text.len() <= MAX_TEXT_LEN && !lines.contains("\n\n"));
        let mut file = BufWriter::new(File::create(&draft).map_err(TableError::io(&draft))?);
        file.write_all(text.as_bytes()).map_err(TableError::io(&draft))?;
        Ok(TableWriter { path: path.to_owned(), draft, file, at: text.len() as u64, text, index: vec![] })
    }

    /// Appends a block.
    ///
    /// # Errors
    /// When the block cannot be written.
    pub fn push(&mut self, block: &PackedBlock) -> Result<(), TableError> {
        self.file.write_all(&block.bytes).map_err(TableError::io(&self.draft))?;
        self.index.extend(self.at.to_le_bytes());
        self.index.extend((block.bytes.len() as u32).to_le_bytes());
        self.index.extend(block.length.to_le_bytes());
        self.index.extend(crc32fast::hash(&block.bytes).to_le_bytes());
        self.at += block.bytes.len() as u64;
        Ok(())
    }

    /// Appends the blocks of the numbers below `of`, which several threads compress. Calls `on_progress` with the number
    /// of those that are done.
    ///
    /// # Errors
    /// The first error of `packed`, or when a block cannot be written.
    pub fn push_each(
        &mut self,
        of: usize,
        threads: usize,
        packed: &(dyn Fn(usize) -> Result<Vec<PackedBlock>, TableError> + Sync),
        on_progress: &dyn Fn(usize),
    ) -> Result<(), TableError> {
        /// Numbers that a thread compresses at a time.
        const SHARE: usize = 64;
        for begin in (0..of).step_by(SHARE * threads) {
            on_progress(begin);
            let share = |thread: usize| {
                let of_thread = begin + SHARE * thread..(begin + SHARE * (thread + 1)).min(of);
                of_thread.map(packed).collect::<Result<Vec<_>, _>>()
            };
            let blocks: Vec<_> = std::thread::scope(|scope| {
                let share = &share;
                let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || share(thread))).collect();
                threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect::<Result<_, _>>()
            })?;
            blocks.iter().flatten().flatten().try_for_each(|block| self.push(block))?;
        }
        Ok(())
    }

    /// Completes the file and renames it to its final name.
    ///
    /// # Errors
    /// When the file cannot be written, synced or renamed.
    pub fn finish(mut self) -> Result<(), TableError> {
        let mut crc = crc32fast::Hasher::new();
        crc.update(self.text.as_bytes());
        crc.update(&self.index);
        let mut end = std::mem::take(&mut self.index);
        let blocks = (end.len() / ENTRY) as u64;
        end.extend(self.at.to_le_bytes());
        end.extend(blocks.to_le_bytes());
        end.extend(crc.finalize().to_le_bytes());
        end.extend(END);
        let whole =
            self.file.write_all(&end).and_then(|()| self.file.flush()).and_then(|()| self.file.get_ref().sync_all());
        whole.map_err(TableError::io(&self.draft))?;
        fs::rename(&self.draft, &self.path).map_err(TableError::io(&self.path))
    }
}

/// Removes an incomplete draft.
impl Drop for TableWriter {
    fn drop(&mut self) {
        // After `finish` there is no draft, and a leftover draft does no harm.
        let _ = fs::remove_file(&self.draft);
    }
}

/// Table or proof file, opened for reading.
///
/// # Examples
/// ```no_run
/// use quirkat_solve::TableFile;
/// use std::path::Path;
///
/// let file = TableFile::open(Path::new("english/ending-k1-k1.table"))?;
/// assert_eq!(file.line("kind")?, "ending");
/// println!("{} blocks, {} bytes", file.blocks(), file.length());
/// # Ok::<(), quirkat_solve::TableError>(())
/// ```
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    bytes: Bytes,
    text: usize,
    index: usize,
    blocks: usize,
}

/// Bytes of a file.
#[derive(Debug)]
enum Bytes {
    /// File on the disk, mapped to memory.
    Mapped(Mmap),
    /// File embedded in the program.
    Embedded(&'static [u8]),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Embedded(bytes) => bytes,
        }
    }
}

impl TableFile {
    /// Opens a file by memory mapping, and checks its text and its index. Blocks are checked when they are read.
    ///
    /// The file is not copied: it must stay unchanged while it is mapped. Bytes that change on the disk change under
    /// the reader, which the checksum of a block detects only before the block is unpacked; a file that is truncated
    /// while it is mapped makes the next access to its missing pages fail with a signal (SIGBUS) that ends the process.
    /// Quirkat never changes a table in place: a draft is written under another name and renamed when it
    /// is complete, which leaves existing mappings of the old file valid. Replace tables by renaming, and keep them on
    /// a local disk.
    ///
    /// # Errors
    /// When the file cannot be read, is no table, is incomplete or is damaged in its text or index.
    pub fn open(path: &Path) -> Result<TableFile, TableError> {
        let file = File::open(path).map_err(TableError::io(path))?;
        // SAFETY: the mapping is sound as long as nothing writes to the file. Tables are written under another name and
        // never changed afterwards; see the documentation of this function for what other writers break.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) }.map_err(TableError::io(path))?;
        TableFile::of(path, Bytes::Mapped(map))
    }

    /// Opens a file that is embedded in the program.
    ///
    /// # Errors
    /// When it is no table, or is incomplete or damaged in its text or index.
    pub fn embedded(file: EmbeddedFile) -> Result<TableFile, TableError> {
        TableFile::of(Path::new(file.name), Bytes::Embedded(file.bytes))
    }

    /// Checks the text and the index.
    fn of(path: &Path, bytes: Bytes) -> Result<TableFile, TableError> {
        let broken = |reason| TableError::Corrupt { path: path.to_owned(), reason };
        let head = &bytes[..bytes.len().min(MAX_TEXT_LEN)];
        let is_ours = head.strip_prefix(MAGIC.as_bytes()).is_some_and(|rest| rest.starts_with(b"\n"));
        let end = head.windows(2).position(|two| two == b"\n\n").filter(|_| is_ours);
        let text = end.ok_or_else(|| broken("this is no table: the first line must be `quirkat table 1`"))? + 2;
        std::str::from_utf8(&bytes[..text]).map_err(|_| broken("its text is not UTF-8"))?;
        let cut = || broken("the file is cut off or damaged at its end");
        let footer = bytes.len().checked_sub(FOOTER).filter(|&at| at >= text).ok_or_else(cut)?;
        let (numbers, end) = bytes[footer..].split_at(FOOTER - END.len());
        let long = |at: usize| u64::from_le_bytes(numbers[at..at + 8].try_into().expect("eight bytes")) as usize;
        let (index, blocks) = (long(0), long(8));
        let fits = blocks.checked_mul(ENTRY).and_then(|length| index.checked_add(length)) == Some(footer);
        if end != END || !fits || index < text {
            return Err(cut());
        }
        let mut crc = crc32fast::Hasher::new();
        crc.update(&bytes[..text]);
        crc.update(&bytes[index..footer]);
        if crc.finalize().to_le_bytes() != numbers[16..20] {
            return Err(broken("its text or its index is damaged"));
        }
        Ok(TableFile { path: path.to_owned(), bytes, text, index, blocks })
    }

    /// Returns the path of the file; of an embedded file, its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the lines of the text after the first.
    pub fn lines(&self) -> &str {
        let text =
            std::str::from_utf8(&self.bytes[..self.text]).expect("the text was validated when the file was opened");
        text[MAGIC.len() + 1..].trim_end_matches('\n')
    }

    /// Returns the value of a line of the text.
    ///
    /// # Errors
    /// When there is no line with the key.
    pub fn line(&self, key: &str) -> Result<&str, TableError> {
        let value = self.lines().lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        value.ok_or_else(|| self.corrupt("its text lacks a line"))
    }

    /// Checks that the text ends with the lines that identify the rules.
    ///
    /// # Errors
    /// When it belongs to other rules.
    pub fn check_rules(&self, rules: &str) -> Result<(), TableError> {
        if self.lines().ends_with(rules.trim_end()) {
            return Ok(());
        }
        Err(TableError::OtherRules { path: self.path.clone(), found: self.line("game")?.to_owned() })
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns the address of the bytes in memory, which identifies an open file.
    pub fn address(&self) -> usize {
        self.bytes.as_ptr().addr()
    }

    /// Returns the length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Unpacks a block, which must have `length` bytes.
    ///
    /// # Errors
    /// When the block is damaged or has another length.
    pub fn block(&self, number: usize, length: usize) -> Result<Vec<u8>, TableError> {
        let (packed, unpacked) = self.packed_bytes(number)?;
        let is_as_long = unpacked == length && length <= MAX_BLOCK_LEN;
        let block = is_as_long.then(|| lz4_flex::block::decompress(packed, length).ok()).flatten();
        block.filter(|block| block.len() == length).ok_or_else(|| self.damaged())
    }

    /// Returns a block in compressed form.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn packed(&self, number: usize) -> Result<PackedBlock, TableError> {
        let (bytes, length) = self.packed_bytes(number)?;
        Ok(PackedBlock { bytes: bytes.to_owned(), length: length as u32 })
    }

    /// Returns the compressed bytes of a block and its unpacked length.
    fn packed_bytes(&self, number: usize) -> Result<(&[u8], usize), TableError> {
        if number >= self.blocks {
            return Err(self.corrupt("it has a wrong number of blocks"));
        }
        let entry = &self.bytes[self.index + number * ENTRY..][..ENTRY];
        let int = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().expect("four bytes"));
        let begin = u64::from_le_bytes(entry[..8].try_into().expect("eight bytes")) as usize;
        let end = begin.checked_add(int(8) as usize).filter(|&end| begin >= self.text && end <= self.index);
        let packed = &self.bytes[begin..end.ok_or_else(|| self.damaged())?];
        if crc32fast::hash(packed) == int(16) { Ok((packed, int(12) as usize)) } else { Err(self.damaged()) }
    }

    fn damaged(&self) -> TableError {
        self.corrupt("a block is damaged")
    }

    /// Returns the error of this file for a fault.
    pub fn corrupt(&self, reason: &'static str) -> TableError {
        TableError::Corrupt { path: self.path.clone(), reason }
    }
}
