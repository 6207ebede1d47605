//! Worker of a cluster: a thread of one process.

use super::partition::Partition;
use super::rounds::Rounds;
use super::share::{ShareId, TableShare};
use super::{ClusterError, ClusterProgress, ClusterSolver};
use crate::game::MaterialSignature;
use crate::index::MaterialIndex;
use crate::retro::material::{
    self, Explorer, ExternalValue, ExternalValues, Origin, PredecessorBuilder, Predecessors, Retrograde, SHARE, Seed,
};
use crate::retro::{SolveError, listed_index};
use crate::value::ValueCode;
use quirkat_rules::{Anatomy, Side};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

// Timely packs a message into the bytes of its numbers. `Worker::new` repeats these sizes to count the bytes sent.

/// Move: number of its target, number of its origin.
type Edge = (u32, u32);
/// Question: number, table among the successors, number of the asking position, whether its side moves again.
type Question = (u32, u16, u32, bool);
/// Reply: asking position, code of the move.
type Reply = (u32, u16);
/// Update: predecessor, whether the successor is won.
type Update = (u32, bool);
/// Vote: receiver, state of the sender, number to sum, number to maximise.
type Vote = (u32, u8, u64, u64);

const GOES_ON: u8 = 0;
const STOPS: u8 = 1;
const FAILS: u8 = 2;

/// Result of a vote.
struct Agreement {
    /// Sum of the first numbers.
    sum: u64,
    /// Maximum of the second numbers.
    most: u64,
}

/// State shared by the threads of a process.
#[derive(Default)]
pub struct SharedState {
    task: Mutex<Option<Arc<EndingTask>>>,
    /// Codes that threads have finished for the current signature.
    found: Mutex<Vec<(usize, Vec<ValueCode>)>>,
}

/// Data for solving a signature.
struct EndingTask {
    index: MaterialIndex,
    /// Shares of the successors, in the same order in all processes.
    shares: Vec<TableShare>,
    by: FxHashMap<MaterialSignature, u16>,
}

/// Thread of one of the processes.
pub struct Worker<'a> {
    job: &'a ClusterSolver,
    store: &'a SharedState,
    timely: &'a mut timely::worker::Worker,
    partition: Partition,
    /// Part of this worker.
    part: usize,
    turns: Rounds<Edge>,
    questions: Rounds<Question>,
    answers: Rounds<Reply>,
    updates: Rounds<Update>,
    votes: Rounds<Vote>,
}

