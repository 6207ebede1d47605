//! Worker threads for everything that takes the processor, with a bounded queue for each kind of work.
//!
//! Each kind has threads of its own, so that an analysis never delays a game, a review never delays an analysis, and a
//! picture never delays a page. Within a kind, [clients are served in turn, and none holds all threads](crate::queue).

use crate::client::ClientAddr;
use crate::errors::Problem;
use crate::queue::{ClientQuota, JobLength, JobQueue, QueueFull};
use quirkat_explore::{choose_turn, find_hint, review_game};
use quirkat_play::{Hint, OwnGame};
use quirkat_rules::{AnyGame, TooManyTurns, Turn};
use quirkat_search::{Analysis, Engine, Level, Library, Limits, Random, Review, Score, Stop};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

/// Memory of the transposition table of each engine that plays, in MiB.
const PLAYER_MEMORY: usize = 32;
/// Memory of the transposition table of each engine that analyses or reviews, in MiB.
const ANALYST_MEMORY: usize = 16;
/// Time for the evaluation that answers an offer.
const SCORE_TIME: Duration = Duration::from_millis(300);
/// Time after which an analysis ends if another one is waiting.
const CONTENDED_ANALYSIS_TIME: Duration = Duration::from_secs(5);
/// Interval at which long analyses are looked for.
const FAIRNESS_INTERVAL: Duration = Duration::from_millis(250);

/// Whether the limits per client apply: connections, pending jobs and request rates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClientLimits {
    /// Every client is limited, so that no client can slow the server down for the others.
    #[default]
    Enforced,
    /// No client is limited: for a private server and for load tests.
    Disabled,
}

/// A kind of work without an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// Judging and replaying events of live games.
    Live,
    /// Whole live games, as a page or program receives them when it connects.
    Snapshots,
    /// Stored games being replayed.
    Loads,
    /// Pages and positions that visitors try out.
    Pages,
    /// SVG drawings of boards and positions.
    Drawings,
    /// PNG pictures of positions, which take much longer.
    Pictures,
    /// Printable boards, leaflets and books.
    Prints,
    /// Game records being read or written.
    Records,
    /// Game files of visitors being checked or read.
    Files,
    /// Answers being compressed.
    Compression,
}

impl JobKind {
    const ALL: [JobKind; 10] = [
        JobKind::Live,
        JobKind::Snapshots,
        JobKind::Loads,
        JobKind::Pages,
        JobKind::Drawings,
        JobKind::Pictures,
        JobKind::Prints,
        JobKind::Records,
        JobKind::Files,
        JobKind::Compression,
    ];

    /// Returns the name of its threads and the value of the metrics' label `queue`.
    fn name(self) -> &'static str {
        match self {
            JobKind::Live => "live",
            JobKind::Snapshots => "looks",
            JobKind::Loads => "loads",
            JobKind::Pages => "pages",
            JobKind::Drawings => "drawings",
            JobKind::Pictures => "pictures",
            JobKind::Prints => "prints",
            JobKind::Records => "records",
            JobKind::Files => "files",
            JobKind::Compression => "compression",
        }
    }

    /// Returns the number of threads on a machine with `processors` processors, and the maximum pending jobs per client.
    fn capacity(self, processors: usize) -> (usize, usize) {
        let (threads, max_pending) = match self {
            JobKind::Live => (processors, 200),
            // A client with many connections may reconnect all of them at once.
            JobKind::Snapshots => (processors.div_ceil(2), 200),
            JobKind::Loads => (processors, 200),
            JobKind::Pages => (processors, 30),
            JobKind::Drawings => (processors.div_ceil(2), 100),
            JobKind::Pictures => (processors.div_ceil(2), 16),
            JobKind::Prints => (processors.div_ceil(2), 8),
            JobKind::Records => (processors.div_ceil(4), 8),
            JobKind::Files => (processors.div_ceil(2), 8),
            JobKind::Compression => (processors.div_ceil(2), 100),
        };
        (threads.max(MIN_THREADS), max_pending)
    }
}

/// Minimum threads of a kind of work, so that one client, or one long job, leaves a thread to others.
const MIN_THREADS: usize = 2;
/// Number of moves up to which a game counts as quickly reviewed.
const SHORT_GAME: usize = 20;
/// Maximum pending engine moves, hints and evaluations per client.
const MAX_MOVES: usize = 200;
/// Maximum pending analyses per client.
const MAX_ANALYSES: usize = 8;
/// Maximum pending reviews per client.
const MAX_REVIEWS: usize = 4;

/// Reason why a job has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum JobError {
    /// Its queue was full and rejected it.
    #[error(transparent)]
    QueueFull(#[from] QueueFull),
    /// It panicked; the log says so.
    #[error("a job panicked")]
    Panicked,
}

