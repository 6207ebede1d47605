//! Tables by material signature, for probing.

use super::levels::{self, LevelTables};
use crate::game::{MaterialLaw, MaterialSignature};
use crate::store::{BlockCache, MaterialTable, MaterialTableSet, TableError, TableSource};
use crate::value::WdlCounts;
use quirkat_rules::{Anatomy, GameValue};
use std::sync::Arc;

/// Tables of a game's material signatures.
#[derive(Debug)]
pub struct MaterialTables {
    law: Arc<MaterialLaw>,
    pub(super) endings: MaterialTableSet,
    /// Signatures with tables, in the order in which they are solved.
    pub(super) signatures: Vec<MaterialSignature>,
    pub(super) cache: BlockCache,
    /// Tables by level, where pieces are placed before they move.
    pub(super) levels: Option<Box<dyn LevelTables>>,
}

impl MaterialTables {
    /// Opens the tables of a game that a source has.
    ///
    /// # Errors
    /// When a file cannot be read, is incomplete or belongs to other rules.
    pub fn open(law: Arc<MaterialLaw>, source: impl Into<TableSource>) -> Result<MaterialTables, TableError> {
        let source = source.into();
        let endings = MaterialTableSet::open(&law, &source)?;
        let levels = levels::open(&law, &source)?;
        let mut signatures: Vec<_> = endings.0.keys().copied().collect();
        signatures.sort_by_key(MaterialSignature::order);
        Ok(MaterialTables { law, endings, signatures, cache: BlockCache::new(), levels })
    }

    /// Returns whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.signatures.is_empty() && self.levels.is_none()
    }

    /// Returns the law of the game.
    pub fn law(&self) -> &MaterialLaw {
        &self.law
    }

    /// Loads the tables into memory, where they are probed many times as fast.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn load(&mut self) -> Result<(), TableError> {
        self.endings.0.values_mut().try_for_each(|ending| ending.values.load())
    }

    /// Returns the value of a position; `None` where no table covers it. The position is
    /// [normalised](MaterialLaw::normalise).
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn probe(&self, position: &mut Anatomy) -> Result<Option<GameValue>, TableError> {
        let of_material = |position: &mut Anatomy| self.endings.find(&self.law, position, &self.cache);
        match of_material(position)? {
            None => self.levels.as_ref().map_or(Ok(None), |levels| levels.probe(position, &self.cache, &of_material)),
            value => Ok(value),
        }
    }

    /// Iterates over the signatures of the tables by level, in the order in which they are solved, with the counts for the
    /// first side to move and for the second.
    pub fn counts_placed(&self) -> impl Iterator<Item = (MaterialSignature, [WdlCounts; 2])> {
        self.levels.iter().flat_map(|levels| levels.counts())
    }

    /// Iterates over the tables in the order in which they are solved.
    pub fn in_order(&self) -> impl Iterator<Item = &MaterialTable> {
        self.signatures.iter().map(|signature| &self.endings.0[signature])
    }
}
