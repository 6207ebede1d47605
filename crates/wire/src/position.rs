//! Positions.

use crate::names::{Side, points};
use quirkat_rules::{AnyGame, Colour, Piece, Point, Rank, Ruleset, Setup, closed_points, write_fen};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position: the pieces on each point, and what the rules remember.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// FEN of the position with everything that the rules remember.
    pub fen: String,
    /// Side to move in this position.
    pub to_move: Side,
    /// Letters of the pieces on each occupied point, from bottom to top: `w` and `b` are men, `p` and `q` princes, `W`
    /// and `B` kings.
    pub pieces: BTreeMap<String, String>,
    /// Number of men in hand of the first and the second side.
    pub hand: [u8; 2],
    /// Names of the points that are closed for good.
    pub closed: Vec<String>,
    /// Number of pieces that each side has lost since the start.
    pub taken: [usize; 2],
}

/// Returns the letter of a piece: lower case for men, capitals for kings, `p` and `q` for princes.
fn letter(ruleset: &Ruleset, piece: Piece) -> char {
    match (ruleset.colour(piece.side), piece.rank) {
        (Colour::White, Rank::Man) => 'w',
        (Colour::White, Rank::Prince) => 'p',
        (Colour::White, Rank::King) => 'W',
        (Colour::Black, Rank::Man) => 'b',
        (Colour::Black, Rank::Prince) => 'q',
        (Colour::Black, Rank::King) => 'B',
    }
}

/// Returns the letters of the pieces on a point, from bottom to top.
pub(crate) fn column(ruleset: &Ruleset, setup: &Setup, point: Point) -> String {
    setup.columns[point.index()].iter().map(|&piece| letter(ruleset, piece)).collect()
}

impl Position {
    /// Describes a setup of a game that began with `start`.
    pub fn new(ruleset: &Ruleset, start: &Setup, setup: &Setup) -> Position {
        let board = &ruleset.board;
        let standing = board.points().filter(|point| !setup.columns[point.index()].is_empty());
        let owned =
            |setup: &Setup, side: quirkat_rules::Side| setup.count(side) + usize::from(setup.memory.hand[side.index()]);
        Position {
            fen: write_fen(ruleset, setup),
            to_move: setup.to_move.into(),
            pieces: standing.map(|point| (board.name(point).to_owned(), column(ruleset, setup, point))).collect(),
            hand: setup.memory.hand,
            closed: points(board, &closed_points(board, setup.memory.closed)),
            taken: quirkat_rules::Side::BOTH.map(|side| owned(start, side).saturating_sub(owned(setup, side))),
        }
    }

    /// Describes a game's position after a number of plies.
    pub fn after(game: &AnyGame, plies: usize) -> Position {
        Position::new(game.ruleset(), &game.setup_after(0), &game.setup_after(plies))
    }

    /// Describes the start position of a ruleset.
    pub fn start(ruleset: &Ruleset) -> Position {
        Position::new(ruleset, &ruleset.start, &ruleset.start)
    }
}
