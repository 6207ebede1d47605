//! Levels of play, from a beginner's to the engine's best.
//!
//! Weaker levels look less far ahead, overlook turns, and misjudge what they see. They err as people do: what is far from
//! the last turn is overlooked sooner, a capture seldom, and no turn is ever illegal.

use crate::chance::{Random, index, share};
use crate::limits::Limits;
use quirkat_rules::{AnyGame, Board, Point, Turn};
use rand_core::RngCore;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How well the engine plays: from 1, a beginner, to 10, as well as it can, and then by tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const BEST: Level = Level(10);

    /// As well as can be, where tables hold the position: what it is worth is kept, wins are the quickest and losses the
    /// slowest that there are. Without tables, and where they do not hold the position, it is [`Level::BEST`].
    pub const PERFECT: Level = Level(11);

    /// The level of this number, from 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// The level's number; none for the perfect one.
    pub fn number(self) -> Option<u8> {
        (self != Level::PERFECT).then_some(self.0)
    }
}

/// The word for the perfect level.
const PERFECT: &str = "perfect";

/// A text that names no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("allowed: 1 to 10, {PERFECT}")]
pub struct NoLevel;

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Level, NoLevel> {
        match text {
            PERFECT => Ok(Level::PERFECT),
            _ => text.parse().ok().and_then(Level::new).ok_or(NoLevel),
        }
    }
}

impl fmt::Display for Level {
    /// The number, or `perfect`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => number.fmt(f),
            None => f.write_str(PERFECT),
        }
    }
}

/// What a level below the best can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skill {
    /// How many positions it looks at for a turn.
    nodes: u64,
    /// The chance that it overlooks a turn far from the last one.
    overlooks: f64,
    /// How far it misjudges a position, in hundredths of a man: the spread of a bell curve.
    pub misjudges: i32,
}

const SKILLS: [Skill; 9] = [
    Skill { nodes: 30, overlooks: 0.4, misjudges: 85 },
    Skill { nodes: 80, overlooks: 0.28, misjudges: 58 },
    Skill { nodes: 150, overlooks: 0.2, misjudges: 42 },
    Skill { nodes: 280, overlooks: 0.135, misjudges: 31 },
    Skill { nodes: 500, overlooks: 0.095, misjudges: 23 },
    Skill { nodes: 1_000, overlooks: 0.06, misjudges: 16 },
    Skill { nodes: 2_200, overlooks: 0.03, misjudges: 10 },
    Skill { nodes: 5_000, overlooks: 0.012, misjudges: 5 },
    Skill { nodes: 14_000, overlooks: 0.0, misjudges: 0 },
];

impl Skill {
    /// The skill of a level; `None` is the best that the engine can do.
    pub fn of(level: Level) -> Option<&'static Skill> {
        SKILLS.get(usize::from(level.0) - 1)
    }

    /// The limits of a search at this level.
    pub fn limit(&self, limits: Limits) -> Limits {
        Limits { nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))), ..limits }
    }

    /// The turns that somebody sees who overlooks some of them, at least one of those that there are; in any order, since
    /// the first of several equals is played.
    pub fn seen(&self, game: &AnyGame, mut turns: Vec<Turn>, rng: &mut dyn RngCore) -> Vec<Turn> {
        for number in (1..turns.len()).rev() {
            turns.swap(number, index(rng, number + 1));
        }
        let board = &game.ruleset().board;
        let attention = game.history().last().and_then(|turn| turn.ends()).map(|(_, to)| to);
        let mut sees = |turn: &Turn| share(rng) >= self.chance_to_overlook(board, attention, turn);
        let seen: Vec<Turn> = turns.iter().filter(|turn| sees(turn)).cloned().collect();
        if seen.is_empty() { turns } else { seen }
    }

    fn chance_to_overlook(&self, board: &Board, attention: Option<Point>, turn: &Turn) -> f64 {
        if turn.captures.len() == 1 {
            return self.overlooks / 4.0;
        }
        let near = |point: Point| {
            attention.is_some_and(|at| {
                let (a, b) = (board.place(at), board.place(point));
                (a.x - b.x).abs().max((a.y - b.y).abs()) <= 1
            })
        };
        let noticed = turn.ends().is_some_and(|(from, to)| near(from) || near(to));
        if noticed { self.overlooks / 2.0 } else { self.overlooks }
    }
}

/// What a position is misjudged by, always the same: from a bell curve with a spread of about one hundred.
pub(crate) fn misjudgement(key: u64) -> i32 {
    // Four throws together have a spread of one hundred.
    const THROW: i32 = 173;
    let mut random = Random::with_seed(key);
    (0..4).map(|_| index(&mut random, THROW as usize) as i32 - THROW / 2).sum()
}
