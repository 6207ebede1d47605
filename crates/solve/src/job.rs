//! What a job takes, and how it ends.

/// How a job ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Run {
    /// It is complete.
    Done,
    /// It was told to stop before.
    Interrupted,
}

impl Run {
    /// Returns whether the job is complete.
    pub fn is_done(self) -> bool {
        self == Run::Done
    }
}

/// Memory and disk space that a job takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// Bytes of memory, of the largest table.
    pub memory: u64,
    /// Bytes on the disk of all tables before they are compressed; up to twice as many where games take more than 250 plies.
    pub disk: u64,
    /// Further bytes on the disk while the largest table is solved.
    pub scratch: u64,
}
