//! Training: games that an engine plays against itself, and a network that learns from them what positions are worth.
//!
//! Nothing here reads a clock or a file, and every number follows from the seed: whoever keeps the samples can go on after
//! any game, on any number of threads, and gets the same network.

mod fit;
mod games;
mod model;
mod sample;

pub use fit::{Epoch, Fit};
pub use games::SelfPlay;
#[cfg(test)]
pub(crate) use model::Model;
pub use sample::{Sample, SampleError};
