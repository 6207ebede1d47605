//! The engine at work in the background, so that the screen stays alive.

use crate::outside::{Outside, OutsideError};
use quirkat_play::Refusal;
use quirkat_rules::{AnyGame, Side, TooManyTurns, Turn};
use quirkat_search::{Analysis, Engine, Level, Library, Limits, Random, Stop, TableReport, Variation};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};

/// How much memory the engine may take, in MiB.
const MEMORY: usize = 64;

/// What the engine is asked.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// Which turn it plays at a level; its errors follow from the seed.
    Choose(Level, u64),
    /// Which turn the outside engine of a side plays.
    Ask(Side),
    /// What the best line is.
    Analyse,
}

/// What the engine answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thought {
    /// The turn that it plays.
    Turn(Turn),
    /// The best line so far, and the depth to which it was searched; the rest follows.
    SoFar(Variation, u32),
    /// The best line, and what tables say of every turn.
    Line(Variation, Option<TableReport>),
    /// Nothing, and why.
    Failed(Failure),
}

/// Why the engine does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Its thread has ended.
    Stopped,
    /// There is no turn to think about.
    NoTurn,
    /// The position has too many.
    TooManyTurns(TooManyTurns),
    /// What it answers does not fit the game.
    Refused(Refusal),
    /// It is an outside engine, and this is wrong with it.
    Outside(OutsideError),
}

struct Job {
    ticket: u64,
    game: AnyGame,
    task: Task,
    limits: Limits,
    stop: Stop,
}

struct Worker {
    jobs: Sender<Job>,
    thoughts: Receiver<(u64, Thought)>,
    thread: JoinHandle<()>,
}

/// An engine in a thread of its own, which starts with the first question. It answers the latest question only.
pub struct Thinker {
    worker: Option<Worker>,
    /// The outside engines of both sides, until the thread has them.
    outside: [Option<Outside>; 2],
    library: Option<Arc<dyn Library>>,
    ticket: u64,
    stop: Stop,
}

impl Thinker {
    /// An engine that has not begun to think, with the outside engines of both sides, and its tables.
    pub fn new(outside: [Option<Outside>; 2], library: Option<Arc<dyn Library>>) -> Thinker {
        Thinker { worker: None, outside, library, ticket: 0, stop: Stop::default() }
    }

    /// Asks a question about a game's position; an earlier one is forgotten.
    pub fn ask(&mut self, game: AnyGame, task: Task, limits: Limits) {
        self.cancel();
        let job = Job { ticket: self.ticket, game, task, limits, stop: self.stop.clone() };
        let library = self.library.clone();
        let worker = self.worker.get_or_insert_with(|| Worker::start(std::mem::take(&mut self.outside), library));
        // A worker that has died is noticed when its answer is due.
        let _ = worker.jobs.send(job);
    }

    /// Stops thinking; what was asked will not be answered.
    pub fn cancel(&mut self) {
        self.stop.stop();
        self.stop = Stop::default();
        self.ticket += 1;
    }

    /// Thinks no longer: what was found so far is the answer.
    pub fn hurry(&self) {
        self.stop.stop();
    }

    /// The answer, if it is there.
    pub fn poll(&mut self) -> Option<Thought> {
        loop {
            match self.worker.as_ref()?.thoughts.try_recv() {
                Ok((ticket, thought)) if ticket == self.ticket => return Some(thought),
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(self.died()),
            }
        }
    }

    /// Waits for the answer to what was asked.
    pub fn wait(&mut self) -> Option<Thought> {
        loop {
            match self.worker.as_ref()?.thoughts.recv() {
                Ok((ticket, thought)) if ticket == self.ticket => return Some(thought),
                Ok(_) => {}
                Err(_) => return Some(self.died()),
            }
        }
    }

    fn died(&mut self) -> Thought {
        self.worker = None;
        Thought::Failed(Failure::Stopped)
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.stop();
        // Outside engines end with their thread, and not after the program.
        if let Some(Worker { jobs, thoughts, thread }) = self.worker.take() {
            drop((jobs, thoughts));
            let _ = thread.join();
        }
    }
}

impl Worker {
    fn start(mut outside: [Option<Outside>; 2], library: Option<Arc<dyn Library>>) -> Worker {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, thoughts) = channel();
        let thread = thread::spawn(move || {
            let mut engine = Engine::new(MEMORY).with_library(library);
            for job in inbox {
                let tell = |thought| drop(outbox.send((job.ticket, thought)));
                let thought = job
                    .think(&mut engine, &mut outside, &tell)
                    .unwrap_or_else(|error| Thought::Failed(Failure::TooManyTurns(error)));
                if outbox.send((job.ticket, thought)).is_err() {
                    break;
                }
            }
        });
        Worker { jobs, thoughts, thread }
    }
}

impl Job {
    /// What comes of it; what is found on the way is told.
    fn think(
        &self,
        engine: &mut Engine,
        outside: &mut [Option<Outside>; 2],
        tell: &dyn Fn(Thought),
    ) -> Result<Thought, TooManyTurns> {
        let thought = match self.task {
            Task::Choose(level, seed) => {
                let mut rng = Random::with_seed(seed);
                engine.choose(&self.game, level, self.limits, &self.stop, &mut rng)?.map(Thought::Turn)
            }
            Task::Ask(side) => outside[side.index()].as_mut().map(|outside| match self.ask(outside) {
                Ok(turn) => Thought::Turn(turn),
                Err(error) => Thought::Failed(Failure::Outside(error)),
            }),
            Task::Analyse => {
                let mut report = |found: &Analysis| {
                    if let Some(line) = found.lines.first() {
                        tell(Thought::SoFar(line.clone(), found.depth));
                    }
                };
                let analysis = engine.analyse(&self.game, self.limits, 1, &self.stop, &mut report)?;
                let certain = engine.table_report(&self.game)?;
                analysis.lines.into_iter().next().map(|line| Thought::Line(line, certain))
            }
        };
        Ok(thought.unwrap_or(Thought::Failed(Failure::NoTurn)))
    }

    fn ask(&self, outside: &mut Outside) -> Result<Turn, OutsideError> {
        if self.game.history().len() < 2 {
            outside.new_game()?;
        }
        outside.choose(&self.game, self.limits, &self.stop)
    }
}
