//! Whole games solved set by set.
//!
//! For each set of the first side's men, up to the symmetries of the board, there are maps over all sets of the second side's
//! men, with a bit for each: whether the first side wins, for either side to move, and where that is [not enough](LayerKind), when it
//! is done, whether it does not lose. One operation on words judges hundreds of positions at once. Layers follow one another by the number of the first
//! side's men. Captures by the second side lead to layers that are done; all else stays within the layer, which is gone through
//! until nothing changes any more; the last news are followed from position to position. What endless play is worth is presumed;
//! what else is found only grows, so that maps are changed in place and in any order: what comes out is always the same.

mod bitmap;
mod capture_maps;
mod captures;
mod checkpoint;
mod layer;
mod mover;
mod pass;
mod propagation;

use crate::game::MenLaw;
use crate::job::{Pool, Resources, Run};
use crate::store::{LayerKind, LayerTable, PackedBlock, TableError, TableWriter, blocks};
use capture_maps::CaptureMaps;
use checkpoint::Checkpoint;
pub use layer::Threshold;
use layer::{Layer, Scope};
use mover::MoveBuffers;
use pass::{Pass, Scratch, Sweep};
use propagation::Propagation;
use pulp::Arch;
use std::convert::Infallible;
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How a game is solved whole.
#[derive(Clone, Copy)]
pub struct LayerSolver<'a> {
    /// The law.
    pub law: &'a MenLaw,
    /// The game as people name it, for the files.
    pub title: &'a str,
    /// Where the files go.
    pub folder: &'a Path,
    /// How many threads work.
    pub threads: usize,
    /// The bytes of memory that may be used; with more than it [needs](LayerSolver::needs), it unpacks less again and again.
    pub memory: u64,
    /// Whether to end the work; asked again and again.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// What is being done.
#[derive(Clone, Copy, Debug)]
pub struct LayerProgress {
    /// The layer: the number of the first side's men.
    pub men: usize,
    /// The half of what is known.
    pub threshold: Threshold,
    /// What is done with it.
    pub stage: LayerStage,
    /// How much of it has been gone through: classes of sets of men.
    pub done: usize,
    /// How much there is.
    pub of: usize,
}

/// What is done with a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayerStage {
    /// The captures of the second side are looked up.
    Captures,
    /// All of the half is gone through for this time, the first being 1.
    Pass(u32),
    /// What is new is followed from position to position, for this time, the first being 1.
    Propagation(u32),
    /// What is known so far is written, from which it can go on.
    Checkpoint,
    /// The layer is written.
    Writing,
}

/// How far what is new was followed.
enum PropagationEnd {
    /// Until nothing was new any more.
    ToTheEnd,
    /// Until so much was new that all is to be gone through once more.
    UntilMuch,
    /// Until it was told to stop.
    Stopped,
}

/// Threads take so many things at a time.
const SHARE: usize = 16;
/// To follow what is new of one position takes as long as to go through so many in a pass.
const CHANGES_PER_PASS: usize = 5000;
/// So little is followed at once, however small a layer is.
const MIN_PROPAGATED: usize = 4096;
/// At least so many bytes of layers that are done are kept unpacked.
const MIN_CACHE_BYTES: u64 = 64 << 20;
/// What is known of a layer is kept so often while it is solved.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(600);

