//! Request bodies: lines of turns, new games and joins.
//!
//! A request may give a position or a turn as text, or as the object in which an answer returned it.

use crate::partial::PartialRequest;
use serde::{Deserialize, Deserializer, Serialize};

/// Request for a position: a game, a start and the turns played from there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LineRequest {
    /// Title of the game, with or without a variant: `alquerque`, `alquerque:walker`.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Start position, where it is not the game's usual one: FEN on one line, a setup diagram on several lines, or a
    /// `Position` object.
    #[serde(deserialize_with = "position")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<TextOrObject>"))]
    pub position: Option<String>,
    /// Turns played from the start, in notation or as `Turn` objects.
    #[serde(deserialize_with = "turns")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<TextOrObject>"))]
    pub turns: Vec<String>,
    /// Part of the next turn that has been entered so far.
    pub partial: Option<PartialRequest>,
}

/// Request for a new live game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameRequest {
    /// Title of the game, with or without a variant.
    pub game: String,
    /// TOML text of the game file, for a game that is not in the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// House rules, each as `key=value`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Start position, where it is not the usual one: FEN, a setup diagram, or a `Position` object.
    #[serde(default, deserialize_with = "position")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<TextOrObject>"))]
    pub position: Option<String>,
    /// Opponent: `engine:1` to `engine:10`; `friend`, who needs the invitation; `anyone`, which lists the game publicly
    /// as open; or `here`, where the requester plays both sides.
    pub opponent: String,
    /// Side of the requester: `first`, `second`, or `lot` for a random side. Empty means `lot`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["", "first", "second", "lot"])))]
    pub side: String,
    /// Clocks of the game; `null` for a game without clocks.
    pub clock: Option<ClockRequest>,
    /// Name of the requester; may be empty.
    #[serde(default)]
    pub name: String,
}

/// Requested clocks: either minutes for the whole game or days for each turn.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ClockRequest {
    /// Minutes of each side for the whole game, 0.1 to 180.
    pub minutes: Option<f64>,
    /// Increment in seconds for each turn, 0 to 60.
    pub seconds: f64,
    /// Days for each turn, 1 to 14; excludes `minutes`.
    pub days: Option<u8>,
}

/// Request to take an open seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct JoinRequest {
    /// Name of the player who joins; may be empty.
    pub name: String,
}

/// A position or a turn, as text or as an object of an answer.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a position or a turn: its text, or as an answer gives it")]
pub(crate) enum TextOrObject {
    Text(String),
    Position { fen: String },
    Turn { text: String },
}

impl TextOrObject {
    fn text(self) -> String {
        match self {
            TextOrObject::Text(text) | TextOrObject::Position { fen: text } | TextOrObject::Turn { text } => text,
        }
    }
}

fn position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<TextOrObject>::deserialize(deserializer)?.map(TextOrObject::text))
}

pub(crate) fn turns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(Vec::<TextOrObject>::deserialize(deserializer)?.into_iter().map(TextOrObject::text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn objects_of_answers_are_accepted_in_requests() {
        let request = json!({
            "game": "alquerque",
            "position": { "fen": "W:Wa1:Bb2", "toMove": "first" },
            "turns": ["a1xc3", { "text": "e5-e4", "by": "second" }],
        });
        let line: LineRequest = serde_json::from_value(request).unwrap();
        assert_eq!(line.position.as_deref(), Some("W:Wa1:Bb2"));
        assert_eq!(line.turns, ["a1xc3", "e5-e4"]);
        let nothing: LineRequest = serde_json::from_value(json!({ "game": "alquerque", "position": null })).unwrap();
        assert_eq!(nothing, LineRequest { game: "alquerque".to_owned(), ..LineRequest::default() });
        let refused = serde_json::from_value::<LineRequest>(json!({ "turns": [1] })).unwrap_err();
        assert_eq!(refused.to_string(), "a position or a turn: its text, or as an answer gives it");
    }
}
