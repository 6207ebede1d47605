//! The search in a separate thread.

use quirkat_rules::{AnyGame, Turn};
use quirkat_search::{Analysis, Engine, Level, Library, Limits, Random, Stop};
use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A question to the search.
pub struct Question {
    /// Game with its history.
    pub game: AnyGame,
    /// The moves to choose among; `None` for all legal ones.
    pub allowed: Option<HashSet<Turn>>,
    /// Limits of the search.
    pub limits: Limits,
    /// Number of lines to report.
    pub lines: usize,
    /// Playing level.
    pub level: Level,
    /// Endgame tables to use.
    pub library: Option<Arc<dyn Library>>,
    /// Size of the transposition table in MiB.
    pub memory: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Whether a new game begins. The engine then starts with an empty transposition table.
    pub is_new_game: bool,
}

/// The best move with the expected reply, or the reason why there is none.
pub type Answer = Result<(Turn, Option<Turn>), String>;

/// Receiver of results.
pub trait Listener: Send {
    /// Called after each finished depth.
    fn progress(&mut self, game: &AnyGame, analysis: &Analysis);

    /// Called once at the end of every search.
    fn answer(&mut self, game: &AnyGame, answer: Answer);
}

/// Time at which the answer is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// When the search ends.
    Found,
    /// At a stop command, even if the search ends earlier.
    Stopped,
    /// After `ponderhit` or a stop command; from `ponderhit` on the search has this time.
    PonderHit(Option<Duration>),
}

/// The search thread.
pub struct Search {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    current: Option<Current>,
}

/// The current question. Its channels carry no messages: receivers wait for the other end to be dropped.
struct Current {
    stop: Stop,
    when: When,
    /// The answer waits until this is dropped.
    hold: Option<Sender<Infallible>>,
    /// Disconnected after the answer has been reported.
    answered: Receiver<Infallible>,
}

struct Job {
    question: Question,
    stop: Stop,
    release: Receiver<Infallible>,
    listener: Box<dyn Listener>,
    /// Dropped with the job.
    _answered: Sender<Infallible>,
}

impl Search {
    /// Starts the thread.
    pub fn start() -> Search {
        let (jobs, inbox) = channel();
        let thread = thread::spawn(move || Searcher::default().work(inbox));
        Search { jobs: Some(jobs), thread: Some(thread), current: None }
    }

    /// Asks a question. An earlier one is answered first, with its best move so far.
    pub fn ask(&mut self, question: Question, when: When, listener: Box<dyn Listener>) {
        self.settle();
        let stop = Stop::default();
        let ((hold, release), (answer_guard, answered)) = (channel(), channel());
        let job = Job { question, stop: stop.clone(), release, listener, _answered: answer_guard };
        if let Some(jobs) = &self.jobs {
            // Fails only after a panic of the thread, which was reported.
            let _ = jobs.send(job);
        }
        self.current = Some(Current { stop, when, hold: Some(hold).filter(|_| when != When::Found), answered });
    }

    /// Requests the answer now.
    pub fn stop(&mut self) {
        if let Some(current) = &mut self.current {
            current.stop.stop();
            current.hold = None;
        }
    }

    /// Requests the answer now and waits for it.
    pub fn settle(&mut self) {
        self.stop();
        if let Some(current) = self.current.take() {
            let _ = current.answered.recv();
        }
    }

    /// Reports that the pondered move was played.
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
            // Fails only after a panic of the thread, which was reported.
            let _ = thread.join();
        }
    }
}

/// State of the thread between questions.
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
            let _ = job.release.recv();
            job.listener.answer(&job.question.game, answer);
        }
    }

    fn think(&mut self, job: &mut Job) -> Answer {
        let Job { question, stop, listener, .. } = job;
        let Question { game, allowed, limits, lines, level, library, memory, threads, is_new_game } = question;
        let allowed = allowed.as_ref();
        if *is_new_game || self.memory != *memory {
            // The old table is freed before a new one is allocated.
            self.engine = None;
            self.memory = *memory;
        }
        let is_same = match (&self.library, &*library) {
            (None, None) => true,
            (Some(known), Some(library)) => Arc::ptr_eq(known, library),
            _ => false,
        };
        if !is_same {
            // Entries based on other tables are invalid.
            self.engine = None;
            self.library = library.clone();
        }
        let new_engine = || Engine::new(*memory).with_library(self.library.clone());
        let engine = self.engine.take().unwrap_or_else(new_engine);
        let engine = self.engine.insert(engine.with_threads(*threads));
        let turns = game.turns().map_err(|error| error.to_string())?;
        let is_allowed = |turn: &&Turn| allowed.is_none_or(|allowed| allowed.contains(*turn));
        let Some(first) = turns.iter().find(is_allowed) else { return Err("the game is over".to_owned()) };
        if game.is_chance_node() || *level != Level::BEST {
            let chosen = engine.choose_among(game, allowed, (*level).into(), *limits, stop, &mut self.rng);
            let turn = chosen.map_err(|error| error.to_string())?;
            return Ok((turn.unwrap_or_else(|| first.clone()), None));
        }
        if limits.time.is_some() && turns.iter().all(|turn| turn.effect == first.effect) {
            // A single legal move needs no thought while the clock runs.
            limits.depth = Some(1);
        }
        let mut reported = 0;
        let mut progress = |analysis: &Analysis| {
            reported = analysis.nodes;
            listener.progress(game, analysis);
        };
        let found = engine.analyse_among(game, allowed, *limits, *lines, stop, &mut progress);
        let found = found.map_err(|error| error.to_string())?;
        if found.depth > 0 && found.nodes > reported {
            // A search that ends within a depth may have found a better move.
            listener.progress(game, &found);
        }
        let mut line = found.lines.into_iter().next().map(|line| line.turns).unwrap_or_default().into_iter();
        let turn = line.next().unwrap_or_else(|| first.clone());
        Ok((turn, line.next().filter(|reply| reply.roll.is_none())))
    }
}
