//! Records: games on paper, as values.

use serde::{Deserialize, Serialize};

/// A record. Positions and turns are as they were written.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Record {
    /// The tags, in their order: names and values.
    pub tags: Vec<(String, String)>,
    /// The game and its variant; empty where it is not known.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The position before the first turn as text, if it is not the usual one.
    pub position: Option<String>,
    /// What is said before the first turn.
    pub comments: Vec<String>,
    /// The turns.
    pub turns: Vec<Node>,
    /// The score as it is written: `1-0`, `1/2-1/2`, `0-1`, or `*` where there is none.
    pub result: String,
    /// Why it cannot be replayed, if it cannot, in words.
    pub error: Option<String>,
}

/// A turn of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Node {
    /// The turn in words of the notation.
    pub text: String,
    /// What is thought of it, by the numbers of PGN: 1 is good, 2 is bad.
    pub glyphs: Vec<u8>,
    /// What is said of it.
    pub comments: Vec<String>,
    /// Turns that could have been played in its place, and what follows them.
    pub variations: Vec<Vec<Node>>,
}

/// The records of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Records {
    /// The records.
    pub records: Vec<Record>,
}
