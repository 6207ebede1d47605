//! Setup diagrams: the board as rows of letters.
//!
//! The row farthest from the first side comes first, each row from left to right: `.` is an empty point, `w` and `b` are
//! men, `p` and `q` White's and Black's princes, `W` and `B` kings. Several letters are a tower from bottom to top. A last
//! line may give the side to move and the state beside the pieces, as in a FEN: `to move: B`.
//!
//! The reader ignores empty lines and extra spaces, and takes the first side to be to move if the last line is missing.
//! The writer always writes the last line.

use super::position::{Colour, FenError, read_column, read_memory, write_column, write_memory};
use crate::ground::board::Board;
use crate::ground::clip::clip;
use crate::ground::setup::{Setup, Side};
use thiserror::Error;

/// Error from reading a setup diagram.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DiagramError {
    /// The diagram has the wrong number of rows.
    #[error("the board has {expected} rows, the diagram {found}")]
    RowCount {
        /// Number on the board.
        expected: usize,
        /// Number in the diagram.
        found: usize,
    },
    /// A row of the diagram has the wrong number of points.
    #[error("row {row} of the diagram has {found} points; the board has {expected} there")]
    RowLength {
        /// Number of the row, from 1 at the top.
        row: usize,
        /// Number on the board.
        expected: usize,
        /// Number in the diagram.
        found: usize,
    },
    /// A word is neither a dot nor letters of pieces.
    #[error("`{}` is not a letter of a diagram; allowed: . w b p q W B", clip(.0))]
    UnknownLetter(String),
    /// The line `to move:` is not valid.
    #[error(transparent)]
    ToMove(#[from] FenError),
}

const TO_MOVE: &str = "to move:";

/// Parses a setup diagram of a board. `white` is the side with the white pieces.
///
/// # Errors
/// A [`DiagramError`] if rows, letters or the last line do not fit the board.
///
/// # Examples
/// ```
/// use quirkat_rules::{find_game, read_diagram, write_diagram};
///
/// let lasca = find_game("lasca").unwrap().ruleset(None, &[])?;
/// let diagram = write_diagram(&lasca.board, lasca.white(), &lasca.start);
/// assert_eq!(read_diagram(&lasca.board, lasca.white(), &diagram)?, lasca.start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
            read_memory(board, white, &mut setup, field)?;
        }
    }
    Ok(setup)
}

/// Writes a setup as a diagram that [`read_diagram`] reads back. `white` is the side with the white pieces.
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
    format!("{text}{TO_MOVE} {}{}\n", colour.letter(), write_memory(board, white, setup))
}
