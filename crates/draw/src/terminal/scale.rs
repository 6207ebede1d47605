//! Size of a drawing in characters.

use super::margin::Margin;
use crate::names::Naming;
use crate::scene::Scene;
use crate::squares::Squares;
use quirkat_rules::{Board, Point};

/// Number of columns and rows for one unit of board coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scale {
    /// Columns for one unit of x.
    pub across: usize,
    /// Rows for one unit of y.
    pub down: usize,
}

/// Maximum number of rows for one unit. In larger drawings the pieces look too small.
const MAX_ROWS_PER_UNIT: usize = 5;
/// Maximum size of plain text: the usual width of a terminal, and rows close enough to form one picture.
const PLAIN_TEXT_LIMITS: (usize, usize) = (79, 2);

impl Scale {
    /// Returns all scales from the largest to the smallest: first those that keep the board's shape (a character is
    /// about twice as high as wide), then narrow and low ones for boards that would not fit otherwise.
    pub(super) fn all() -> impl Iterator<Item = Scale> {
        let true_to_shape = (2..=MAX_ROWS_PER_UNIT).rev().map(|down| Scale { across: 2 * down, down });
        let narrow = (2..=MAX_ROWS_PER_UNIT).rev().map(|down| Scale { across: down, down });
        let low = [4, 2].map(|across| Scale { across, down: 1 });
        true_to_shape.chain(narrow).chain(low)
    }

    /// Returns the largest scale at which a scene fits the given number of columns and rows.
    pub fn fit(scene: &Scene, columns: usize, rows: usize) -> Option<Scale> {
        Scale::all().filter(|scale| scale.is_legible(scene)).find(|scale| {
            let (width, height) = scale.size(scene);
            width <= columns && height <= rows
        })
    }

    /// Returns the scale for plain text.
    pub fn for_plain_text(scene: &Scene) -> Scale {
        let (columns, rows) = PLAIN_TEXT_LIMITS;
        let legible = || Scale::all().filter(|scale| scale.is_legible(scene) && scale.down <= rows.max(2));
        legible()
            .find(|scale| scale.size(scene).0 <= columns)
            .or_else(|| legible().last())
            .unwrap_or(Scale { across: 4, down: 2 })
    }

    /// Returns whether the drawing is legible: every line is visible, points do not merge, and heights of columns do
    /// not touch the next point.
    pub(super) fn is_legible(self, scene: &Scene) -> bool {
        let board = &scene.board;
        if Squares::of(board).is_some() {
            // A square must hold a piece, the height of its column and brackets, and keep its shape or be low.
            return self.across >= 4 && self.across >= 2 * self.down;
        }
        let spacing = match scene.highest() {
            1 => 2,
            height => 2 + height.to_string().len(),
        };
        let edges = board.edges();
        let span = |(a, b): (Point, Point)| {
            let (a, b) = (board.place(a), board.place(b));
            ((a.x.abs_diff(b.x) as usize) * self.across, (a.y.abs_diff(b.y) as usize) * self.down)
        };
        let slants = edges.iter().any(|&edge| span(edge).0 > 0 && span(edge).1 > 0);
        let is_spaced = board.rows().iter().all(|row| {
            row.windows(2)
                .all(|pair| (board.place(pair[1]).x - board.place(pair[0]).x) as usize * self.across >= spacing)
        });
        is_spaced
            && edges.iter().all(|&edge| match span(edge) {
                (columns, 0) => columns >= 2,
                // Rows and columns alone are clear without strokes between close rows.
                (0, rows) => rows >= 2 || !slants,
                (columns, 1) => columns >= 2 && is_loose(board, edge.0) != is_loose(board, edge.1),
                (columns, _) => columns >= 2,
            })
    }

    /// Returns the size of a scene's drawing at this scale, in columns and rows.
    pub fn size(self, scene: &Scene) -> (usize, usize) {
        let (low, high) = scene.board.bounds();
        let margin = Margin::of(scene, &Naming::of(&scene.board));
        let (across, down) = ((high.x - low.x) as usize, (high.y - low.y) as usize);
        // Squares extend half a square beyond the outermost coordinates; points lie on them.
        let (width, height) = match Squares::of(&scene.board) {
            Some(_) => ((across + 1) * self.across, (down + 1) * self.down),
            None => (across * self.across + 1, down * self.down + 1),
        };
        (margin.left + width + margin.right, margin.above + height + margin.below)
    }
}

/// Returns whether no horizontal line passes through a point, so that diagonals of the next row fit beside it.
pub(super) fn is_loose(board: &Board, point: Point) -> bool {
    let row = |point| board.place(point).y;
    !board.lines().iter().any(|line| line.contains(&point) && line.iter().all(|&other| row(other) == row(point)))
}
