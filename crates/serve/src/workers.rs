//! The engine at work for many: a few threads, a bounded queue, everybody's turn in order.
//!
//! Jobs wait in a queue for each owner, and owners are served in turn: who asks for much waits for himself. Turns of
//! games, analyses and reviews of whole games have threads of their own, so that no analysis keeps a game waiting, and no
//! review an analysis.

use quirkat_rules::{AnyGame, TooManyTurns, Turn};
use quirkat_search::{Analysis, Effort, Engine, Level, Library, Limits, Random, Review, Score, Stop};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// How much memory each thread's engine may take, in MiB.
const MEMORY: usize = 32;
/// As many jobs wait, of all owners and of one.
const MOST_WAITING: usize = 2_000;
const MOST_OF_ONE: usize = 200;
/// The time of a turn at most.
const TURN_TIME: Duration = Duration::from_millis(1_500);
/// An analysis that others wait for ends after this time.
const FAIR_TIME: Duration = Duration::from_secs(5);
/// A position of a game that is judged is searched for so many nodes, and for so long at most; so is, where its turn was bad,
/// what the best one leads to. A whole game takes no longer than all of them together, and no longer than this.
const REVIEW_NODES: u64 = 200_000;
const REVIEW_TIME: Duration = Duration::from_millis(500);
const WHOLE_TIME: Duration = Duration::from_secs(60);

type Work = Box<dyn FnOnce(&mut Engine, &Queue) + Send>;

/// Too many wait already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busy;

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the engine has too much to do")
    }
}

/// What waits, by owner.
#[derive(Default)]
struct Waiting {
    owners: VecDeque<(String, VecDeque<Work>)>,
    closed: bool,
}

impl Waiting {
    fn len(&self) -> usize {
        self.owners.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    fn push(&mut self, owner: &str, work: Work) -> Result<(), Busy> {
        let at = self.owners.iter().position(|(known, _)| known == owner);
        if self.len() >= MOST_WAITING || at.is_some_and(|at| self.owners[at].1.len() >= MOST_OF_ONE) {
            return Err(Busy);
        }
        match at {
            Some(at) => self.owners[at].1.push_back(work),
            None => self.owners.push_back((owner.to_owned(), VecDeque::from([work]))),
        }
        Ok(())
    }

    /// The first job of the owner who has waited longest; the owner goes to the end.
    fn pop(&mut self) -> Option<Work> {
        let (owner, mut jobs) = self.owners.pop_front()?;
        let work = jobs.pop_front();
        if !jobs.is_empty() {
            self.owners.push_back((owner, jobs));
        }
        work
    }
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Queue {
    fn push(&self, owner: &str, work: Work) -> Result<(), Busy> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(owner, work)?;
        self.changed.notify_one();
        Ok(())
    }

    fn has_waiting(&self) -> bool {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).len() > 0
    }

    fn work(&self, library: Option<Arc<dyn Library>>) {
        let mut engine = Engine::new(MEMORY).with_library(library);
        loop {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let work = loop {
                if waiting.closed {
                    return;
                }
                match waiting.pop() {
                    Some(work) => break work,
                    None => waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(waiting);
            work(&mut engine, self);
        }
    }
}

/// The threads that think.
pub struct Workers {
    turns: Arc<Queue>,
    analyses: Arc<Queue>,
    reviews: Arc<Queue>,
}

/// What is told of a game that is judged.
#[derive(Debug)]
pub enum Judging {
    /// So many turns are left.
    Left(usize),
    /// What came of it; nothing follows.
    Judged(Result<Review, TooManyTurns>),
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Workers")
    }
}

impl Workers {
    /// Threads for as many processors as there are, which go by tables if there are some.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start(library: Option<Arc<dyn Library>>) -> std::io::Result<Workers> {
        let processors = thread::available_parallelism().map_or(1, |number| number.get());
        let workers = Workers { turns: Arc::default(), analyses: Arc::default(), reviews: Arc::default() };
        for (queue, number) in [
            (&workers.turns, processors),
            (&workers.analyses, processors.div_ceil(2)),
            (&workers.reviews, processors.div_ceil(4)),
        ] {
            for _ in 0..number {
                let (queue, library) = (Arc::clone(queue), library.clone());
                thread::Builder::new().name("engine".to_owned()).spawn(move || queue.work(library))?;
            }
        }
        Ok(workers)
    }

