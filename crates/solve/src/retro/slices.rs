//! Distances to win of games of men alone, by retrograde analysis slice by slice.
//!
//! A slice has all positions with given numbers of men of each side. Captures lead to solved slices; within a slice
//! there are only steps, which can be reversed. The analysis goes backwards from finished games, ply by ply: the
//! predecessor of a loss in *n* plies is a win in *n* + 1, and a position whose moves all lead to wins is a loss one
//! ply after the longest of them. It works position by position and shares with [`LayerSolver`](crate::LayerSolver)
//! only the law and the ranking of sets, so that each solver checks the other.

mod analysis;

use crate::game::MenLaw;
use crate::index::{ClassCache, SliceIndex};
use crate::job::{Pool, Resources, Run};
use crate::store::{SliceTable, SliceTableSet, TableError};
use analysis::{Interruption, SliceAnalysis};
use std::path::Path;

/// Solver of the distances of a game of men alone.
#[derive(Clone, Copy)]
pub struct SliceSolver<'a> {
    /// Law of the game, by which men move and games end.
    pub law: &'a MenLaw,
    /// Title of the game, for the files.
    pub title: &'a str,
    /// Folder where the tables are stored.
    pub folder: &'a Path,
    /// Number of threads, from 1.
    pub threads: usize,
    /// Returns whether to stop; called before each share of work.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Progress of the work on a slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceProgress {
    /// Distance of the positions that are being found, in plies; 0 while finished games and captures are looked up.
    pub plies: u32,
    /// Number of positions that were processed for this distance.
    pub done: usize,
    /// Number of positions in the slice, up to symmetry.
    pub positions: usize,
}

impl SliceSolver<'_> {
    /// Returns the slices with at most `most` men in all, as numbers of men of the first and of the second side, in the
    /// order in which they are solved. Where the sides move alike, slices in which the first side has more men are left
    /// out: the exchanged slices stand for them.
    pub fn slices(law: &MenLaw, most: usize) -> Vec<[usize; 2]> {
        SliceIndex::all(law, most)
    }

    /// Returns the memory and disk space that the slices with at most `most` men take. It is a lower bound where
    /// symmetries map sets to themselves; tables of games longer than 250 plies take up to twice as much.
    pub fn resources(law: &MenLaw, most: usize) -> Resources {
        let size = |men| SliceIndex::estimate(law, men);
        let memory = |&men: &[usize; 2]| {
            SliceAnalysis::bytes(size(men)) + after_captures(law, men).into_iter().map(size).sum::<u64>()
        };
        let slices = SliceIndex::all(law, most);
        Resources {
            memory: slices.iter().map(memory).max().unwrap_or(0),
            disk: slices.iter().map(|&men| size(men)).sum(),
            scratch: 0,
        }
    }

    /// Solves one of the [`slices`](SliceSolver::slices) and writes its table. The slices before it must be solved.
    ///
    /// # Errors
    /// When a file cannot be read or written, or a game takes longer than a table can store.
    pub fn solve(&self, men: [usize; 2], on_progress: &(dyn Fn(SliceProgress) + Sync)) -> Result<Run, TableError> {
        let SliceSolver { law, title, folder, threads, stop } = *self;
        let mut known = ClassCache::new();
        let mut done = SliceTableSet::default();
        for men in after_captures(law, men) {
            let mut slice = SliceTable::open(law, folder, men, &mut known)?;
            slice.values.load()?;
            done.0.insert(men, slice);
        }
        let slice = SliceIndex::new(law, men, &mut known);
        let work = SliceAnalysis::new(law, &slice, &done, Pool { threads, stop });
        let positions = slice.len();
        match work.solve(&|plies, done| on_progress(SliceProgress { plies, done, positions })) {
            Ok(()) => SliceTable::write(law, title, folder, &slice, |index| work.code(index)).map(|()| Run::Done),
            Err(Interruption::Stopped) => Ok(Run::Interrupted),
            Err(Interruption::Error(error)) => Err(error),
        }
    }
}

/// Returns the slices to which captures lead while both sides have men.
fn after_captures(law: &MenLaw, [first, second]: [usize; 2]) -> Vec<[usize; 2]> {
    let of_first = (1..first).map(|left| [left, second]);
    let of_second = (1..second).map(|left| [first, left]);
    let mut slices: Vec<_> = of_first.chain(of_second).map(|men| SliceIndex::representative(law, men)).collect();
    slices.sort_unstable();
    slices.dedup();
    slices
}
