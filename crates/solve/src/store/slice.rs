//! Tables of slices: distances of all positions with given numbers of men.

use super::cache::BlockCache;
use super::file::{TableError, TableFile};
use super::source::TableSource;
use super::values::ValueFile;
use crate::game::{MenLaw, MenPosition};
use crate::index::{ClassCache, SliceIndex};
use crate::value::{MaxDtw, ValueCode, WdlCounts};
use quirkat_rules::{GameValue, Side};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Table of a slice: the distances of all positions with given numbers of men of both sides.
#[derive(Debug)]
pub struct SliceTable {
    /// Index that maps positions to numbers.
    pub index: SliceIndex,
    /// Values of the positions, by their numbers.
    pub values: ValueFile,
}

impl SliceTable {
    /// Returns the path of a slice's table in a folder.
    pub fn path(folder: &Path, men: [usize; 2]) -> PathBuf {
        folder.join(SliceTable::name(men))
    }

    fn name([first, second]: [usize; 2]) -> String {
        format!("distances-{first:02}-{second:02}.table")
    }

    /// Writes the code of each number.
    pub(crate) fn write(
        law: &MenLaw,
        title: &str,
        folder: &Path,
        slice: &SliceIndex,
        code: impl Fn(usize) -> ValueCode,
    ) -> Result<(), TableError> {
        let [first, second] = slice.men;
        let head = format!("kind: distances\ngame: {title}\nfirst men: {first}\nsecond men: {second}\n");
        let codes = || (0..slice.len()).map(&code);
        let (path, longest) = (SliceTable::path(folder, slice.men), ValueCode::longest(codes()));
        ValueFile::write(&path, [&head, &law.to_string()], Some(longest), codes())
    }

    /// Opens the table of a slice in a folder.
    ///
    /// # Errors
    /// When the file cannot be read, is incomplete or belongs to other rules.
    pub fn open(
        law: &MenLaw,
        folder: &Path,
        men: [usize; 2],
        known: &mut ClassCache,
    ) -> Result<SliceTable, TableError> {
        SliceTable::of(law, TableFile::open(&SliceTable::path(folder, men))?, men, known)
    }

    fn of(law: &MenLaw, file: TableFile, men: [usize; 2], known: &mut ClassCache) -> Result<SliceTable, TableError> {
        let [first, second] = men.map(|men| men.to_string());
        if [file.line("kind")?, file.line("first men")?, file.line("second men")?] != ["distances", &first, &second] {
            return Err(file.corrupt("its content is another table than its name says"));
        }
        file.check_rules(&law.to_string())?;
        let slice = SliceIndex::new(law, men, known);
        Ok(SliceTable { values: ValueFile::of(file, slice.len())?, index: slice })
    }

    /// Counts the positions with a side to move, and their longest distances.
    ///
    /// # Errors
    /// When a block is damaged.
    pub fn count(&self, to_move: Side) -> Result<(WdlCounts, MaxDtw), TableError> {
        let (mut count, mut longest) = (WdlCounts::default(), MaxDtw::default());
        self.values.each(self.index.of_side(to_move), &mut |number, code| {
            let verdict = code.value();
            count.add(verdict.wdl, self.index.size(number));
            longest.add(verdict);
        })?;
        Ok((count, longest))
    }
}

/// Slice tables of a law, by numbers of men.
#[derive(Debug, Default)]
pub struct SliceTableSet(pub BTreeMap<[usize; 2], SliceTable>);

impl SliceTableSet {
    /// Opens the slice tables of a game.
    ///
    /// # Errors
    /// When a file cannot be read, is incomplete or belongs to other rules.
    pub fn open(law: &MenLaw, source: &TableSource) -> Result<SliceTableSet, TableError> {
        let (mut slices, mut known) = (BTreeMap::new(), ClassCache::new());
        for men in SliceIndex::all(law, law.points) {
            if let Some(file) = source.open(&SliceTable::name(men))? {
                slices.insert(men, SliceTable::of(law, file, men, &mut known)?);
            }
        }
        Ok(SliceTableSet(slices))
    }

    /// Returns the value of a position in which both sides have men; `None` where no slice covers it.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn find(
        &self,
        law: &MenLaw,
        position: MenPosition,
        cache: &BlockCache,
    ) -> Result<Option<GameValue>, TableError> {
        let position = SliceIndex::normalise(law, position);
        let slice = self.0.get(&position.men.map(|set| set.count_ones() as usize));
        slice.map(|slice| Ok(slice.values.code(slice.index.index(position), cache)?.value())).transpose()
    }
}
