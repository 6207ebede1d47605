//! Tables of material signatures.

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

/// Table of a material signature: a value for each position.
#[derive(Debug)]
pub struct MaterialTable {
    /// Index that maps positions to numbers.
    pub index: MaterialIndex,
    /// Values of the positions, by their numbers.
    pub values: ValueFile,
}

impl MaterialTable {
    /// Returns the path of a signature's table in a folder.
    pub fn path(folder: &Path, signature: &MaterialSignature) -> PathBuf {
        folder.join(MaterialTable::name(signature))
    }

    fn name(signature: &MaterialSignature) -> String {
        format!("ending-{signature}.table")
    }

    /// Writes the code of each number. `longest` is the longest distance in plies; without it, only WDL is written.
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

    /// First line of the text.
    pub(crate) const KIND: &str = "kind: ending";

    /// Returns the lines with which the text of a file of this kind begins.
    pub(crate) fn head(kind: &str, title: &str, signature: &MaterialSignature) -> String {
        format!("{kind}\ngame: {title}\npieces: {signature}\n")
    }

    /// Returns whether a folder has a table of a signature that stores at least a metric.
    ///
    /// # Errors
    /// When the file cannot be read or is incomplete.
    pub fn exists(folder: &Path, signature: &MaterialSignature, metric: Metric) -> Result<bool, TableError> {
        let path = MaterialTable::path(folder, signature);
        Ok(path.exists() && (metric == Metric::Wdl || ValueFile::has_plies_in(&TableFile::open(&path)?)?))
    }

    /// Opens the table of a signature in a folder.
    ///
    /// # Errors
    /// When the file cannot be read, is incomplete or belongs to other rules.
    pub fn open(
        law: &Arc<MaterialLaw>,
        folder: &Path,
        signature: MaterialSignature,
    ) -> Result<MaterialTable, TableError> {
        MaterialTable::of(law, TableFile::open(&MaterialTable::path(folder, &signature))?, signature)
    }

    fn of(law: &Arc<MaterialLaw>, file: TableFile, signature: MaterialSignature) -> Result<MaterialTable, TableError> {
        if [file.line("kind")?, file.line("pieces")?] != ["ending", &signature.to_string()] {
            return Err(file.corrupt("its content is another table than its name says"));
        }
        file.check_rules(law.text())?;
        let index = MaterialIndex::new(law, signature).ok_or_else(|| file.corrupt("it has too many positions"))?;
        Ok(MaterialTable { values: ValueFile::of(file, index.numbers())?, index })
    }

    /// Returns the position of a number; `None` where the number is unused.
    pub fn position(&self, number: usize) -> Option<Anatomy> {
        let mut position = Anatomy::empty();
        self.index.position(number, &mut position).then_some(position)
    }

    /// Counts the positions with a side to move, and their longest distances.
    ///
    /// # Errors
    /// When a block is damaged.
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
                let (_, positions) = placements.next().expect("each number has a placement");
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

/// Tables of a game, by signature.
#[derive(Debug, Default)]
pub struct MaterialTableSet(pub FxHashMap<MaterialSignature, MaterialTable>);

impl MaterialTableSet {
    /// Opens the tables of a game.
    ///
    /// # Errors
    /// When a file cannot be read, is incomplete or belongs to other rules.
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

    /// Returns the value of a [normalised](MaterialLaw::normalise) position from a table that was loaded into memory.
    pub fn loaded(&self, signature: &MaterialSignature, position: &Anatomy) -> Option<GameValue> {
        let ending = self.0.get(signature)?;
        Some(ending.values.loaded(ending.index.number(position))?.value())
    }

    /// Returns the value of a position; `None` where no table covers it. The position is normalised.
    ///
    /// # Errors
    /// When the block is damaged.
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
