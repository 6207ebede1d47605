//! Layers of games of men alone, solved set by set with bit maps.
//!
//! A layer has all positions with one number of first-side men. For each of their sets, up to symmetry, and each side
//! to move, a map has a bit for every set of second-side men: whether the first side wins, and, where [wins
//! alone](LayerKind) are not enough, whether it gets at least a draw. One operation on words evaluates hundreds of
//! positions. Layers are solved in ascending order: captures by the second side lead to lower layers, everything else
//! stays within the layer.
//!
//! Passes through the whole layer repeat until little changes; the last changes are propagated from position to
//! position. The value of endless play is assumed first. From there on bits change in one direction only, so maps are
//! updated in place and in any order, with the same result.

mod capture_maps;
mod captures;
mod checkpoint;
mod layer;
mod pass;
mod propagation;

use crate::game::MenLaw;
use crate::job::{Pool, Resources, Run};
use crate::maps::MoveBuffers;
use crate::store::{LayerKind, LayerTable, PackedBlock, TableError, TableWriter};
use capture_maps::CaptureMaps;
use checkpoint::Checkpoint;
pub use layer::Threshold;
use layer::{Layer, Scope};
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

/// Solver of whole games of men alone, layer by layer.
#[derive(Clone, Copy)]
pub struct LayerSolver<'a> {
    /// Law of the game, by which men move and games end.
    pub law: &'a MenLaw,
    /// Title of the game, for the files.
    pub title: &'a str,
    /// Folder where the tables are stored, with the lower layers and checkpoints.
    pub folder: &'a Path,
    /// Number of threads, from 1.
    pub threads: usize,
    /// Bytes of memory that may be used. What exceeds the [needs](LayerSolver::resources) of a layer caches unpacked
    /// maps of lower layers.
    pub memory: u64,
    /// Returns whether to stop; called before each share of work.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Progress of the work on a layer.
#[derive(Clone, Copy, Debug)]
pub struct LayerProgress {
    /// Layer: the number of first-side men.
    pub men: usize,
    /// Threshold that is being solved.
    pub threshold: Threshold,
    /// Stage of the work on the layer.
    pub stage: LayerStage,
    /// Number of symmetry classes that were processed in this stage.
    pub done: usize,
    /// Number of symmetry classes of this stage.
    pub of: usize,
}

/// Stage of the work on a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayerStage {
    /// Captures of the second side are looked up in lower layers.
    Captures,
    /// Pass through the layer, counted from 1.
    Pass(u32),
    /// Round of propagating changes from position to position, counted from 1.
    Propagation(u32),
    /// A checkpoint is written, from which the work can resume.
    Checkpoint,
    /// The finished table is written to its file.
    Writing,
}

/// End of a propagation.
enum PropagationEnd {
    /// No change is left to propagate.
    ToTheEnd,
    /// The number of changes makes a full pass faster.
    UntilMuch,
    /// The caller has stopped the propagation.
    Stopped,
}

/// Number of classes that a thread takes at a time.
const SHARE: usize = 16;
/// Number of positions that a pass processes in the time that one change takes to propagate.
const CHANGES_PER_PASS: usize = 5000;
/// Number of changes that are propagated in any case.
const MIN_PROPAGATED: usize = 4096;
/// Minimum size of the cache of unpacked maps, in bytes.
const MIN_CACHE_BYTES: u64 = 64 << 20;
/// Interval between checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(600);

