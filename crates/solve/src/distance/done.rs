//! Slices that are done, in their files.

use super::slice::{KnownClasses, Slice};
use crate::file::{TableError, TableFile};
use crate::kept::Kept;
use crate::law::Law;
use crate::source::TableSource;
use crate::tables::Placement;
use crate::verdict::{Code, Verdict};
use crate::verdicts::Verdicts;
use crate::whole::{Count, Worth};
use quirkat_rules::Side;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A slice that is done.
#[derive(Debug)]
pub struct DoneSlice {
    /// Its positions.
    pub slice: Slice,
    /// For each position its verdict.
    pub verdicts: Verdicts,
}

impl DoneSlice {
    /// Where the slice with so many men of the first side and of the second lies in a folder.
    pub fn path(folder: &Path, men: [usize; 2]) -> PathBuf {
        folder.join(DoneSlice::name(men))
    }

    fn name([first, second]: [usize; 2]) -> String {
        format!("distances-{first:02}-{second:02}.table")
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
        let head = format!("kind: distances\ngame: {title}\nfirst men: {first}\nsecond men: {second}\n");
        let codes = || (0..slice.len()).map(&code);
        let (path, longest) = (DoneSlice::path(folder, slice.men), Code::longest(codes()));
        Verdicts::write(&path, [&head, &law.to_string()], Some(longest), codes())
    }

    /// Opens the slice with so many men of each side in a folder.
    ///
    /// # Errors
    /// When its file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &Law, folder: &Path, men: [usize; 2], known: &mut KnownClasses) -> Result<DoneSlice, TableError> {
        DoneSlice::of(law, TableFile::open(&DoneSlice::path(folder, men))?, men, known)
    }

    fn of(law: &Law, file: TableFile, men: [usize; 2], known: &mut KnownClasses) -> Result<DoneSlice, TableError> {
        let [first, second] = men.map(|men| men.to_string());
        if [file.line("kind")?, file.line("first men")?, file.line("second men")?] != ["distances", &first, &second] {
            return Err(file.broken("it is another kind of table than its name says"));
        }
        file.must_be_of(law)?;
        let slice = Slice::new(law, men, known);
        Ok(DoneSlice { verdicts: Verdicts::of(file, slice.len())?, slice })
    }

    /// Counts the positions with a side to move.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn count(&self, to_move: Side) -> Result<(Count, Longest), TableError> {
        let (mut count, mut longest) = (Count::default(), Longest::default());
        self.verdicts.each(self.slice.of_side(to_move), &mut |index, code| {
            let verdict = code.verdict();
            count.add(verdict.worth, self.slice.size(index));
            longest.add(verdict);
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

impl Longest {
    /// One more position.
    pub(crate) fn add(&mut self, Verdict { worth, plies }: Verdict) {
        match worth {
            Worth::Won => self.won = self.won.max(plies),
            Worth::Drawn => {}
            Worth::Lost => self.lost = self.lost.max(plies),
        }
    }
}

/// The slices of a law that are done.
#[derive(Debug, Default)]
pub struct DoneSlices(pub BTreeMap<[usize; 2], DoneSlice>);

impl DoneSlices {
    /// Opens what there is of a game's slices.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &Law, source: &TableSource) -> Result<DoneSlices, TableError> {
        let (mut slices, mut known) = (BTreeMap::new(), KnownClasses::new());
        for men in Slice::all(law, law.points) {
            if let Some(file) = source.open(&DoneSlice::name(men))? {
                slices.insert(men, DoneSlice::of(law, file, men, &mut known)?);
            }
        }
        Ok(DoneSlices(slices))
    }

    /// Finds what is true of a position in which both sides have men; `None` where no slice holds it.
    ///
    /// # Errors
    /// When the slice is damaged.
    pub fn find(&self, law: &Law, position: Placement, kept: &Kept) -> Result<Option<Verdict>, TableError> {
        let position = Slice::as_kept(law, position);
        let slice = self.0.get(&position.men.map(|set| set.count_ones() as usize));
        slice.map(|slice| Ok(slice.verdicts.code(slice.slice.index(position), kept)?.verdict())).transpose()
    }
}
