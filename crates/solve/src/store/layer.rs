//! Tables of layers: all positions with one number of first-side men, as bit maps.

use super::cache::BlockCache;
use super::file::{TableError, TableFile};
use super::maps::MapBlocks;
use super::source::TableSource;
use crate::game::{MenLaw, MenPosition, PointSet};
use crate::index::{FreePoints, SetClasses, map_words, ones_by_size, set_count, unrank};
use crate::value::WdlCounts;
use quirkat_rules::{Side, Wdl};
use std::path::{Path, PathBuf};

/// Content of a layer table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayerKind {
    /// Wins of the first side. Where the sides move alike that is enough: the wins of the second side are those of the
    /// first with exchanged sides, in the layer of as many men as the second side has.
    Wins,
    /// Wins and losses of the side to move.
    Wdl,
}

impl LayerKind {
    /// Returns the path of a layer's table in a folder.
    pub fn path(self, folder: &Path, men: usize) -> PathBuf {
        folder.join(self.name(men))
    }

    fn name(self, men: usize) -> String {
        format!("{}-{men:02}.table", self.file_kind())
    }

    /// Returns the content of the table that a folder has for a layer, where it is at least this.
    pub fn find(self, folder: &Path, men: usize) -> Option<LayerKind> {
        [LayerKind::Wdl, self].into_iter().find(|kind| kind.path(folder, men).exists())
    }

    /// Returns the kind that the file's text names.
    pub fn file_kind(self) -> &'static str {
        match self {
            LayerKind::Wins => "wins",
            LayerKind::Wdl => "whole",
        }
    }

    /// Returns the shape of the maps per class and side to move.
    pub(crate) fn blocks(self, words: usize) -> MapBlocks {
        let maps = match self {
            LayerKind::Wins => 1,
            LayerKind::Wdl => 2,
        };
        MapBlocks { maps, words }
    }
}

/// Table of a layer: all positions with one number of first-side men.
#[derive(Debug)]
pub struct LayerTable {
    /// Symmetry classes of the first side's men.
    pub classes: SetClasses,
    /// Content of the table: wins of the first side, or wins and losses of the side to move.
    pub kind: LayerKind,
    /// File with the blocks of each class, for the first side to move, then for the second.
    pub file: TableFile,
    /// Number of points that the first side's men leave free.
    free: usize,
    pub(crate) words: usize,
}

impl LayerTable {
    /// Opens the table of a layer in a folder.
    ///
    /// # Errors
    /// When the file cannot be read, is incomplete or belongs to other rules.
    pub fn open(law: &MenLaw, folder: &Path, men: usize, kind: LayerKind) -> Result<LayerTable, TableError> {
        LayerTable::of(law, TableFile::open(&kind.path(folder, men))?, men, kind)
    }

    /// Opens the tables of the layers of 1, 2 and so on men as far as they exist, preferring complete content.
    ///
    /// # Errors
    /// When a file cannot be read, is incomplete or belongs to other rules.
    pub fn open_all(law: &MenLaw, source: &TableSource) -> Result<Vec<LayerTable>, TableError> {
        let open = |men: usize| {
            let of_extent = |kind: LayerKind| {
                let file = source.open(&kind.name(men)).transpose()?;
                Some(file.and_then(|file| LayerTable::of(law, file, men, kind)))
            };
            // Wins alone say nothing of the second side where the sides move differently.
            of_extent(LayerKind::Wdl).or_else(|| of_extent(LayerKind::Wins).filter(|_| law.exchange.is_some()))
        };
        (1..law.points).map_while(open).collect()
    }

    fn of(law: &MenLaw, file: TableFile, men: usize, kind: LayerKind) -> Result<LayerTable, TableError> {
        if file.line("kind")? != kind.file_kind() || file.line("first men")? != men.to_string() {
            return Err(file.corrupt("its content is another table than its name says"));
        }
        file.check_rules(&law.to_string())?;
        let classes = SetClasses::new(law.points, men, &law.symmetries);
        let free = law.points - men;
        let words = map_words(free);
        if file.blocks() != 2 * classes.len() * kind.blocks(words).len() {
            return Err(file.corrupt("it has a wrong number of blocks"));
        }
        Ok(LayerTable { classes, kind, file, free, words })
    }

