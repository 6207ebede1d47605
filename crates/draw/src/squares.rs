//! Boards that are drawn as squares: draughts boards are chequered, with the pieces in the playable squares.

use quirkat_rules::Board;

/// Returns whether a board consists of the squares of one colour of a chequered rectangle, joined at their corners.
pub fn is_chequered(board: &Board) -> bool {
    if board.is_drawn_as_lines() {
        return false;
    }
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
            assert!(!is_chequered(&construct(call).unwrap()), "{call}");
        }
    }
}
