//! Levels of play, from a beginner's to the engine's best.
//!
//! A level below the best is a skill, by the game. The less of it, the less far is looked ahead, the more turns are overlooked
//! and the more is misjudged. One errs as people do: what is far from the last turn is overlooked sooner, a capture seldom, and
//! no turn is ever illegal.

mod skill;
mod weakness;

pub use skill::{ParseSkillError, Skill};
use weakness::Weakness;
pub(crate) use weakness::misjudgement;

use quirkat_rules::Ruleset;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How well the engine plays: from 1, a beginner, to 10, as well as it can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The strongest level. Where tables hold the position, what it is worth is kept, wins are the quickest and losses the
    /// slowest that there are.
    pub const BEST: Level = Level(10);

    /// [`Level::BEST`] by another name, for games of which tables hold the start: whoever offers it sees to it that they do.
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

/// How well the engine is to play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strength {
    /// By a level of the game.
    Level(Level),
    /// By a place on the scale on which the levels of all games stand.
    Skill(Skill),
}

impl Strength {
    /// What keeps the engine from playing as well as it can, if anything does.
    pub(crate) fn weakness(self, ruleset: &Ruleset) -> Option<Weakness> {
        let skill = match self {
            Strength::Level(level) => Skill::of_level(level, ruleset)?,
            Strength::Skill(skill) => skill,
        };
        Some(skill.weakness())
    }

    /// Whether it plays by tables.
    pub(crate) fn looks_up(self) -> bool {
        matches!(self, Strength::Level(level) if level >= Level::BEST)
    }
}

impl From<Level> for Strength {
    fn from(level: Level) -> Strength {
        Strength::Level(level)
    }
}

/// The word for the perfect level.
const PERFECT: &str = "perfect";

/// A text that names no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("allowed: 1 to 10, {PERFECT}")]
pub struct ParseLevelError;

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        match text {
            PERFECT => Ok(Level::PERFECT),
            _ => text.parse().ok().and_then(Level::new).ok_or(ParseLevelError),
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
