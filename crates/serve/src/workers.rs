//! What takes the processor, at work for many: a few threads for each kind of work, each with a bounded queue.
//!
//! Every kind has threads of its own, so that no analysis keeps a game waiting, no review an analysis, and no picture a
//! page. Within a kind, [owners are served in turn](crate::queue).

use crate::owner::Owner;
use crate::queue::{Busy, Queue};
use quirkat_play::Hint;
use quirkat_rules::{AnyGame, TooManyTurns, Turn};
use quirkat_search::{Analysis, Engine, Level, Library, Limits, Random, Review, ReviewLimits, Score, Stop};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

/// How much memory each thread's engine may take, in MiB.
const MEMORY: usize = 32;
/// The time of a turn at most.
const TURN_TIME: Duration = Duration::from_millis(1_500);
/// The time in which a good turn is looked for.
const HINT_TIME: Duration = Duration::from_secs(1);
/// An analysis that others wait for ends after this time.
const FAIR_TIME: Duration = Duration::from_secs(5);
/// How often it is looked whether one should.
const LOOK: Duration = Duration::from_millis(250);
/// A position of a game that is judged is searched for so many nodes, and for so long at most; so is, where its turn was bad,
/// what the best one leads to. A whole game takes no longer than all of them together, and no longer than this.
const REVIEW_NODES: u64 = 200_000;
const REVIEW_TIME: Duration = Duration::from_millis(500);
const WHOLE_TIME: Duration = Duration::from_secs(60);

/// Whether somebody may have more than their share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sharing {
    /// Nobody has.
    #[default]
    Fair,
    /// Everybody has what they ask for, as far as it goes: the server is somebody's own, or is being measured.
    Free,
}

/// A kind of work that no engine is needed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What happens in live games.
    Live,
    /// Live games as whoever comes to one is shown it, with all that has happened.
    Looks,
    /// Pages, and positions that somebody tries out.
    Pages,
    /// Boards and positions as drawings.
    Drawings,
    /// Positions as pictures made of dots, which take much longer.
    Pictures,
    /// Games on paper.
    Prints,
    /// Records read and written.
    Records,
    /// Game files of people's own, judged and read.
    Files,
}

impl Kind {
    const ALL: [Kind; 8] = [
        Kind::Live,
        Kind::Looks,
        Kind::Pages,
        Kind::Drawings,
        Kind::Pictures,
        Kind::Prints,
        Kind::Records,
        Kind::Files,
    ];

    /// Its name, as its threads and the figures have it.
    fn name(self) -> &'static str {
        match self {
            Kind::Live => "live",
            Kind::Looks => "looks",
            Kind::Pages => "pages",
            Kind::Drawings => "drawings",
            Kind::Pictures => "pictures",
            Kind::Prints => "prints",
            Kind::Records => "records",
            Kind::Files => "files",
        }
    }

    /// How many threads do it with so many processors, and how many jobs of one owner may wait.
    fn share(self, processors: usize) -> (usize, usize) {
        match self {
            Kind::Live => (processors, 200),
            // Whoever has many connections may come back with all of them.
            Kind::Looks => (processors.div_ceil(2), 200),
            Kind::Pages => (processors, 30),
            Kind::Drawings => (processors.div_ceil(2), 100),
            Kind::Pictures => (processors.div_ceil(2), 16),
            Kind::Prints => (processors.div_ceil(2), 8),
            Kind::Records => (processors.div_ceil(4), 8),
            Kind::Files => (processors.div_ceil(2), 8),
        }
    }
}

/// How many turns, analyses and reviews of one owner may wait.
const MOST_TURNS: usize = 200;
const MOST_ANALYSES: usize = 8;
const MOST_REVIEWS: usize = 4;

/// Why work was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Undone {
    /// Too much is waiting.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// It broke, which the log tells.
    #[error("a job broke")]
    Broken,
}

/// The threads that work.
pub struct Workers {
    turns: Queue<Engine>,
    analyses: Arc<Queue<Engine>>,
    reviews: Queue<Engine>,
    plain: [Queue<()>; Kind::ALL.len()],
    /// The analyses that are being made, since when, and what stops them.
    analysing: Arc<Mutex<Vec<(Instant, Stop)>>>,
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
    pub fn start(library: Option<Arc<dyn Library>>, sharing: Sharing) -> std::io::Result<Workers> {
        let processors = thread::available_parallelism().map_or(1, |number| number.get());
        let most = |usual: usize| if sharing == Sharing::Fair { usual } else { usize::MAX };
        let engine = move || Engine::new(MEMORY).with_library(library.clone());
        let engines = |name, threads, usual| Queue::start(name, threads, most(usual), engine.clone());
        let mut plain = Vec::new();
        for kind in Kind::ALL {
            let (threads, usual) = kind.share(processors);
            plain.push(Queue::start(kind.name(), threads, most(usual), || ())?);
        }
        let analyses = Arc::new(engines("analyses", processors.div_ceil(2), MOST_ANALYSES)?);
        let analysing = Arc::default();
        let (queue, made) = (Arc::downgrade(&analyses), Arc::clone(&analysing));
        thread::Builder::new().name("fairness".to_owned()).spawn(move || keep_fair(&queue, &made))?;
        Ok(Workers {
            turns: engines("turns", processors, MOST_TURNS)?,
            analyses,
            reviews: engines("reviews", processors.div_ceil(4), MOST_REVIEWS)?,
            plain: plain.try_into().unwrap_or_else(|_| unreachable!("a queue for each kind")),
            analysing,
        })
    }

