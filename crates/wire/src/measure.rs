//! What is measured: counts of turns, matches, whole games of the engine.

use crate::game::Subject;
use crate::turn::Turn;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many sequences of turns a position has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Perft {
    /// The position.
    #[serde(flatten)]
    pub subject: Subject,
    /// How many turns deep.
    pub depth: u32,
    /// What is counted: distinct next positions, or every path of a turn.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["moves", "paths"])))]
    pub count: String,
    /// How many there are; how many were counted, where it was stopped.
    pub nodes: u64,
    /// Whether all are counted.
    pub complete: bool,
    /// The time it took, in milliseconds.
    pub ms: f64,
    /// How many there are below each first turn, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<DivideEntry>>,
}

/// How many sequences begin with a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Divided"))]
pub struct DivideEntry {
    /// The turn.
    pub turn: Turn,
    /// How many there are.
    pub nodes: u64,
}

/// How many games ended how, as one of the two players sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// Whose games they are counted for: the player `a` of a match, or the `first` side.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["a", "first"])))]
    pub of: String,
    /// All games: won, drawn, lost and broken off.
    pub games: u32,
    /// Won by that player.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Won by the other player.
    pub lost: u32,
    /// Broken off, because they took too long.
    pub broken_off: u32,
    /// The mean number of turns, of both sides together.
    pub mean_plies: f64,
    /// How many games ended for which reason.
    pub reasons: BTreeMap<String, u32>,
}

/// A match of two players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Match {
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The player whose score is given.
    pub a: String,
    /// The other player.
    pub b: String,
    /// The time that an engine had for a turn, in milliseconds, unless positions were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_ms: Option<f64>,
    /// How many positions an engine visited for a turn, unless time was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_nodes: Option<u64>,
    /// The longest time that one took, in milliseconds.
    pub longest_turn_ms: f64,
    /// The games.
    #[serde(flatten)]
    pub tally: Tally,
    /// Whether it has ended by itself: everything was played, or the test is decided. If not, it was stopped.
    pub complete: bool,
    /// The score of `a` in percent; draws and games that were broken off are halves.
    pub score_percent: f64,
    /// Two standard errors of the score, in percent.
    pub error_percent: f64,
    /// By how much `a` is the stronger player.
    pub elo: Elo,
    /// How many pairs of games that share an opening brought `a` 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
    /// The games in which `a` had the first side.
    pub as_first: SideTally,
    /// The games in which `a` had the second side.
    pub as_second: SideTally,
    /// The games that `a` lost by a failure.
    pub failures_of_a: Failures,
    /// The games that `b` lost by a failure.
    pub failures_of_b: Failures,
    /// The test that the match was, if it was one.
    pub sprt: Option<Sprt>,
}

/// A difference in playing strength.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Elo {
    /// That of the score; `null` where all was won or all lost.
    pub value: Option<f64>,
    /// That of the lower end of the score's error bar; `null` where it is infinite.
    pub low: Option<f64>,
    /// That of the upper end; `null` where it is infinite.
    pub high: Option<f64>,
}

/// A player's games with one of the sides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SideTally {
    /// Won by the player.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost by the player.
    pub lost: u32,
    /// Broken off, because they took too long.
    pub broken_off: u32,
    /// The score in percent; draws and games that were broken off are halves.
    pub score_percent: f64,
}

/// The games that a player lost other than by the rules of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Failures {
    /// It ended, or did not answer as it should.
    pub crashes: u32,
    /// It gave a turn that is not legal.
    pub illegal_turns: u32,
    /// It took longer than it had.
    pub time_forfeits: u32,
    /// What happened first, in words.
    pub first: Option<String>,
}

/// A sequential probability ratio test: is `a` stronger by `elo0`, or by `elo1`?
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Sprt {
    /// The lower difference in Elo.
    pub elo0: f64,
    /// The higher difference in Elo.
    pub elo1: f64,
    /// The logarithm of how much likelier the games are by `elo1` than by `elo0`.
    pub llr: f64,
    /// At or below this `elo0` is accepted.
    pub lower: f64,
    /// At or above this `elo1` is accepted.
    pub upper: f64,
    /// What is accepted.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["elo0", "elo1", "undecided"])))]
    pub verdict: String,
}

/// Whole games of the engine against itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Selfplay {
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The games.
    #[serde(flatten)]
    pub tally: Tally,
}
