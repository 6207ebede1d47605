//! What an engine thinks of a position.

use crate::game::Subject;
use crate::tables::{Category, ProbeResult};
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
    /// The best lines, the best first; empty when the game is over, one without turns where dice are thrown next.
    pub lines: Vec<EngineLine>,
}

/// One line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineLine {
    /// What it is worth to the side to move.
    pub score: Score,
    /// The chances of the side to move.
    pub chances: Chances,
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
    /// A certain end, nobody knows in how many plies: `win` or `loss`.
    Certain(Category),
}

/// What a side may expect of the end of a game; the three add up to one, but for rounding.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chances {
    /// The chance to win, from 0 to 1, to the thousandth, as all three.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance to lose.
    pub loss: f64,
}

/// A position and what an engine thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Best"))]
pub struct PositionAnalysis {
    /// The position.
    #[serde(flatten)]
    pub subject: Subject,
    /// What the engine thinks.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// What tables say; none without tables of the game.
    pub tables: Option<ProbeResult>,
}

/// A time as programs get it: milliseconds, to the microsecond.
pub fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

impl Analysis {
    /// What a search of a game's position found.
    pub fn new(game: &AnyGame, found: &quirkat_search::Analysis) -> Analysis {
        let lines = found.lines.iter().map(|line| EngineLine::new(game, line));
        Analysis { depth: found.depth, nodes: found.nodes, ms: ms(found.elapsed), lines: lines.collect() }
    }
}

impl From<quirkat_search::Score> for Score {
    fn from(score: quirkat_search::Score) -> Score {
        match score.plies_to_end() {
            Some(plies) => Score::Plies(plies),
            None if score.is_won() => Score::Certain(Category::Win),
            None if score.is_lost() => Score::Certain(Category::Loss),
            None => Score::Hundredths(score.hundredths()),
        }
    }
}

impl From<quirkat_search::OutcomeProbabilities> for Chances {
    fn from(chances: quirkat_search::OutcomeProbabilities) -> Chances {
        let quirkat_search::OutcomeProbabilities { win, draw, loss } = chances;
        Chances { win: thousandths(win), draw: thousandths(draw), loss: thousandths(loss) }
    }
}

/// A share, to the thousandth.
pub(crate) fn thousandths(share: f64) -> f64 {
    (share * 1e3).round() / 1e3
}

impl EngineLine {
    /// A line from a game's position.
    pub fn new(game: &AnyGame, line: &quirkat_search::Variation) -> EngineLine {
        EngineLine {
            score: line.score.into(),
            chances: quirkat_search::OutcomeProbabilities::of(line.score, game.ruleset()).into(),
            turns: Turn::line(game, &line.turns),
        }
    }
}
