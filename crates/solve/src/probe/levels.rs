//! Tables of games in which pieces are placed before they move, for probing.

use super::mills::MillsTables;
use super::placed::PlacedTables;
use crate::game::{MaterialLaw, MaterialSignature};
use crate::store::{BlockCache, TableError, TableSource};
use crate::value::WdlCounts;
use quirkat_rules::{Anatomy, GameValue};
use std::fmt::Debug;

/// Function that returns the value of a position without pieces in hand, from tables of material.
pub type AllPlaced<'p> = &'p dyn Fn(&mut Anatomy) -> Result<Option<GameValue>, TableError>;

/// Tables by level, which is a number of placed pieces.
pub trait LevelTables: Debug + Send + Sync {
    /// Returns the number of pieces of a position, pieces in hand included.
    fn max_pieces(&self) -> u32;

    /// Returns the value of a position with pieces in hand, or of one in which enough are captured; `None` where no table
    /// covers it.
    ///
    /// # Errors
    /// When a table is damaged.
    fn probe(
        &self,
        position: &Anatomy,
        cache: &BlockCache,
        all_placed: AllPlaced<'_>,
    ) -> Result<Option<GameValue>, TableError>;

    /// Returns the signatures of all tables with the counts for the first side to move and for the second.
    fn counts(&self) -> Vec<(MaterialSignature, [WdlCounts; 2])>;

    /// Returns the number of numbers of all tables.
    fn numbers(&self) -> u64;

    /// Returns the position of a number below [`numbers`](LevelTables::numbers).
    fn position(&self, number: u64) -> Anatomy;
}

/// Opens the tables by level that a source has; `None` without any.
///
/// # Errors
/// When a file cannot be read, is incomplete or belongs to other rules.
pub fn open(law: &MaterialLaw, source: &TableSource) -> Result<Option<Box<dyn LevelTables>>, TableError> {
    if let Some(tables) = PlacedTables::open(law, source)? {
        return Ok(Some(Box::new(tables)));
    }
    let tables = MillsTables::open(law, source)?;
    Ok(tables.map(|tables| Box::new(tables) as Box<dyn LevelTables>))
}
