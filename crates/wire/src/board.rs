//! Boards as points and lines.

use crate::names::points;
use serde::{Deserialize, Serialize};

/// Geometry of a board without pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// Points in the order of their indices.
    pub points: Vec<Point>,
    /// Lines of the board, each as the names of consecutive points that lie straight behind one another.
    pub lines: Vec<Vec<String>>,
}

/// A point with its coordinates as the first side sees the board: `x` grows to the right, `y` upwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// Name of the point, such as `a1` or `12`.
    pub name: String,
    /// Name of the square in the other notation of a chequered board: `12` instead of `a1`, or the reverse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// Horizontal coordinate in grid steps; grows to the right.
    pub x: i32,
    /// Vertical coordinate in grid steps; grows upwards.
    pub y: i32,
}

impl From<&quirkat_rules::Board> for Board {
    fn from(board: &quirkat_rules::Board) -> Self {
        let others = board.in_other_notation();
        let point = |point| {
            let place = board.place(point);
            let other = others.as_ref().map(|others| others.name(point).to_owned());
            Point { name: board.name(point).to_owned(), other, x: place.x, y: place.y }
        };
        Board {
            points: board.points().map(point).collect(),
            lines: board.lines().iter().map(|line| points(board, line)).collect(),
        }
    }
}