    /// Returns the maximum number of second-side men.
    pub fn most_second(&self) -> usize {
        self.free
    }

    /// Returns the number of positions with 1 to `most_second` second-side men, one per symmetry class of the first
    /// side's men.
    pub fn positions(&self, most_second: usize) -> u64 {
        2 * self.classes.len() as u64 * self.placements(most_second)
    }

    /// Returns the number of sets of 1 to `most_second` second-side men beside a class.
    fn placements(&self, most_second: usize) -> u64 {
        (1..=most_second).map(|second| set_count(self.free, second) as u64).sum()
    }

    /// Returns the position of a number below [`positions`](LayerTable::positions).
    pub fn position(&self, law: &MenLaw, most_second: usize, number: u64) -> MenPosition {
        let placements = self.placements(most_second);
        let (of_side, mut rank) = (number / placements, (number % placements) as usize);
        let mut second = 1;
        while let Some(rest) = rank.checked_sub(set_count(self.free, second)) {
            (rank, second) = (rest, second + 1);
        }
        let first = self.classes.sets[of_side as usize / 2];
        let to_move = if of_side % 2 == 0 { Side::First } else { Side::Second };
        MenPosition { men: [first, FreePoints::of(first, &law.order).set(unrank(rank, second) as usize)], to_move }
    }

    /// Returns the maps of a class with a side to move: wins and losses of that side, or wins of the first side alone.
    ///
    /// # Errors
    /// When a block is damaged.
    pub fn read(&self, class: usize, second: bool) -> Result<Vec<Vec<u64>>, TableError> {
        self.blocks().read(&self.file, self.first_block(class, second))
    }

    fn blocks(&self) -> MapBlocks {
        self.kind.blocks(self.words)
    }

    fn first_block(&self, class: usize, second: bool) -> usize {
        (2 * class + usize::from(second)) * self.blocks().len()
    }

    /// Returns the bit of each map for one set of second-side men, given by its number.
    fn bits(&self, class: usize, second: bool, number: usize, cache: &BlockCache) -> Result<[bool; 2], TableError> {
        self.blocks().bits(&self.file, self.first_block(class, second), number, cache)
    }

    /// Returns the class of a position and the number of its second-side men.
    fn place(&self, law: &MenLaw, [first, second]: [PointSet; 2]) -> (usize, usize) {
        let (class, symmetry) = self.classes.find(first);
        let free = FreePoints::of(self.classes.sets[class], &law.order);
        (class, free.number(law.symmetries[symmetry].set(second)))
    }

    /// Returns the value of a position for the side to move, from a table with wins and losses.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn wdl(&self, law: &MenLaw, position: MenPosition, cache: &BlockCache) -> Result<Wdl, TableError> {
        let (class, number) = self.place(law, position.men);
        Ok(match self.bits(class, position.to_move == Side::Second, number, cache)? {
            [true, _] => Wdl::Win,
            [_, true] => Wdl::Loss,
            _ => Wdl::Draw,
        })
    }

    /// Returns whether the first side wins a position, from a table of its wins.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn first_wins(&self, law: &MenLaw, position: MenPosition, cache: &BlockCache) -> Result<bool, TableError> {
        let (class, number) = self.place(law, position.men);
        Ok(self.bits(class, position.to_move == Side::Second, number, cache)?[0])
    }
}

impl LayerTable {
    /// Counts the positions of a class with one side to move, by the number of second-side men from 0. In a table of
    /// the first side's wins, everything else counts as drawn.
    ///
    /// # Errors
    /// When a block is damaged.
    pub fn count(&self, class: usize, second: bool) -> Result<Vec<WdlCounts>, TableError> {
        let maps = self.read(class, second)?;
        let ones: Vec<_> = maps.iter().map(|map| ones_by_size(map, self.free, 0..=self.free)).collect();
        let size = u64::from(self.classes.sizes[class]);
        let count = |men: usize| {
            let [won, lost] = [0, 1].map(|map| ones.get(map).map_or(0, |ones| size * ones[men]));
            WdlCounts { won, lost, drawn: size * set_count(self.free, men) as u64 - won - lost }
        };
        Ok((0..=self.free).map(count).collect())
    }
}
