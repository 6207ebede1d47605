//! Placement of the names of points.
//!
//! On most boards, a name consists of a column and a row and is read off the edges of the drawing. Otherwise, each
//! square has its number in its corner, and each point of a board of lines (strips) has its name beside it.

use crate::squares::Squares;
use quirkat_rules::{Board, Point};
use std::collections::BTreeMap;

/// Placement of the names of points in a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Letters below the columns and numbers left of the rows.
    Edges {
        /// Letter of each column, by x.
        columns: BTreeMap<i32, String>,
        /// Number of each row, by y.
        rows: BTreeMap<i32, String>,
    },
    /// Each name inside its square.
    Inside,
    /// Each name beside its point.
    Beside {
        /// Length of the longest name, in characters.
        longest: usize,
    },
}

impl Naming {
    /// Returns the placement for a board.
    pub fn of(board: &Board) -> Naming {
        let mut columns = BTreeMap::new();
        let mut rows = BTreeMap::new();
        for point in board.points() {
            let (column, row) = parts(board, point);
            let place = board.place(point);
            let first_column = columns.entry(place.x).or_insert_with(|| column.to_owned());
            let fits = !column.is_empty() && !row.is_empty() && first_column == column;
            if !fits || rows.entry(place.y).or_insert_with(|| row.to_owned()) != row {
                if Squares::of(board).is_some() {
                    return Naming::Inside;
                }
                let longest = board.points().map(|point| board.name(point).len()).max().unwrap_or(0);
                return Naming::Beside { longest };
            }
        }
        Naming::Edges { columns, rows }
    }
}

/// Splits a name into its letters and the digits after them.
fn parts(board: &Board, point: Point) -> (&str, &str) {
    let name = board.name(point);
    name.split_at(name.bytes().take_while(u8::is_ascii_lowercase).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::construct;

    #[test]
    fn lattices_are_named_at_the_edges_and_strips_beside_the_points() {
        for call in ["alq(5,5)", "cross(6,7)", "tri(4)", "mill24()", "queah13()", "checker(8,8,left)", "grid(20,20)"] {
            assert!(matches!(Naming::of(&construct(call).unwrap()), Naming::Edges { .. }), "{call}");
        }
        assert_eq!(Naming::of(&construct("serpent(8,outer)").unwrap()), Naming::Beside { longest: 2 });
    }
}
