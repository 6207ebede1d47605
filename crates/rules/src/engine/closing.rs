//! Rows that close during the game (Hopi tûkvnanawöpi and tuknanavuhpi): outer rows that become empty can no longer be
//! used.

use crate::engine::anatomy::GameSymmetry;
use crate::ground::bits::Bits;
use crate::ground::board::{Board, Place, Point};
use crate::options::{Closing, ClosingSides, Options};
use std::collections::BTreeSet;

/// Rows and columns of a board that may close.
#[derive(Debug)]
pub struct Closable<B> {
    /// For each edge of the board that closes, in the order of [`Closable::closed`], its rows from the outside in.
    sides: Vec<Vec<Row<B>>>,
    reading: Closing,
}

#[derive(Clone, Copy, Debug)]
struct Row<B> {
    points: B,
    /// Whether a line of the board runs along the row.
    drawn: bool,
}

impl<B: Bits> Closable<B> {
    /// Returns the rows that may close under these options; `None` if no row closes.
    pub fn new(board: &Board, options: &Options) -> Option<Self> {
        if options.closing == Closing::None {
            return None;
        }
        let rows = rows(board, |point| board.place(point).y);
        let mut sides = vec![rows.clone(), rows.into_iter().rev().collect()];
        if options.closing_sides == ClosingSides::AllFour {
            let columns = self::rows(board, |point| board.place(point).x);
            sides.extend([columns.clone(), columns.into_iter().rev().collect()]);
        }
        Some(Closable { sides, reading: options.closing })
    }

    /// Returns whether a symmetry maps closing rows to closing rows in the same order.
    pub fn is_preserved_by(&self, symmetry: &GameSymmetry) -> bool {
        let image = |rows: &[Row<B>]| rows.iter().map(|row| symmetry.set(row.points)).collect::<Vec<_>>();
        let plain = |rows: &[Row<B>]| rows.iter().map(|row| row.points).collect::<Vec<_>>();
        self.sides.iter().all(|rows| self.sides.iter().any(|other| image(rows) == plain(other)))
    }

    /// Returns all closed points, given the occupied points and the points that were closed before.
    pub fn close(&self, occupied: B, mut closed: B) -> B {
        for rows in &self.sides {
            let mut open = rows.iter().position(|row| !(row.points & !closed).is_empty()).unwrap_or(rows.len());
            while let Some(until) = self.closes_to(&rows[open..], occupied) {
                for row in &rows[open..open + until] {
                    closed |= row.points;
                }
                open += until;
            }
        }
        closed
    }

    /// Returns how many of these rows close at once; `None` if no row closes.
    fn closes_to(&self, rows: &[Row<B>], occupied: B) -> Option<usize> {
        let outermost = rows.first()?;
        let is_empty = |rows: &[Row<B>]| rows.iter().all(|row| !row.points.intersects(occupied));
        let next_drawn = 1 + rows[1..].iter().position(|row| row.drawn)?;
        let (closing, empty) = match self.reading {
            Closing::None => return None,
            Closing::PointRows => (1, 1),
            Closing::DrawnLines if outermost.drawn => (1, 1),
            Closing::DrawnLines => (next_drawn + 1, next_drawn + 1),
            Closing::Squares => (next_drawn, next_drawn + 1),
            Closing::SquaresEarly => (next_drawn, next_drawn),
        };
        is_empty(&rows[..empty]).then_some(closing)
    }

    /// Returns the points of the given numbers of rows at the bottom and the top and columns at the left and the right;
    /// `None` if the board has fewer that may close.
    pub fn closed(&self, counts: [u8; 4]) -> Option<B> {
        let mut closed = B::EMPTY;
        for (number, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            for row in self.sides.get(number)?.get(..usize::from(count))? {
                closed |= row.points;
            }
        }
        Some(closed)
    }

    /// Returns the number of closed rows and columns, in the order of [`Closable::closed`].
    pub fn counts(&self, closed: B) -> [u8; 4] {
        std::array::from_fn(|number| {
            let rows = self.sides.get(number).map_or(&[][..], Vec::as_slice);
            rows.iter().take_while(|row| (row.points & !closed).is_empty()).count() as u8
        })
    }
}

/// Returns the closed points in ascending order, given the numbers of closed rows and columns of
/// [`SetupMemory::closed`](crate::SetupMemory::closed).
pub fn closed_points(board: &Board, [bottom, top, left, right]: [u8; 4]) -> Vec<Point> {
    let coordinates = |coordinate: fn(Place) -> i32| {
        board.points().map(|point| coordinate(board.place(point))).collect::<BTreeSet<_>>().into_iter().collect()
    };
    let (rows, columns): (Vec<_>, Vec<_>) = (coordinates(|place| place.y), coordinates(|place| place.x));
    let is_outside = |all: &[i32], first: u8, last: u8, at: i32| {
        let number = all.partition_point(|&other| other < at);
        number < usize::from(first) || number + usize::from(last) >= all.len()
    };
    let is_closed = |&point: &Point| {
        let place = board.place(point);
        is_outside(&rows, bottom, top, place.y) || is_outside(&columns, left, right, place.x)
    };
    board.points().filter(is_closed).collect()
}

/// Returns the points of the board grouped by one coordinate, in ascending order of it.
fn rows<B: Bits>(board: &Board, coordinate: impl Fn(Point) -> i32) -> Vec<Row<B>> {
    let mut values: Vec<_> = board.points().map(&coordinate).collect();
    values.sort_unstable();
    values.dedup();
    let edges = board.edges();
    let row = |value: i32| Row {
        points: board
            .points()
            .filter(|&point| coordinate(point) == value)
            .fold(B::EMPTY, |row, point| row | B::bit(point.index())),
        drawn: edges.iter().any(|&(a, b)| coordinate(a) == value && coordinate(b) == value),
    };
    values.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::board::construct;

    /// Returns the number of closed rows at the bottom of the 41-point board with men on the given rows.
    fn closed_below(reading: &str, rows_with_men: &[i32]) -> u8 {
        let board = construct("cross(5,5)").unwrap();
        let options = Options::default().with([("closing", reading)]).unwrap();
        let closable = Closable::<u64>::new(&board, &options).unwrap();
        let men = board
            .points()
            .filter(|&point| rows_with_men.contains(&board.place(point).y))
            .fold(0, |men, point| men | u64::bit(point.index()));
        closable.counts(closable.close(men, 0))[0]
    }

    #[test]
    fn each_reading_closes_its_own_rows() {
        // A man on row 3 only (of 0 to 8), then on row 2, then on row 1.
        let closed = |reading| [3, 2, 1].map(|row| closed_below(reading, &[row, 8]));
        assert_eq!(closed("squares"), [2, 0, 0]);
        assert_eq!(closed("squares_early"), [2, 2, 0]);
        assert_eq!(closed("point_rows"), [3, 2, 1]);
        assert_eq!(closed("drawn_lines"), [3, 1, 1]);
    }
}