impl LayerSolver<'_> {
    /// Returns the memory that the largest layer up to `men` first-side men takes with `threads` threads, and the disk
    /// space of all these layers before compression, the checkpoint included.
    pub fn resources(law: &MenLaw, men: usize, kind: LayerKind, threads: usize) -> Resources {
        let bytes = |men: usize| (Layer::bytes(law, men), threads as u64 * MoveBuffers::bytes(law, men));
        let memory = (1..=men).map(bytes).map(|(layer, buffers)| layer.0 + buffers + MIN_CACHE_BYTES).max();
        let maps = (1..=men).map(|men| bytes(men).0.1);
        let largest = maps.clone().max().unwrap_or(0);
        // The checkpoint has the maps of the second side to move beside the table of wins.
        let disk = match kind {
            LayerKind::Wins => 2 * maps.sum::<u64>() + largest,
            LayerKind::Wdl => 4 * maps.sum::<u64>() + 3 * largest,
        };
        Resources { memory: memory.unwrap_or(0), disk, scratch: 0 }
    }

    /// Solves the layer of `men` first-side men and writes its table, resuming from a checkpoint if there is one.
    /// `done` are the tables of all lower layers, with at least the same content. An interrupted run leaves a
    /// checkpoint.
    ///
    /// # Errors
    /// When a file cannot be read or written.
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
            let packed =
                |class| Ok(packed(&layer, LayerKind::Wins, &[&layer.first(class).map], &[&layer.second(class)]));
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
                // The first side loses where it does not get a draw.
                let lost = |held: &[u64]| held.iter().map(|word| !word).collect::<Vec<_>>();
                let [first_lost, second_lost] = [lost(&layer.first(class).map), lost(&layer.second(class))];
                Ok(packed(&layer, LayerKind::Wdl, &[&first, &first_lost], &[&second_lost, &second]))
            },
        )?;
        drop(won);
        remove(&wins)?;
        remove(&Checkpoint::path(self.folder, men))?;
        Ok(Run::Done)
    }

    /// Returns the text of a layer's file.
    fn lines(&self, kind: LayerKind, men: usize) -> String {
        format!("kind: {}\ngame: {}\nfirst men: {men}\n{}", kind.file_kind(), self.title, self.law)
    }

    /// Solves one threshold of a layer, resuming from a checkpoint; `None` when interrupted.
    fn threshold(
        &self,
        men: usize,
        threshold: Threshold,
        done: &[LayerTable],
        on_progress: &(dyn Fn(LayerProgress) + Sync),
    ) -> Result<Option<Layer>, TableError> {
        let layer = Layer::new(self.law, men, threshold);
        let classes = layer.sets.classes.len();
        let changes = AtomicUsize::new(0);
        let propagation_limit = (classes << layer.sets.free) / CHANGES_PER_PASS + MIN_PROPAGATED;
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

    /// Solves the positions of a scope. `after_pass` takes how a pass ended, writes checkpoints, and returns how the
    /// work ends.
    fn solve_scope(
        &self,
        sweep: Sweep<'_>,
        scope: &Scope,
        pass: &mut u32,
        on_progress: &(dyn Fn(LayerProgress) + Sync),
        after_pass: &mut dyn FnMut(Run) -> Result<Run, TableError>,
    ) -> Result<Run, TableError> {
        let Sweep { layer, changes, propagation_limit, .. } = sweep;
        let (men, threshold, standing) = (layer.sets.men, layer.threshold, layer.sets.standing.len());
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
                        // Alternate the direction, so that changes spread far either way.
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

    /// Propagates changes class by class while they are few.
    fn propagate(&self, propagate: &Propagation<'_>, on_progress: &(dyn Fn(LayerProgress) + Sync)) -> PropagationEnd {
        let Layer { threshold, ref sets, .. } = *propagate.sweep.layer;
        let (men, of) = (sets.men, sets.classes.len());
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
        let (men, threshold, of) = (layer.sets.men, layer.threshold, layer.sets.classes.len());
        let mut writer = TableWriter::new(path, lines)?;
        writer.push_each(of, self.threads, packed, &|done| {
            on_progress(LayerProgress { men, threshold, stage, done, of });
        })?;
        writer.finish()
    }
}

/// Removes a file, if it exists.
fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(TableError::io(path)(error)),
        _ => Ok(()),
    }
}

/// Returns the blocks of a class: the maps with the first side to move, then those with the second.
fn packed(layer: &Layer, kind: LayerKind, first: &[&[u64]], second: &[&[u64]]) -> Vec<PackedBlock> {
    let blocks = kind.blocks(layer.sets.words);
    [first, second].into_iter().flat_map(|maps| blocks.pack(maps, &layer.valid)).collect()
}
