//! Endings solved by several processes, on one machine or on many, each of which keeps its share of them.
//!
//! The numbers of an ending are dealt out ([`Partition`]). Whoever has a number goes through its turns, tells those who have the
//! positions behind them whence turns lead there, asks what positions of other endings are worth, and later tells those before
//! a position what has become of it. All this goes in rounds ([`Rounds`]) on timely dataflow, which packs, sends and tells when
//! all have all. What a process has of an ending is a file ([`TableShare`]), and what all have together is the file of a single process,
//! byte by byte ([`Shares`]).

mod hosts;
mod partition;
mod rounds;
mod share;
mod worker;

use crate::game::{MaterialLaw, MaterialSignature};
use crate::retro::SolveError;
use hosts::Greeting;
pub use hosts::Hosts;
use quirkat_rules::AnyRules;
pub use share::{JoinError, Shares};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use thiserror::Error;
use timely::WorkerConfig;
use timely::execute::execute_from;
use worker::{SharedState, Worker};

/// How the endings of a game are solved by several processes. All are given the same but for [`Hosts::ours`], the folder and the
/// memory.
pub struct ClusterSolver {
    /// The rules.
    pub rules: AnyRules,
    /// What endings are numbered by.
    pub law: Arc<MaterialLaw>,
    /// The game as people name it, for the files.
    pub title: String,
    /// How many pieces there are at most.
    pub max_pieces: u32,
    /// Where the shares of this process go; no other writes there.
    pub folder: PathBuf,
    /// The processes.
    pub hosts: Hosts,
    /// How many threads work in each process.
    pub threads: usize,
    /// The bytes of memory that this process may use.
    pub memory: u64,
    /// Whether to end the work; asked again and again.
    pub stop: Box<dyn Fn() -> bool + Send + Sync>,
    /// Hears how far the work has come.
    pub on_progress: Box<dyn Fn(ClusterProgress) + Send + Sync>,
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterProgress {
    /// So many other processes are there, of so many.
    Connected(usize, usize),
    /// So many of the numbers of an ending have been gone through, of so many.
    Exploring(MaterialSignature, usize, usize),
    /// What is decided in so many plies is told to those before it; `None` where what never ends is judged.
    Ply(MaterialSignature, Option<u16>),
    /// An ending is done.
    Finished(MaterialSignature),
}

/// Why endings were not solved by several processes.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// The hosts are not well named.
    #[error("{0}")]
    Hosts(String),
    /// The address of this process cannot be listened at.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// The address.
        address: String,
        /// Why.
        error: std::io::Error,
    },
    /// Another process was given something else to solve.
    #[error(
        "process {0} solves something else: all must be started by the same command, with the same hosts, of the same version"
    )]
    Differs(usize),
    /// An ending cannot be solved.
    #[error(transparent)]
    Ending(#[from] SolveError),
    /// Another process cannot go on, and says why.
    #[error("another process cannot go on: see what it says")]
    OtherProcess,
    /// One of the processes was told to stop.
    #[error("broken off")]
    Stopped,
    /// Another process is gone.
    #[error("another process has gone away")]
    Gone,
}

impl ClusterSolver {
    /// Waits for the other processes and solves all endings of which somebody has no share yet. Tells how many bytes this
    /// process has told others.
    ///
    /// # Errors
    /// When the work cannot be done, or was broken off; the same call goes on with the first ending that is not done.
    pub fn solve(self) -> Result<u64, ClusterError> {
        let signatures = self.law.signatures(self.max_pieces);
        let task = format!("{}\n{}\n{}\n{}", env!("CARGO_PKG_VERSION"), self.title, self.law.text(), self.max_pieces);
        let greeting = Greeting::new(&self.hosts, self.threads, &task);
        let met = |met: usize| (self.on_progress)(ClusterProgress::Connected(met, self.hosts.count() - 1));
        let (builders, guard) = self.hosts.connect(greeting, &self.stop, &met)?;
        let sent = Arc::new(AtomicU64::new(0));
        let (job, store, told) = (Arc::new(self), Arc::new(SharedState::default()), Arc::clone(&sent));
        let work = move |timely: &mut timely::worker::Worker| {
            let mut worker = Worker::new(&job, &store, timely);
            let worked = signatures.iter().try_for_each(|&signature| worker.ending(signature));
            told.fetch_add(worker.sent(), Relaxed);
            worked
        };
        // What carries messages panics when another process dies, which is how those that wait for it learn of that.
        let run = || {
            let guards = execute_from(builders, guard, WorkerConfig::default(), work).map_err(ClusterError::Hosts)?;
            let results: Result<Vec<_>, _> = guards.join().into_iter().collect();
            results.map_err(|_| ClusterError::Gone)
        };
        let results: Vec<Result<(), ClusterError>> =
            catch_unwind(AssertUnwindSafe(run)).unwrap_or(Err(ClusterError::Gone))?;
        // Of several reasons the one that others only hear of is told.
        let reasons = results.into_iter().filter_map(Result::err);
        match reasons.min_by_key(|reason| matches!(reason, ClusterError::OtherProcess)) {
            Some(reason) => Err(reason),
            None => Ok(sent.load(Relaxed)),
        }
    }
}
