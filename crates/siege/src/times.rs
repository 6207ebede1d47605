//! Measured times and their summary.

use serde::Serialize;
use std::time::Duration;

/// Times of one kind of request.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Times(Vec<Duration>);

/// Summary of times, in milliseconds.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct Summary {
    /// Number of requests.
    pub count: usize,
    /// Median.
    pub median: f64,
    /// 99th percentile.
    pub p99: f64,
    /// Longest.
    pub max: f64,
}

impl Times {
    /// Adds a time.
    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Returns the median, the 99th percentile and the longest time.
    pub fn summary(&self) -> Summary {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let at = |share: f64| {
            let rank = (share * sorted.len() as f64).ceil() as usize;
            sorted.get(rank.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
        };
        Summary { count: sorted.len(), median: at(0.5), p99: at(0.99), max: at(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summarised_by_rank() {
        let mut times = Times::default();
        assert_eq!(times.summary(), Summary::default());
        (1..=200).rev().for_each(|ms| times.push(Duration::from_millis(ms)));
        assert_eq!(times.summary(), Summary { count: 200, median: 100.0, p99: 198.0, max: 200.0 });
    }
}
