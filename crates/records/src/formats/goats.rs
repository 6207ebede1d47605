//! Bagh-chal as its players' notations see it: rows from the top, tigers, goats, and goats that were captured.

use super::FormatError;
use super::games::{ForeignGame, Kind, name_of, place_of};
use quirkat_rules::{Board, Piece, Point, Rank, Ruleset, Setup, Side};

/// The game with five goats to win. The notations of bagh-chal do not forbid that a position returns.
pub const GAMES: [ForeignGame; 1] = [ForeignGame {
    name: "Bagh-chal",
    options: &[],
    kind: Kind::BaghChal,
    variant: "nepal",
    rules: &[("repetition", "draw")],
    is_mirrored: false,
}];

/// Number of goats at the start.
pub const GOATS: usize = 20;
/// Number of rows and columns.
pub const SIZE: usize = 5;

/// Returns the point in a row and a column, both from 0, the row from the top.
pub fn point(board: &Board, row: usize, column: usize) -> Option<Point> {
    board.point(&name_of((column, (SIZE - 1).checked_sub(row)?)))
}

/// Returns the row from the top and the column of a point, both from 0.
pub fn row_and_column(board: &Board, point: Point) -> (usize, usize) {
    let (column, row) = place_of(board.name(point)).expect("the points of bagh-chal have a letter and a number");
    (SIZE - 1 - row, column)
}

/// Returns the goats that were captured in a position.
pub fn captured(setup: &Setup) -> usize {
    GOATS.saturating_sub(setup.count(Side::First) + usize::from(setup.memory.hand[0]))
}

/// Returns the position with these rows from the top, each with its pieces from the left, in which `captured` goats are lost.
///
/// # Errors
/// If there are more goats than twenty.
pub fn position(
    ruleset: &Ruleset,
    rows: &[Vec<Option<Side>>],
    to_move: Side,
    in_hand: impl FnOnce(usize) -> Option<usize>,
) -> Result<Setup, FormatError> {
    let mut setup = Setup { to_move, ..Setup::empty(&ruleset.board) };
    for (row, pieces) in rows.iter().enumerate() {
        for (column, side) in pieces.iter().enumerate() {
            if let (Some(side), Some(point)) = (side, point(&ruleset.board, row, column)) {
                setup.columns[point.index()].push(Piece { side: *side, rank: Rank::Man });
            }
        }
    }
    let goats = setup.count(Side::First);
    let hand = in_hand(goats).filter(|hand| goats + hand <= GOATS);
    let hand =
        hand.ok_or_else(|| FormatError::new("position", format_args!("{goats} goats"), "twenty goats at most"))?;
    setup.memory.hand[0] = u8::try_from(hand).unwrap_or(u8::MAX);
    Ok(setup)
}