impl<'a> Worker<'a> {
    pub fn new(job: &'a ClusterSolver, store: &'a SharedState, timely: &'a mut timely::worker::Worker) -> Worker<'a> {
        let (processes, threads) = (job.hosts.count(), job.threads);
        let partition = Partition { parts: processes * threads };
        // Successive parts belong to successive processes; the parts of a process belong to successive threads of it.
        let whom = move |number: u32| {
            let part = partition.owner(number as usize);
            part % processes * threads + part / processes
        };
        let part = timely.index() % threads * processes + timely.index() / threads;
        let turns = Rounds::new(timely, threads, 8, move |&(to, _): &Edge| whom(to));
        let questions = Rounds::new(timely, threads, 11, move |&(number, ..): &Question| whom(number));
        let answers = Rounds::new(timely, threads, 6, move |&(asker, _): &Reply| whom(asker));
        let updates = Rounds::new(timely, threads, 5, move |&(number, _): &Update| whom(number));
        let votes = Rounds::new(timely, threads, 21, move |&(to, ..): &Vote| to as usize);
        Worker { job, store, timely, partition, part, turns, questions, answers, updates, votes }
    }

    /// Returns the bytes sent to other processes.
    pub fn sent(&self) -> u64 {
        self.turns.sent + self.questions.sent + self.answers.sent + self.updates.sent + self.votes.sent
    }

    /// Solves a signature of which some process has no share yet.
    pub fn ending(&mut self, signature: MaterialSignature) -> Result<(), ClusterError> {
        let has = TableShare::exists(self.job.share_id(), &self.job.folder, &signature);
        if self.vote(Ok(()), u64::from(!has), 0)?.1.sum == 0 {
            return Ok(());
        }
        let task = self.store.task(self.job, self.job.share_id(), signature);
        let (task, _) = self.vote(task, 0, 0)?;
        let (seeds, before) = self.explore(&task)?;
        let codes = self.follow(&task, seeds, &before)?;
        let ((), agreed) = self.vote(Ok(()), 0, ValueCode::longest(codes.iter().copied()).into())?;
        let thread = self.part / self.job.hosts.count();
        let written = self.store.write(self.job, self.job.share_id(), &task, agreed.most as u16, (thread, codes));
        self.vote(written, 0, 0)?;
        self.report(ClusterProgress::Finished(signature));
        Ok(())
    }

    /// Reports progress, on one thread of the process only.
    fn report(&self, what: ClusterProgress) {
        if self.part < self.job.hosts.count() {
            (self.job.on_progress)(what);
        }
    }

    /// Continues together with all workers, or with none.
    fn vote<T>(&mut self, mine: Result<T, ClusterError>, sum: u64, most: u64) -> Result<(T, Agreement), ClusterError> {
        let state = match mine {
            Err(_) => FAILS,
            Ok(_) if (self.job.stop)() => STOPS,
            Ok(_) => GOES_ON,
        };
        (0..self.partition.parts as u32).for_each(|to| self.votes.send((to, state, sum, most)));
        let votes = self.votes.end(self.timely);
        let mine = mine?;
        match votes.iter().map(|vote| vote.1).max() {
            Some(FAILS) => Err(ClusterError::OtherProcess),
            Some(STOPS) => Err(ClusterError::Stopped),
            _ => {
                let sum = votes.iter().map(|vote| vote.2).sum();
                let most = votes.iter().map(|vote| vote.3).max().unwrap_or(0);
                Ok((mine, Agreement { sum, most }))
            }
        }
    }

    /// Explores the numbers of this worker; returns their seeds and predecessors.
    fn explore(&mut self, task: &EndingTask) -> Result<(Vec<Seed>, Predecessors), ClusterError> {
        let index = &task.index;
        let (all, parts, partition) = (index.numbers(), self.partition.parts, self.partition);
        let count = partition.count(self.part, all);
        let mut seeds = Vec::with_capacity(count);
        let mut turns = PredecessorBuilder::new(&self.job.folder, count).map_err(SolveError::from)?;
        for round in 0..all.div_ceil(SHARE * parts) {
            let begin = ((round * parts + self.part) * SHARE).min(all);
            let numbers = begin..(begin + SHARE).min(all);
            self.report(ClusterProgress::Exploring(index.signature, begin, all));
            let explore = task.explore(self.job);
            let explored = explore.look(numbers, &mut RemoteValues { task, questions: &mut self.questions });
            let explored = explored.map_err(|unfit| explore.unfit(unfit)).map(|found| {
                found.turns(begin).for_each(|turn| self.turns.send(turn));
                seeds.extend(found.seeds);
            });
            let received = self.turns.end(self.timely).into_iter();
            let stored = turns.extend(received.map(|(to, from)| (partition.place(to as usize) as u32, from)));
            for (number, ending, asker, goes_on) in self.questions.end(self.timely) {
                let verdict = task.shares[usize::from(ending)].code(number as usize).value();
                self.answers.send((asker, Origin { number: asker, goes_on }.takes(verdict).0));
            }
            for (asker, code) in self.answers.end(self.timely) {
                seeds[partition.place(asker as usize)].improve(ValueCode(code));
            }
            self.vote(explored.and(stored.map_err(SolveError::from)).map_err(ClusterError::from), 0, 0)?;
        }
        let before = turns.in_order().map_err(|error| SolveError::from(error).into());
        Ok((seeds, self.vote(before, 0, 0)?.0))
    }

    /// Runs the retrograde analysis; returns the codes of this worker's numbers.
    fn follow(
        &mut self,
        task: &EndingTask,
        seeds: Vec<Seed>,
        before: &Predecessors,
    ) -> Result<Vec<ValueCode>, ClusterError> {
        let (partition, part, signature) = (self.partition, self.part, task.index.signature);
        let of_first = task.index.of_side(Side::First);
        let to_move = |place: u32| {
            if of_first.contains(&partition.number(part, place as usize)) { Side::First } else { Side::Second }
        };
        let mut known = Retrograde::new(seeds, self.job.law.endless_winner(&signature), to_move);
        loop {
            self.report(ClusterProgress::Ply(signature, known.ply()));
            let has_later_plies = loop {
                let mut spoken = 0;
                while let Some((place, updates)) = (spoken < SHARE as u64).then(|| known.next()).flatten() {
                    before.of(place).for_each(|number| self.updates.send((number, updates)));
                    spoken += 1;
                }
                for (number, updates) in self.updates.end(self.timely) {
                    known.update(partition.place(number as usize) as u32, updates);
                }
                let (_, agreed) = self.vote(Ok(()), spoken, known.has_later_plies().into())?;
                if agreed.sum == 0 {
                    break agreed.most > 0;
                }
            };
            if !known.advance(has_later_plies) {
                let finished = known.finish().map_err(|error| SolveError::from(error).into());
                return Ok(self.vote(finished, 0, 0)?.0);
            }
        }
    }
}

/// Source of values that asks the owner of a position's share.
struct RemoteValues<'a> {
    task: &'a EndingTask,
    questions: &'a mut Rounds<Question>,
}

