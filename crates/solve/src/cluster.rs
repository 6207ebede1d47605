//! Material solved by several processes, on one machine or on several; each process keeps its share of the tables.
//!
//! The numbers of an index are partitioned ([`Partition`]). The owner of a number generates the moves of its position,
//! sends each move to the owner of the position behind it, requests values from the owners of other tables, and later
//! sends its own value to the predecessors. All messages go in rounds ([`Rounds`]) on timely dataflow, which packs and
//! sends them and detects the end of a round. A process writes its part of a table as a file ([`TableShare`]); the
//! shares of all processes together make the same file that a single process makes, byte by byte ([`Shares`]).

mod hosts;
mod partition;
mod rounds;
mod share;
mod worker;

use crate::game::{MaterialLaw, MaterialSignature};
use crate::job::Resources;
use crate::retro::{MaterialSolver, SolveError};
use crate::value::Metric;
use hosts::Greeting;
pub use hosts::Hosts;
use quirkat_rules::AnyRules;
pub use share::{JoinError, Shares};
use share::{ShareId, TableShare};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use thiserror::Error;
use timely::WorkerConfig;
use timely::execute::execute_from;
use worker::{SharedState, Worker};

/// Solver of a game's material by several processes. All processes get the same values, except for [`Hosts::local`],
/// the folder and the memory.
pub struct ClusterSolver {
    /// Rules of the game, by which moves are generated.
    pub rules: AnyRules,
    /// Law by which positions are indexed.
    pub law: Arc<MaterialLaw>,
    /// Title of the game, for the files.
    pub title: String,
    /// Maximum number of pieces of a position, pieces in hand included.
    pub max_pieces: u32,
    /// Folder of this process's shares. No other process may write there.
    pub folder: PathBuf,
    /// Addresses of all processes, and which of them this process is.
    pub hosts: Hosts,
    /// Number of threads in each process.
    pub threads: usize,
    /// Bytes of memory that this process may use.
    pub memory: u64,
    /// Returns whether to stop; called at every agreement of the workers.
    pub stop: Box<dyn Fn() -> bool + Send + Sync>,
    /// Callback for progress. Several threads may call it.
    pub on_progress: Box<dyn Fn(ClusterProgress) + Send + Sync>,
}

/// Progress of the work of a cluster, as one process reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterProgress {
    /// Number of other processes that are connected, and number of all other processes.
    Connected(usize, usize),
    /// Number of positions of a signature whose moves were generated, and number of all.
    Exploring(MaterialSignature, usize, usize),
    /// Ply of the retrograde analysis; `None` in the phases without plies.
    Ply(MaterialSignature, Option<u16>),
    /// Signature whose table is complete.
    Finished(MaterialSignature),
}

/// Reason why a cluster did not solve its material.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// The list of hosts is invalid.
    #[error("{0}")]
    Hosts(String),
    /// The process cannot listen at its own address.
    #[error("cannot listen at {address}")]
    Listen {
        /// Address of this process.
        address: String,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// Another process has a different task.
    #[error(
        "process {0} solves something else: all must be started by the same command, with the same hosts, of the same version"
    )]
    Differs(usize),
    /// The material cannot be solved.
    #[error(transparent)]
    Ending(#[from] SolveError),
    /// Another process failed; its own message names the reason.
    #[error("another process failed; its own message has the reason")]
    OtherProcess,
    /// One of the processes received the request to stop.
    #[error("broken off")]
    Stopped,
    /// The connection to another process was lost.
    #[error("another process has gone away")]
    Gone,
}

impl ClusterSolver {
    /// Returns the number of signatures of which this process has no share, and what its shares of them take.
    ///
    /// # Errors
    /// When the material cannot be solved.
    pub fn missing(&self) -> Result<(usize, Resources), SolveError> {
        let ClusterSolver { rules, law, title, folder, hosts, threads, memory, stop, .. } = self;
        let mut signatures = law.signatures(self.max_pieces);
        signatures.retain(|signature| !TableShare::exists(self.share_id(), folder, signature));
        let (metric, threads, memory) = (Metric::Dtw, *threads, *memory);
        let alone = MaterialSolver { rules, law, title, folder, metric, threads, memory, stop };
        let Resources { memory, disk, scratch } = alone.resources(&signatures)?;
        let [memory, disk, scratch] = [memory, disk, scratch].map(|bytes| bytes.div_ceil(hosts.count() as u64));
        Ok((signatures.len(), Resources { memory, disk, scratch }))
    }

    /// Returns the share of this process.
    fn share_id(&self) -> ShareId {
        ShareId { process: self.hosts.local(), of: self.hosts.count() }
    }

    /// Waits for the other processes and solves all material that is missing from a share of some process. Returns the
    /// number of bytes that this process sent to others.
    ///
    /// # Errors
    /// When the work fails or was interrupted. The same call resumes with the first incomplete table.
    pub fn solve(self) -> Result<u64, ClusterError> {
        let signatures = self.law.signatures(self.max_pieces);
        let task = format!("{}\n{}\n{}\n{}", env!("CARGO_PKG_VERSION"), self.title, self.law.text(), self.max_pieces);
        let greeting = Greeting::new(&self.hosts, self.threads, &task);
        let met = |met: usize| (self.on_progress)(ClusterProgress::Connected(met, self.hosts.count() - 1));
        let (builders, guard) = self.hosts.connect(greeting, &self.stop, &met)?;
        let sent = Arc::new(AtomicU64::new(0));
        let (job, store, sent_bytes) = (Arc::new(self), Arc::new(SharedState::default()), Arc::clone(&sent));
        let work = move |timely: &mut timely::worker::Worker| {
            let mut worker = Worker::new(&job, &store, timely);
            let worked = signatures.iter().try_for_each(|&signature| worker.ending(signature));
            sent_bytes.fetch_add(worker.sent(), Relaxed);
            worked
        };
        // Timely panics when another process dies; the panic is how a waiting process notices.
        let run = || {
            let guards = execute_from(builders, guard, WorkerConfig::default(), work).map_err(ClusterError::Hosts)?;
            let results: Result<Vec<_>, _> = guards.join().into_iter().collect();
            results.map_err(|_| ClusterError::Gone)
        };
        let results: Vec<Result<(), ClusterError>> =
            catch_unwind(AssertUnwindSafe(run)).unwrap_or(Err(ClusterError::Gone))?;
        // Prefers the original reason to its echoes from other processes.
        let reasons = results.into_iter().filter_map(Result::err);
        match reasons.min_by_key(|reason| matches!(reason, ClusterError::OtherProcess)) {
            Some(reason) => Err(reason),
            None => Ok(sent.load(Relaxed)),
        }
    }
}
