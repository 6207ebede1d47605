//! Layers that are done, in their files.

use super::cube::words;
use super::layer::Half;
use crate::classes::{Classes, Free, choose, set_of_rank};
use crate::file::{TableError, TableFile};
use crate::kept::Kept;
use crate::law::{Law, Set};
use crate::source::TableSource;
use crate::tables::Placement;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quirkat_rules::Side;
use std::fmt;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A block holds so many words of what a class wins and of what it loses, or all where it has fewer.
const BLOCK: usize = 4096;

/// The blocks of one layer for a side to move of each class, and the words of each.
pub fn blocks(words: usize) -> (usize, usize) {
    (words.div_ceil(BLOCK), words.min(BLOCK))
}

/// How much a table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// What the first side wins. Where each side moves as the other does, that is enough: what the second side wins is what the
    /// first one wins when they have changed places, which a table for as many men as the second side has says.
    Wins,
    /// What the side to move wins, and what it loses.
    All,
}

impl Extent {
    /// Where the layer of so many men lies in a folder.
    pub fn path(self, folder: &Path, men: usize) -> PathBuf {
        folder.join(self.name(men))
    }

    fn name(self, men: usize) -> String {
        format!("{}-{men:02}.table", self.kind())
    }

    /// How much a table says that is there for so many men, if it is as much as this.
    pub fn there(self, folder: &Path, men: usize) -> Option<Extent> {
        [Extent::All, self].into_iter().find(|extent| extent.path(folder, men).exists())
    }

    /// What its files call it.
    pub fn kind(self) -> &'static str {
        match self {
            Extent::Wins => "wins",
            Extent::All => "whole",
        }
    }

    /// The maps for each class and side to move.
    fn maps(self) -> usize {
        match self {
            Extent::Wins => 1,
            Extent::All => 2,
        }
    }
}

/// A layer that is done.
#[derive(Debug)]
pub struct DoneLayer {
    /// The classes of the sets of the first side's men.
    pub classes: Classes,
    /// How much is said of them.
    pub extent: Extent,
    /// For each class blocks of what is true with the first side to move, then with the second.
    pub file: TableFile,
    /// How many points the first side's men leave free.
    free: usize,
    words: usize,
}

