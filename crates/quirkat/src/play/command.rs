//! What a person may write in a line: a turn, or a command.

use std::path::PathBuf;

/// The longest line that is read, in bytes.
pub const LONGEST: usize = 4096;

/// A line as it was meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A turn in notation; it has not been read yet.
    Turn(String),
    /// Take back the last turn.
    Undo,
    /// Ask the engine for the best turn.
    Hint,
    /// List the legal turns.
    Moves,
    /// Show the position again.
    Board,
    /// Offer a draw.
    Draw,
    /// Offer to count the pieces.
    Count,
    /// Accept what is offered.
    Accept,
    /// Decline it.
    Decline,
    /// Give the game up.
    Resign,
    /// Keep the game in another file.
    Save(PathBuf),
    /// Go on with the game of a file.
    Load(PathBuf),
    /// Say the rules.
    Rules,
    /// Say what may be written.
    Help,
    /// Leave; the game is saved.
    Quit,
}

/// A command that lacks the file that it needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoFile(pub String);

impl Command {
    /// Reads a line; `None` if it is empty.
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
    fn a_line_is_a_command_or_a_turn() {
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
