//! Opening statistics.

use serde::{Deserialize, Serialize};

/// The moves that were played from a position, most frequent first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpeningMoves {
    /// Title of the rule set.
    pub game: String,
    /// Moves that were played.
    pub moves: Vec<OpeningMove>,
}

/// A move with the results of the games in which it was played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpeningMove {
    /// Move in notation.
    pub text: String,
    /// Games of the engine against itself.
    pub engine: ResultCounts,
    /// Finished games that were played on the server.
    pub server: ResultCounts,
}

/// Numbers of games by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultCounts {
    /// Games that the first side won.
    pub first: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the second side won.
    pub second: u64,
}

impl ResultCounts {
    /// Returns the number of games.
    pub fn games(self) -> u64 {
        self.first + self.draws + self.second
    }
}
