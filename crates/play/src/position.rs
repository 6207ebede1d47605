//! Reading positions in the forms that people write.

use quirkat_rules::{DiagramError, FenError, Ruleset, Setup, SetupError, read_diagram, read_fen};
use thiserror::Error;

/// Reason why a text is not a valid position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text is not a FEN of the board.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The text is not a setup diagram of the board.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The position does not fit the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a position: a single line as FEN, several lines as a setup diagram.
///
/// # Errors
/// When the text cannot be read as that form.
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
