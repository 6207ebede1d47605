//! Whole games solved set by set.
//!
//! For each set of the first side's men, up to the symmetries of the board, there are maps over all sets of the second side's
//! men, with a bit for each: what wins and what loses, for either side to move. One operation on words then judges hundreds of
//! positions at once. Layers follow one another by the number of the first side's men. Captures by the second side lead to
//! layers that are done; all else stays within the layer, whose maps are gone through until nothing changes any more. What is
//! known only grows (or, where endless play is counted, what was presumed only shrinks), so that maps are changed in place and in
//! any order: what comes out is always the same.

mod cube;
mod done;
mod layer;
mod raids;
mod sweep;

pub use done::{Count, DoneLayer, Worth};
use done::{Done, blocks};

use crate::file::{Packed, TableError, TableWriter};
use crate::law::Law;
use layer::{Layer, Plane, scopes};
use pulp::Arch;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use sweep::{Scratch, Sweep};

/// How a game is solved whole.
#[derive(Clone, Copy)]
pub struct Whole<'a> {
    /// The law.
    pub law: &'a Law,
    /// The game as people name it, for the files.
    pub title: &'a str,
    /// Where the files go.
    pub folder: &'a Path,
    /// How many threads work.
    pub threads: usize,
    /// Whether to end the work; asked again and again.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// What is being done.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The layer: the number of the first side's men.
    pub men: usize,
    /// What is done with it.
    pub stage: Stage,
    /// The classes that were gone through.
    pub done: usize,
    /// All classes.
    pub classes: usize,
}

/// What is done with a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The captures of the second side are looked up.
    Captures,
    /// The maps are gone through for this time, the first being 1.
    Pass(u32),
    /// The layer is written.
    Writing,
}

/// Threads take so many classes at a time.
const SHARE: usize = 16;

impl Whole<'_> {
    /// The bytes of memory that the layer of so many men of the first side takes while it is being solved, and what all layers
    /// up to it take on the disk before they are compressed.
    pub fn needs(law: &Law, men: usize) -> (u64, u64) {
        let bytes = |men: usize| Layer::bytes(law, men);
        ((1..=men).map(|men| bytes(men).0).max().unwrap_or(0), (1..=men).map(|men| bytes(men).1).sum())
    }

    /// Solves the layer of so many men of the first side; those with fewer are done.
    ///
    /// # Errors
    /// When a file cannot be read or written. When it was told to stop it gives `false`.
    pub fn layer(&self, men: usize, done: &[DoneLayer], tell: &(dyn Fn(Progress) + Sync)) -> Result<bool, TableError> {
        let layer = Layer::new(self.law, men);
        let time = AtomicU32::new(0);
        let arch = Arch::new();
        let all = vec![u64::MAX; layer.words];
        let sweep = Sweep { law: self.law, layer: &layer, arch, scope: &all, time: &time };
        let error = Mutex::new(None);
        self.each_class(&layer, men, Stage::Captures, tell, || {
            let (mut known, mut scratch) = (Done::new(done), Scratch::default());
            let error = &error;
            move |class| match sweep.prepare(class, &mut known, &mut scratch) {
                Ok(()) => true,
                Err(found) => {
                    *error.lock().expect("no thread panics") = Some(found);
                    false
                }
            }
        });
        if let Some(error) = error.into_inner().expect("no thread panics") {
            return Err(error);
        }
        for (scope, positions) in scopes(self.law, men, layer.free) {
            let sweep = Sweep { scope: &positions, ..sweep };
            (0..layer.classes.len()).for_each(|class| layer.looked(class).store(0, Relaxed));
            let mut scratch = Scratch::default();
            (0..layer.classes.len()).for_each(|class| sweep.presume(scope, class, &mut scratch));
            for pass in 1.. {
                let looked = AtomicUsize::new(0);
                let classes = layer.classes.len();
                self.each_class(&layer, men, Stage::Pass(pass), tell, || {
                    let (mut scratch, looked, sweep) = (Scratch::default(), &looked, &sweep);
                    move |class| {
                        // To and fro, so that news travels far in either direction.
                        let class = if pass % 2 == 0 { classes - 1 - class } else { class };
                        looked.fetch_add(sweep.look(class, &mut scratch).into(), Relaxed);
                        true
                    }
                });
                if (self.stop)() {
                    return Ok(false);
                }
                if looked.into_inner() == 0 {
                    break;
                }
            }
        }
        self.write(men, &layer, tell)?;
        Ok(true)
    }

    /// Does something with each class of a layer, in several threads; each makes for itself what it does it with. Ends early
    /// when it is told to stop, or when something gives `false`.
    fn each_class<W: FnMut(usize) -> bool + Send>(
        &self,
        layer: &Layer,
        men: usize,
        stage: Stage,
        tell: &(dyn Fn(Progress) + Sync),
        worker: impl Fn() -> W,
    ) {
        let classes = layer.classes.len();
        let next = AtomicUsize::new(0);
        let work = |mut work: W| {
            loop {
                let begin = next.fetch_add(SHARE, Relaxed);
                if begin >= classes || (self.stop)() {
                    return;
                }
                tell(Progress { men, stage, done: begin, classes });
                if !(begin..(begin + SHARE).min(classes)).all(&mut work) {
                    next.store(classes, Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            let work = &work;
            for _ in 1..self.threads {
                let worker = worker();
                scope.spawn(move || work(worker));
            }
            work(worker());
        });
    }

    /// Writes a layer that is done.
    fn write(&self, men: usize, layer: &Layer, tell: &(dyn Fn(Progress) + Sync)) -> Result<(), TableError> {
        let lines = format!("kind: whole\ngame: {}\nfirst men: {men}\n{}", self.title, self.law);
        let mut writer = TableWriter::new(&DoneLayer::path(self.folder, men), &lines)?;
        let classes = layer.classes.len();
        let length = blocks(layer.words).1;
        let packed = |class: usize| {
            let sides = [[Plane::FirstWins, Plane::FirstLoses], [Plane::SecondWins, Plane::SecondLoses]];
            let of_side = sides.into_iter().flat_map(move |planes| {
                let [wins, losses] = planes.map(|plane| layer.plane(plane, class).chunks(length));
                wins.zip(losses).map(|(wins, losses)| {
                    let words = wins.iter().chain(losses);
                    Packed::new(&words.flat_map(|word| word.load(Relaxed).to_le_bytes()).collect::<Vec<u8>>())
                })
            });
            of_side.collect::<Vec<_>>()
        };
        let batch = 256 * self.threads;
        for begin in (0..classes).step_by(batch) {
            tell(Progress { men, stage: Stage::Writing, done: begin, classes });
            let share = |thread: usize| {
                let of_thread = begin + 256 * thread..(begin + 256 * (thread + 1)).min(classes);
                of_thread.map(packed).collect::<Vec<_>>()
            };
            let blocks: Vec<_> = std::thread::scope(|scope| {
                let share = &share;
                let threads: Vec<_> = (0..self.threads).map(|thread| scope.spawn(move || share(thread))).collect();
                threads.into_iter().flat_map(|thread| thread.join().expect("no thread panics")).collect()
            });
            blocks.iter().flatten().try_for_each(|block| writer.push(block))?;
        }
        writer.finish()
    }
}
