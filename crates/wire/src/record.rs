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
}

/// A turn of a record with its annotations.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Node {
    /// Turn in notation, as text.
    pub text: String,
    /// Numeric annotation glyphs of PGN: 1 is good, 2 is bad.
    pub glyphs: Vec<u8>,
    /// Comments that follow the turn, in their order.
    pub comments: Vec<String>,
    /// Alternatives to this turn, each with the turns that follow it.
    pub variations: Vec<Vec<Node>>,
}

/// All records of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Records {
    /// Records in the order of the text.
    pub records: Vec<Record>,
}
