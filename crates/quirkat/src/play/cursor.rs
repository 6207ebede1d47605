//! The cursor: moves from point to point with the keyboard, on any board.
//!
//! Up and down move to the next row of points, as close as possible to the column where the cursor came from; left and
//! right move along the row. Thus four keys reach every point of every board, also where lines are diagonal or rows
//! have gaps. Diagonal keys move to the nearest point in their quadrant.

use quirkat_rules::{Board, Place, Point, Side};

/// Direction of a key on the screen: right and up are positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyDirection(pub i32, pub i32);

/// A point, and the column that the cursor keeps while it moves up and down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// Point under the cursor.
    pub point: Point,
    column: i32,
}

impl Cursor {
    /// Places a cursor on a point.
    pub fn new(board: &Board, point: Point) -> Cursor {
        Cursor { point, column: board.place(point).x }
    }

    /// Places a cursor on the point nearest to the centre of the board.
    pub fn in_the_middle(board: &Board) -> Cursor {
        let (low, high) = board.bounds();
        let distance = |point: &Point| {
            let Place { x, y } = board.place(*point);
            (2 * x - low.x - high.x).abs() + (2 * y - low.y - high.y).abs()
        };
        let middle = board.points().min_by_key(distance).unwrap_or(Point(0));
        Cursor::new(board, middle)
    }

    /// Returns the cursor after a key press, with the side `bottom` at the lower edge. It stays where the board ends.
    pub fn step(self, board: &Board, bottom: Side, direction: KeyDirection) -> Cursor {
        let sign = if bottom == Side::First { 1 } else { -1 };
        let (dx, dy) = (direction.0 * sign, direction.1 * sign);
        let here = board.place(self.point);
        let ahead = board.points().filter_map(|point| {
            let Place { x, y } = board.place(point);
            let (right, up) = (x - here.x, y - here.y);
            (right * dx + up * dy > 0).then_some((point, right, up))
        });
        if dx == 0 {
            let next = ahead.min_by_key(|&(point, _, up)| (up.abs(), (board.place(point).x - self.column).abs()));
            return next.map_or(self, |(point, ..)| Cursor { point, ..self });
        }
        let next = if dy == 0 {
            // Along the row, or beyond its end.
            ahead.min_by_key(|&(_, right, up)| (up != 0, right.abs() + 2 * up.abs()))
        } else {
            let quarter = ahead.filter(|&(_, right, up)| right * dx > 0 && up * dy > 0);
            quarter.min_by_key(|&(_, right, up)| right.abs().max(up.abs()) + 2 * (right.abs() - up.abs()).abs())
        };
        next.map_or(self, |(point, ..)| Cursor::new(board, point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::construct;
    use std::collections::HashSet;

    const UP: KeyDirection = KeyDirection(0, 1);
    const RIGHT: KeyDirection = KeyDirection(1, 0);

    fn walk(call: &str, from: &str, bottom: Side, directions: &[KeyDirection]) -> String {
        let board = construct(call).unwrap();
        let mut cursor = Cursor::new(&board, board.point(from).unwrap());
        for &direction in directions {
            cursor = cursor.step(&board, bottom, direction);
        }
        board.name(cursor.point).to_owned()
    }

    #[test]
    fn keys_move_the_cursor_in_their_direction() {
        assert_eq!(walk("alq(5,5)", "c3", Side::First, &[UP, RIGHT]), "d4");
        assert_eq!(walk("alq(5,5)", "c3", Side::Second, &[UP, RIGHT]), "b2");
        assert_eq!(walk("alq(5,5)", "c3", Side::First, &[KeyDirection(-1, 1)]), "b4");
        assert_eq!(walk("alq(5,5)", "e5", Side::First, &[UP, RIGHT, KeyDirection(1, 1)]), "e5");
        assert_eq!(walk("checker(8,8,left)", "a1", Side::First, &[UP, RIGHT]), "d2");
    }

    #[test]
    fn moving_up_keeps_the_column_across_rows_of_centres() {
        assert_eq!(walk("cross(5,5)", "e1", Side::First, &[UP, UP, UP, UP]), "e5");
    }

    #[test]
    fn four_keys_reach_every_point_of_every_board() {
        for call in
            ["alq(5,5)", "cross(6,7)", "tri(2)", "tri(4)", "serpent(8,outer)", "queah13()", "mill24()", "lasca7()"]
        {
            let board = construct(call).unwrap();
            let mut reached = HashSet::new();
            let mut open = vec![Cursor::in_the_middle(&board)];
            while let Some(cursor) = open.pop() {
                if reached.insert((cursor.point, cursor.column)) {
                    let directions = [UP, RIGHT, KeyDirection(0, -1), KeyDirection(-1, 0)];
                    open.extend(directions.map(|direction| cursor.step(&board, Side::First, direction)));
                }
            }
            let points: HashSet<_> = reached.into_iter().map(|(point, _)| point).collect();
            assert_eq!(points.len(), board.len(), "{call}");
        }
    }
}
