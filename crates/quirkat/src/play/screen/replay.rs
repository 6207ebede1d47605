//! Animation of the engine's move, hop by hop.

use quirkat_rules::mid_turn::{CapturedFate, captures_mid_turn, setup_mid_turn};
use quirkat_rules::{Point, Progress, Setup, Turn};
use std::time::{Duration, Instant};

/// Time that the piece rests on each point.
const REST: Duration = Duration::from_millis(400);

/// A move being animated.
#[derive(Clone, Debug)]
pub struct Replay {
    before: Setup,
    turn: Turn,
    becomes: CapturedFate,
    hops: usize,
    until: Instant,
}

impl Replay {
    /// Starts the animation of a move from a position.
    pub fn new(before: Setup, turn: Turn, becomes: CapturedFate, now: Instant) -> Replay {
        Replay { before, turn, becomes, hops: 0, until: now + REST }
    }

    /// Returns the animation at a later time, or `None` when it has finished.
    pub fn at(mut self, now: Instant) -> Option<Replay> {
        while now >= self.until {
            self.hops += 1;
            self.until += REST;
            if self.hops + 1 >= self.turn.path.len() {
                return None;
            }
        }
        Some(self)
    }

    /// Returns the progress: drops happen at the start, removals at the end.
    fn progress(&self) -> Progress {
        Progress { drops: self.turn.drops.len(), path: self.path().len(), ..Progress::default() }
    }

    /// Returns the position at this moment.
    pub fn setup(&self) -> Setup {
        setup_mid_turn(&self.before, &self.turn, self.progress(), self.becomes)
    }

    /// Returns the path so far.
    pub fn path(&self) -> &[Point] {
        &self.turn.path[..self.turn.path.len().min(self.hops + 1)]
    }

    /// Returns the points of captured pieces so far, including a huffed one.
    pub fn taken(&self) -> impl Iterator<Item = Point> {
        self.turn.huff.into_iter().chain(captures_mid_turn(&self.turn, self.progress()))
    }
}
