//! Tables of games of mills with placing: all positions after a number of men were placed, with a number of one side's
//! men on the board.

use super::cache::BlockCache;
use super::file::{TableError, TableFile};
use super::maps::MapBlocks;
use super::source::TableSource;
use crate::game::{MaterialLaw, MillsLaw};
use std::path::{Path, PathBuf};

/// Table of the positions of a level with a number of men of one side, the owner.
#[derive(Debug)]
pub struct MillsTable {
    file: TableFile,
    /// Number of positions that the owner wins with the owner to move, and with the other side to move, by the number of
    /// the other side's men.
    pub wins: [Vec<u64>; 2],
    blocks: MapBlocks,
}

impl MillsTable {
    /// Returns the path of a table in a folder.
    pub fn path(folder: &Path, level: usize, men: usize) -> PathBuf {
        folder.join(MillsTable::name(level, men))
    }

    fn name(level: usize, men: usize) -> String {
        format!("mills-{level:02}-{men:02}.table")
    }

    /// Returns the shape of the maps of a class.
    pub(crate) fn blocks(words: usize) -> MapBlocks {
        MapBlocks { maps: 2, words }
    }

    /// Returns the text of a table.
    pub(crate) fn lines(law: &MaterialLaw, title: &str, level: usize, men: usize, wins: &[Vec<u64>; 2]) -> String {
        let line = |wins: &Vec<u64>| wins.iter().map(|wins| format!(" {wins}")).collect::<String>();
        let [to_move, waiting] = wins.each_ref().map(line);
        let text = law.text();
        format!(
            "kind: mills\ngame: {title}\nplaced: {level}\nmen: {men}\nwins to move:{to_move}\nwins waiting:{waiting}\n{text}"
        )
    }

    /// Opens the table of a level and a number of men, for `classes` classes with maps of `words` words; `None` where it
    /// does not exist.
    ///
    /// # Errors
    /// When the file cannot be read, is incomplete or belongs to other rules.
    pub(crate) fn open(
        law: &MaterialLaw,
        mills: &MillsLaw,
        source: &TableSource,
        [level, men]: [usize; 2],
        [classes, words]: [usize; 2],
    ) -> Result<Option<MillsTable>, TableError> {
        let Some(file) = source.open(&MillsTable::name(level, men))? else { return Ok(None) };
        if [file.line("kind")?, file.line("placed")?, file.line("men")?]
            != ["mills", &level.to_string(), &men.to_string()]
        {
            return Err(file.corrupt("its content is another table than its name says"));
        }
        file.check_rules(law.text())?;
        let blocks = MillsTable::blocks(words);
        if file.blocks() != classes * blocks.len() {
            return Err(file.corrupt("it has a wrong number of blocks"));
        }
        let wins = |key: &str| {
            let wins: Result<Vec<u64>, _> = file.line(key)?.split_whitespace().map(str::parse).collect();
            wins.ok()
                .filter(|wins| wins.len() == mills.all + 1)
                .ok_or_else(|| file.corrupt("its counts are not numbers"))
        };
        Ok(Some(MillsTable { wins: [wins("wins to move")?, wins("wins waiting")?], file, blocks }))
    }

    /// Reads the maps of a class: where the owner wins with the owner to move, and with the other side to move.
    ///
    /// # Errors
    /// When a block is damaged.
    pub(crate) fn read(&self, class: usize) -> Result<[Vec<u64>; 2], TableError> {
        let maps = self.blocks.read(&self.file, class * self.blocks.len())?;
        Ok(maps.try_into().expect("there are two maps"))
    }

    /// Returns whether the owner wins beside the set of the other side's men with a number, with the owner to move and
    /// with the other side to move.
    ///
    /// # Errors
    /// When the block is damaged.
    pub(crate) fn wins(&self, class: usize, number: usize, cache: &BlockCache) -> Result<[bool; 2], TableError> {
        self.blocks.bits(&self.file, class * self.blocks.len(), number, cache)
    }
}