impl LayerSolver<'_> {
    /// The bytes of memory that the layer of so many men of the first side takes while so many threads solve it, and what all
    /// layers up to it, saying so much, take on the disk before they are compressed, with what is kept of the one that is being
    /// solved.
    pub fn resources(law: &MenLaw, men: usize, kind: LayerKind, threads: usize) -> Resources {
        let bytes = |men: usize| (Layer::bytes(law, men), threads as u64 * MoveBuffers::bytes(law, men));
        let memory = (1..=men).map(bytes).map(|(layer, buffers)| layer.0 + buffers + MIN_CACHE_BYTES).max();
        let maps = (1..=men).map(|men| bytes(men).0.1);
        let largest = maps.clone().max().unwrap_or(0);
        // Of the layer that is being solved, what is known with the second side to move is kept beside what the first side wins.
        let disk = match kind {
            LayerKind::Wins => 2 * maps.sum::<u64>() + largest,
            LayerKind::Wdl => 4 * maps.sum::<u64>() + 3 * largest,
        };
        Resources { memory: memory.unwrap_or(0), disk, scratch: 0 }
    }

    /// Solves the layer of so many men of the first side as far as is asked for, from where it was broken off; those with fewer are
    /// done, as far.
    ///
    /// # Errors
    /// When a file cannot be read or written. When it was told to stop it keeps what is known and gives `false`.
    pub fn solve(
        &self,
        men: usize,
        kind: LayerKind,
        done: &[LayerTable],
        on_progress: &(dyn Fn(LayerProgress) + Sync),
    ) -> Result<Run, TableError> {
        let wins = LayerKind::Wins.path(self.folder, men);
        if !wins.exists() {
            let Some(layer) = self.threshold(men, Threshold::Win, done, on_progress)? else {
                return Ok(Run::Interrupted);
            };
            let packed = |class| Ok(packed(&layer, &[&layer.first(class).map], &[&layer.second(class)]));
            self.write(&wins, &self.lines(LayerKind::Wins, men), &layer, LayerStage::Writing, on_progress, &packed)?;
            remove(&Checkpoint::path(self.folder, men))?;
        }
        if kind == LayerKind::Wins {
            return Ok(Run::Done);
        }
        let won = LayerTable::open(self.law, self.folder, men, LayerKind::Wins)?;
        let Some(layer) = self.threshold(men, Threshold::Draw, done, on_progress)? else {
            return Ok(Run::Interrupted);
        };
        self.write(
            &kind.path(self.folder, men),
            &self.lines(kind, men),
            &layer,
            LayerStage::Writing,
            on_progress,
            &|class| {
                let [first, second] = [won.read(class, false)?.concat(), won.read(class, true)?.concat()];
                // What the first side does not hold, it loses.
                let lost = |held: &[u64]| held.iter().map(|word| !word).collect::<Vec<_>>();
                let [first_lost, second_lost] = [lost(&layer.first(class).map), lost(&layer.second(class))];
                Ok(packed(&layer, &[&first, &first_lost], &[&second_lost, &second]))
            },
        )?;
        drop(won);
        remove(&wins)?;
        remove(&Checkpoint::path(self.folder, men))?;
        Ok(Run::Done)
    }

    /// What the file of a layer begins with.
    fn lines(&self, kind: LayerKind, men: usize) -> String {
        format!("kind: {}\ngame: {}\nfirst men: {men}\n{}", kind.file_kind(), self.title, self.law)
    }

    /// Solves a half of a layer, from where it was broken off; gives nothing when it was told to stop.
    fn threshold(
        &self,
        men: usize,
        threshold: Threshold,
        done: &[LayerTable],
        on_progress: &(dyn Fn(LayerProgress) + Sync),
    ) -> Result<Option<Layer>, TableError> {
        let layer = Layer::new(self.law, men, threshold);
        let classes = layer.classes.len();
        let changes = AtomicUsize::new(0);
        let propagation_limit = (classes << layer.free) / CHANGES_PER_PASS + MIN_PROPAGATED;
        let sweep = Sweep { law: self.law, layer: &layer, arch: Arch::new(), changes: &changes, propagation_limit };
        let cache_bytes =
            self.memory.saturating_sub(LayerSolver::resources(self.law, men, LayerKind::Wins, self.threads).memory);
        let done = CaptureMaps::new(done, threshold, cache_bytes + MIN_CACHE_BYTES);
        let checkpoint = Checkpoint::open(self.law, self.folder, &layer)?;
        let progress =
            |done| on_progress(LayerProgress { men, threshold, stage: LayerStage::Captures, done, of: classes });
        let run = self.pool().run(classes, SHARE, &progress, || {
            let mut scratch = Scratch::default();
            let (checkpoint, layer, done) = (&checkpoint, &layer, &done);
            move |share: Range<usize>| {
                for class in share {
                    sweep.prepare(class, done, &mut scratch)?;
                    checkpoint.as_ref().map_or(Ok(()), |checkpoint| checkpoint.enter(layer, class))?;
                }
                Ok::<(), TableError>(())
            }
        })?;
        drop(done);
        if run == Run::Interrupted {
            return Ok(None);
        }
        let (mut pass, mut kept) = (0, Instant::now());
        for (number, scope) in Scope::all(self.law, &layer).iter().enumerate() {
            if checkpoint.as_ref().is_none_or(|checkpoint| number > checkpoint.scope) {
                let mut scratch = Scratch::default();
                (0..classes).for_each(|class| sweep.assume_endless(scope, class, &mut scratch));
            }
            let mut after_pass = |run: Run| {
                if run == Run::Interrupted || kept.elapsed() > CHECKPOINT_INTERVAL {
                    let (path, lines) =
                        (Checkpoint::path(self.folder, men), Checkpoint::lines(self.law, self.title, &layer, number));
                    self.write(&path, &lines, &layer, LayerStage::Checkpoint, on_progress, &|class| {
                        Ok(vec![Checkpoint::packed(&layer, class)])
                    })?;
                    kept = Instant::now();
                }
                Ok(run)
            };
            if self.solve_scope(sweep, scope, &mut pass, on_progress, &mut after_pass)? == Run::Interrupted {
                return Ok(None);
            }
        }
        Ok(Some(layer))
    }

    /// Solves the positions of a scope; `after_pass` hears whether it was told to stop, and says whether to go on.
    fn solve_scope(
        &self,
        sweep: Sweep<'_>,
        scope: &Scope,
        pass: &mut u32,
        on_progress: &(dyn Fn(LayerProgress) + Sync),
        after_pass: &mut dyn FnMut(Run) -> Result<Run, TableError>,
    ) -> Result<Run, TableError> {
        let Sweep { layer, changes, propagation_limit, .. } = sweep;
        let (men, threshold, standing) = (layer.men, layer.threshold, layer.standing.len());
        let active = |all| layer.known.iter().for_each(|known| known.active.store(all, Relaxed));
        active(true);
        for round in 1.. {
            *pass += 1;
            let stage = LayerStage::Pass(*pass);
            let run = self.each(
                standing,
                &|done| on_progress(LayerProgress { men, threshold, stage, done, of: standing }),
                || {
                    let mut scratch = Scratch::default();
                    let pass = Pass { number: *pass, is_first: round == 1 };
                    move |class| {
                        // To and fro, so that news travels far in either direction.
                        let class = if round % 2 == 0 { standing - 1 - class } else { class };
                        sweep.pass_class(class, scope, pass, &mut scratch);
                    }
                },
            );
            if after_pass(run)? == Run::Interrupted {
                return Ok(Run::Interrupted);
            }
            active(false);
            if changes.swap(0, Relaxed) > propagation_limit {
                if self.each(standing, &|_| {}, || |class| sweep.activate(class, *pass)) == Run::Interrupted {
                    return after_pass(Run::Interrupted);
                }
            } else {
                match self.propagate(&Propagation::new(sweep, scope), on_progress) {
                    PropagationEnd::ToTheEnd => break,
                    PropagationEnd::UntilMuch => {}
                    PropagationEnd::Stopped => return after_pass(Run::Interrupted),
                }
            }
            sweep.clear_pending();
        }
        Ok(Run::Done)
    }

    /// Follows what is new in so many classes as long as it is little.
    fn propagate(&self, propagate: &Propagation<'_>, on_progress: &(dyn Fn(LayerProgress) + Sync)) -> PropagationEnd {
        let Layer { men, threshold, ref classes, .. } = *propagate.sweep.layer;
        let of = classes.len();
        for round in 1.. {
            let changes = AtomicUsize::new(0);
            let stage = LayerStage::Propagation(round);
            let progress = |done| on_progress(LayerProgress { men, threshold, stage, done, of });
            let run = self.each(of, &progress, || {
                |class| {
                    changes.fetch_add(propagate.visit(class), Relaxed);
                }
            });
            if run == Run::Interrupted {
                return PropagationEnd::Stopped;
            }
            match changes.into_inner() {
                0 => break,
                changes if changes > propagate.sweep.propagation_limit => return PropagationEnd::UntilMuch,
                _ => {}
            }
        }
        PropagationEnd::ToTheEnd
    }

    /// Runs a worker on each number below `total`, in several threads.
    fn each<W: FnMut(usize) + Send>(
        &self,
        total: usize,
        on_progress: &(dyn Fn(usize) + Sync),
        worker: impl Fn() -> W,
    ) -> Run {
        let worker = || {
            let mut work = worker();
            move |share: Range<usize>| {
                share.for_each(&mut work);
                Ok::<(), Infallible>(())
            }
        };
        let Ok(run) = self.pool().run(total, SHARE, on_progress, worker);
        run
    }

    fn pool(&self) -> Pool<'_> {
        Pool { threads: self.threads, stop: self.stop }
    }

    /// Writes a file with the blocks of all classes of a layer.
    fn write(
        &self,
        path: &Path,
        lines: &str,
        layer: &Layer,
        stage: LayerStage,
        on_progress: &dyn Fn(LayerProgress),
        packed: &(dyn Fn(usize) -> Result<Vec<PackedBlock>, TableError> + Sync),
    ) -> Result<(), TableError> {
        let (men, threshold, of) = (layer.men, layer.threshold, layer.classes.len());
        let mut writer = TableWriter::new(path, lines)?;
        let batch = 256 * self.threads;
        for begin in (0..of).step_by(batch) {
            on_progress(LayerProgress { men, threshold, stage, done: begin, of });
            let share = |thread: usize| {
                let of_thread = begin + 256 * thread..(begin + 256 * (thread + 1)).min(of);
                of_thread.map(packed).collect::<Result<Vec<_>, _>>()
            };
            let blocks: Vec<_> = std::thread::scope(|scope| {
                let share = &share;
                let threads: Vec<_> = (0..self.threads).map(|thread| scope.spawn(move || share(thread))).collect();
                threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect::<Result<_, _>>()
            })?;
            blocks.iter().flatten().flatten().try_for_each(|block| writer.push(block))?;
        }
        writer.finish()
    }
}

/// Removes a file that is of no use any more, if it is there.
fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(TableError::io(path)(error)),
        _ => Ok(()),
    }
}

/// A class of a layer as it is written: its maps with the first side to move, then those with the second.
fn packed(layer: &Layer, first: &[&[u64]], second: &[&[u64]]) -> Vec<PackedBlock> {
    let (blocks, length) = blocks(layer.words);
    let block = |maps: &[&[u64]], block: usize| {
        let words = block * length..(block + 1) * length;
        let mut bytes = Vec::with_capacity(maps.len() * length * 8);
        for map in maps {
            // Beyond the sets that there are maps mean nothing.
            for (word, valid) in map[words.clone()].iter().zip(&layer.valid[words.clone()]) {
                bytes.extend_from_slice(&(word & valid).to_le_bytes());
            }
        }
        PackedBlock::new(&bytes)
    };
    [first, second].into_iter().flat_map(|maps| (0..blocks).map(move |number| block(maps, number))).collect()
}
