//! Measurements: perft counts, matches and self-play.

use crate::game::Subject;
use crate::turn::Turn;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Perft result: number of turn sequences from a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Perft {
    /// Game, rules and position of this answer.
    #[serde(flatten)]
    pub subject: Subject,
    /// Depth of the count, in turns.
    pub depth: u32,
    /// What is counted: `moves` counts distinct next positions, `paths` every path of a turn.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["moves", "paths"])))]
    pub count: String,
    /// Number of sequences; the number counted so far when the count was interrupted.
    pub nodes: u64,
    /// Whether the count is complete.
    pub complete: bool,
    /// Elapsed time of the count, in milliseconds.
    pub ms: f64,
    /// Number of sequences below each first turn, when it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<DivideEntry>>,
}

/// Perft count below one first turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DivideEntry {
    /// First turn of the sequences.
    pub turn: Turn,
    /// Number of sequences that begin with it.
    pub nodes: u64,
}

/// Results of a number of games, from the point of view of one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// Player whose results are counted: `a` of a match, or the `first` side.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["a", "first"])))]
    pub of: String,
    /// Number of games: won, drawn, lost and broken off together.
    pub games: u32,
    /// Games that the player won.
    pub won: u32,
    /// Number of games that were drawn.
    pub drawn: u32,
    /// Games that the player lost.
    pub lost: u32,
    /// Games broken off at the ply limit.
    pub broken_off: u32,
    /// Mean length of a game in plies.
    pub mean_plies: f64,
    /// Number of games by the word of their end's reason.
    pub reasons: BTreeMap<String, u32>,
}

/// Result of a match between two players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Match {
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Description of the player whose score is given.
    pub a: String,
    /// Description of the other player.
    pub b: String,
    /// Time limit for a turn in milliseconds; absent where nodes were limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_ms: Option<f64>,
    /// Node limit for a turn; absent where time was limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_nodes: Option<u64>,
    /// Longest time that a player took for a turn, in milliseconds.
    pub longest_turn_ms: f64,
    /// Results of the games, counted for one player.
    #[serde(flatten)]
    pub tally: Tally,
    /// Whether the match ended on its own: all games were played, or the SPRT is decided. `false` after an
    /// interruption.
    pub complete: bool,
    /// Score of `a` in percent; draws and games that were broken off count as halves.
    pub score_percent: f64,
    /// Error of the score in percentage points: two standard errors, or more where all pairs of games ended alike.
    pub error_percent: f64,
    /// Elo difference between `a` and `b`.
    pub elo: Elo,
    /// Number of game pairs with a common opening in which `a` scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
    /// Results of the games in which `a` had the first side.
    pub as_first: SideTally,
    /// Results of the games in which `a` had the second side.
    pub as_second: SideTally,
    /// Games that `a` lost by a failure.
    pub failures_of_a: Failures,
    /// Games that `b` lost by a failure.
    pub failures_of_b: Failures,
    /// State of the SPRT; `null` for a match without a test.
    pub sprt: Option<Sprt>,
}

/// Difference in playing strength in Elo points, positive in favour of `a`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Elo {
    /// Difference that corresponds to the score; `null` for a score of 0 or 100 percent.
    pub value: Option<f64>,
    /// Lower end of the error bar; `null` where it is infinite.
    pub low: Option<f64>,
    /// Upper end of the error bar; `null` where it is infinite.
    pub high: Option<f64>,
}

/// Results of a player's games with one of the sides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SideTally {
    /// Games that the player won.
    pub won: u32,
    /// Number of games that were drawn.
    pub drawn: u32,
    /// Games that the player lost.
    pub lost: u32,
    /// Games broken off at the ply limit.
    pub broken_off: u32,
    /// Score in percent; draws and games that were broken off count as halves.
    pub score_percent: f64,
}

/// Games that a player lost for a reason outside the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Failures {
    /// Games in which the player terminated or broke the protocol.
    pub crashes: u32,
    /// Games in which it played an illegal turn.
    pub illegal_turns: u32,
    /// Games in which it exceeded its time.
    pub time_forfeits: u32,
    /// Description of the first failure; `null` without one.
    pub first: Option<String>,
}

/// Sequential probability ratio test of the hypotheses `elo0` and `elo1`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Sprt {
    /// Lower Elo difference, the null hypothesis.
    pub elo0: f64,
    /// Higher Elo difference, the alternative.
    pub elo1: f64,
    /// Log-likelihood ratio of `elo1` against `elo0`.
    pub llr: f64,
    /// Bound at or below which `elo0` is accepted.
    pub lower: f64,
    /// Bound at or above which `elo1` is accepted.
    pub upper: f64,
    /// Hypothesis that is accepted so far, or `undecided`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["elo0", "elo1", "undecided"])))]
    pub verdict: String,
}

/// Results of self-play games of the engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Selfplay {
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Results of the games, counted for one player.
    #[serde(flatten)]
    pub tally: Tally,
}
