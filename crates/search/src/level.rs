//! Levels of play, from a beginner's to the engine's best.
//!
//! A level below the best is a [`Skill`], which depends on the game. A lower skill searches fewer nodes, overlooks more
//! moves and adds noise to the evaluation. It errs as people do: moves far from the last one are overlooked more often,
//! captures seldom. Every level plays legal moves only.

mod skill;
mod weakness;

pub use skill::{ParseSkillError, Skill};
use weakness::Weakness;
pub(crate) use weakness::evaluation_noise;

use quirkat_rules::Ruleset;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A level of play: from 1, a beginner's, to 10, the engine's best.
///
/// # Examples
/// ```
/// use quirkat_search::Level;
///
/// let level: Level = "7".parse()?;
/// assert_eq!(level.number(), Some(7));
/// assert!(level < Level::BEST && Level::new(12).is_none());
/// assert_eq!("perfect".parse(), Ok(Level::PERFECT));
/// # Ok::<(), quirkat_search::ParseLevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The strongest level. Where endgame tables hold the position, it plays perfectly: it keeps the value, wins as
    /// quickly and loses as slowly as possible.
    pub const BEST: Level = Level(10);

    /// Plays like [`Level::BEST`]. A caller offers it in games whose start position is in its endgame tables.
    pub const PERFECT: Level = Level(11);

    /// Returns the level of a number from 1 to 10; `None` for other numbers.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// Returns the level's number; `None` for [`Level::PERFECT`].
    pub fn number(self) -> Option<u8> {
        (self != Level::PERFECT).then_some(self.0)
    }
}

/// The strength with which the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strength {
    /// A level, whose skill depends on the game.
    Level(Level),
    /// A place on the scale that all games share.
    Skill(Skill),
}

impl Strength {
    /// Returns the weakness of this strength in a game; `None` for the engine's best.
    pub(crate) fn weakness(self, ruleset: &Ruleset) -> Option<Weakness> {
        let skill = match self {
            Strength::Level(level) => Skill::of_level(level, ruleset)?,
            Strength::Skill(skill) => skill,
        };
        Some(skill.weakness())
    }

    /// Returns whether endgame tables are probed.
    pub(crate) fn probes_tables(self) -> bool {
        matches!(self, Strength::Level(level) if level >= Level::BEST)
    }
}

impl From<Level> for Strength {
    fn from(level: Level) -> Strength {
        Strength::Level(level)
    }
}

/// The text of [`Level::PERFECT`].
const PERFECT: &str = "perfect";

/// Returned for a text that is no level.
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
    /// Writes the number, or `perfect`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => number.fmt(f),
            None => f.write_str(PERFECT),
        }
    }
}
