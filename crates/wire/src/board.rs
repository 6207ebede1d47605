//! Boards: points and lines.

use crate::names::points;
use serde::{Deserialize, Serialize};

/// An empty board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// Its points, in their order.
    pub points: Vec<Point>,
    /// Its lines: points that lie straight behind one another.
    pub lines: Vec<Vec<String>>,
}

/// A point and where it lies, as the first side sees it: `x` grows to the right, `y` upwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// Its name.
    pub name: String,
    /// Its column.
    pub x: i32,
    /// Its row.
    pub y: i32,
}

impl From<&quirkat_rules::Board> for Board {
    fn from(board: &quirkat_rules::Board) -> Self {
        let point = |point| {
            let place = board.place(point);
            Point { name: board.name(point).to_owned(), x: place.x, y: place.y }
        };
        Board {
            points: board.points().map(point).collect(),
            lines: board.lines().iter().map(|line| points(board, line)).collect(),
        }
    }
}
