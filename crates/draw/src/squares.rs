//! Boards that are drawn as squares, in which the pieces stand.

use quirkat_rules::{Board, BoardForm};

/// Squares of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Squares {
    /// The points are the squares of one colour of a chequered board, as in most draughts.
    Chequered,
    /// The points are all squares of the board, which have one colour, as in Turkish draughts.
    Plain,
}

impl Squares {
    /// Returns the squares of a board; `None` if it is drawn as points and lines.
    pub fn of(board: &Board) -> Option<Squares> {
        match board.form() {
            Some(BoardForm::Lines) => None,
            Some(BoardForm::Squares) => Some(Squares::Plain),
            None => is_half_chequered(board).then_some(Squares::Chequered),
        }
    }
}

/// Returns whether a board is drawn as a chequered board.
pub fn is_chequered(board: &Board) -> bool {
    Squares::of(board) == Some(Squares::Chequered)
}

/// Returns whether a board consists of the squares of one colour of a chequered rectangle, joined at their corners.
fn is_half_chequered(board: &Board) -> bool {
    let (low, high) = board.bounds();
    let parity = |x: i32, y: i32| (x + y).rem_euclid(2);
    let Some(first) = board.points().next().map(|point| board.place(point)) else { return false };
    let parity_of_board = parity(first.x, first.y);
    let squares = (low.y..=high.y)
        .flat_map(|y| (low.x..=high.x).map(move |x| (x, y)))
        .filter(|&(x, y)| parity(x, y) == parity_of_board)
        .count();
    let edges = board.edges();
    squares == board.len()
        && !edges.is_empty()
        && board.points().all(|point| parity(board.place(point).x, board.place(point).y) == parity_of_board)
        && edges.iter().all(|&(a, b)| {
            let (a, b) = (board.place(a), board.place(b));
            a.x.abs_diff(b.x) == 1 && a.y.abs_diff(b.y) == 1
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::construct;

    #[test]
    fn draughts_boards_have_squares_and_lattices_have_none() {
        for call in ["checker(8,8,left)", "checker(10,10,right)", "lasca7()"] {
            assert!(is_chequered(&construct(call).unwrap()), "{call}");
        }
        for call in ["alq(5,5)", "grid(8,8)", "cross(5,5)", "serpent(8,inner)", "mill24()", "tri(4)", "queah13()"] {
            assert_eq!(Squares::of(&construct(call).unwrap()), None, "{call}");
        }
        for call in ["grid(8,8,squares)", "grid(8,8,all_diagonals,squares)", "grid(6x4,squares)"] {
            assert_eq!(Squares::of(&construct(call).unwrap()), Some(Squares::Plain), "{call}");
        }
    }
}
