//! Results of the engine's search.

use crate::game::Subject;
use crate::tables::{Category, ProbeResult};
use crate::turn::Turn;
use quirkat_rules::AnyGame;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Result of the engine's search of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// Depth of the last finished iteration, in plies.
    pub depth: u32,
    /// Number of positions that the search visited.
    pub nodes: u64,
    /// Elapsed time of the search, in milliseconds.
    pub ms: f64,
    /// Best lines, best first. Empty when the game is over; a single line without turns where dice are thrown next.
    pub lines: Vec<EngineLine>,
}

/// One line of play with its score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineLine {
    /// Score for the side to move.
    pub score: Score,
    /// Win, draw and loss probabilities for the side to move.
    pub chances: Chances,
    /// Turns of the line, beginning with the best turn.
    pub turns: Vec<Turn>,
}

/// Score of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Estimate in hundredths of a man; positive is better for the side to move.
    Hundredths(i32),
    /// Proved result with its distance in plies: positive is a win, negative a loss, zero a game already lost.
    Plies(i32),
    /// Proved result without a known distance: `win` or `loss`.
    Certain(Category),
}

/// Probabilities of the possible results for one side. They add up to 1 except for rounding.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chances {
    /// Probability of a win, from 0 to 1, rounded to the thousandth.
    pub win: f64,
    /// Probability of a draw, from 0 to 1, rounded to the thousandth.
    pub draw: f64,
    /// Probability of a loss, from 0 to 1, rounded to the thousandth.
    pub loss: f64,
}

/// A position with the engine's analysis of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionAnalysis {
    /// Game, rules and position that were analysed.
    #[serde(flatten)]
    pub subject: Subject,
    /// Result of the search of that position.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// Values from endgame tables; `null` when no tables of the game are loaded.
    pub tables: Option<ProbeResult>,
    /// What is proved of the position and its turns: the values of `tables` where they contain the position, otherwise
    /// those of a solved start; `null` where nothing is proved or the game is over.
    pub proved: Option<ProbeResult>,
}

/// Converts a duration to milliseconds, rounded to the microsecond.
pub fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

impl Analysis {
    /// Converts the result of a search of a game's current position.
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

/// Rounds a share to the thousandth.
pub(crate) fn thousandths(share: f64) -> f64 {
    (share * 1e3).round() / 1e3
}

impl EngineLine {
    /// Converts a line that starts at a game's current position.
    pub fn new(game: &AnyGame, line: &quirkat_search::Variation) -> EngineLine {
        EngineLine {
            score: line.score.into(),
            chances: quirkat_search::OutcomeProbabilities::of(line.score, game.ruleset()).into(),
            turns: Turn::line(game, &line.turns),
        }
    }
}
