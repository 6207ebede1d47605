//! Hunts with placing, level by level of placed pieces, from the last to the first.
//!
//! When all pieces are placed, play can circle: these positions are solved by [retrograde analysis](all_placed), with
//! distances, and written as ordinary tables of material. Before, each turn of the many places a piece, so that a level
//! follows from the one above without circles: a captured piece leaves the board, but its level stays. For each class
//! of the few's pieces, bit maps over all sets of the many say where the few win, and where they do not lose. A set's
//! size shows how many pieces were captured, so that one map holds all of them.

mod all_placed;
mod level;

use crate::game::{MaterialLaw, MaterialSignature, PlacingLaw};
use crate::job::{Pool, Resources, Run};
use crate::maps::{MapClasses, MoveBuffers};
use crate::store::{MaterialTable, PlacedTable, TableError, TableSource, TableWriter};
use crate::value::{Metric, ValueCode, WdlCounts};
use level::{Level, Maps};
use quirkat_rules::Wdl;
use std::path::Path;
use std::sync::Arc;

/// Solver of a hunt with placing, such as bagh-chal: all positions from the start.
#[derive(Clone, Copy)]
pub struct PlacingSolver<'a> {
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

/// Progress of the work on a level.
#[derive(Clone, Copy, Debug)]
pub struct PlacingProgress {
    /// Number of pieces that were placed.
    pub placed: usize,
    /// Stage of the work on the level.
    pub stage: PlacingStage,
    /// Number of symmetry classes that were processed in this stage.
    pub done: usize,
    /// Number of symmetry classes of this stage.
    pub of: usize,
}

/// Stage of the work on a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacingStage {
    /// Retrograde analysis of the positions with this distance, in plies, from the end.
    Ply(u8),
    /// Pieces are placed, which leads to the level above.
    Placing,
    /// The few move.
    Moves,
    /// The table is written to its file.
    Writing,
}

