//! Streams of lines in the manner of lichess's board API: a live game, an analysis depth by depth, and a game that is judged.

use crate::Error;
use crate::analysis::Analysis;
use crate::live::Player;
use crate::names::Side;
use crate::review::Review;
use serde::{Deserialize, Serialize};

/// What a line of a game's stream is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum LineType {
    /// Everything, at first.
    GameFull,
    /// What changes.
    GameState,
}

/// A line of a game's stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum GameLine {
    /// The first line.
    Full(Box<GameFull>),
    /// Every other line.
    State(GameState),
}

/// The first line of a game's stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameFull {
    /// `gameFull`.
    pub r#type: LineType,
    /// The live game's id.
    pub id: String,
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The position before the first turn as text; `startpos` for the usual one.
    pub initial_fen: String,
    /// When the game was begun, in milliseconds since 1970.
    pub created_at: i64,
    /// The clocks that were agreed on.
    pub clock: Option<ClockTerms>,
    /// Who plays, the first side's player first.
    pub players: [Player; 2],
    /// The game now.
    pub state: GameState,
}

/// Clocks as they were agreed on, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClockTerms {
    /// What each side has at first.
    pub initial: i64,
    /// What each turn adds.
    pub increment: i64,
    /// Whether all of it is there anew at each turn.
    pub per_turn: bool,
}

/// A live game after a change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// `gameState`.
    pub r#type: LineType,
    /// The turns so far as text, joined by semicolons: turns have spaces and commas of their own.
    pub moves: String,
    /// The position as text.
    pub fen: String,
    /// The side to move; none when the game is over.
    pub to_move: Option<Side>,
    /// What is left to the first side, in milliseconds.
    pub first_time: Option<i64>,
    /// What is left to the second side, in milliseconds.
    pub second_time: Option<i64>,
    /// `started`, or the reason for which the game is over.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = statuses())))]
    pub status: String,
    /// Who has won.
    pub winner: Option<Side>,
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// Who asks for the last turn back.
    pub takeback: Option<Side>,
    /// Who offers to count the pieces.
    pub count: Option<Side>,
    /// The id of the game after this one.
    pub rematch: Option<String>,
}

/// The status of a game that goes on.
pub const STARTED: &str = "started";

#[cfg(feature = "schema")]
fn statuses() -> Vec<&'static str> {
    [STARTED].into_iter().chain(crate::outcome::reasons()).collect()
}

/// A line of an analysis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum AnalysisLine {
    /// A finished depth.
    Depth(Analysis),
    /// The last line.
    End {
        /// Always true.
        done: bool,
    },
}

/// A line of a game that is judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ReviewLine {
    /// A turn has been judged.
    Progress {
        /// How many turns are left; they are judged from the last to the first.
        left: usize,
    },
    /// The last line: the game with what the engine thinks of it.
    Judged(Box<Review>),
    /// The last line, where the game cannot be judged.
    Refused(Error),
}
