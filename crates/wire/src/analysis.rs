//! What an engine thinks of a position.

use crate::game::Subject;
use crate::turn::Turn;
use quirkat_rules::AnyGame;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a search found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The depth that was finished, in plies.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// The time it took, in milliseconds.
    pub ms: f64,
    /// The best lines, the best first; empty when the game is over.
    pub lines: Vec<EngineLine>,
}

/// One line of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineLine {
    /// What it is worth to the side to move.
    pub score: Score,
    /// The turns, the best one first.
    pub turns: Vec<Turn>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// An estimate, in hundredths of a man.
    Hundredths(i32),
    /// A certain end in so many plies: positive wins; negative loses, and zero has lost already.
    Plies(i32),
}

/// A position and what an engine thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Best {
    /// The position.
    #[serde(flatten)]
    pub subject: Subject,
    /// What the engine thinks.
    #[serde(flatten)]
    pub analysis: Analysis,
}

/// A time as programs get it: milliseconds, to the microsecond.
pub fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

impl Analysis {
    /// What a search of a game's position found.
    pub fn new(game: &AnyGame, found: &quirkat_search::Analysis) -> Analysis {
        let lines = found.lines.iter().map(|line| EngineLine::new(game, line.score.into(), &line.turns));
        Analysis { depth: found.depth, nodes: found.nodes, ms: ms(found.elapsed), lines: lines.collect() }
    }
}

impl From<quirkat_search::Score> for Score {
    fn from(score: quirkat_search::Score) -> Score {
        score.plies_to_end().map_or(Score::Hundredths(score.hundredths()), Score::Plies)
    }
}

impl EngineLine {
    /// A line of turns from a game's position; it is cut where a turn is not legal, which no engine's is.
    pub fn new(game: &AnyGame, score: Score, turns: &[quirkat_rules::Turn]) -> EngineLine {
        let mut game = game.clone();
        let mut line = Vec::with_capacity(turns.len());
        for turn in turns {
            let by = game.to_move();
            if game.play(turn).is_err() {
                break;
            }
            line.push(Turn::new(&game.ruleset().board, by, turn));
        }
        EngineLine { score, turns: line }
    }
}