impl<'a> PlacingSolver<'a> {
    /// Returns the game as a hunt with placing.
    fn placing(&self) -> Option<&'a PlacingLaw> {
        self.law.placing.as_ref()
    }

    /// Returns whether a law is that of a hunt with placing.
    pub fn is_for(law: &MaterialLaw) -> bool {
        law.placing.is_some()
    }

    fn pool(&self) -> Pool<'a> {
        Pool { threads: self.threads, stop: self.stop }
    }

    /// Returns the memory and disk space that the tables take while they are solved. Both are zero for other games.
    pub fn resources(&self) -> Resources {
        let Some(placing) = self.placing() else { return Resources::default() };
        let classes = MapClasses::estimate(&placing.men, placing.pieces);
        let maps = 8 * classes * MapClasses::words_of(&placing.men, placing.pieces) as u64;
        let buffers = self.threads as u64 * MoveBuffers::bytes(&placing.men, placing.pieces);
        // The maps of the positions with all pieces placed are made while their analysis is in memory.
        let all_placed = all_placed::bytes(placing, classes, self.threads) + 2 * maps;
        Resources { memory: (3 * maps + buffers).max(all_placed), disk: 2 * maps * placing.all as u64, scratch: 0 }
    }

    /// Returns whether all tables exist.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn is_solved(&self) -> Result<bool, TableError> {
        let Some(placing) = self.placing() else { return Ok(true) };
        Ok(self.has_endings(placing)? && self.first_missing(placing).is_none())
    }

    /// Returns whether the tables of the positions with all pieces placed exist.
    fn has_endings(&self, placing: &PlacingLaw) -> Result<bool, TableError> {
        for on_board in placing.on_board(placing.all) {
            if !MaterialTable::exists(self.folder, &signature(placing, on_board), Metric::Dtw)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the highest level without a table.
    fn first_missing(&self, placing: &PlacingLaw) -> Option<usize> {
        (0..placing.all).rev().find(|&placed| !PlacedTable::path(self.folder, placed).exists())
    }

    /// Solves all positions and writes their tables. Those that exist are kept, so that an interrupted run resumes with
    /// the level at which it was interrupted. Games of other kinds have nothing to solve.
    ///
    /// # Errors
    /// When a file cannot be read or written, or a game takes longer than the solver can count.
    pub fn solve(&self, on_progress: &(dyn Fn(PlacingProgress) + Sync)) -> Result<Run, TableError> {
        let Some(placing) = self.placing() else { return Ok(Run::Done) };
        let sets = MapClasses::new(&placing.men, placing.pieces);
        let mut solved = None;
        if !self.has_endings(placing)? {
            solved = all_placed::solve(self, placing, &sets, on_progress)?;
            if solved.is_none() {
                return Ok(Run::Interrupted);
            }
        }
        let Some(first) = self.first_missing(placing) else { return Ok(Run::Done) };
        let mut maps = match solved.filter(|_| first + 1 == placing.all) {
            Some(maps) => maps,
            None => self.read(placing, &sets, first + 1)?,
        };
        for placed in (0..=first).rev() {
            let mut level = Level::new(self, placing, &sets, placed);
            if level.solve(&mut maps, on_progress) == Run::Interrupted {
                return Ok(Run::Interrupted);
            }
            self.write(&level, &maps, on_progress)?;
        }
        Ok(Run::Done)
    }

    /// Writes the table of a level.
    fn write(
        &self,
        level: &Level<'_>,
        maps: &Maps,
        on_progress: &(dyn Fn(PlacingProgress) + Sync),
    ) -> Result<(), TableError> {
        let (placed, stage, of) = (level.placed, PlacingStage::Writing, level.sets.classes.len());
        let path = PlacedTable::path(self.folder, placed);
        let mut writer = TableWriter::new(&path, &PlacedTable::lines(self.law, self.title, placed, &level.counts()))?;
        let blocks = PlacedTable::blocks(level.sets.words);
        let packed = |class: usize| Ok(blocks.pack(&[&maps[0][class], &maps[1][class]], &level.valid));
        writer
            .push_each(of, self.threads, &packed, &|done| on_progress(PlacingProgress { placed, stage, done, of }))?;
        writer.finish()
    }

    /// Reads the maps of a level, with the few to move, from its tables.
    fn read(&self, placing: &PlacingLaw, sets: &MapClasses, placed: usize) -> Result<Maps, TableError> {
        if placed == placing.all {
            return self.read_all_placed(placing, sets);
        }
        let source = TableSource::from(self.folder);
        let shape = [sets.classes.len(), sets.words];
        let table = PlacedTable::open(self.law, placing, &source, placed, shape)?
            .expect("the levels above the first missing one exist");
        let mut maps = [vec![], vec![]];
        for class in 0..sets.classes.len() {
            let read = table.read(class)?;
            maps.iter_mut().zip(read).for_each(|(maps, map)| maps.push(map.into()));
        }
        Ok(maps)
    }

    /// Reads the maps of the positions in which all pieces are placed.
    fn read_all_placed(&self, placing: &PlacingLaw, sets: &MapClasses) -> Result<Maps, TableError> {
        let law = &placing.men;
        let empty = || sets.classes.sets.iter().map(|_| vec![0; sets.words].into()).collect();
        let mut maps: Maps = [empty(), empty()];
        let free: Vec<_> = (0..sets.classes.len()).map(|class| sets.free_of(law, class)).collect();
        for on_board in placing.on_board(placing.all) {
            let ending = MaterialTable::open(self.law, self.folder, signature(placing, on_board))?;
            let mut placements = ending.index.placements().expect("the index holds men only");
            ending.values.each(ending.index.of_side(placing.few), &mut |_, code: ValueCode| {
                let (men, positions) = placements.next().expect("each number has a placement");
                let [few, many] = placing.by_side(men);
                let wdl = code.value().wdl;
                if positions == 0 || wdl == Wdl::Loss {
                    return;
                }
                let (class, found) = sets.classes.find(few);
                let is_symmetric = usize::from(sets.classes.sizes[class]) != law.symmetries.len();
                for (number, symmetry) in law.symmetries.iter().enumerate() {
                    if number == found || is_symmetric && symmetry.set(few) == sets.classes.sets[class] {
                        let number = free[class].number(symmetry.set(many));
                        maps[1][class][number / 64] |= 1 << (number % 64);
                        maps[0][class][number / 64] |= u64::from(wdl == Wdl::Win) << (number % 64);
                    }
                }
            })?;
        }
        Ok(maps)
    }
}

/// Returns the signature of the positions with all pieces placed and some of them still on the board.
fn signature(placing: &PlacingLaw, on_board: usize) -> MaterialSignature {
    MaterialSignature { material: placing.material(on_board, 0), ..MaterialSignature::default() }
}

/// Returns the counts with a side to move, from the number of positions that the few win and of those that they do not
/// lose, among all.
fn counts_of(is_few: bool, [won, not_lost]: [u64; 2], all: u64) -> WdlCounts {
    let (few, many) = (won, all - not_lost);
    let [won, lost] = if is_few { [few, many] } else { [many, few] };
    WdlCounts { won, lost, drawn: all - won - lost }
}
