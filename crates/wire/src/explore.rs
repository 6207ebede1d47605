//! Where a line of turns leads.

use crate::ahead::TurnTree;
use crate::game::Subject;
use crate::partial::Partial;
use crate::position::Position;
use crate::tables::ProbeResult;
use crate::turn::{PlayedTurn, Turn};
use serde::{Deserialize, Serialize};

/// Where a line of turns leads, and what can be played there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Explored"))]
#[serde(rename_all = "camelCase")]
pub struct Exploration {
    /// The position to which it leads.
    #[serde(flatten)]
    pub subject: Subject,
    /// The position from which it starts.
    pub start: Position,
    /// The turns of the line.
    pub history: Vec<PlayedTurn>,
    /// What may come next in the turn that is being entered; none when the game is over.
    pub partial: Option<Partial>,
    /// What may come of a turn, up to its end; none where that is too much to be said, or something was entered already.
    pub ahead: Option<TurnTree>,
    /// The legal turns, 200 of them at most. A throw of dice is none: nobody plays it, it is thrown.
    pub legal: Vec<Turn>,
    /// How many legal turns there are.
    pub legal_count: usize,
    /// Whether dice are to be thrown; what they can show are the `calls` of `partial`.
    pub chance: bool,
    /// What presses the side to move, in words.
    pub pressing: Vec<String>,
    /// What tables say of the position and of each turn; none without tables of the game.
    pub tables: Option<ProbeResult>,
}
