//! How long the engine may think, as it is said on the command line.

use super::{number, read_time};
use clap::Args;
use quirkat_search::Limits;
use std::time::Duration;

/// The limits of a search.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArguments {
    /// How long to think about a position: 1s, 500ms, 2m [default: 1s if no other limit is given]
    #[arg(long, value_parser = read_time)]
    time: Option<Duration>,
    /// How many turns to look ahead
    #[arg(long, value_parser = number::<u32>(1..=100), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// How many positions to visit
    #[arg(long, value_parser = number::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl LimitArguments {
    /// The limits that were given, or a second.
    pub fn limits(&self) -> Limits {
        let limits = Limits { time: self.time, depth: self.depth, nodes: self.nodes };
        if limits == Limits::default() { Limits { time: Some(Duration::from_secs(1)), ..limits } } else { limits }
    }
}