impl DoneLayer {
    /// Opens the layer of so many men in a folder that says so much.
    ///
    /// # Errors
    /// When its file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &Law, folder: &Path, men: usize, extent: Extent) -> Result<DoneLayer, TableError> {
        DoneLayer::of(law, TableFile::open(&extent.path(folder, men))?, men, extent)
    }

    /// Opens the layers of 1, 2 and so on men, as far as they are there: of each what says most.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open_all(law: &Law, source: &TableSource) -> Result<Vec<DoneLayer>, TableError> {
        let open = |men: usize| {
            let of_extent = |extent: Extent| {
                let file = source.open(&extent.name(men)).transpose()?;
                Some(file.and_then(|file| DoneLayer::of(law, file, men, extent)))
            };
            // Without a way to change the sides' places it does not say what the second side wins.
            of_extent(Extent::All).or_else(|| of_extent(Extent::Wins).filter(|_| law.exchange.is_some()))
        };
        (1..law.points).map_while(open).collect()
    }

    fn of(law: &Law, file: TableFile, men: usize, extent: Extent) -> Result<DoneLayer, TableError> {
        if file.line("kind")? != extent.kind() || file.line("first men")? != men.to_string() {
            return Err(file.broken("it is another kind of table than its name says"));
        }
        file.must_be_of(law)?;
        let classes = Classes::new(law.points, men, &law.symmetries);
        let free = law.points - men;
        let words = words(free);
        if file.blocks() != 2 * classes.len() * blocks(words).0 {
            return Err(file.broken("it does not have as many blocks as it should"));
        }
        Ok(DoneLayer { classes, extent, file, free, words })
    }

    /// The most men that the second side can have beside those of a class.
    pub fn most_second(&self) -> usize {
        self.free
    }

    /// How many positions it holds in which both sides have men, the second side at most so many, one of those that symmetries lay on
    /// one another.
    pub fn positions(&self, most_second: usize) -> u64 {
        2 * self.classes.len() as u64 * self.placements(most_second)
    }

    /// In how many ways the second side can have men beside those of a class, at most so many.
    fn placements(&self, most_second: usize) -> u64 {
        (1..=most_second).map(|second| choose(self.free, second) as u64).sum()
    }

    /// The position of a number below [`positions`](DoneLayer::positions).
    pub fn position(&self, law: &Law, most_second: usize, number: u64) -> Placement {
        let placements = self.placements(most_second);
        let (of_side, mut rank) = (number / placements, (number % placements) as usize);
        let mut second = 1;
        while let Some(rest) = rank.checked_sub(choose(self.free, second)) {
            (rank, second) = (rest, second + 1);
        }
        let first = self.classes.sets[of_side as usize / 2];
        let to_move = if of_side % 2 == 0 { Side::First } else { Side::Second };
        Placement { men: [first, Free::of(first, law).set(set_of_rank(rank, second) as usize)], to_move }
    }

    /// The maps of a class with a side to move: what that side wins, and what it loses; or only what the first side wins.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn read(&self, class: usize, second: bool) -> Result<Vec<Vec<u64>>, TableError> {
        let (blocks, length) = blocks(self.words);
        let mut maps: Vec<_> = (0..self.extent.maps()).map(|_| Vec::with_capacity(self.words)).collect();
        for block in 0..blocks {
            let bytes = self.file.block((2 * class + usize::from(second)) * blocks + block, self.block_bytes())?;
            for (map, part) in maps.iter_mut().zip(bytes.chunks(length * 8)) {
                map.extend(part.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)));
            }
        }
        Ok(maps)
    }

    fn block_bytes(&self) -> usize {
        blocks(self.words).1 * 8 * self.extent.maps()
    }

    /// What each map of a class says of one position: the second side's men are the subset of this number.
    fn bits(&self, class: usize, second: bool, number: usize, kept: &Kept) -> Result<[bool; 2], TableError> {
        let (blocks, length) = blocks(self.words);
        let (word, bit) = (number / 64, number % 64);
        let block = (2 * class + usize::from(second)) * blocks + word / length;
        let bytes = kept.block(&self.file, block, self.block_bytes())?;
        let is_set = |map: usize| bytes[(map * length + word % length) * 8 + bit / 8] >> (bit % 8) & 1 != 0;
        Ok([0, 1].map(|map| map < self.extent.maps() && is_set(map)))
    }

    /// The class of a position of as many men of the first side, and its number there.
    fn place(&self, law: &Law, [first, second]: [Set; 2]) -> (usize, usize) {
        let (class, symmetry) = self.classes.find(first);
        let free = Free::of(self.classes.sets[class], law);
        (class, free.number(law.symmetries[symmetry].set(second)))
    }

    /// What a position is worth to its side to move, where all is said.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn worth(&self, law: &Law, position: Placement, kept: &Kept) -> Result<Worth, TableError> {
        let (class, number) = self.place(law, position.men);
        Ok(match self.bits(class, position.to_move == Side::Second, number, kept)? {
            [true, _] => Worth::Won,
            [_, true] => Worth::Lost,
            _ => Worth::Drawn,
        })
    }

    /// Whether the first side wins a position, where only that is said.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn first_wins(&self, law: &Law, position: Placement, kept: &Kept) -> Result<bool, TableError> {
        let (class, number) = self.place(law, position.men);
        Ok(self.bits(class, position.to_move == Side::Second, number, kept)?[0])
    }
}

/// What a position is worth to its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Worth {
    /// It wins whatever the other side does.
    Won,
    /// Neither side can win against good play.
    Drawn,
    /// It loses whatever it does.
    Lost,
}

impl Worth {
    /// What it is to the other side.
    pub fn other(self) -> Worth {
        match self {
            Worth::Won => Worth::Lost,
            Worth::Drawn => Worth::Drawn,
            Worth::Lost => Worth::Won,
        }
    }
}

