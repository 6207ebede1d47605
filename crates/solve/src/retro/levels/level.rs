//! One level: the positions after a number of pieces were placed, with either side to move.

use super::{PlacingProgress, PlacingSolver, PlacingStage, counts_of};
use crate::game::{PlacingLaw, PointSet};
use crate::index::{ones_by_size, set_count};
use crate::job::Run;
use crate::maps::{BitMap, MapClasses, MoveBuffers, Mover, Subcube, map_of, or_of_larger};
use crate::value::WdlCounts;
use pulp::Arch;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Mutex;

/// Maps of each class: where the few win, and where they do not lose.
pub type Maps = [Vec<Box<[u64]>>; 2];

/// Level that is being solved.
pub struct Level<'l> {
    solver: &'l PlacingSolver<'l>,
    law: &'l PlacingLaw,
    /// Symmetry classes of the few.
    pub sets: &'l MapClasses,
    /// Number of pieces that were placed.
    pub placed: usize,
    /// Bits of the sets of the many that can be on the board.
    pub valid: Vec<u64>,
    /// Bits of the sets from which enough were captured for a win.
    over: Vec<u64>,
    /// Number of true bits for each threshold, with the few to move and with the many to move, by the size of the set.
    ones: [[Vec<u64>; 2]; 2],
}

/// Number of classes that a thread takes at a time.
const SHARE: usize = 4;

/// Buffers of a thread.
#[derive(Default)]
struct Buffers {
    moves: MoveBuffers,
    complement: BitMap,
    laid: Vec<u64>,
    refuted: Vec<u64>,
}

impl<'l> Level<'l> {
    /// Returns the level after `placed` pieces were placed, not yet solved.
    pub fn new(solver: &'l PlacingSolver<'l>, law: &'l PlacingLaw, sets: &'l MapClasses, placed: usize) -> Level<'l> {
        let sizes = law.on_board(placed);
        let fewest = *sizes.start();
        let of_size =
            |belongs: &dyn Fn(usize) -> bool| map_of(sets.free, |number| belongs(number.count_ones() as usize));
        Level {
            solver,
            law,
            sets,
            placed,
            valid: of_size(&|size| sizes.contains(&size)),
            over: of_size(&|size| size < fewest),
            ones: Default::default(),
        }
    }

    /// Turns the maps of the level above, with the few to move, into those of this level.
    pub fn solve(&mut self, maps: &mut Maps, on_progress: &(dyn Fn(PlacingProgress) + Sync)) -> Run {
        for (threshold, maps) in maps.iter_mut().enumerate() {
            for is_few in [false, true] {
                let ones = Mutex::new(vec![0; self.sets.free + 1]);
                let run = if is_few {
                    self.few_to_move(maps, &ones, on_progress)
                } else {
                    self.many_to_move(maps, &ones, on_progress)
                };
                if run == Run::Interrupted {
                    return Run::Interrupted;
                }
                self.ones[threshold][usize::from(is_few)] = ones.into_inner().expect("no thread panics");
            }
        }
        Run::Done
    }

    /// Returns the counts with the few to move and with the many to move, by the number of captured pieces.
    pub fn counts(&self) -> Vec<[WdlCounts; 2]> {
        let all = |size: usize| set_count(self.law.men.points, self.law.pieces) * set_count(self.sets.free, size);
        let of_size = |size: usize| {
            [true, false].map(|is_few| {
                let ones = [0, 1].map(|threshold| self.ones[threshold][usize::from(is_few)][size]);
                counts_of(is_few, ones, all(size) as u64)
            })
        };
        self.law.on_board(self.placed).rev().map(of_size).collect()
    }

    /// Adds the number of true bits of a class by the size of the set, all images of the class included.
    fn count(&self, class: usize, map: &[u64], ones: &Mutex<Vec<u64>>) {
        let size = u64::from(self.sets.classes.sizes[class]);
        let of_class = ones_by_size(map, self.sets.free, self.law.on_board(self.placed));
        let mut ones = ones.lock().expect("no thread panics");
        ones.iter_mut().zip(of_class).for_each(|(all, ones)| *all += size * ones);
    }

    /// Calls `work` for each class or standing set, on all threads. Each thread has its own buffers.
    fn each(
        &self,
        stage: PlacingStage,
        of: usize,
        on_progress: &(dyn Fn(PlacingProgress) + Sync),
        work: &(dyn Fn(usize, &mut Buffers) + Sync),
    ) -> Run {
        let placed = self.placed;
        let progress = |done| on_progress(PlacingProgress { placed, stage, done, of });
        let Ok(run) = self.solver.pool().run(of, SHARE, &progress, || {
            let mut buffers = Buffers::default();
            move |share: Range<usize>| {
                share.for_each(|number| work(number, &mut buffers));
                Ok::<(), Infallible>(())
            }
        });
        run
    }

    /// Evaluates positions in which the many place a piece: the result holds for the few if it does wherever the piece
    /// is placed.
    fn many_to_move(
        &self,
        maps: &mut [Box<[u64]>],
        ones: &Mutex<Vec<u64>>,
        on_progress: &(dyn Fn(PlacingProgress) + Sync),
    ) -> Run {
        let arch = Arch::new();
        let locked: Vec<_> = maps.iter_mut().map(Mutex::new).collect();
        self.each(PlacingStage::Placing, locked.len(), on_progress, &|class, buffers| {
            let mut map = locked[class].lock().expect("no thread panics");
            let Buffers { complement, refuted, .. } = buffers;
            complement.fill(map.iter().map(|word| !word));
            refuted.resize(map.len(), 0);
            or_of_larger(arch, complement, self.sets.free, refuted);
            let of_words = map.iter_mut().zip(&*refuted).zip(self.valid.iter().zip(&self.over));
            of_words.for_each(|((word, refuted), (valid, over))| *word = !refuted & valid | over);
            self.count(class, &map, ones);
        })
    }

    /// Evaluates positions in which the few move: the result holds if it does after some move.
    fn few_to_move(
        &self,
        maps: &mut Vec<Box<[u64]>>,
        ones: &Mutex<Vec<u64>>,
        on_progress: &(dyn Fn(PlacingProgress) + Sync),
    ) -> Run {
        let (law, sets, arch) = (&self.law.men, self.sets, Arch::new());
        let reached: Vec<_> = maps.iter().map(|map| Mutex::new(vec![0; map.len()].into_boxed_slice())).collect();
        let run = self.each(PlacingStage::Moves, sets.standing.len(), on_progress, &|rest, buffers| {
            let mover = Mover::new(law, sets, rest);
            let places: PointSet = (1 << (sets.free + 1)) - 1;
            mover.turns(
                arch,
                [places, places],
                &mut buffers.moves,
                |class, _| &maps[class],
                |class, moves| {
                    if !moves.is_empty() {
                        let mut map = reached[class].lock().expect("no thread panics");
                        Subcube::default().merge(arch, 0..sets.words, &mut map, moves);
                    }
                },
            );
        });
        if run == Run::Interrupted {
            return run;
        }
        let run = self.each(PlacingStage::Moves, reached.len(), on_progress, &|class, buffers| {
            let mut map = reached[class].lock().expect("no thread panics");
            if usize::from(sets.classes.sizes[class]) != law.symmetries.len() {
                sets.symmetrise(law, arch, class, &mut map, &mut buffers.complement, &mut buffers.laid);
            }
            map.iter_mut().zip(&self.valid).for_each(|(word, valid)| *word &= valid);
            self.count(class, &map, ones);
        });
        *maps = reached.into_iter().map(|map| map.into_inner().expect("no thread panics")).collect();
        run
    }
}
