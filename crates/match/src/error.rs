//! Errors of matches.

use crate::outside::OutsideError;
use quirkat_rules::{PlayError, TooManyTurns};
use thiserror::Error;

/// Reason why a match cannot be played. A player's failure is no error of the match: that player loses the game.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A position has too many legal turns.
    #[error(transparent)]
    TooManyTurns(#[from] TooManyTurns),
    /// The rules refuse a turn for a reason other than illegality.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Random openings of this length always end the game.
    #[error("no opening of {plies} random moves leaves a game of {title} to play; allowed: fewer random moves")]
    NoOpening {
        /// Length of the openings in plies.
        plies: u32,
        /// Title of the game and its variant.
        title: String,
    },
    /// The player `perfect` has no tables.
    #[error("perfect cannot play: it has no endgame tables")]
    NoTables,
    /// The player `patterns` has no weights.
    #[error("patterns cannot play: it has no weights")]
    NoWeights,
    /// An outside engine cannot play.
    #[error("{program} cannot play")]
    Outside {
        /// Command of the engine.
        program: String,
        /// Error of the engine.
        source: Box<OutsideError>,
    },
}

impl MatchError {
    /// Returns whether the caller's input is the cause, and not the failure of a program.
    pub fn is_input(&self) -> bool {
        !matches!(self, MatchError::Outside { .. })
    }
}
