//! Tables looked up: what positions are worth, how many there are of each worth.

use crate::classes::{Free, choose};
use crate::file::TableError;
use crate::law::{Law, Set, members};
use crate::whole::{Count, DoneLayer, Worth};
use fastrand::Rng;
use quirkat_rules::{Piece, Rank, Setup, Side};
use std::collections::BTreeMap;
use std::path::Path;

/// A position: the men of each side, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// The men of the first side and of the second.
    pub men: [Set; 2],
    /// The side to move.
    pub to_move: Side,
}

impl Placement {
    /// What a setup of men on a board without towers is.
    pub fn of(setup: &Setup) -> Placement {
        let mut men = [0; 2];
        for (point, column) in setup.columns.iter().enumerate() {
            column.iter().for_each(|piece| men[piece.side.index()] |= 1 << point);
        }
        Placement { men, to_move: setup.to_move }
    }

    /// The setup on a board of so many points.
    pub fn setup(self, points: usize) -> Setup {
        let mut columns = vec![vec![]; points];
        for side in Side::BOTH {
            members(self.men[side.index()]).for_each(|point| columns[point].push(Piece { side, rank: Rank::Man }));
        }
        Setup { to_move: self.to_move, columns, recollection: Default::default() }
    }
}

/// What tables say of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// What it is worth to its side to move.
    pub worth: Worth,
    /// How many plies it is to the win, or to the loss; `None` where that is not known, or the win is by count.
    pub plies: Option<u32>,
}

/// The tables of a game, in a folder.
#[derive(Debug)]
pub struct Tables {
    law: Law,
    layers: Vec<DoneLayer>,
}

/// How many positions there are of each worth, by how many men the side to move has and how many the other.
pub type Slices = BTreeMap<(usize, usize), Count>;

/// Two tables contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The men of the side to move, and of the other.
    pub slice: (usize, usize),
    /// What the table with so many men of the first side counts, and what that with so many of the second counts.
    pub counts: [Count; 2],
}

impl Tables {
    /// Opens what there is of a game's tables in a folder, from one man of the first side on.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: Law, folder: &Path) -> Result<Tables, TableError> {
        let there = (1..law.points).take_while(|&men| DoneLayer::path(folder, men).exists());
        let layers = there.map(|men| DoneLayer::open(&law, folder, men)).collect::<Result<_, _>>()?;
        Ok(Tables { law, layers })
    }

    /// The law that they are of.
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// The tables for 1, 2 and so on men of the first side.
    pub fn layers(&self) -> &[DoneLayer] {
        &self.layers
    }

    /// A position that the tables hold, drawn by chance: any number of men of the first side that there is a table for is as
    /// likely as any other, then any number of the second side's men, then any placement of so many; `None` without tables.
    pub fn draw(&self, rng: &mut Rng) -> Option<Placement> {
        let points = self.law.points;
        if self.layers.is_empty() {
            return None;
        }
        let first = rng.usize(1..=self.layers.len());
        let second = rng.usize(1..=points - first);
        let mut all: Vec<usize> = (0..points).collect();
        rng.shuffle(&mut all);
        let set = |points: &[usize]| points.iter().fold(0, |set, point| set | 1 << point);
        let men = [set(&all[..first]), set(&all[first..first + second])];
        Some(Placement { men, to_move: if rng.bool() { Side::First } else { Side::Second } })
    }

    /// What a position is worth to its side to move; `None` where the tables do not hold it.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn worth(&self, position: Placement) -> Result<Option<Worth>, TableError> {
        let Placement { men: [first, second], to_move } = position;
        let own = position.men[to_move.index()];
        if first == 0 || second == 0 {
            return Ok(Some(if own == 0 { Worth::Lost } else { Worth::Won }));
        }
        let exchange = self.law.exchange.as_ref().filter(|_| first.count_ones() as usize > self.layers.len());
        let (first, second, to_move) = match exchange {
            Some(exchange) => (exchange.set(second), exchange.set(first), to_move.other()),
            None => (first, second, to_move),
        };
        let Some(layer) = self.layers.get(first.count_ones() as usize - 1) else { return Ok(None) };
        let (class, symmetry) = layer.classes.find(first);
        let free = Free::of(layer.classes.sets[class], self.law.all());
        let number = free.number(self.law.symmetries[symmetry].set(second));
        layer.worth(class, to_move == Side::Second, number).map(Some)
    }

    /// What is known of a position; `None` where the tables do not hold it.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn verdict(&self, position: Placement) -> Result<Option<Verdict>, TableError> {
        Ok(self.worth(position)?.map(|worth| Verdict { worth, plies: None }))
    }

    /// Counts the positions of each worth, all placements, for a side to move; with each layer that is gone through `tell` is
    /// called.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn count(&self, to_move: Side, tell: &mut dyn FnMut(usize)) -> Result<Slices, TableError> {
        let mut slices = Slices::new();
        for (layer, first) in self.layers.iter().zip(1..) {
            tell(first);
            for class in 0..layer.classes.len() {
                for (second, count) in layer.count(class, to_move == Side::Second)?.into_iter().enumerate() {
                    let slice = if to_move == Side::First { (first, second) } else { (second, first) };
                    *slices.entry(slice).or_default() += count;
                }
            }
        }
        for second in 1..self.law.points {
            // A side without men has lost.
            let all = choose(self.law.points, second) as u64;
            let (won, lost) = (Count { won: all, ..Count::default() }, Count { lost: all, ..Count::default() });
            slices.entry((0, second)).or_insert(lost);
            slices.entry((second, 0)).or_insert(won);
        }
        Ok(slices)
    }

    /// Counts the positions of each worth where it does not matter which side is to move, because each moves as the other does:
    /// `None` where it matters.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn count_either(
        &self,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Option<Result<Slices, Contradiction>>, TableError> {
        if self.law.exchange.is_none() {
            return Ok(None);
        }
        let mut slices = self.count(Side::First, tell)?;
        for (slice, count) in self.count(Side::Second, tell)? {
            let known = *slices.entry(slice).or_insert(count);
            if known != count {
                return Ok(Some(Err(Contradiction { slice, counts: [known, count] })));
            }
        }
        Ok(Some(Ok(slices)))
    }
}
