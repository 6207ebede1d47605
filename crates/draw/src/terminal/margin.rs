//! Space around the points of a picture.

use crate::names::Naming;
use crate::scene::Scene;
use crate::squares::Squares;

/// Space around the points of a picture, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin {
    /// Number of columns at the left.
    pub left: usize,
    /// Number of columns at the right.
    pub right: usize,
    /// Number of rows above the points.
    pub above: usize,
    /// Number of rows below the points.
    pub below: usize,
}

impl Margin {
    /// Returns the space that a scene needs: for names, for marks and column heights at the outermost points, and for
    /// the frame of squares.
    pub fn of(scene: &Scene, naming: &Naming) -> Margin {
        let frame = usize::from(Squares::of(&scene.board).is_some());
        match naming {
            Naming::Edges { rows, .. } => {
                // A frame has the letters in its lower edge.
                let longest = rows.values().map(String::len).max().unwrap_or(0);
                let height = if frame == 0 && scene.highest() > 9 { 3 } else { 2 };
                Margin { left: longest + 2, right: height - frame, above: frame, below: 1 }
            }
            Naming::Inside => Margin { left: 1, right: 1, above: 1, below: 1 },
            Naming::Beside { longest } => Margin { left: longest + 1, right: longest + 2, above: 1, below: 1 },
        }
    }
}
