//! Setups in files: a named way to fill the board, or a diagram.

use super::diagram::read_diagram;
use super::layout::LayoutError;
use super::reader::TomlNode;
use crate::ground::board::{Board, Place, Point};
use crate::ground::setup::{Piece, Rank, Setup, Side};
use crate::options::Middle;

/// Setup of a layout, before the board is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SetupPlan {
    /// Men on every point but the middle one: each half for its side, the middle row by the option `middle`.
    Filled {
        /// Whether the two ends of the middle row stay empty.
        but_tips: bool,
    },
    /// Men on every point, the sides alternating like the colours of a chequered board. The near left corner belongs to
    /// the first side.
    Chequered,
    /// No piece on the board.
    Empty,
    /// Text of a setup diagram.
    Diagram(String),
}

/// The named setups.
const SETUPS: &[NamedSetup] = &[
    NamedSetup {
        word: "filled",
        meaning: "every point but the middle one is filled: each half with the men of its side, and the middle row as the \
                  option `middle` says",
        plan: SetupPlan::Filled { but_tips: false },
    },
    NamedSetup {
        word: "filled but the tips",
        meaning: "the same, with the two ends of the middle row empty",
        plan: SetupPlan::Filled { but_tips: true },
    },
    NamedSetup {
        word: "chequered",
        meaning: "every point is filled, the sides alternating like the colours of a chequered board; the near left corner belongs to the first side",
        plan: SetupPlan::Chequered,
    },
    NamedSetup { word: "empty", meaning: "the board is empty", plan: SetupPlan::Empty },
];

/// A setup with a name, for files and the format reference.
pub(crate) struct NamedSetup {
    pub word: &'static str,
    pub meaning: &'static str,
    plan: SetupPlan,
}

/// Returns the named setups.
pub(crate) fn named_setups() -> &'static [NamedSetup] {
    SETUPS
}

impl SetupPlan {
    /// Reads a setup: a name or a diagram.
    pub fn read(node: &TomlNode<'_>) -> Option<SetupPlan> {
        let text = node.text()?.trim();
        let named = SETUPS.iter().find(|setup| setup.word == text).map(|setup| setup.plan.clone());
        Some(named.unwrap_or_else(|| SetupPlan::Diagram(text.to_owned())))
    }

    /// Builds the setup for a board. `middle` places the extra men of the middle row; `white` is the side with the white
    /// pieces.
    ///
    /// # Errors
    /// A [`LayoutError`] if the setup does not fit the board or `middle`.
    pub fn build(&self, board: &Board, middle: Middle, white: Side) -> Result<Setup, LayoutError> {
        match self {
            SetupPlan::Filled { but_tips } => fill_rows(board, middle, *but_tips),
            SetupPlan::Chequered => Ok(fill_alternating(board)),
            SetupPlan::Empty => Ok(Setup::empty(board)),
            SetupPlan::Diagram(text) => {
                let setup = read_diagram(board, white, text)?;
                match middle {
                    Middle::Right => Ok(setup),
                    Middle::Left => mirror(board, &setup).ok_or(LayoutError::NoMirrorImage),
                    Middle::Alternating => Err(LayoutError::NotAlternating),
                }
            }
        }
    }
}

/// Fills every point but the middle one: the near rows with the first side's men, the far rows with the second's.
fn fill_rows(board: &Board, middle: Middle, but_tips: bool) -> Result<Setup, LayoutError> {
    let (low, high) = board.bounds();
    // Twice the distance from the middle, which is a whole number even if the middle is not a point.
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

/// Fills every point, the sides alternating like the colours of a chequered board.
fn fill_alternating(board: &Board) -> Setup {
    let (low, _) = board.bounds();
    let mut setup = Setup::empty(board);
    for point in board.points() {
        let Place { x, y } = board.place(point);
        let side = if (x - low.x + y - low.y) % 2 == 0 { Side::First } else { Side::Second };
        setup.columns[point.index()].push(Piece { side, rank: Rank::Man });
    }
    setup
}

/// Mirrors a setup left to right; `None` if the board is not symmetrical.
fn mirror(board: &Board, setup: &Setup) -> Option<Setup> {
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
