//! Whole games solved set by set.
//!
//! For each set of the first side's men, up to the symmetries of the board, there are maps over all sets of the second side's
//! men, with a bit for each: whether the first side wins, and whether it does not lose, for either side to move. One operation on
//! words then judges hundreds of positions at once. Layers follow one another by the number of the first side's men. Captures by
//! the second side lead to layers that are done; all else stays within the layer, which is gone through until nothing changes any
//! more; the last news are followed from position to position. What endless play is worth is presumed; what else is found only grows, so that maps are changed in place and in any
//! order: what comes out is always the same.

mod cube;
mod done;
mod follow;
mod halfway;
mod layer;
mod raids;
mod rest;
mod sweep;

pub use done::{Count, DoneLayer, Worth};
use done::{Done, blocks};

use crate::file::{Packed, TableError, TableWriter};
use crate::law::Law;
use follow::Follow;
use halfway::Halfway;
use layer::{Layer, Scope};
use pulp::Arch;
use rest::Desk;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
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
    /// The bytes of memory that may be used; with more than it [needs](Whole::needs), it unpacks less again and again.
    pub memory: u64,
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
    /// How much of it has been gone through: classes of sets of men.
    pub done: usize,
    /// How much there is.
    pub of: usize,
}

/// What is done with a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The captures of the second side are looked up.
    Captures,
    /// All is gone through for this time, the first being 1.
    Pass(u32),
    /// What is new is followed from position to position, for this time, the first being 1.
    News(u32),
    /// What is known of the layer so far is written, from which it can go on.
    Keeping,
    /// The layer is written.
    Writing,
}

/// How far what is new was followed.
enum Followed {
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
const WORTH_A_PASS: usize = 5000;
/// So little is followed at once, however small a layer is.
const FEW: usize = 4096;
/// At least so many bytes of layers that are done are kept unpacked.
const LEAST_ROOM: u64 = 64 << 20;
/// What is known of a layer is kept so often while it is solved.
const OFTEN: Duration = Duration::from_secs(600);

impl Whole<'_> {
    /// The bytes of memory that the layer of so many men of the first side takes while so many threads solve it, and what all
    /// layers up to it take on the disk before they are compressed, with what is kept of the one that is being solved.
    pub fn needs(law: &Law, men: usize, threads: usize) -> (u64, u64) {
        let bytes = |men: usize| (Layer::bytes(law, men), threads as u64 * Desk::bytes(law, men));
        let memory = (1..=men).map(bytes).map(|(layer, desks)| layer.0 + desks).max();
        let disk = (1..=men).map(|men| bytes(men).0.1);
        let halfway = disk.clone().max().unwrap_or(0) / 2;
        (memory.unwrap_or(0), disk.sum::<u64>() + halfway)
    }

    /// Solves the layer of so many men of the first side, from where it was broken off; those with fewer are done.
    ///
    /// # Errors
    /// When a file cannot be read or written. When it was told to stop it keeps what is known and gives `false`.
    pub fn layer(&self, men: usize, done: &[DoneLayer], tell: &(dyn Fn(Progress) + Sync)) -> Result<bool, TableError> {
        let layer = Layer::new(self.law, men);
        let classes = layer.classes.len();
        let news = [const { AtomicUsize::new(0) }; 2];
        let few = (classes << layer.free) / WORTH_A_PASS + FEW;
        let sweep = Sweep { law: self.law, layer: &layer, arch: Arch::new(), news: &news, few };
        let room = self.memory.saturating_sub(Whole::needs(self.law, men, self.threads).0);
        let done = Done::new(done, room.max(LEAST_ROOM));
        let begun = Halfway::open(self.law, self.folder, men, &layer)?;
        let error = Mutex::new(None);
        self.each(classes, &|done| tell(Progress { men, stage: Stage::Captures, done, of: classes }), || {
            let mut scratch = Scratch::default();
            let (error, begun, layer, done) = (&error, &begun, &layer, &done);
            move |class| {
                let prepared = sweep.prepare(class, done, &mut scratch);
                match prepared.and_then(|()| begun.as_ref().map_or(Ok(()), |begun| begun.enter(layer, class))) {
                    Ok(()) => true,
                    Err(found) => {
                        *error.lock().expect("no thread panics") = Some(found);
                        false
                    }
                }
            }
        });
        drop(done);
        if let Some(error) = error.into_inner().expect("no thread panics") {
            return Err(error);
        }
        if (self.stop)() {
            return Ok(false);
        }
        let (mut pass, mut kept) = (0, Instant::now());
        for (number, scope) in Scope::all(self.law, men, layer.free).iter().enumerate() {
            if begun.as_ref().is_none_or(|begun| number > begun.scope) {
                let mut scratch = Scratch::default();
                (0..classes).for_each(|class| sweep.presume(scope, class, &mut scratch));
            }
            let mut after_pass = |is_stopped: bool| {
                if is_stopped || kept.elapsed() > OFTEN {
                    self.keep(men, &layer, number, tell)?;
                    kept = Instant::now();
                }
                Ok(!is_stopped)
            };
            if !self.solve(sweep, scope, &mut pass, tell, &mut after_pass)? {
                return Ok(false);
            }
        }
        self.write(men, &layer, tell)?;
        Ok(true)
    }