impl ExternalValues for RemoteValues<'_> {
    fn ask(&mut self, signature: &MaterialSignature, position: &Anatomy, from: Origin) -> Option<ExternalValue> {
        let &ending = self.task.by.get(signature)?;
        let number = self.task.shares[usize::from(ending)].index.number(position);
        self.questions.send((number as u32, ending, from.number, from.goes_on));
        Some(ExternalValue::Deferred)
    }
}

impl EndingTask {
    fn explore<'a>(&'a self, job: &'a ClusterSolver) -> Explorer<'a> {
        Explorer { rules: &job.rules, law: &job.law, index: &self.index }
    }
}

impl SharedState {
    /// Returns the data for a signature, prepared by the first thread that asks.
    fn task(
        &self,
        job: &ClusterSolver,
        which: ShareId,
        signature: MaterialSignature,
    ) -> Result<Arc<EndingTask>, ClusterError> {
        let mut stored = self.task.lock().expect("no thread panics");
        if let Some(task) = stored.as_ref().filter(|task| task.index.signature == signature) {
            return Ok(Arc::clone(task));
        }
        *stored = None;
        let index = listed_index(&job.law, signature)?;
        let mut others = job.law.successors(signature);
        others.retain(|other| TableShare::exists(which, &job.folder, other));
        let by = others.iter().copied().zip(0..).collect();
        let shares = others.into_iter().map(|other| TableShare::read(which, &job.law, &job.folder, other));
        let task = EndingTask { shares: shares.collect::<Result<_, _>>()?, by, index };
        let turns = task.explore(job).sample()?;
        let ours = |all: u64| all.div_ceil(which.of as u64);
        let needed = material::memory(ours(task.index.numbers() as u64), ours(turns));
        SolveError::must_fit(&signature.to_string(), needed, job.memory)?;
        Ok(Arc::clone(stored.insert(Arc::new(task))))
    }

    /// Takes the codes of a thread; the last one writes the share.
    fn write(
        &self,
        job: &ClusterSolver,
        which: ShareId,
        task: &EndingTask,
        longest: u16,
        found: (usize, Vec<ValueCode>),
    ) -> Result<(), ClusterError> {
        let mut all = self.found.lock().expect("no thread panics");
        all.push(found);
        if all.len() < job.threads {
            return Ok(());
        }
        let mut all = std::mem::take(&mut *all);
        all.sort_unstable_by_key(|(thread, _)| *thread);
        let partition = Partition { parts: job.threads };
        let code = |place: usize| all[partition.owner(place)].1[partition.place(place)];
        let place = (&*job.law, &*job.title, &*job.folder);
        TableShare::write(which, place, &task.index, longest, code).map_err(|error| SolveError::from(error).into())
    }
}
