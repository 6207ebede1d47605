//! Distances to win: in how many plies each position is won or lost under best play.
//!
//! Positions are solved slice by slice, a slice being those with so many men of each side: captures lead to slices that are
//! done, and within a slice there are only steps, which can be taken back. Retrograde analysis goes from what is lost at once
//! backwards, ply by ply: what steps to a position that is lost in *n* plies is won in *n* + 1, and what can only go to
//! positions that are won is lost one ply after the latest of them. It judges one position at a time and shares nothing with
//! [`LayerSolver`](crate::LayerSolver) but the law and the numbers of sets, so that each is a check of the other.

mod analysis;

use crate::game::MenLaw;
use crate::index::{ClassCache, SliceIndex};
use crate::job::{Pool, Resources, Run};
use crate::store::{SliceTable, SliceTableSet, TableError};
use analysis::{Interruption, SliceAnalysis};
use std::path::Path;

/// How the distances of a game are found.
#[derive(Clone, Copy)]
pub struct SliceSolver<'a> {
    /// The law.
    pub law: &'a MenLaw,
    /// The game as people name it, for the files.
    pub title: &'a str,
    /// Where the files go.
    pub folder: &'a Path,
    /// How many threads work.
    pub threads: usize,
    /// Whether to end the work; asked again and again.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// What is being done with a slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceProgress {
    /// The plies until the end of the positions that are found now; 0 while the ends and captures are looked at.
    pub plies: u32,
    /// The positions that were gone through for it.
    pub done: usize,
    /// All positions of the slice, those that symmetries lay on one another once.
    pub positions: usize,
}

impl SliceSolver<'_> {
    /// The slices with at most so many men in all, each as the men of the first side and of the second, in the order in which
    /// they can be solved. Where each side moves as the other does, those in which the first side has more men are left out:
    /// others answer for them.
    pub fn slices(law: &MenLaw, most: usize) -> Vec<[usize; 2]> {
        SliceIndex::all(law, most)
    }

    /// The bytes of memory that slices with at most so many men in all take while they are being solved, and what they take on
    /// the disk before they are compressed. It is a little more where symmetries lay sets on themselves, and up to twice as much
    /// where games take more than 250 plies.
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

    /// Solves one of the [`slices`](SliceSolver::slices) and writes its file; those before it are done.
    ///
    /// # Errors
    /// When a file cannot be read or written, or a game takes longer than a table can say. When it was told to stop it gives
    /// `false`.
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

/// The slices to which captures lead while both sides have men.
fn after_captures(law: &MenLaw, [first, second]: [usize; 2]) -> Vec<[usize; 2]> {
    let of_first = (1..first).map(|left| [left, second]);
    let of_second = (1..second).map(|left| [first, left]);
    let mut slices: Vec<_> = of_first.chain(of_second).map(|men| SliceIndex::kept(law, men)).collect();
    slices.sort_unstable();
    slices.dedup();
    slices
}
