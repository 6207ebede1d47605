//! Training of pattern weights: self-play gives samples, and a trainer fits weights to them.
//!
//! Nothing here reads a clock or a file. Every number follows from the seeds: a caller that stores the samples can
//! resume after any game, on any number of threads, and gets the same weights.

mod games;
mod learner;
mod network;
mod sample;
mod trainer;

pub use games::SelfPlay;
#[cfg(test)]
pub(crate) use learner::Learner;
pub use sample::{Sample, SampleError};
pub use trainer::{EpochReport, Trainer};