/// How many positions with so many men are won, lost and drawn for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Drawn.
    pub drawn: u64,
}

impl Count {
    /// So many more positions of a worth.
    pub(crate) fn add(&mut self, worth: Worth, positions: u64) {
        *match worth {
            Worth::Won => &mut self.won,
            Worth::Drawn => &mut self.drawn,
            Worth::Lost => &mut self.lost,
        } += positions;
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, more: Count) {
        self.won += more.won;
        self.lost += more.lost;
        self.drawn += more.drawn;
    }
}

impl DoneLayer {
    /// Counts the positions of a class, by the number of the second side's men from 0, for one side to move. Where only what
    /// the first side wins is said, that is counted as won, and all else as drawn.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn count(&self, class: usize, second: bool) -> Result<Vec<Count>, TableError> {
        let free = self.free;
        // The numbers within a word, by how many men they hold.
        let of_count = |men: u32| {
            (0..64u32.min(1 << free)).filter(|bit| bit.count_ones() == men).fold(0, |set, bit| set | 1u64 << bit)
        };
        let within: [u64; 7] = std::array::from_fn(|men| of_count(men as u32));
        let mut counts = vec![Count::default(); free + 1];
        let maps = self.read(class, second)?;
        let size = u64::from(self.classes.sizes[class]);
        let addresses = (1usize << free).div_ceil(64);
        for address in 0..addresses {
            let word = |map: usize| maps.get(map).map_or(0, |map| map[address]);
            let sides = [0, 1].map(word);
            for (men, within) in within.iter().enumerate().filter(|(_, within)| **within != 0) {
                let count = &mut counts[address.count_ones() as usize + men];
                let [won, lost] = sides.map(|word| u64::from((word & within).count_ones()));
                count.won += size * won;
                count.lost += size * lost;
                count.drawn += size * (u64::from(within.count_ones()) - won - lost);
            }
        }
        Ok(counts)
    }
}

/// The layers that are done, as captures are looked up in them: by any number of threads, each class again and again.
pub struct Done<'l> {
    /// The layers with 1, 2 and so on men of the first side.
    layers: &'l [DoneLayer],
    /// The half of what is known that is looked up.
    half: Half,
    kept: Cache<(usize, usize), Arc<Vec<u64>>, Bytes>,
}

/// What is kept of a class weighs as much as it has bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<(usize, usize), Arc<Vec<u64>>> for Bytes {
    fn weight(&self, _: &(usize, usize), map: &Arc<Vec<u64>>) -> u64 {
        8 * map.len() as u64
    }
}

impl<'l> Done<'l> {
    /// A half of layers with 1, 2 and so on men of the first side, of which so many bytes may be kept unpacked.
    pub fn new(layers: &'l [DoneLayer], half: Half, room: u64) -> Done<'l> {
        let usual = layers.last().map_or(1, |layer| 8 * layer.words as u64);
        Done { layers, half, kept: Cache::with_weighter((room / usual) as usize, room, Bytes) }
    }

    /// The layer to which so many men of the first side belong.
    pub fn layer(&self, men: Set) -> &'l DoneLayer {
        &self.layers[men.count_ones() as usize - 1]
    }

    /// What is not true of a class of so many men with the first side to move.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn first_denied(&self, men: usize, class: usize) -> Result<Arc<Vec<u64>>, TableError> {
        let unpack = || -> Result<Arc<Vec<u64>>, TableError> {
            let mut maps = self.layers[men - 1].read(class, false)?;
            Ok(Arc::new(match self.half {
                Half::Win => {
                    let mut won = maps.swap_remove(0);
                    won.iter_mut().for_each(|word| *word = !*word);
                    won
                }
                Half::Hold => maps.pop().expect("all is said"),
            }))
        };
        self.kept.get_or_insert_with(&(men, class), unpack)
    }
}

impl fmt::Debug for Done<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Done").field("bytes", &self.kept.weight()).finish_non_exhaustive()
    }
}
