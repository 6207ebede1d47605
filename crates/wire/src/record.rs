//! Game records as values.

use serde::{Deserialize, Serialize};

/// A game record. Positions and turns stand as they were written.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Record {
    /// Tags in their order, as pairs of name and value.
    pub tags: Vec<(String, String)>,
    /// Title of the game and its variant; empty where the record does not say.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Position before the first turn; `null` for the usual start.
    pub position: Option<String>,
    /// Comments before the first turn.
    pub comments: Vec<String>,
    /// Turns of the main line.
    pub turns: Vec<Node>,
    /// Result as written: `1-0`, `1/2-1/2`, `0-1`, or `*` for none.
    pub result: String,
    /// Reason why the record cannot be replayed, in words; `null` if it can.
    pub error: Option<String>,
    /// What was noticed while the record was replayed, in words.
    pub notes: Vec<String>,
}

/// A turn of a record with its annotations.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Node {
    /// Turn in notation, as text.
    pub text: String,
    /// Numeric annotation glyphs of PGN: 1 is good, 2 is bad.
    pub glyphs: Vec<u16>,
    /// Comments that follow the turn, in their order.
    pub comments: Vec<String>,
    /// Alternatives to this turn, each with the turns that follow it.
    pub variations: Vec<Vec<Node>>,
}

/// The records of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Records {
    /// Records in the order of the text; at most 500.
    pub records: Vec<Record>,
    /// Number of games in the text.
    pub count: usize,
}

/// A game of a collection in one line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordSummary {
    /// Number of the game in its file, from 1.
    pub number: usize,
    /// Line of the file in which the game begins, from 1.
    pub line: usize,
    /// Title of the game and its variant; what the tags say if they name no game of the catalogue; `null` if they say nothing.
    pub game: Option<String>,
    /// Name of White; empty if it is unknown.
    pub white: String,
    /// Name of Black; empty if it is unknown.
    pub black: String,
    /// Event; empty if it is unknown.
    pub event: String,
    /// Date as written; empty if it is unknown.
    pub date: String,
    /// Result: `1-0`, `0-1`, `1/2-1/2`, or `*` if it is unknown.
    pub result: String,
    /// Number of moves of both sides.
    pub plies: usize,
    /// Reason why the record cannot be read or replayed, in words; `null` if it can.
    pub error: Option<String>,
    /// What was noticed while the record was replayed, in words.
    pub notes: Vec<String>,
}
