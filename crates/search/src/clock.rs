//! What tells a search how late it is.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// A clock that a search looks at now and then. Where a build has no operating system to ask, its host gives another than
/// [`SystemClock`].
pub trait Clock: Debug + Send + Sync {
    /// The time since some moment that is always the same.
    fn now(&self) -> Duration;
}

/// The operating system's clock, which is never set back.
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
