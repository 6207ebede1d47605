//! Slices that are done, in their files.

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

/// A slice that is done.
#[derive(Debug)]
pub struct SliceTable {
    /// Its positions.
    pub index: SliceIndex,
    /// For each position its verdict.
    pub values: ValueFile,
}

impl SliceTable {
    /// Where the slice with so many men of the first side and of the second lies in a folder.
    pub fn path(folder: &Path, men: [usize; 2]) -> PathBuf {
        folder.join(SliceTable::name(men))
    }

    fn name([first, second]: [usize; 2]) -> String {
        format!("distances-{first:02}-{second:02}.table")
    }

    /// Writes a slice: a code for each of its numbers.
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

    /// Opens the slice with so many men of each side in a folder.
    ///
    /// # Errors
    /// When its file cannot be read, is not whole or belongs to other rules.
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
            return Err(file.corrupt("it is another kind of table than its name says"));
        }
        file.check_rules(&law.to_string())?;
        let slice = SliceIndex::new(law, men, known);
        Ok(SliceTable { values: ValueFile::of(file, slice.len())?, index: slice })
    }

    /// Counts the positions with a side to move.
    ///
    /// # Errors
    /// When it is damaged.
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

/// The slices of a law that are done.
#[derive(Debug, Default)]
pub struct SliceTableSet(pub BTreeMap<[usize; 2], SliceTable>);

impl SliceTableSet {
    /// Opens what there is of a game's slices.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &MenLaw, source: &TableSource) -> Result<SliceTableSet, TableError> {
        let (mut slices, mut known) = (BTreeMap::new(), ClassCache::new());
        for men in SliceIndex::all(law, law.points) {
            if let Some(file) = source.open(&SliceTable::name(men))? {
                slices.insert(men, SliceTable::of(law, file, men, &mut known)?);
            }
        }
        Ok(SliceTableSet(slices))
    }

    /// Finds what is true of a position in which both sides have men; `None` where no slice holds it.
    ///
    /// # Errors
    /// When the slice is damaged.
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
