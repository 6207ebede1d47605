//! The search, in a thread of its own.

use quirkat_rules::{AnyGame, Turn};
use quirkat_search::{Analysis, Engine, Level, Library, Limits, Random, Stop};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// What is to be searched.
pub struct Question {
    /// The position, and what led to it.
    pub game: AnyGame,
    /// When the search ends by itself.
    pub limits: Limits,
    /// How many lines are wanted.
    pub lines: usize,
    /// How well the turn is chosen.
    pub level: Level,
    /// The tables by which it is chosen, if there are some.
    pub library: Option<Arc<dyn Library>>,
    /// How much may be remembered, in MiB.
    pub memory: usize,
    /// How many threads search.
    pub threads: usize,
    /// Whether it belongs to another game than the question before.
    pub is_new_game: bool,
}

/// A turn and, where it is known, the one that is expected next; or why there is none.
pub type Answer = Result<(Turn, Option<Turn>), String>;

/// Hears what comes of a question.
pub trait Listener: Send {
    /// A depth is finished.
    fn progress(&mut self, game: &AnyGame, analysis: &Analysis);

    /// The search is over; this is told once of every question.
    fn answer(&mut self, game: &AnyGame, answer: Answer);
}

/// When a question is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// As soon as its search has ended.
    Found,
    /// When it is told to stop, and not before.
    Stopped,
    /// When the turn on which it ponders has been played, or when it is told to stop; from that turn on it has so much
    /// time.
    PonderHit(Option<Duration>),
}

/// The search and its thread.
pub struct Search {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    current: Option<Current>,
}

/// The question that was asked last. Nothing is ever sent by its channels: who listens waits until the other end is gone.
struct Current {
    stop: Stop,
    when: When,
    /// The answer waits until this is gone.
    hold: Option<Sender<Infallible>>,
    /// This ends when the answer has been told.
    told: Receiver<Infallible>,
}

struct Job {
    question: Question,
    stop: Stop,
    held: Receiver<Infallible>,
    listener: Box<dyn Listener>,
    /// Gone with the job.
    _telling: Sender<Infallible>,
}

impl Search {
    /// A search that waits for questions.
    pub fn start() -> Search {
        let (jobs, inbox) = channel();
        let thread = thread::spawn(move || Searcher::default().work(inbox));
        Search { jobs: Some(jobs), thread: Some(thread), current: None }
    }

    /// Asks a question. The one before is answered first, by what has been found so far.
    pub fn ask(&mut self, question: Question, when: When, listener: Box<dyn Listener>) {
        self.settle();
        let stop = Stop::default();
        let ((hold, held), (telling, told)) = (channel(), channel());
        let job = Job { question, stop: stop.clone(), held, listener, _telling: telling };
        if let Some(jobs) = &self.jobs {
            // If the thread has failed, it has said so itself, and nobody answers.
            let _ = jobs.send(job);
        }
        self.current = Some(Current { stop, when, hold: Some(hold).filter(|_| when != When::Found), told });
    }

    /// Lets the question be answered now, if it is not answered yet.
    pub fn stop(&mut self) {
        if let Some(current) = &mut self.current {
            current.stop.stop();
            current.hold = None;
        }
    }

    /// The same, and waits until it is answered.
    pub fn settle(&mut self) {
        self.stop();
        if let Some(current) = self.current.take() {
            let _ = current.told.recv();
        }
    }

    /// The turn on which the question ponders has been played.
    pub fn ponder_hit(&mut self) {
        let Some(current) = &mut self.current else { return };
        let When::PonderHit(time) = current.when else { return };
        current.when = When::Found;
        current.hold = None;
        if let Some(time) = time {
            let stop = current.stop.clone();
            thread::spawn(move || {
                thread::sleep(time);
                stop.stop();
            });
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // If the thread has failed, it has said so itself.
            let _ = thread.join();
        }
    }
}

/// What the thread keeps from one question to the next.
struct Searcher {
    engine: Option<Engine>,
    library: Option<Arc<dyn Library>>,
    memory: usize,
    rng: Random,
}

impl Default for Searcher {
    fn default() -> Self {
        Searcher { engine: None, library: None, memory: 0, rng: Random::with_seed(fastrand::u64(..)) }
    }
}

impl Searcher {
    fn work(mut self, jobs: Receiver<Job>) {
        for mut job in jobs {
            let answer = self.think(&mut job);
            let _ = job.held.recv();
            job.listener.answer(&job.question.game, answer);
        }
    }

    fn think(&mut self, job: &mut Job) -> Answer {
        let Job { question, stop, listener, .. } = job;
        let Question { game, limits, lines, level, library, memory, threads, is_new_game } = question;
        if *is_new_game || self.memory != *memory {
            // What is forgotten is given back before it is taken anew.
            self.engine = None;
            self.memory = *memory;
        }
        let is_same = match (&self.library, &*library) {
            (None, None) => true,
            (Some(known), Some(library)) => Arc::ptr_eq(known, library),
            _ => false,
        };
        if !is_same {
            // What was found by other tables is not remembered.
            self.engine = None;
            self.library = library.clone();
        }
        let begun = || Engine::new(*memory).with_library(self.library.clone());
        let engine = self.engine.take().unwrap_or_else(begun);
        let engine = self.engine.insert(engine.with_threads(*threads));
        let turns = game.turns().map_err(|error| error.to_string())?;
        let Some(first) = turns.first() else { return Err("the game is over".to_owned()) };
        if game.is_chance_node() || *level != Level::BEST {
            let chosen = engine.choose(game, *level, *limits, stop, &mut self.rng);
            let turn = chosen.map_err(|error| error.to_string())?;
            return Ok((turn.unwrap_or_else(|| first.clone()), None));
        }
        if limits.time.is_some() && turns.iter().all(|turn| turn.effect == first.effect) {
            // The clock runs, and there is nothing to think about.
            limits.depth = Some(1);
        }
        let mut told = 0;
        let mut progress = |analysis: &Analysis| {
            told = analysis.nodes;
            listener.progress(game, analysis);
        };
        let found = engine.analyse(game, *limits, *lines, stop, &mut progress).map_err(|error| error.to_string())?;
        if found.depth > 0 && found.nodes > told {
            // A search that ends in the middle of a depth may have found something better.
            listener.progress(game, &found);
        }
        let mut line = found.lines.into_iter().next().map(|line| line.turns).unwrap_or_default().into_iter();
        let turn = line.next().unwrap_or_else(|| first.clone());
        Ok((turn, line.next().filter(|reply| reply.roll.is_none())))
    }
}
