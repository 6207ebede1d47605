//! Endings that are done, in their files.

use super::cache::BlockCache;
use super::file::{TableError, TableFile};
use super::source::TableSource;
use super::values::ValueFile;
use crate::game::{MaterialLaw, MaterialSignature};
use crate::index::MaterialIndex;
use crate::value::{MaxDtw, Metric, ValueCode, WdlCounts};
use quirkat_rules::{Anatomy, GameValue, Side};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An ending that is done: a verdict for each position of some material.
#[derive(Debug)]
pub struct MaterialTable {
    /// The positions.
    pub index: MaterialIndex,
    /// For each number its verdict.
    pub values: ValueFile,
}

impl MaterialTable {
    /// Where the ending of some material lies in a folder.
    pub fn path(folder: &Path, signature: &MaterialSignature) -> PathBuf {
        folder.join(MaterialTable::name(signature))
    }

    fn name(signature: &MaterialSignature) -> String {
        format!("ending-{signature}.table")
    }

    /// Writes an ending: a code for each of its numbers, with no more plies than the longest game; without that only what they
    /// are worth.
    pub(crate) fn write(
        law: &MaterialLaw,
        title: &str,
        folder: &Path,
        signature: &MaterialSignature,
        longest: Option<u16>,
        codes: impl Iterator<Item = ValueCode>,
    ) -> Result<(), TableError> {
        let head = MaterialTable::head(MaterialTable::KIND, title, signature);
        ValueFile::write(&MaterialTable::path(folder, signature), [&head, law.text()], longest, codes)
    }

    /// The first line of its text.
    pub(crate) const KIND: &str = "kind: ending";

    /// The lines with which the text begins, of this kind of file.
    pub(crate) fn head(kind: &str, title: &str, signature: &MaterialSignature) -> String {
        format!("{kind}\ngame: {title}\npieces: {signature}\n")
    }

    /// Whether there is an ending in a folder that says so much.
    ///
    /// # Errors
    /// When its file cannot be read or is not whole.
    pub fn exists(folder: &Path, signature: &MaterialSignature, metric: Metric) -> Result<bool, TableError> {
        let path = MaterialTable::path(folder, signature);
        Ok(path.exists() && (metric == Metric::Wdl || ValueFile::has_plies_in(&TableFile::open(&path)?)?))
    }

    /// Opens the ending of some material in a folder.
    ///
    /// # Errors
    /// When its file cannot be read, is not whole or belongs to other rules.
    pub fn open(
        law: &Arc<MaterialLaw>,
        folder: &Path,
        signature: MaterialSignature,
    ) -> Result<MaterialTable, TableError> {
        MaterialTable::of(law, TableFile::open(&MaterialTable::path(folder, &signature))?, signature)
    }

    fn of(law: &Arc<MaterialLaw>, file: TableFile, signature: MaterialSignature) -> Result<MaterialTable, TableError> {
        if [file.line("kind")?, file.line("pieces")?] != ["ending", &signature.to_string()] {
            return Err(file.corrupt("it is another kind of table than its name says"));
        }
        file.check_rules(law.text())?;
        let index = MaterialIndex::new(law, signature).ok_or_else(|| file.corrupt("it has too many positions"))?;
        Ok(MaterialTable { values: ValueFile::of(file, index.numbers())?, index })
    }

    /// The position of a number, if it is used.
    pub fn position(&self, number: usize) -> Option<Anatomy> {
        let mut position = Anatomy::empty();
        self.index.position(number, &mut position).then_some(position)
    }

    /// Counts the positions with a side to move, and the longest distances.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn count(&self, to_move: Side) -> Result<(WdlCounts, MaxDtw), TableError> {
        let (mut count, mut longest) = (WdlCounts::default(), MaxDtw::default());
        let mut add = |code: ValueCode, positions: u64| {
            let verdict = code.value();
            count.add(verdict.wdl, positions);
            longest.add(verdict);
        };
        let (numbers, mut anatomy) = (self.index.of_side(to_move), Anatomy::empty());
        if let Some(mut placements) = self.index.placements() {
            self.values.each(numbers, &mut |_, code| {
                let (_, positions) = placements.next().expect("there is one for each number");
                if positions > 0 {
                    add(code, positions);
                }
            })?;
        } else {
            self.values.each(numbers, &mut |number, code| {
                if self.index.position(number, &mut anatomy) {
                    add(code, self.index.size(number));
                }
            })?;
        }
        Ok((count, longest))
    }
}

/// The endings of a game that are done.
#[derive(Debug, Default)]
pub struct MaterialTableSet(pub FxHashMap<MaterialSignature, MaterialTable>);

impl MaterialTableSet {
    /// Opens what there is of a game's endings.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &Arc<MaterialLaw>, source: &TableSource) -> Result<MaterialTableSet, TableError> {
        let mut endings = FxHashMap::default();
        for name in source.names()? {
            let pieces = name.strip_prefix("ending-").and_then(|name| name.strip_suffix(".table"));
            let Some(signature) = pieces.and_then(|pieces| pieces.parse::<MaterialSignature>().ok()) else { continue };
            if let Some(file) = source.open(&MaterialTable::name(&signature))? {
                endings.insert(signature, MaterialTable::of(law, file, signature)?);
            }
        }
        Ok(MaterialTableSet(endings))
    }

    /// What is true of a position that was [made to be kept](MaterialLaw::normalise) with this signature, by an ending that was read into
    /// memory.
    pub fn loaded(&self, signature: &MaterialSignature, position: &Anatomy) -> Option<GameValue> {
        let ending = self.0.get(signature)?;
        Some(ending.values.loaded(ending.index.number(position))?.value())
    }

    /// What is true of a position; `None` where no ending holds it.
    ///
    /// # Errors
    /// When the ending is damaged.
    pub fn find(
        &self,
        law: &MaterialLaw,
        position: &mut Anatomy,
        cache: &BlockCache,
    ) -> Result<Option<GameValue>, TableError> {
        let signature = law.normalise(position);
        let can_stand = position.pieces.iter().all(|placed| law.can_stand(placed));
        let Some(ending) = self.0.get(&signature).filter(|_| can_stand) else { return Ok(None) };
        let number = ending.index.number(position);
        Ok(Some(ending.values.code(number, cache)?.value()))
    }
}
