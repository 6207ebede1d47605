//! Tables of hunts with placing: all positions after a number of pieces were placed, with the few to move.
//!
//! With the many to move, a piece is placed, which leads to the next table; those values are not stored, but counted.

use super::cache::BlockCache;
use super::file::{TableError, TableFile};
use super::maps::MapBlocks;
use super::source::TableSource;
use crate::game::{MaterialLaw, PlacingLaw};
use crate::value::WdlCounts;
use quirkat_rules::Wdl;
use std::path::{Path, PathBuf};

/// Table of the positions after a number of pieces were placed.
#[derive(Debug)]
pub struct PlacedTable {
    /// File with the blocks of each class of the few: the sets of the many beside which they win, and do not lose.
    pub file: TableFile,
    /// Number of pieces that were placed.
    pub placed: usize,
    /// Counts with the few to move and with the many to move, by the number of captured pieces.
    pub counts: Vec<[WdlCounts; 2]>,
    blocks: MapBlocks,
}

impl PlacedTable {
    /// Returns the path of a table in a folder.
    pub fn path(folder: &Path, placed: usize) -> PathBuf {
        folder.join(PlacedTable::name(placed))
    }

    fn name(placed: usize) -> String {
        format!("placed-{placed:02}.table")
    }

    /// Returns the shape of the maps of a class.
    pub(crate) fn blocks(words: usize) -> MapBlocks {
        MapBlocks { maps: 2, words }
    }

    /// Returns the text of a table.
    pub(crate) fn lines(law: &MaterialLaw, title: &str, placed: usize, counts: &[[WdlCounts; 2]]) -> String {
        let count = |WdlCounts { won, lost, drawn }: &WdlCounts| format!("{won} {lost} {drawn}");
        let line = |(taken, [few, many]): (usize, &[WdlCounts; 2])| {
            format!("taken {taken}: {}, {}\n", count(few), count(many))
        };
        let counts: String = counts.iter().enumerate().map(line).collect();
        format!("kind: placed\ngame: {title}\nplaced: {placed}\n{counts}{}", law.text())
    }

    /// Opens the table of a number of placed pieces, for `classes` classes with maps of `words` words; `None` where it
    /// does not exist.
    ///
    /// # Errors
    /// When the file cannot be read, is incomplete or belongs to other rules.
    pub(crate) fn open(
        law: &MaterialLaw,
        placing: &PlacingLaw,
        source: &TableSource,
        placed: usize,
        [classes, words]: [usize; 2],
    ) -> Result<Option<PlacedTable>, TableError> {
        let Some(file) = source.open(&PlacedTable::name(placed))? else { return Ok(None) };
        if [file.line("kind")?, file.line("placed")?] != ["placed", &placed.to_string()] {
            return Err(file.corrupt("its content is another table than its name says"));
        }
        file.check_rules(law.text())?;
        let blocks = PlacedTable::blocks(words);
        if file.blocks() != classes * blocks.len() {
            return Err(file.corrupt("it has a wrong number of blocks"));
        }
        let counts = placing.on_board(placed).map(|on_board| {
            let line = file.line(&format!("taken {}", placed - on_board))?;
            read_counts(line).ok_or_else(|| file.corrupt("its counts are not numbers"))
        });
        let mut counts = counts.collect::<Result<Vec<_>, _>>()?;
        counts.reverse();
        Ok(Some(PlacedTable { file, placed, counts, blocks }))
    }

    /// Reads the maps of a class: where the few win, and where they do not lose.
    ///
    /// # Errors
    /// When a block is damaged.
    pub(crate) fn read(&self, class: usize) -> Result<[Vec<u64>; 2], TableError> {
        let maps = self.blocks.read(&self.file, class * self.blocks.len())?;
        Ok(maps.try_into().expect("there are two maps"))
    }

    /// Returns the result for the few beside the set of the many with a number.
    ///
    /// # Errors
    /// When the block is damaged.
    pub(crate) fn wdl(&self, class: usize, number: usize, cache: &BlockCache) -> Result<Wdl, TableError> {
        Ok(match self.blocks.bits(&self.file, class * self.blocks.len(), number, cache)? {
            [true, _] => Wdl::Win,
            [_, true] => Wdl::Draw,
            _ => Wdl::Loss,
        })
    }
}

/// Reads the counts of a line: won, lost and drawn with the few to move, then with the many to move.
fn read_counts(line: &str) -> Option<[WdlCounts; 2]> {
    let read = |part: &str| {
        let numbers: Vec<u64> = part.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let [won, lost, drawn] = numbers[..] else { return None };
        Some(WdlCounts { won, lost, drawn })
    };
    let (few, many) = line.split_once(", ")?;
    Some([read(few)?, read(many)?])
}
