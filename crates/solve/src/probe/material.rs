//! Tables of material looked up.

use crate::game::{MaterialLaw, MaterialSignature};
use crate::store::{BlockCache, MaterialTable, MaterialTableSet, TableError, TableSource};
use quirkat_rules::{Anatomy, GameValue};
use std::sync::Arc;

/// The tables of the endings of a game.
#[derive(Debug)]
pub struct MaterialTables {
    law: Arc<MaterialLaw>,
    pub(super) endings: MaterialTableSet,
    /// What there are tables of, in the order in which it is solved.
    pub(super) signatures: Vec<MaterialSignature>,
    pub(super) cache: BlockCache,
}

impl MaterialTables {
    /// Opens what there is of a game's endings.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: Arc<MaterialLaw>, source: impl Into<TableSource>) -> Result<MaterialTables, TableError> {
        let endings = MaterialTableSet::open(&law, &source.into())?;
        let mut signatures: Vec<_> = endings.0.keys().copied().collect();
        signatures.sort_by_key(MaterialSignature::order);
        Ok(MaterialTables { law, endings, signatures, cache: BlockCache::new() })
    }

    /// Whether there is no ending at all.
    pub fn is_empty(&self) -> bool {
        self.signatures.is_empty()
    }

    /// What they are numbered by.
    pub fn law(&self) -> &MaterialLaw {
        &self.law
    }

    /// Reads them into memory, where positions are found many times as fast.
    ///
    /// # Errors
    /// When one is damaged.
    pub fn load(&mut self) -> Result<(), TableError> {
        self.endings.0.values_mut().try_for_each(|ending| ending.values.load())
    }

    /// What is true of a position, which may be [laid otherwise](MaterialLaw::normalise); `None` where no ending holds it.
    ///
    /// # Errors
    /// When the ending is damaged.
    pub fn probe(&self, position: &mut Anatomy) -> Result<Option<GameValue>, TableError> {
        self.endings.find(&self.law, position, &self.cache)
    }

    /// The endings, in the order in which they are solved.
    pub fn in_order(&self) -> impl Iterator<Item = &MaterialTable> {
        self.signatures.iter().map(|signature| &self.endings.0[signature])
    }
}
