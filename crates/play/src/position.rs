//! Positions as people write them.

use quirkat_rules::{DiagramError, FenError, Ruleset, Setup, SetupError, read_diagram, read_fen};
use thiserror::Error;

/// Why a text is no position to play from.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// It is no FEN of the board.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It is no setup diagram of the board.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The rules do not know such a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a position: on one line as FEN, on several as a setup diagram.
///
/// # Errors
/// When it is neither.
pub fn read_position(ruleset: &Ruleset, text: &str) -> Result<Setup, PositionError> {
    if text.trim().contains('\n') {
        Ok(read_diagram(&ruleset.board, ruleset.white(), text)?)
    } else {
        Ok(read_fen(ruleset, text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{find_game, write_diagram, write_fen};

    #[test]
    fn a_line_is_a_fen_and_several_lines_are_a_diagram() {
        let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
        let start = &ruleset.start;
        assert_eq!(read_position(&ruleset, &format!("\n{}\n", write_fen(&ruleset, start))).as_ref(), Ok(start));
        let diagram = write_diagram(&ruleset.board, ruleset.white(), start);
        assert_eq!(read_position(&ruleset, &diagram).as_ref(), Ok(start));
        assert!(matches!(read_position(&ruleset, "nothing"), Err(PositionError::Fen(_))));
        assert!(matches!(read_position(&ruleset, "w\nb"), Err(PositionError::Diagram(_))));
    }
}
