//! Limits of a search, and the flag that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of a search. It ends at the first that is reached; without any, it runs until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time. A search exceeds it by at most 50 ms.
    pub time: Option<Duration>,
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Visited nodes, of all threads together.
    pub nodes: Option<u64>,
}

/// A flag that stops a running search, from another thread or from a signal handler. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to return its result so far.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
