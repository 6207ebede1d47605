//! The engine in a background thread, so that the screen stays responsive.

use quirkat_endings::known;
use quirkat_match::outside::{OutsideEngine, OutsideError};
use quirkat_play::Refusal;
use quirkat_rules::{AnyGame, Side, TooManyTurns, Turn};
use quirkat_search::{Analysis, Engine, Level, Library, Limits, Random, Stop, TableReport, Variation};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};

/// Size of the transposition table in MiB.
const MEMORY: usize = 64;

/// Question to the engine.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// The move at a level. The seed determines the errors of lower levels.
    Choose(Level, u64),
    /// The move of a side's outside engine.
    Ask(Side),
    /// The best line.
    Analyse,
}

/// Answer of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thought {
    /// The move that it plays.
    Turn(Turn),
    /// The best line so far with its depth. More answers follow.
    SoFar(Variation, u32),
    /// The final best line, with the table values of all moves.
    Line(Variation, Option<TableReport>),
    /// No answer, with the reason.
    Failed(Failure),
}

/// Reason why the engine cannot answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Its thread has ended.
    Stopped,
    /// The position has no moves.
    NoTurn,
    /// The position has too many moves.
    TooManyTurns(TooManyTurns),
    /// Its move is not legal.
    Refused(Refusal),
    /// The outside engine has failed.
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

/// An engine with its thread, which starts at the first question. Only the latest question is answered.
pub struct Thinker {
    worker: Option<Worker>,
    /// Outside engines of both sides, until the thread takes them.
    outside: [Option<OutsideEngine>; 2],
    library: Option<Arc<dyn Library>>,
    ticket: u64,
    stop: Stop,
}

impl Thinker {
    /// Creates an idle engine with the outside engines of both sides and its tables.
    pub fn new(outside: [Option<OutsideEngine>; 2], library: Option<Arc<dyn Library>>) -> Thinker {
        Thinker { worker: None, outside, library, ticket: 0, stop: Stop::default() }
    }

    /// Asks a question about a position, and cancels an earlier one.
    pub fn ask(&mut self, game: AnyGame, task: Task, limits: Limits) {
        self.cancel();
        let job = Job { ticket: self.ticket, game, task, limits, stop: self.stop.clone() };
        let library = self.library.clone();
        let worker = self.worker.get_or_insert_with(|| Worker::start(std::mem::take(&mut self.outside), library));
        // A failed worker is noticed when its answer is due.
        let _ = worker.jobs.send(job);
    }

    /// Cancels the question without an answer.
    pub fn cancel(&mut self) {
        self.stop.stop();
        self.stop = Stop::default();
        self.ticket += 1;
    }

    /// Ends the search. The best line so far becomes the answer.
    pub fn hurry(&self) {
        self.stop.stop();
    }

    /// Returns the answer, if it has arrived.
    pub fn poll(&mut self) -> Option<Thought> {
        loop {
            match self.worker.as_ref()?.thoughts.try_recv() {
                Ok((ticket, thought)) if ticket == self.ticket => return Some(thought),
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(self.worker_ended()),
            }
        }
    }

    /// Waits for the answer.
    pub fn wait(&mut self) -> Option<Thought> {
        loop {
            match self.worker.as_ref()?.thoughts.recv() {
                Ok((ticket, thought)) if ticket == self.ticket => return Some(thought),
                Ok(_) => {}
                Err(_) => return Some(self.worker_ended()),
            }
        }
    }

    fn worker_ended(&mut self) -> Thought {
        self.worker = None;
        Thought::Failed(Failure::Stopped)
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.stop();
        // Outside engines end with their thread, before the program.
        if let Some(Worker { jobs, thoughts, thread }) = self.worker.take() {
            drop((jobs, thoughts));
            let _ = thread.join();
        }
    }
}

impl Worker {
    fn start(mut outside: [Option<OutsideEngine>; 2], library: Option<Arc<dyn Library>>) -> Worker {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, thoughts) = channel();
        let thread = thread::spawn(move || {
            let mut engine = Engine::new(MEMORY).with_library(library);
            for job in inbox {
                let emit = |thought| drop(outbox.send((job.ticket, thought)));
                let thought = job
                    .think(&mut engine, &mut outside, &emit)
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
    /// Runs a question and reports intermediate results.
    fn think(
        &self,
        engine: &mut Engine,
        outside: &mut [Option<OutsideEngine>; 2],
        emit: &dyn Fn(Thought),
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
                let mut report = |analysis: &Analysis| {
                    if let Some(line) = analysis.lines.first() {
                        emit(Thought::SoFar(line.clone(), analysis.depth));
                    }
                };
                let analysis = engine.analyse(&self.game, self.limits, 1, &self.stop, &mut report)?;
                let known = known(&self.game, engine.table_report(&self.game)?);
                analysis.lines.into_iter().next().map(|line| Thought::Line(line, known))
            }
        };
        Ok(thought.unwrap_or(Thought::Failed(Failure::NoTurn)))
    }

    fn ask(&self, outside: &mut OutsideEngine) -> Result<Turn, OutsideError> {
        if self.game.history().len() < 2 {
            outside.new_game()?;
        }
        outside.choose(&self.game, self.limits, &self.stop)
    }
}
