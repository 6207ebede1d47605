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
    /// How many there are.
    pub nodes: u64,
    /// The time it took, in milliseconds.
    pub ms: f64,
    /// How many there are below each first turn, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<Divided>>,
}

/// How many sequences begin with a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Divided {
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
    /// The time that an engine had for a turn, in milliseconds.
    pub turn_ms: f64,
    /// The longest time that one took, in milliseconds.
    pub longest_turn_ms: f64,
    /// The games.
    #[serde(flatten)]
    pub tally: Tally,
    /// The score of `a` in percent; draws and games that were broken off are halves.
    pub score_percent: f64,
    /// Two standard errors of the score, in percent.
    pub error_percent: f64,
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
