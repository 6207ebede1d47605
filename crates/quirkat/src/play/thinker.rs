//! The engine at work in the background, so that the screen stays alive.

use quirkat_play::Refusal;
use quirkat_rules::{AnyGame, TooManyTurns, Turn};
use quirkat_search::{Engine, Level, Limits, Line, Random, Stop};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

/// How much memory the engine may take, in MiB.
const MEMORY: usize = 64;

/// What the engine is asked.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// Which turn it plays at a level; its errors follow from the seed.
    Choose(Level, u64),
    /// What the best line is.
    Analyse,
}

/// What the engine answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thought {
    /// The turn that it plays.
    Turn(Turn),
    /// The best line.
    Line(Line),
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
}

/// An engine in a thread of its own, which starts with the first question. It answers the latest question only.
#[derive(Default)]
pub struct Thinker {
    worker: Option<Worker>,
    ticket: u64,
    stop: Stop,
}

impl Thinker {
    /// Asks a question about a game's position; an earlier one is forgotten.
    pub fn ask(&mut self, game: AnyGame, task: Task, limits: Limits) {
        self.cancel();
        let job = Job { ticket: self.ticket, game, task, limits, stop: self.stop.clone() };
        let worker = self.worker.get_or_insert_with(Worker::start);
        // A worker that has died is noticed when its answer is due.
        let _ = worker.jobs.send(job);
    }

    /// Stops thinking; what was asked will not be answered.
    pub fn cancel(&mut self) {
        self.stop.stop();
        self.stop = Stop::default();
        self.ticket += 1;
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
    }
}

impl Worker {
    fn start() -> Worker {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, thoughts) = channel();
        thread::spawn(move || {
            let mut engine = Engine::new(MEMORY);
            for job in inbox {
                let thought =
                    job.think(&mut engine).unwrap_or_else(|error| Thought::Failed(Failure::TooManyTurns(error)));
                if outbox.send((job.ticket, thought)).is_err() {
                    break;
                }
            }
        });
        Worker { jobs, thoughts }
    }
}

impl Job {
    fn think(&self, engine: &mut Engine) -> Result<Thought, TooManyTurns> {
        let thought = match self.task {
            Task::Choose(level, seed) => {
                let mut rng = Random::with_seed(seed);
                engine.choose(&self.game, level, self.limits, &self.stop, &mut rng)?.map(Thought::Turn)
            }
            Task::Analyse => {
                let analysis = engine.analyse(&self.game, self.limits, 1, &self.stop, &mut |_| {})?;
                analysis.lines.into_iter().next().map(Thought::Line)
            }
        };
        Ok(thought.unwrap_or(Thought::Failed(Failure::NoTurn)))
    }
}