    /// The turn that the engine plays; `time` is what its clock allows. Stops when nobody waits for the answer any more.
    ///
    /// # Errors
    /// When too many wait.
    pub fn choose(
        &self,
        owner: &str,
        game: AnyGame,
        level: Level,
        time: Option<Duration>,
    ) -> Result<oneshot::Receiver<Turn>, Busy> {
        let (reply, answer) = oneshot::channel();
        let work = move |engine: &mut Engine, _: &Queue| {
            if reply.is_closed() {
                return;
            }
            let limits = Limits { time: Some(time.unwrap_or(TURN_TIME).min(TURN_TIME)), ..Limits::default() };
            let mut rng = Random::with_seed(fastrand::u64(..));
            let turn = engine.choose(&game, level, limits, &Stop::default(), &mut rng);
            // Where there is too much to think about, any turn is better than none.
            let turn = turn.ok().flatten().or_else(|| game.turns().ok()?.into_iter().next());
            if let Some(turn) = turn {
                let _ = reply.send(turn);
            }
        };
        self.turns.push(owner, Box::new(work))?;
        Ok(answer)
    }

    /// What a position is worth to the side to move, at a glance: enough to answer an offer.
    ///
    /// # Errors
    /// When too many wait.
    pub fn score(&self, owner: &str, game: AnyGame) -> Result<oneshot::Receiver<Score>, Busy> {
        let (reply, answer) = oneshot::channel();
        let work = move |engine: &mut Engine, _: &Queue| {
            let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
            let analysis = engine.analyse(&game, limits, 1, &Stop::default(), &mut |_| {}).unwrap_or_default();
            // Who sees nothing sees nothing better.
            let _ = reply.send(analysis.lines.first().map_or(Score::DRAW, |line| line.score));
        };
        self.turns.push(owner, Box::new(work))?;
        Ok(answer)
    }

    /// Analyses a position: each finished depth comes through the channel until the limits are reached or the channel is
    /// closed.
    ///
    /// # Errors
    /// When too many wait.
    pub fn analyse(
        &self,
        owner: &str,
        game: AnyGame,
        limits: Limits,
        lines: usize,
    ) -> Result<(mpsc::UnboundedReceiver<Analysis>, Stop), Busy> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let stop = Stop::default();
        let told = stop.clone();
        let work = move |engine: &mut Engine, queue: &Queue| {
            let began = Instant::now();
            let mut progress = |analysis: &Analysis| {
                let unfair = began.elapsed() > FAIR_TIME && queue.has_waiting();
                if sender.send(analysis.clone()).is_err() || unfair {
                    told.stop();
                }
            };
            if !told.is_stopped() {
                // A position with too many turns has no analysis; the channel closes.
                let _ = engine.analyse(&game, limits, lines, &told, &mut progress);
            }
        };
        self.analyses.push(owner, Box::new(work))?;
        Ok((receiver, stop))
    }

    /// Judges each turn of a game. What is told comes through the channel, until it is told to stop.
    ///
    /// # Errors
    /// When too many wait.
    pub fn review(&self, owner: &str, game: AnyGame) -> Result<(mpsc::UnboundedReceiver<Judging>, Stop), Busy> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let stop = Stop::default();
        let told = stop.clone();
        let work = move |engine: &mut Engine, _: &Queue| {
            // A bad turn takes a second search.
            let searches = 2 * (game.history().len() as u32 + 1);
            let limits = Limits {
                nodes: Some(REVIEW_NODES),
                time: Some(REVIEW_TIME.min(WHOLE_TIME / searches)),
                ..Limits::default()
            };
            let mut progress = |left| {
                if sender.send(Judging::Left(left)).is_err() {
                    told.stop();
                }
            };
            if !told.is_stopped()
                && let Some(judged) =
                    engine.review(&game, Effort { limits, lines: 1 }, &told, &mut progress).transpose()
            {
                // Whoever has gone away by now wants nothing more.
                let _ = sender.send(Judging::Judged(judged));
            }
        };
        self.reviews.push(owner, Box::new(work))?;
        Ok((receiver, stop))
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for queue in [&self.turns, &self.analyses, &self.reviews] {
            queue.waiting.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
            queue.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn owners_are_served_in_turn() {
        let mut waiting = Waiting::default();
        let order: Arc<Mutex<Vec<&str>>> = Arc::default();
        for (owner, name) in [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"), ("b", "b2")] {
            let order = Arc::clone(&order);
            waiting.push(owner, Box::new(move |_, _| order.lock().unwrap().push(name))).unwrap();
        }
        let queue = Queue::default();
        let mut engine = Engine::new(1);
        while let Some(work) = waiting.pop() {
            work(&mut engine, &queue);
        }
        assert_eq!(*order.lock().unwrap(), ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }

    #[test]
    fn queues_are_bounded() {
        let mut waiting = Waiting::default();
        let count = Arc::new(AtomicUsize::new(0));
        let job = || {
            let count = Arc::clone(&count);
            Box::new(move |_: &mut Engine, _: &Queue| {
                count.fetch_add(1, Ordering::Relaxed);
            }) as Work
        };
        for _ in 0..MOST_OF_ONE {
            waiting.push("greedy", job()).unwrap();
        }
        assert_eq!(waiting.push("greedy", job()), Err(Busy));
        assert_eq!(waiting.push("modest", job()), Ok(()));
    }
}
