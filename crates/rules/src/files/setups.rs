//! What stands on a board before the first turn, as a file says it: a word for a way to fill the board, or a diagram.

use super::diagram::read_diagram;
use super::layout::LayoutError;
use super::reader::Node;
use crate::ground::board::{Board, Place, Point};
use crate::ground::setup::{Piece, Rank, Setup, Side};
use crate::options::Middle;

/// A way to set up a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SetupPlan {
    /// Every point but the middle one is filled, each side's half to its own side and, in the middle row, to one hand.
    Filled {
        /// Without the ends of the middle row.
        but_tips: bool,
    },
    /// Every point is filled, by the sides in turn as on a chequered board; the first side has the near left corner.
    Chequered,
    /// Nothing stands on the board.
    Empty,
    /// A diagram.
    Diagram(String),
}

/// The setups that have a word of their own.
const SETUPS: &[SetupWord] = &[
    SetupWord {
        word: "filled",
        meaning: "every point but the middle one is filled: each half with the men of its side, and the middle row as the \
                  option `middle` says",
        plan: SetupPlan::Filled { but_tips: false },
    },
    SetupWord {
        word: "filled but the tips",
        meaning: "the same, with the two ends of the middle row empty",
        plan: SetupPlan::Filled { but_tips: true },
    },
    SetupWord {
        word: "chequered",
        meaning: "every point is filled, the sides alternating like the colours of a chequered board; the near left corner belongs to the first side",
        plan: SetupPlan::Chequered,
    },
    SetupWord { word: "empty", meaning: "the board is empty", plan: SetupPlan::Empty },
];

/// A setup that has a word of its own.
pub(crate) struct SetupWord {
    pub word: &'static str,
    pub meaning: &'static str,
    plan: SetupPlan,
}

/// The setups that have a word of their own.
pub(crate) fn setup_words() -> &'static [SetupWord] {
    SETUPS
}

impl SetupPlan {
    /// Reads a setup by what a game file calls it.
    pub fn read(node: &Node<'_>) -> Option<SetupPlan> {
        let text = node.text()?.trim();
        let named = SETUPS.iter().find(|setup| setup.word == text).map(|setup| setup.plan.clone());
        Some(named.unwrap_or_else(|| SetupPlan::Diagram(text.to_owned())))
    }

    /// Sets up a board, with the extra men of the middle row to a hand; `white` is the side with the white pieces.
    ///
    /// # Errors
    /// What does not fit the board.
    pub fn lay(&self, board: &Board, middle: Middle, white: Side) -> Result<Setup, LayoutError> {
        match self {
            SetupPlan::Filled { but_tips } => filled(board, middle, *but_tips),
            SetupPlan::Chequered => Ok(chequered(board)),
            SetupPlan::Empty => Ok(Setup::empty(board)),
            SetupPlan::Diagram(text) => {
                let setup = read_diagram(board, white, text)?;
                match middle {
                    Middle::Right => Ok(setup),
                    Middle::Left => mirrored(board, &setup).ok_or(LayoutError::NoMirrorImage),
                    Middle::Alternating => Err(LayoutError::NotAlternating),
                }
            }
        }
    }
}

/// Every point but the middle one filled: rows in front of the middle by the first side, behind it by the second.
fn filled(board: &Board, middle: Middle, but_tips: bool) -> Result<Setup, LayoutError> {
    let (low, high) = board.bounds();
    // Twice the distance from the middle, so that it is a whole number.
    let from_middle = |point: Point| {
        let Place { x, y } = board.place(point);
        (2 * x - low.x - high.x, 2 * y - low.y - high.y)
    };
    let row: Vec<Point> = board.points().filter(|&point| from_middle(point).1 == 0).collect();
    let centre = row.iter().position(|&point| from_middle(point).0 == 0).ok_or(LayoutError::NoMiddlePoint)?;
    let mut setup = Setup::empty(board);
    for point in board.points() {
        let (_, ahead) = from_middle(point);
        let side = if ahead != 0 {
            if ahead < 0 { Side::First } else { Side::Second }
        } else {
            let at = row.iter().position(|&other| other == point).unwrap_or(centre);
            let out = at.abs_diff(centre);
            if out == 0 || but_tips && (at == 0 || at + 1 == row.len()) {
                continue;
            }
            let firsts = match middle {
                Middle::Right => at > centre,
                Middle::Left => at < centre,
                Middle::Alternating => out % 2 == 1,
            };
            if firsts { Side::First } else { Side::Second }
        };
        setup.columns[point.index()].push(Piece { side, rank: Rank::Man });
    }
    Ok(setup)
}

/// Every point filled, by the sides in turn as on a chequered board.
fn chequered(board: &Board) -> Setup {
    let (low, _) = board.bounds();
    let mut setup = Setup::empty(board);
    for point in board.points() {
        let Place { x, y } = board.place(point);
        let side = if (x - low.x + y - low.y) % 2 == 0 { Side::First } else { Side::Second };
        setup.columns[point.index()].push(Piece { side, rank: Rank::Man });
    }
    setup
}

/// The setup as a mirror shows it, if the board is its own mirror image.
fn mirrored(board: &Board, setup: &Setup) -> Option<Setup> {
    let (low, high) = board.bounds();
    let across = |point: Point| {
        let Place { x, y } = board.place(point);
        (low.x + high.x - x, y)
    };
    let mirror = board.symmetries().into_iter().find(|symmetry| {
        board.points().all(|point| {
            let image = board.place(symmetry.image(point));
            (image.x, image.y) == across(point)
        })
    })?;
    Some(setup.moved(|point| mirror.image(point)))
}
