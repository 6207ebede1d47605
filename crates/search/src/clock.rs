//! The clock of a search.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// A clock that a search reads now and then. Builds without an operating system need one of the host's instead of
/// [`SystemClock`].
pub trait Clock: Debug + Send + Sync {
    /// Returns the time since an arbitrary moment, always the same one. It never goes back.
    fn now(&self) -> Duration;
}

/// The monotonic clock of the operating system.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
