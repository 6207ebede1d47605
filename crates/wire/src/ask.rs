//! What programs ask: lines of turns, and games to be begun.
//!
//! A position or a turn in a question is its text, or the object that an answer gave for it.

use crate::partial::PartialAsk;
use serde::{Deserialize, Deserializer, Serialize};

/// A game, a position and the turns from there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Line {
    /// The game, or the game and its variant: `alquerque`, `alquerque:walker`.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The position if it is not the usual start: FEN on one line, a setup diagram on several, or a position as answers
    /// give it.
    #[serde(deserialize_with = "position")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Named>"))]
    pub position: Option<String>,
    /// The turns from there, as text or as answers give them.
    #[serde(deserialize_with = "turns")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Named>"))]
    pub turns: Vec<String>,
    /// What has been entered of the next turn.
    pub partial: Option<PartialAsk>,
}

/// A game that somebody wants to begin.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked {
    /// The game, or the game and its variant.
    pub game: String,
    /// The file of the game, as TOML, where it is one of somebody's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The house rules, each as `key=value`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The position if it is not the usual start, as in [`Line`].
    #[serde(default, deserialize_with = "position")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Named>"))]
    pub position: Option<String>,
    /// `engine:1` to `engine:10`, `friend` (somebody with the invitation), `anyone` (the game is listed among the open ones,
    /// for all to see) or `here` (whoever asks plays both sides).
    pub opponent: String,
    /// The side of whoever asks; by lot without it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["", "first", "second", "lot"])))]
    pub side: String,
    /// The clocks; none without them.
    pub clock: Option<ClockAsked>,
    /// The name of whoever asks.
    #[serde(default)]
    pub name: String,
}

/// Clocks that somebody wants: minutes for the whole game, or days for each turn.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ClockAsked {
    /// The minutes of each side, 0.1 to 180.
    pub minutes: Option<f64>,
    /// The seconds that each turn adds, 0 to 60.
    pub seconds: f64,
    /// The days for each turn, 1 to 14, instead of minutes.
    pub days: Option<u8>,
}

/// What a friend says who takes the open seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Joining {
    /// The friend's name.
    pub name: String,
}

/// A position or a turn: its text, or the object of an answer.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a position or a turn: its text, or as an answer gives it")]
pub(crate) enum Named {
    Text(String),
    Position { fen: String },
    Turn { text: String },
}

impl Named {
    fn text(self) -> String {
        match self {
            Named::Text(text) | Named::Position { fen: text } | Named::Turn { text } => text,
        }
    }
}

fn position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<Named>::deserialize(deserializer)?.map(Named::text))
}

pub(crate) fn turns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(Vec::<Named>::deserialize(deserializer)?.into_iter().map(Named::text).collect())
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
        let line: Line = serde_json::from_value(asked).unwrap();
        assert_eq!(line.position.as_deref(), Some("W:Wa1:Bb2"));
        assert_eq!(line.turns, ["a1xc3", "e5-e4"]);
        let nothing: Line = serde_json::from_value(json!({ "game": "alquerque", "position": null })).unwrap();
        assert_eq!(nothing, Line { game: "alquerque".to_owned(), ..Line::default() });
        let refused = serde_json::from_value::<Line>(json!({ "turns": [1] })).unwrap_err();
        assert_eq!(refused.to_string(), "a position or a turn: its text, or as an answer gives it");
    }
}
