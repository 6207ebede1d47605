//! What programs ask: lines of turns, and games to be begun.
//!
//! A position or a turn in a question is its text, or the object that an answer gave for it.

use crate::partial::PartialRequest;
use serde::{Deserialize, Deserializer, Serialize};

/// A game, a position and the turns from there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Line"))]
#[serde(default)]
pub struct LineRequest {
    /// The game, or the game and its variant: `alquerque`, `alquerque:walker`.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The position if it is not the usual start: FEN on one line, a setup diagram on several, or a position as answers
    /// give it.
    #[serde(deserialize_with = "position")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<TextOrObject>"))]
    pub position: Option<String>,
    /// The turns from there, as text or as answers give them.
    #[serde(deserialize_with = "turns")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<TextOrObject>"))]
    pub turns: Vec<String>,
    /// What has been entered of the next turn.
    pub partial: Option<PartialRequest>,
}

/// A game that somebody wants to begin.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Asked"))]
pub struct GameRequest {
    /// The game, or the game and its variant.
    pub game: String,
    /// The file of the game, as TOML, where it is one of somebody's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The house rules, each as `key=value`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The position if it is not the usual start, as in [`LineRequest`].
    #[serde(default, deserialize_with = "position")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<TextOrObject>"))]
    pub position: Option<String>,
    /// `engine:1` to `engine:10`, `friend` (somebody with the invitation), `anyone` (the game is listed among the open ones,
    /// for all to see) or `here` (whoever asks plays both sides).
    pub opponent: String,
    /// The side of whoever asks; by lot without it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["", "first", "second", "lot"])))]
    pub side: String,
    /// The clocks; none without them.
    pub clock: Option<ClockRequest>,
    /// The name of whoever asks.
    #[serde(default)]
    pub name: String,
}

/// Clocks that somebody wants: minutes for the whole game, or days for each turn.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ClockAsked"))]
#[serde(default)]
pub struct ClockRequest {
    /// The minutes of each side, 0.1 to 180.
    pub minutes: Option<f64>,
    /// The seconds that each turn adds, 0 to 60.
    pub seconds: f64,
    /// The days for each turn, 1 to 14, instead of minutes.
    pub days: Option<u8>,
}

/// What a friend says who takes the open seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Joining"))]
#[serde(default)]
pub struct JoinRequest {
    /// The friend's name.
    pub name: String,
}

/// A position or a turn: its text, or the object of an answer.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Named"))]
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
    fn answers_are_taken_for_questions() {
        let asked = json!({
            "game": "alquerque",
            "position": { "fen": "W:Wa1:Bb2", "toMove": "first" },
            "turns": ["a1xc3", { "text": "e5-e4", "by": "second" }],
        });
        let line: LineRequest = serde_json::from_value(asked).unwrap();
        assert_eq!(line.position.as_deref(), Some("W:Wa1:Bb2"));
        assert_eq!(line.turns, ["a1xc3", "e5-e4"]);
        let nothing: LineRequest = serde_json::from_value(json!({ "game": "alquerque", "position": null })).unwrap();
        assert_eq!(nothing, LineRequest { game: "alquerque".to_owned(), ..LineRequest::default() });
        let refused = serde_json::from_value::<LineRequest>(json!({ "turns": [1] })).unwrap_err();
        assert_eq!(refused.to_string(), "a position or a turn: its text, or as an answer gives it");
    }
}
