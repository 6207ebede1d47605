//! Answer to a request for a line of turns.

use crate::game::Subject;
use crate::partial::Partial;
use crate::position::Position;
use crate::tables::ProbeResult;
use crate::turn::{PlayedTurn, Turn};
use crate::turn_tree::TurnTree;
use serde::{Deserialize, Serialize};

/// Position that a line of turns reaches, with everything that can be played there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Exploration {
    /// Position after the last turn of the line.
    #[serde(flatten)]
    pub subject: Subject,
    /// Position before the first turn of the line.
    pub start: Position,
    /// Turns of the line, each with the position after it.
    pub history: Vec<PlayedTurn>,
    /// State of the turn that is being entered; `null` when the game is over.
    pub partial: Option<Partial>,
    /// Tree of all legal turns; `null` where it is too large, or part of a turn was already entered.
    pub ahead: Option<TurnTree>,
    /// Legal turns, at most 200. Results of dice are not among them.
    pub legal: Vec<Turn>,
    /// Number of legal turns, without the limit of `legal`.
    pub legal_count: usize,
    /// Whether dice are to be thrown; the `calls` of `partial` list the possible results.
    pub chance: bool,
    /// Obligations of the side to move, a sentence each: compulsory captures, huffs and claims.
    pub pressing: Vec<String>,
    /// Values from endgame tables for the position and its turns; `null` when no tables of the game are loaded.
    pub tables: Option<ProbeResult>,
}
