//! The engine's turn, shown hop by hop, so that a person sees what happened.

use quirkat_rules::mid_turn::{CapturedFate, captures_mid_turn, setup_mid_turn};
use quirkat_rules::{Point, Progress, Setup, Turn};
use std::time::{Duration, Instant};

/// How long the piece rests on each point.
const REST: Duration = Duration::from_millis(400);

/// A turn on its way.
#[derive(Clone, Debug)]
pub struct Replay {
    before: Setup,
    turn: Turn,
    becomes: CapturedFate,
    hops: usize,
    until: Instant,
}

impl Replay {
    /// Begins to show a turn that was made in this position.
    pub fn new(before: Setup, turn: Turn, becomes: CapturedFate, now: Instant) -> Replay {
        Replay { before, turn, becomes, hops: 0, until: now + REST }
    }

    /// The same a moment later; `None` when the piece has arrived.
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

    /// How far the turn has come: men from the hand enter with its start, and what is taken off goes when it is over.
    fn progress(&self) -> Progress {
        Progress { drops: self.turn.drops.len(), path: self.way().len(), ..Progress::default() }
    }

    /// What stands where at this moment.
    pub fn setup(&self) -> Setup {
        setup_mid_turn(&self.before, &self.turn, self.progress(), self.becomes)
    }

    /// The way so far.
    pub fn way(&self) -> &[Point] {
        &self.turn.path[..self.turn.path.len().min(self.hops + 1)]
    }

    /// What was taken so far, a huffed piece among them.
    pub fn taken(&self) -> impl Iterator<Item = Point> {
        self.turn.huff.into_iter().chain(captures_mid_turn(&self.turn, self.progress()))
    }
}
