//! Margins: the space around the points of a picture.

use crate::names::Naming;
use crate::scene::Scene;
use crate::squares::is_chequered;

/// The space around the points of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin {
    /// Columns at the left.
    pub left: usize,
    /// Columns at the right.
    pub right: usize,
    /// Rows above.
    pub above: usize,
    /// Rows below.
    pub below: usize,
}

impl Margin {
    /// The space that a scene needs around its points or squares: for names, for marks at the outermost points and
    /// the height of a tower there, for the frame of a chequered board.
    pub fn of(scene: &Scene, naming: &Naming) -> Margin {
        let frame = usize::from(is_chequered(&scene.board));
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