    /// Every queue by its name, and how many jobs wait in it.
    pub fn waiting(&self) -> Vec<(&'static str, usize)> {
        let engines = [&self.turns, &*self.analyses, &self.reviews].map(|queue| (queue.name(), queue.waiting()));
        engines.into_iter().chain(self.plain.iter().map(|queue| (queue.name(), queue.waiting()))).collect()
    }

    /// Does something that takes the processor for a while, beside the threads that answer, when it is its turn. It is
    /// left undone where nobody waits for it any more.
    ///
    /// # Errors
    /// When too much waits, or it broke.
    pub async fn work<T: Send + 'static>(
        &self,
        kind: Kind,
        owner: Owner,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let (reply, answer) = oneshot::channel();
        self.plain[kind as usize].push(owner, move |()| {
            if !reply.is_closed() {
                // Who has gone away meanwhile wants no answer.
                let _ = reply.send(work());
            }
        })?;
        answer.await.map_err(|_| Undone::Broken)
    }

    /// The turn that the engine plays; `time` is what its clock allows. Stops when nobody waits for the answer any more.
    ///
    /// # Errors
    /// When too many wait.
    pub fn choose(
        &self,
        owner: Owner,
        game: AnyGame,
        level: Level,
        time: Option<Duration>,
    ) -> Result<oneshot::Receiver<Turn>, Busy> {
        let (reply, answer) = oneshot::channel();
        let work = move |engine: &mut Engine| {
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
        self.turns.push(owner, work)?;
        Ok(answer)
    }

    /// A good turn of a position that is not over, and why it is one.
    ///
    /// # Errors
    /// When too many wait.
    pub fn hint(&self, owner: Owner, game: AnyGame) -> Result<oneshot::Receiver<Hint>, Busy> {
        let (reply, answer) = oneshot::channel();
        let work = move |engine: &mut Engine| {
            if reply.is_closed() {
                return;
            }
            let limits = Limits { time: Some(HINT_TIME), ..Limits::default() };
            let analysis = engine.analyse(&game, limits, 1, &Stop::default(), &mut |_| {}).unwrap_or_default();
            let best = analysis.lines.first().and_then(|line| line.turns.first());
            if let Some(turn) = best {
                let _ = reply.send(Hint::new(&game, turn));
            }
        };
        self.turns.push(owner, work)?;
        Ok(answer)
    }

    /// What a position is worth to the side to move, at a glance: enough to answer an offer.
    ///
    /// # Errors
    /// When too many wait.
    pub fn score(&self, owner: Owner, game: AnyGame) -> Result<oneshot::Receiver<Score>, Busy> {
        let (reply, answer) = oneshot::channel();
        let work = move |engine: &mut Engine| {
            let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
            let analysis = engine.analyse(&game, limits, 1, &Stop::default(), &mut |_| {}).unwrap_or_default();
            // Who sees nothing sees nothing better.
            let _ = reply.send(analysis.lines.first().map_or(Score::DRAW, |line| line.score));
        };
        self.turns.push(owner, work)?;
        Ok(answer)
    }

    /// Analyses a position: each finished depth comes through the channel until the limits are reached or the channel is
    /// closed.
    ///
    /// # Errors
    /// When too many wait.
    pub fn analyse(
        &self,
        owner: Owner,
        game: AnyGame,
        limits: Limits,
        lines: usize,
    ) -> Result<(mpsc::UnboundedReceiver<Analysis>, Stop), Busy> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let stop = Stop::default();
        let told = stop.clone();
        let made = Arc::clone(&self.analysing);
        let work = move |engine: &mut Engine| {
            lock(&made).push((Instant::now(), told.clone()));
            let mut progress = |analysis: &Analysis| {
                if sender.send(analysis.clone()).is_err() {
                    told.stop();
                }
            };
            if !told.is_stopped() {
                // A position with too many turns has no analysis; the channel closes.
                let _ = engine.analyse(&game, limits, lines, &told, &mut progress);
            }
            // What is stopped is not looked at again.
            told.stop();
            lock(&made).retain(|(_, stop)| !stop.is_stopped());
        };
        self.analyses.push(owner, work)?;
        Ok((receiver, stop))
    }

    /// Judges each turn of a game. What is told comes through the channel, until it is told to stop.
    ///
    /// # Errors
    /// When too many wait.
    pub fn review(&self, owner: Owner, game: AnyGame) -> Result<(mpsc::UnboundedReceiver<Judging>, Stop), Busy> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let stop = Stop::default();
        let told = stop.clone();
        let work = move |engine: &mut Engine| {
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
                    engine.review(&game, ReviewLimits { limits, lines: 1 }, &told, &mut progress).transpose()
            {
                // Whoever has gone away by now wants nothing more.
                let _ = sender.send(Judging::Judged(judged));
            }
        };
        self.reviews.push(owner, work)?;
        Ok((receiver, stop))
    }
}

/// Ends analyses that have had their time while others wait, for as long as there is a queue.
fn keep_fair(queue: &Weak<Queue<Engine>>, analysing: &Mutex<Vec<(Instant, Stop)>>) {
    while let Some(queue) = queue.upgrade() {
        if queue.waiting() > 0 {
            lock(analysing).iter().filter(|(began, _)| began.elapsed() > FAIR_TIME).for_each(|(_, stop)| stop.stop());
        }
        drop(queue);
        thread::sleep(LOOK);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
