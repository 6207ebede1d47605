//! What tables of true results say, in the shape that clients of lila-tablebase know.

use quirkat_rules::{AnyGame, GameValue, Wdl};
use quirkat_search::TableReport;
use serde::{Deserialize, Serialize};

/// What a position is truly worth to its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// It wins.
    Win,
    /// Neither side can win against good play.
    Draw,
    /// It loses.
    Loss,
    /// The tables do not hold it.
    Unknown,
}

/// What tables say of a position and of each of its turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Probed"))]
pub struct ProbeResult {
    /// What the position is worth to its side to move.
    pub category: Category,
    /// The plies to the end: positive wins, negative loses, and zero has lost already; none where they are not known, or it is
    /// a draw.
    pub dtw: Option<i64>,
    /// The legal turns, the best one first.
    pub moves: Vec<TurnProbe>,
}

/// What tables say of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ProbedTurn"))]
pub struct TurnProbe {
    /// The turn.
    pub text: String,
    /// What the position after it is worth to the other side.
    pub category: Category,
    /// The plies from there to the end, seen from the other side too: after the turn that wins at once, zero.
    pub dtw: Option<i64>,
}

impl Category {
    /// What is known of a position.
    pub fn of(known: Option<GameValue>) -> Category {
        match known {
            Some(GameValue { wdl: Wdl::Win, .. }) => Category::Win,
            Some(GameValue { wdl: Wdl::Draw, .. }) => Category::Draw,
            Some(GameValue { wdl: Wdl::Loss, .. }) => Category::Loss,
            None => Category::Unknown,
        }
    }
}

impl ProbeResult {
    /// What tables say of a game's position.
    pub fn new(game: &AnyGame, certain: &TableReport) -> ProbeResult {
        let board = &game.ruleset().board;
        let turn = |(turn, known): &(quirkat_rules::Turn, Option<GameValue>)| {
            let after = known.map(GameValue::reversed);
            let plies = after.and_then(GameValue::signed_plies);
            TurnProbe {
                text: turn.text(board),
                category: Category::of(after),
                dtw: plies.map(|plies| plies - plies.signum()),
            }
        };
        ProbeResult {
            category: Category::of(certain.position),
            dtw: certain.position.and_then(GameValue::signed_plies),
            moves: certain.turns.iter().map(turn).collect(),
        }
    }
}
