//! Games of mills with placing, such as nine men's morris: all positions, from the last level to the first.
//!
//! A level is a number of placed men. When all are placed, play can circle, and layers of one side's men are solved one
//! after another ([`moving`]). Before, each move places a man, so that a level follows from the one above without circles
//! ([`placing`]). Both sides move alike, so one question suffices: for each set of one side's men, the owner's, and
//! each set of the other side's men, whether the owner wins, with either to move. The owner loses where the other side
//! wins by exchanged colours.

mod moving;
mod owner;
mod placing;

use crate::game::{MaterialLaw, MillsLaw};
use crate::index::ones_by_size;
use crate::job::{Pool, Resources, Run};
use crate::maps::{MapClasses, MoveBuffers};
use crate::store::{MillsTable, TableError, TableSource, TableWriter};
use owner::{Maps, Owner};
use placing::Step;
use std::path::Path;
use std::sync::Arc;

/// Solver of a game of mills with placing, such as nine men's morris: all positions from the start.
#[derive(Clone, Copy)]
pub struct MillsSolver<'a> {
    /// Law by which positions are indexed.
    pub law: &'a Arc<MaterialLaw>,
    /// Title of the game, for the files.
    pub title: &'a str,
    /// Folder where the tables are stored.
    pub folder: &'a Path,
    /// Number of threads, from 1.
    pub threads: usize,
    /// Returns whether to stop; called before each share of work.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Progress of the work on the positions of a level with one number of one side's men.
#[derive(Clone, Copy, Debug)]
pub struct MillsProgress {
    /// Number of men that both sides have placed.
    pub level: usize,
    /// Number of one side's men on the board.
    pub men: usize,
    /// Stage of the work.
    pub stage: MillsStage,
    /// Number of symmetry classes that were processed in this stage.
    pub done: usize,
    /// Number of symmetry classes of this stage.
    pub of: usize,
}

/// Stage of the work on the positions of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MillsStage {
    /// Mills take a man.
    Captures,
    /// Moves of the other side in a round, counted from 1, when all men are placed.
    Replies(u32),
    /// Moves of the owner's men in a round.
    Moves(u32),
    /// A man is placed, which leads to the level above.
    Placing,
    /// The table is written to its file.
    Writing,
}

/// Maps of a level, by the number of the owner's men: where the owner wins. They are empty for numbers of men that
/// cannot be on the board.
struct Level {
    /// Number of men that both sides have placed.
    number: usize,
    /// Maps with the owner to move.
    to_move: Vec<Maps>,
    /// Maps with the other side to move.
    waiting: Vec<Maps>,
}

impl Level {
    fn empty(law: &MillsLaw, number: usize) -> Level {
        let none = vec![vec![]; law.all + 1];
        Level { number, to_move: none.clone(), waiting: none }
    }

    /// Returns the number of the level with all men placed.
    fn last(law: &MillsLaw) -> usize {
        law.levels() - 1
    }
}

