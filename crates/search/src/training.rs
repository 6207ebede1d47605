//! Training: games that an engine plays against itself, and patterns that are learned from them what positions are worth.
//!
//! Nothing here reads a clock or a file, and every number follows from the seed: whoever keeps the samples can go on after
//! any game, on any number of threads, and gets the same patterns.

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
