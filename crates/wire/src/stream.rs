//! Streams of JSON lines in the manner of lichess's board API: a live game, an analysis by depth, and the progress of a
//! review.

use crate::Error;
use crate::analysis::Analysis;
use crate::live::Player;
use crate::names::Side;
use crate::review::Review;
use serde::{Deserialize, Serialize};

/// Type of a line in a game's stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum LineType {
    /// Complete game, sent as the first line.
    GameFull,
    /// State of the game after a change.
    GameState,
}

/// A line of a game's stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum GameLine {
    /// First line of the stream.
    Full(Box<GameFull>),
    /// Every line after the first: a state.
    State(GameState),
}

/// First line of a game's stream: the complete game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameFull {
    /// Type of the line: always `gameFull`.
    pub r#type: LineType,
    /// Id of the live game.
    pub id: String,
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// FEN of the position before the first turn; `startpos` for the usual start.
    pub initial_fen: String,
    /// Time of creation, in milliseconds since 1970.
    pub created_at: i64,
    /// Clocks that were agreed on; `null` for a game without clocks.
    pub clock: Option<ClockTerms>,
    /// Players, the first side's player first.
    pub players: [Player; 2],
    /// State of the game when the stream begins.
    pub state: GameState,
}

/// Clocks as agreed, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClockTerms {
    /// Time of each side at the start, in milliseconds.
    pub initial: i64,
    /// Increment for each turn, in milliseconds.
    pub increment: i64,
    /// Whether `initial` is the time for each turn rather than for the game.
    pub per_turn: bool,
}

/// State of a live game, sent after every change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// Type of the line: always `gameState`.
    pub r#type: LineType,
    /// Turns so far in notation, joined by semicolons, because turns contain spaces and commas.
    pub moves: String,
    /// FEN of the current position.
    pub fen: String,
    /// Side to move; `null` when the game is over.
    pub to_move: Option<Side>,
    /// Remaining time of the first side in milliseconds; `null` without clocks.
    pub first_time: Option<i64>,
    /// Remaining time of the second side in milliseconds; `null` without clocks.
    pub second_time: Option<i64>,
    /// `started`, or the reason for the end of the game.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = statuses())))]
    pub status: String,
    /// Winner; `null` while the game continues and for a draw.
    pub winner: Option<Side>,
    /// Side that offers a draw.
    pub draw: Option<Side>,
    /// Side that asks for a takeback.
    pub takeback: Option<Side>,
    /// Side that offers a count of the pieces.
    pub count: Option<Side>,
    /// Id of the next game of the same players; `null` before a rematch.
    pub rematch: Option<String>,
}

/// Status of a game that continues.
pub const STARTED: &str = "started";

#[cfg(feature = "schema")]
fn statuses() -> Vec<&'static str> {
    [STARTED].into_iter().chain(crate::outcome::reasons()).collect()
}

/// A line of an analysis stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum AnalysisLine {
    /// Result of a finished depth.
    Depth(Analysis),
    /// Last line of the stream.
    End {
        /// Always `true`; refusals have another body.
        done: bool,
    },
}

/// A line of a review stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ReviewLine {
    /// Progress of the review, which runs from the last turn to the first.
    Progress {
        /// Number of turns left to review.
        left: usize,
    },
    /// Last line: the finished review.
    Judged(Box<Review>),
    /// Last line where the game cannot be reviewed.
    Refused(Error),
}