impl From<JobError> for Problem {
    fn from(error: JobError) -> Self {
        match error {
            JobError::QueueFull(QueueFull(scope)) => scope.into(),
            JobError::Panicked => Problem::Internal,
        }
    }
}

impl From<QueueFull> for Problem {
    fn from(error: QueueFull) -> Self {
        JobError::QueueFull(error).into()
    }
}

/// The worker threads of a server.
pub struct Workers {
    moves: JobQueue<Engine>,
    analyses: Arc<JobQueue<Engine>>,
    reviews: JobQueue<Engine>,
    plain: [JobQueue<()>; JobKind::ALL.len()],
    /// Running analyses: start time, and the handle that stops each.
    running: Arc<Mutex<Vec<(Instant, Stop)>>>,
}

/// A message about the progress of a review.
#[derive(Debug)]
pub enum ReviewEvent {
    /// Number of moves that are still to be judged.
    Progress(usize),
    /// The result; no event follows.
    Finished(Result<Review, TooManyTurns>),
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Workers")
    }
}

impl Workers {
    /// Starts threads in proportion to the processors. Engines probe the tables of `library`.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(library: Option<Arc<dyn Library>>, limits: ClientLimits) -> std::io::Result<Workers> {
        let processors = thread::available_parallelism().map_or(1, |number| number.get());
        let quota = |max_pending: usize| match limits {
            ClientLimits::Enforced => ClientQuota { max_pending, shares_threads: true },
            ClientLimits::Disabled => ClientQuota { max_pending: usize::MAX, shares_threads: false },
        };
        let engines = |name, threads: usize, max, memory| {
            let library = library.clone();
            let engine = move || Engine::new(memory).with_library(library.clone());
            JobQueue::start(name, threads.max(MIN_THREADS), quota(max), engine)
        };
        let mut plain = Vec::new();
        for kind in JobKind::ALL {
            let (threads, max) = kind.capacity(processors);
            plain.push(JobQueue::start(kind.name(), threads, quota(max), || ())?);
        }
        let analyses = Arc::new(engines("analyses", processors.div_ceil(2), MAX_ANALYSES, ANALYST_MEMORY)?);
        let running = Arc::default();
        let (queue, watched) = (Arc::downgrade(&analyses), Arc::clone(&running));
        thread::Builder::new().name("fairness".to_owned()).spawn(move || stop_long_analyses(&queue, &watched))?;
        Ok(Workers {
            moves: engines("turns", processors, MAX_MOVES, PLAYER_MEMORY)?,
            analyses,
            reviews: engines("reviews", processors.div_ceil(4), MAX_REVIEWS, ANALYST_MEMORY)?,
            plain: plain.try_into().unwrap_or_else(|_| unreachable!("one queue for each kind")),
            running,
        })
    }

    /// Returns the name of each queue and its number of pending jobs.
    pub fn pending(&self) -> Vec<(&'static str, usize)> {
        let engines = [&self.moves, &*self.analyses, &self.reviews].map(|queue| (queue.name(), queue.pending()));
        engines.into_iter().chain(self.plain.iter().map(|queue| (queue.name(), queue.pending()))).collect()
    }

    /// Runs a job on a worker thread and waits for its result. Skips the job if the caller has stopped waiting by then.
    ///
    /// # Errors
    /// When the queue is full or the job panics.
    pub async fn work<T: Send + 'static>(
        &self,
        kind: JobKind,
        client: ClientAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JobError> {
        self.work_for(kind, JobLength::Short, client, work).await
    }

    /// Runs a job of the given length, as [`work`](Self::work) does.
    ///
    /// # Errors
    /// When the queue is full or the job panics.
    pub async fn work_for<T: Send + 'static>(
        &self,
        kind: JobKind,
        length: JobLength,
        client: ClientAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JobError> {
        let (reply, result) = oneshot::channel();
        self.plain[kind as usize].push(client, length, move |()| {
            if !reply.is_closed() {
                // The caller may have stopped waiting meanwhile.
                let _ = reply.send(work());
            }
        })?;
        result.await.map_err(|_| JobError::Panicked)
    }

    /// Chooses the engine's move within `time`, which is what its clock allows. Skips the search if the caller has stopped
    /// waiting by then.
    ///
    /// # Errors
    /// When the queue is full.
    pub fn choose(
        &self,
        client: ClientAddr,
        game: AnyGame,
        level: Level,
        time: Option<Duration>,
    ) -> Result<oneshot::Receiver<Turn>, QueueFull> {
        let (reply, result) = oneshot::channel();
        let length = game_length(&game);
        let job = move |engine: &mut Engine| {
            if reply.is_closed() {
                return;
            }
            let mut rng = Random::with_seed(fastrand::u64(..));
            if let Some(turn) = choose_turn(engine, &game, level, time, &mut rng) {
                let _ = reply.send(turn);
            }
        };
        self.moves.push(client, length, job)?;
        Ok(result)
    }

    /// Finds a good move and the reason for it, in a position of a game that is not over.
    ///
    /// # Errors
    /// When the queue is full.
    pub fn hint(&self, client: ClientAddr, game: AnyGame) -> Result<oneshot::Receiver<Hint>, QueueFull> {
        let (reply, result) = oneshot::channel();
        let length = game_length(&game);
        let job = move |engine: &mut Engine| {
            if reply.is_closed() {
                return;
            }
            if let Some(hint) = find_hint(engine, &game) {
                let _ = reply.send(hint);
            }
        };
        self.moves.push(client, length, job)?;
        Ok(result)
    }

    /// Scores a position for the side to move by a short search, which is enough to answer an offer.
    ///
    /// # Errors
    /// When the queue is full.
    pub fn score(&self, client: ClientAddr, game: AnyGame) -> Result<oneshot::Receiver<Score>, QueueFull> {
        let (reply, result) = oneshot::channel();
        let length = game_length(&game);
        let job = move |engine: &mut Engine| {
            let limits = Limits { time: Some(SCORE_TIME), ..Limits::default() };
            let analysis = engine.analyse(&game, limits, 1, &Stop::default(), &mut |_| {}).unwrap_or_default();
            // Without a line there is no reason to prefer either side.
            let _ = reply.send(analysis.lines.first().map_or(Score::DRAW, |line| line.score));
        };
        self.moves.push(client, length, job)?;
        Ok(result)
    }

    /// Analyses a position. The channel receives every finished depth until the limits are reached; dropping the receiver
    /// stops the search.
    ///
    /// # Errors
    /// When the queue is full.
    pub fn analyse(
        &self,
        client: ClientAddr,
        game: AnyGame,
        limits: Limits,
        lines: usize,
    ) -> Result<(mpsc::UnboundedReceiver<Analysis>, Stop), QueueFull> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let stop = Stop::default();
        let own_stop = stop.clone();
        let running = Arc::clone(&self.running);
        let job = move |engine: &mut Engine| {
            lock(&running).push((Instant::now(), own_stop.clone()));
            let mut progress = |analysis: &Analysis| {
                if sender.send(analysis.clone()).is_err() {
                    own_stop.stop();
                }
            };
            if !own_stop.is_stopped() {
                // A position with too many moves has no analysis: the channel closes without one.
                let _ = engine.analyse(&game, limits, lines, &own_stop, &mut progress);
            }
            // Marks the entry as finished; all such entries are removed.
            own_stop.stop();
            lock(&running).retain(|(_, stop)| !stop.is_stopped());
        };
        self.analyses.push(client, JobLength::Long, job)?;
        Ok((receiver, stop))
    }

    /// Reviews every move of a game. The channel receives the progress and then the result.
    ///
    /// # Errors
    /// When the queue is full.
    pub fn review(
        &self,
        client: ClientAddr,
        game: AnyGame,
    ) -> Result<(mpsc::UnboundedReceiver<ReviewEvent>, Stop), QueueFull> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let stop = Stop::default();
        let own_stop = stop.clone();
        let length = if game.history().len() > SHORT_GAME { JobLength::Long } else { game_length(&game) };
        let job = move |engine: &mut Engine| {
            let mut progress = |left| {
                if sender.send(ReviewEvent::Progress(left)).is_err() {
                    own_stop.stop();
                }
            };
            if !own_stop.is_stopped()
                && let Some(review) = review_game(engine, &game, &own_stop, &mut progress).transpose()
            {
                // The caller may have stopped waiting meanwhile.
                let _ = sender.send(ReviewEvent::Finished(review));
            }
        };
        self.reviews.push(client, length, job)?;
        Ok((receiver, stop))
    }
}

/// Returns the length of a job that generates moves of a game. Games of visitors' own files and with house rules may take a
/// thousand times as long as published ones, so they leave a thread to these.
pub fn job_length(title: &str, rules: &[String]) -> JobLength {
    let id = title.split(':').next().unwrap_or_default();
    if rules.is_empty() && !OwnGame::is_name(id) { JobLength::Short } else { JobLength::Long }
}

/// Returns the [`job_length`] of a job by the rules of a game.
fn game_length(game: &AnyGame) -> JobLength {
    job_length(&game.ruleset().title(), &game.ruleset().house_rule_texts())
}

/// Ends analyses that have used their time while others are pending, for as long as the queue exists.
fn stop_long_analyses(queue: &Weak<JobQueue<Engine>>, running: &Mutex<Vec<(Instant, Stop)>>) {
    while let Some(queue) = queue.upgrade() {
        if queue.pending() > 0 {
            let has_used_its_time = |(started, _): &&(Instant, Stop)| started.elapsed() > CONTENDED_ANALYSIS_TIME;
            lock(running).iter().filter(has_used_its_time).for_each(|(_, stop)| stop.stop());
        }
        drop(queue);
        thread::sleep(FAIRNESS_INTERVAL);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
