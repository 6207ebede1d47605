//! Limits of the engine on the command line.

use super::{number, read_time};
use clap::Args;
use quirkat_search::Limits;
use std::time::Duration;

/// The limits of a search.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArguments {
    /// Time per position: 1s, 500ms, 2m [default: 1s if no other limit is given]
    #[arg(long, value_parser = read_time)]
    time: Option<Duration>,
    /// Depth in plies
    #[arg(long, value_parser = number::<u32>(1..=100), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Number of nodes
    #[arg(long, value_parser = number::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl LimitArguments {
    /// Returns the given limits, or one second.
    pub fn limits(&self) -> Limits {
        let limits = Limits { time: self.time, depth: self.depth, nodes: self.nodes };
        if limits == Limits::default() { Limits { time: Some(Duration::from_secs(1)), ..limits } } else { limits }
    }
}
