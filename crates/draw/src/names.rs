//! Where the names of points are written.
//!
//! On most boards a name is a column and a row, and is read off the edges of the drawing. Where it is not, every square
//! has its number in its corner, and every point of other boards (strips) its name beside it.

use crate::squares::is_chequered;
use quirkat_rules::{Board, Point};
use std::collections::BTreeMap;

/// How a drawing names its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Letters below, by x, and numbers at the left, by y.
    Edges {
        /// The letters of the columns.
        columns: BTreeMap<i32, String>,
        /// The numbers of the rows.
        rows: BTreeMap<i32, String>,
    },
    /// Each name in its square.
    Inside,
    /// Each name close to its point.
    Beside {
        /// The length of the longest name.
        longest: usize,
    },
}

impl Naming {
    /// How the points of a board are named.
    pub fn of(board: &Board) -> Naming {
        let mut columns = BTreeMap::new();
        let mut rows = BTreeMap::new();
        for point in board.points() {
            let (column, row) = parts(board, point);
            let place = board.place(point);
            let known = columns.entry(place.x).or_insert_with(|| column.to_owned());
            let fits = !column.is_empty() && !row.is_empty() && known == column;
            if !fits || rows.entry(place.y).or_insert_with(|| row.to_owned()) != row {
                if is_chequered(board) {
                    return Naming::Inside;
                }
                let longest = board.points().map(|point| board.name(point).len()).max().unwrap_or(0);
                return Naming::Beside { longest };
            }
        }
        Naming::Edges { columns, rows }
    }
}

/// A name's letters and the digits behind them.
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
