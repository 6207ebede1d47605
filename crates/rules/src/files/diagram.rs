//! Setup diagrams: the board as rows of letters, as people type it.
//!
//! The furthest row comes first, each row from the left: `.` is an empty point, `w` and `b` are men, `p` and `q`
//! White's and Black's princes, `W` and `B` kings; several letters are a tower, from bottom to top.
//! A last line may say whose turn it is and what legality remembers, in the words of a FEN: `to move: B`.

use super::position::{Colour, FenError, read_column, read_recollection, write_column, write_recollection};
use crate::ground::board::Board;
use crate::ground::clip::clip;
use crate::ground::setup::{Setup, Side};
use thiserror::Error;

/// Why a text is no setup diagram of a board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DiagramError {
    /// The number of rows.
    #[error("the board has {expected} rows, the diagram {found}")]
    RowCount {
        /// The board's.
        expected: usize,
        /// The text's.
        found: usize,
    },
    /// The number of points in a row, by its number from 1.
    #[error("row {row} of the diagram has {found} points; the board has {expected} there")]
    RowLength {
        /// The row.
        row: usize,
        /// The board's.
        expected: usize,
        /// The text's.
        found: usize,
    },
    /// A letter that is no piece.
    #[error("`{}` is not a letter of a diagram; allowed: . w b p q W B", clip(.0))]
    UnknownLetter(String),
    /// What follows `to move:`.
    #[error(transparent)]
    ToMove(#[from] FenError),
}

const TO_MOVE: &str = "to move:";

/// Reads a setup diagram; `white` is the side with the white pieces.
///
/// # Errors
/// When rows or letters do not fit the board.
pub fn read_diagram(board: &Board, white: Side, text: &str) -> Result<Setup, DiagramError> {
    let mut setup = Setup::empty(board);
    let mut lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let to_move = lines.last().and_then(|line| line.strip_prefix(TO_MOVE));
    if to_move.is_some() {
        lines.pop();
    }
    let rows = board.rows();
    if lines.len() != rows.len() {
        return Err(DiagramError::RowCount { expected: rows.len(), found: lines.len() });
    }
    for ((number, points), line) in (1..).zip(&rows).zip(lines) {
        let letters: Vec<_> = line.split_whitespace().collect();
        if letters.len() != points.len() {
            return Err(DiagramError::RowLength { row: number, expected: points.len(), found: letters.len() });
        }
        for (point, letter) in points.iter().zip(letters) {
            if letter != "." {
                setup.columns[point.index()] =
                    read_column(white, letter).ok_or_else(|| DiagramError::UnknownLetter(letter.to_owned()))?;
            }
        }
    }
    if let Some(rest) = to_move {
        let mut fields = rest.trim().split(':');
        setup.to_move = match fields.next().map(str::trim) {
            Some("W") => white,
            Some("B") => white.other(),
            found => return Err(DiagramError::ToMove(FenError::ToMove(found.unwrap_or_default().to_owned()))),
        };
        for field in fields {
            read_recollection(board, white, &mut setup, field)?;
        }
    }
    Ok(setup)
}

/// Writes a setup as a diagram; `white` is the side with the white pieces.
pub fn write_diagram(board: &Board, white: Side, setup: &Setup) -> String {
    let mut text = String::new();
    for row in board.rows() {
        let letters: Vec<_> = row
            .iter()
            .map(|&point| match &setup.columns[point.index()][..] {
                [] => ".".to_owned(),
                column => write_column(white, column),
            })
            .collect();
        text += &letters.join(" ");
        text.push('\n');
    }
    let colour = Colour::of(setup.to_move, white);
    format!("{text}{TO_MOVE} {}{}\n", colour.letter(), write_recollection(board, white, setup))
}