    /// Solves the positions of a scope; `after_pass` hears whether it was told to stop, and says whether to go on.
    fn solve(
        &self,
        sweep: Sweep<'_>,
        scope: &Scope,
        pass: &mut u32,
        tell: &(dyn Fn(Progress) + Sync),
        after_pass: &mut dyn FnMut(bool) -> Result<bool, TableError>,
    ) -> Result<bool, TableError> {
        let Sweep { layer, news, few, .. } = sweep;
        let (men, classes, rests) = (self.law.points - layer.free, layer.classes.len(), layer.rests.len());
        let looks = |all| layer.known.iter().flat_map(|known| &known.looks).for_each(|looks| looks.store(all, Relaxed));
        looks(true);
        // The halves that are gone through.
        let mut halves = vec![0, 1];
        for round in 1.. {
            *pass += 1;
            self.each(rests, &|done| tell(Progress { men, stage: Stage::Pass(*pass), done, of: rests }), || {
                let mut scratch = Scratch::default();
                let pass = *pass;
                move |rest| {
                    // To and fro, so that news travels far in either direction.
                    let rest = if round % 2 == 0 { rests - 1 - rest } else { rest };
                    sweep.go_through(rest, scope, pass, &mut scratch);
                    true
                }
            });
            if !after_pass((self.stop)())? {
                return Ok(false);
            }
            looks(false);
            let (little, much): (Vec<usize>, Vec<usize>) =
                halves.iter().partition(|&&half| news[half].swap(0, Relaxed) <= few);
            for half in little {
                let tell = |round, done| tell(Progress { men, stage: Stage::News(round), done, of: classes });
                match self.follow(&Follow::new(sweep, scope, half), few, classes, &tell) {
                    Followed::ToTheEnd => halves.retain(|&other| other != half),
                    Followed::UntilMuch => {}
                    Followed::Stopped => return after_pass(true),
                }
            }
            if halves.is_empty() {
                break;
            }
            self.each(rests, &|_| {}, || {
                |rest| {
                    sweep.wake(rest, &much, *pass);
                    true
                }
            });
            sweep.forget(&halves);
        }
        Ok(true)
    }

    /// Follows what is new in so many classes as long as it is little.
    fn follow(&self, follow: &Follow<'_>, few: usize, classes: usize, tell: &(dyn Fn(u32, usize) + Sync)) -> Followed {
        for round in 1.. {
            let news = AtomicUsize::new(0);
            self.each(classes, &|done| tell(round, done), || {
                |class| {
                    news.fetch_add(follow.visit(class), Relaxed);
                    true
                }
            });
            if (self.stop)() {
                return Followed::Stopped;
            }
            match news.into_inner() {
                0 => break,
                news if news > few => return Followed::UntilMuch,
                _ => {}
            }
        }
        Followed::ToTheEnd
    }

    /// Does something with each of so many things, in several threads; each makes for itself what it does it with. Ends early when
    /// it is told to stop, or when something gives `false`.
    fn each<W: FnMut(usize) -> bool + Send>(&self, all: usize, tell: &(dyn Fn(usize) + Sync), worker: impl Fn() -> W) {
        let next = AtomicUsize::new(0);
        let work = |mut work: W| {
            loop {
                let begin = next.fetch_add(SHARE, Relaxed);
                if begin >= all || (self.stop)() {
                    return;
                }
                tell(begin);
                if !(begin..(begin + SHARE).min(all)).all(&mut work) {
                    next.store(all, Relaxed);
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

    /// Writes what is known of a layer while the scope of this number is solved.
    fn keep(
        &self,
        men: usize,
        layer: &Layer,
        scope: usize,
        tell: &(dyn Fn(Progress) + Sync),
    ) -> Result<(), TableError> {
        let lines = Halfway::lines(self.law, self.title, men, scope);
        let of = layer.classes.len();
        let tell = |done| tell(Progress { men, stage: Stage::Keeping, done, of });
        self.write_blocks(&Halfway::path(self.folder, men), &lines, of, &tell, &|class| {
            vec![Halfway::packed(layer, class)]
        })
    }

    /// Writes a layer that is done.
    fn write(&self, men: usize, layer: &Layer, tell: &(dyn Fn(Progress) + Sync)) -> Result<(), TableError> {
        let lines = format!("kind: whole\ngame: {}\nfirst men: {men}\n{}", self.title, self.law);
        let (words, length) = (layer.words, blocks(layer.words).1);
        let packed = |class: usize| {
            let [first, second] = [layer.first(class).maps.clone(), layer.second(class).clone()];
            let valid = &layer.valid;
            // What a side wins, and what it loses; beyond the sets that there are maps mean nothing.
            let of_side = |maps: &[u64], swaps: bool| {
                let wins = maps[..words].iter().zip(valid).map(|(word, valid)| word & valid).collect();
                let losses = maps[words..].iter().zip(valid).map(|(word, valid)| !word & valid).collect();
                let [wins, losses]: [Vec<u64>; 2] = if swaps { [losses, wins] } else { [wins, losses] };
                let blocks = wins.chunks(length).zip(losses.chunks(length)).map(|(wins, losses)| {
                    Packed::new(&wins.iter().chain(losses).flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
                });
                blocks.collect::<Vec<_>>()
            };
            [of_side(&first, false), of_side(&second, true)].concat()
        };
        let of = layer.classes.len();
        let tell = |done| tell(Progress { men, stage: Stage::Writing, done, of });
        self.write_blocks(&DoneLayer::path(self.folder, men), &lines, of, &tell, &packed)?;
        let halfway = Halfway::path(self.folder, men);
        if halfway.exists() {
            fs::remove_file(&halfway).map_err(TableError::io(&halfway))?;
        }
        Ok(())
    }

    /// Writes a file with the blocks of so many classes.
    fn write_blocks(
        &self,
        path: &Path,
        lines: &str,
        classes: usize,
        tell: &dyn Fn(usize),
        packed: &(dyn Fn(usize) -> Vec<Packed> + Sync),
    ) -> Result<(), TableError> {
        let mut writer = TableWriter::new(path, lines)?;
        let batch = 256 * self.threads;
        for begin in (0..classes).step_by(batch) {
            tell(begin);
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
