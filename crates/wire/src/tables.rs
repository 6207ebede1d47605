//! Values from endgame tables, in the format of lila-tablebase.

use quirkat_rules::{AnyGame, GameValue, Wdl};
use quirkat_search::TableReport;
use serde::{Deserialize, Serialize};

/// Proved result of a position for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// The side to move wins.
    Win,
    /// Neither side can force a win.
    Draw,
    /// The side to move loses.
    Loss,
    /// The tables do not contain the position.
    Unknown,
}

/// Table values of a position and of each of its turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbeResult {
    /// Result for the side to move.
    pub category: Category,
    /// Distance to win in plies: positive is a win, negative a loss, zero a game already lost; `null` for a draw or an
    /// unknown distance.
    pub dtw: Option<i64>,
    /// Legal turns with their values, best first.
    pub moves: Vec<TurnProbe>,
}

/// Table value after a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnProbe {
    /// Turn in notation, as text.
    pub text: String,
    /// Result for the side to move after the turn.
    pub category: Category,
    /// Distance to win in plies from the position after the turn, for its side to move; zero after a turn that wins at
    /// once.
    pub dtw: Option<i64>,
}

impl Category {
    /// Returns the category of a value; `Unknown` for `None`.
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
    /// Converts the table values of a game's position.
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