impl<'a> MillsSolver<'a> {
    fn mills(&self) -> Option<&'a MillsLaw> {
        self.law.mills.as_ref()
    }

    /// Returns whether a law is that of a game of mills with placing.
    pub fn is_for(law: &MaterialLaw) -> bool {
        law.mills.is_some()
    }

    fn pool(&self) -> Pool<'a> {
        Pool { threads: self.threads, stop: self.stop }
    }

    /// Returns the memory and disk space that the tables take while they are solved. Both are zero for other games.
    pub fn resources(&self) -> Resources {
        let Some(law) = self.mills() else { return Resources::default() };
        let maps_of = |men: usize| 8 * MapClasses::estimate(&law.men, men) * MapClasses::words_of(&law.men, men) as u64;
        let of_level = |placed: [usize; 2]| {
            placed.map(|placed| law.on_board(placed).map(maps_of).sum::<u64>()).iter().sum::<u64>()
        };
        let last = of_level([law.all; 2]);
        let largest = law.on_board(law.all).map(maps_of).max().unwrap_or(0);
        let buffers = law.on_board(law.all).map(|men| MoveBuffers::bytes(&law.men, men)).max().unwrap_or(0);
        let memory = 2 * last + 2 * largest + self.threads as u64 * buffers;
        Resources { memory, disk: (0..law.levels()).map(|level| of_level(MillsLaw::placed(level))).sum(), scratch: 0 }
    }

    /// Returns whether all tables exist.
    pub fn is_solved(&self) -> bool {
        self.mills().is_none_or(|law| (0..law.levels()).all(|level| self.missing(law, level).is_empty()))
    }

    /// Returns the numbers of the owner's men whose tables of a level are missing.
    fn missing(&self, law: &MillsLaw, level: usize) -> Vec<usize> {
        law.owners(level).filter(|&men| !MillsTable::path(self.folder, level, men).exists()).collect()
    }

    /// Solves all positions and writes their tables. Those that exist are kept, so that an interrupted run resumes where
    /// it was interrupted: at a layer of the positions with all men placed, or at a level. Other games have nothing to
    /// solve.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn solve(&self, on_progress: &(dyn Fn(MillsProgress) + Sync)) -> Result<Run, TableError> {
        let Some(law) = self.mills() else { return Ok(Run::Done) };
        let owner = Owner::new(law);
        let mut level: Option<Level> = None;
        for number in (0..law.levels()).rev() {
            let missing = self.missing(law, number);
            if missing.is_empty() {
                level = None;
                continue;
            }
            level = if number == Level::last(law) {
                self.all_placed(&owner, &missing, on_progress)?
            } else {
                let after = level.map_or_else(|| self.read(&owner, number + 1, law.owners(number + 1)), Ok)?;
                let below = Step { owner: &owner, after: &after, pool: self.pool(), on_progress }.below();
                let write =
                    |level: &Level| law.owners(number).try_for_each(|men| self.write(&owner, level, men, on_progress));
                below.as_ref().map_or(Ok(()), write)?;
                below
            };
            if level.is_none() {
                return Ok(Run::Interrupted);
            }
        }
        Ok(Run::Done)
    }

    /// Solves the positions with all men placed, and writes each layer when it is solved; `None` when interrupted.
    fn all_placed(
        &self,
        owner: &Owner<'_>,
        missing: &[usize],
        on_progress: &(dyn Fn(MillsProgress) + Sync),
    ) -> Result<Option<Level>, TableError> {
        let (number, solved) = (Level::last(owner.law), owner.law.owners(Level::last(owner.law)));
        let mut level = self.read(owner, number, solved.filter(|men| !missing.contains(men)))?;
        let none = vec![];
        for &men in missing {
            let fewer = men.checked_sub(1).map_or(&none, |fewer| &level.to_move[fewer]);
            let Some([to_move, waiting]) = moving::solve(owner, men, fewer, self.pool(), on_progress) else {
                return Ok(None);
            };
            (level.to_move[men], level.waiting[men]) = (to_move, waiting);
            self.write(owner, &level, men, on_progress)?;
        }
        Ok(Some(level))
    }

    /// Writes the table of a level with `men` of the owner's men.
    fn write(
        &self,
        owner: &Owner<'_>,
        level: &Level,
        men: usize,
        on_progress: &(dyn Fn(MillsProgress) + Sync),
    ) -> Result<(), TableError> {
        let sets = &owner.sets[men];
        let (number, of) = (level.number, sets.classes.len());
        let maps = [&level.to_move[men], &level.waiting[men]];
        let [of_mover, of_other] = MillsLaw::placed(number);
        let wins = [(maps[0], of_other), (maps[1], of_mover)].map(|(maps, placed)| {
            let mut wins = vec![0; owner.law.all + 1];
            for (map, &size) in maps.iter().zip(&sets.classes.sizes) {
                let ones = ones_by_size(map, sets.free, owner.law.on_board(placed));
                wins.iter_mut().zip(ones).for_each(|(wins, ones)| *wins += u64::from(size) * ones);
            }
            wins
        });
        let path = MillsTable::path(self.folder, number, men);
        let mut writer = TableWriter::new(&path, &MillsTable::lines(self.law, self.title, number, men, &wins))?;
        let blocks = MillsTable::blocks(sets.words);
        let (absent, valid) = (vec![0; sets.words], vec![u64::MAX; sets.words]);
        let packed = |class: usize| {
            let of_class = maps.map(|maps| maps.get(class).map_or(&*absent, |map| map));
            Ok(blocks.pack(&of_class, &valid))
        };
        let progress = |done| on_progress(MillsProgress { level: number, men, stage: MillsStage::Writing, done, of });
        writer.push_each(of, self.threads, &packed, &progress)?;
        writer.finish()
    }

    /// Reads the maps of a level with some numbers of the owner's men.
    fn read(
        &self,
        owner: &Owner<'_>,
        number: usize,
        numbers: impl Iterator<Item = usize>,
    ) -> Result<Level, TableError> {
        let source = TableSource::from(self.folder);
        let mut level = Level::empty(owner.law, number);
        for men in numbers {
            let sets = &owner.sets[men];
            let table =
                MillsTable::open(self.law, owner.law, &source, [number, men], [sets.classes.len(), sets.words])?
                    .expect("the table is not missing");
            for class in 0..sets.classes.len() {
                let of_side = [&mut level.to_move[men], &mut level.waiting[men]].into_iter().zip(table.read(class)?);
                for ((maps, map), placed) in of_side.zip(MillsLaw::placed(number)) {
                    if owner.law.on_board(placed).contains(&men) {
                        maps.push(map.into());
                    }
                }
            }
        }
        Ok(level)
    }
}
