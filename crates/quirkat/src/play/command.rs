//! Parses lines typed by a player: a move or a command.

use std::path::PathBuf;

/// Maximum length of a line in bytes.
pub const MAX_LINE_LEN: usize = 4096;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A move in notation, not parsed yet.
    Turn(String),
    /// Takes back the last move.
    Undo,
    /// Plays the moves again that were taken back last.
    Redo,
    /// Asks the engine for the best move.
    Hint,
    /// Lists the legal moves.
    Moves,
    /// Shows the position again.
    Board,
    /// Offers a draw.
    Draw,
    /// Offers to count the pieces.
    Count,
    /// Accepts the offer.
    Accept,
    /// Declines the offer.
    Decline,
    /// Resigns the game.
    Resign,
    /// Saves the game to another file.
    Save(PathBuf),
    /// Resumes the game in a file.
    Load(PathBuf),
    /// Shows the rules.
    Rules,
    /// Shows the commands.
    Help,
    /// Leaves; the game is saved.
    Quit,
}

/// A command without the file that it needs. Holds the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoFile(pub String);

impl Command {
    /// Reads a line. Returns `None` for an empty line.
    ///
    /// # Errors
    /// When a command lacks the file that it needs.
    pub fn read(line: &str) -> Result<Option<Command>, NoFile> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = || match rest {
            "" => Err(NoFile(word.to_owned())),
            path => Ok(PathBuf::from(path)),
        };
        let command = match word.to_ascii_lowercase().as_str() {
            "" => return Ok(None),
            "save" => Command::Save(file()?),
            "load" => Command::Load(file()?),
            _ if !rest.is_empty() => Command::Turn(line.to_owned()),
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "hint" => Command::Hint,
            "moves" => Command::Moves,
            "board" => Command::Board,
            "draw" => Command::Draw,
            "count" => Command::Count,
            "accept" => Command::Accept,
            "decline" => Command::Decline,
            "resign" => Command::Resign,
            "rules" => Command::Rules,
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            _ => Command::Turn(line.to_owned()),
        };
        Ok(Some(command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_or_a_move() {
        let read = |line| Command::read(line).unwrap();
        assert_eq!(read("  "), None);
        assert_eq!(read("Undo "), Some(Command::Undo));
        assert_eq!(read("a2-b3"), Some(Command::Turn("a2-b3".to_owned())));
        assert_eq!(read("huff b2, a2-b3"), Some(Command::Turn("huff b2, a2-b3".to_owned())));
        assert_eq!(read("save my game.pdn"), Some(Command::Save(PathBuf::from("my game.pdn"))));
        assert_eq!(read("undo it"), Some(Command::Turn("undo it".to_owned())));
        assert_eq!(Command::read("load"), Err(NoFile("load".to_owned())));
    }
}
