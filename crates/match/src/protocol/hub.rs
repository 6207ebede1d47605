//! Hub, the protocol of draughts engines that Scan introduced: lines, positions and turns.

pub use super::squares::PositionError;

use super::squares::{PieceLetters, find_turn};
use quirkat_rules::{Board, IllegalReason, Play, Ruleset, Setup, Turn, TurnError, read_turn as read};
use std::fmt;
use thiserror::Error;

/// Hub's names of variants, with the titles of the games that have exactly their rules. A variant needs only its row:
/// the engine offers it, and outside engines are asked for it. An engine that lists no variants plays the first one.
pub const VARIANTS: &[(&str, &str)] = &[
    ("normal", "international:fmjd"),
    ("killer", "international:killer"),
    ("bt", "international:breakthrough"),
    ("frisian", "frisian:wfd"),
    ("losing", "international:antidraughts"),
];

/// Returns Hub's name of a ruleset, or `None` for one that Hub does not name or that has house rules.
pub fn variant_of(ruleset: &Ruleset) -> Option<&'static str> {
    let title = ruleset.title();
    let named = VARIANTS.iter().find(|(_, ours)| *ours == title).map(|(variant, _)| *variant);
    named.filter(|_| ruleset.house_rules.is_empty())
}

/// A line: a command and its arguments, each with a value or without.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// First word of the line.
    pub command: String,
    arguments: Vec<(String, Option<String>)>,
}

/// Reason why a text is not a line of Hub.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// The name of an argument is missing before this text.
    #[error(
        "a name is missing before `{}`; allowed: command name=value name=\"a value with spaces\"",
        quirkat_rules::clip(.0)
    )]
    NoName(String),
    /// A quotation mark is not closed.
    #[error("a closing \" is missing")]
    OpenQuote,
}

impl Message {
    /// Creates a command without arguments.
    pub fn new(command: &str) -> Message {
        Message { command: command.to_owned(), arguments: vec![] }
    }

    /// Adds an argument with a value.
    pub fn with(self, name: &str, value: impl fmt::Display) -> Message {
        self.push(name, Some(value.to_string()))
    }

    /// Adds an argument without a value.
    pub fn with_flag(self, name: &str) -> Message {
        self.push(name, None)
    }

    fn push(mut self, name: &str, value: Option<String>) -> Message {
        self.arguments.push((name.to_owned(), value));
        self
    }

    /// Returns the value of an argument, which is empty for an argument without a value. The last argument of a name counts.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.arguments
            .iter()
            .rev()
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_deref().unwrap_or_default())
    }

    /// Returns whether there is an argument of this name.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Parses a line. Returns `None` for an empty one.
    ///
    /// # Errors
    /// When the text is malformed.
    pub fn read(line: &str) -> Result<Option<Message>, MessageError> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        let (command, mut rest) = word(line);
        if command.is_empty() {
            return Err(MessageError::NoName(line.to_owned()));
        }
        let mut message = Message::new(command);
        while !rest.trim_start().is_empty() {
            let (name, after) = word(rest.trim_start());
            if name.is_empty() {
                return Err(MessageError::NoName(after.to_owned()));
            }
            let (value, after) = match after.trim_start().strip_prefix('=').map(str::trim_start) {
                None => (None, after),
                Some(value) => {
                    let (value, after) = match value.strip_prefix('"') {
                        Some(quoted) => quoted.split_once('"').ok_or(MessageError::OpenQuote)?,
                        None => word(value),
                    };
                    (Some(value.to_owned()), after)
                }
            };
            message = message.push(name, value);
            rest = after;
        }
        Ok(Some(message))
    }
}

/// Splits off the first word.
fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(ends_word).unwrap_or(text.len()))
}

fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '=' || letter == '"'
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            match value {
                None => write!(f, " {name}")?,
                // Hub cannot express a quotation mark within a quotation.
                Some(value) if value.is_empty() || value.contains(ends_word) => {
                    write!(f, " {name}=\"{}\"", value.replace('"', "'"))?;
                }
                Some(value) => write!(f, " {name}={value}")?,
            }
        }
        Ok(())
    }
}

const LETTERS: PieceLetters = PieceLetters { of_sides: [['w', 'W'], ['b', 'B']] };

/// Writes a position: the side to move, then a letter per square. Counts of moves are not part of it.
pub fn write_position(ruleset: &Ruleset, setup: &Setup) -> String {
    LETTERS.write(ruleset, setup)
}

/// Parses a position. It is checked against the rules only when a game is made of it.
///
/// # Errors
/// When the text is malformed.
pub fn read_position(ruleset: &Ruleset, text: &str) -> Result<Setup, PositionError> {
    LETTERS.read(ruleset, text)
}

/// Writes a turn: its first and last square and the captured squares, without the path between them.
pub fn write_turn(board: &Board, turn: &Turn) -> String {
    let (from, to) = turn.endpoints().map_or(("", ""), |(from, to)| (board.name(from), board.name(to)));
    let captured: String = turn.captures.iter().map(|&point| format!("x{}", board.name(point))).collect();
    format!("{from}{}{to}{captured}", if captured.is_empty() { '-' } else { 'x' })
}

/// Reads a turn in a game's position. The captured squares may be omitted where the rest is unambiguous.
///
/// # Errors
/// When it matches no legal turn.
pub fn read_turn(game: &dyn Play, text: &str) -> Result<Turn, TurnError> {
    let board = &game.ruleset().board;
    let points: Option<Vec<_>> = text.split(['-', 'x']).map(|name| board.point(name)).collect();
    let Some([from, to, captured @ ..]) = points.as_deref().filter(|points| points.len() > 2) else {
        return read(game, text);
    };
    find_turn(game, *from, *to, captured)?.ok_or_else(|| {
        let legal = game.turns().unwrap_or_default().iter().map(|turn| write_turn(board, turn)).collect();
        TurnError::Illegal(text.to_owned(), IllegalReason::Other(legal))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyGame, AnyRules, find_game, read_fen, write_fen};
    use quirkat_search::Random;

    fn international(fen: &str) -> AnyGame {
        let ruleset = find_game("international").unwrap().ruleset(None, &[]).unwrap();
        let setup = read_fen(&ruleset, fen).unwrap();
        AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap()
    }

    #[test]
    fn quotations_survive_a_round_trip() {
        let line = Message::read("  pos pos=Weeb  moves=\"38-15 5-41\" flag x = \"\" ").unwrap().unwrap();
        assert_eq!((line.command.as_str(), line.get("moves"), line.get("flag")), ("pos", Some("38-15 5-41"), Some("")));
        assert_eq!((line.has("x"), line.has("y")), (true, false));
        assert_eq!(line.to_string(), "pos pos=Weeb moves=\"38-15 5-41\" flag x=\"\"");
        assert_eq!(Message::new("error").with("message", "no \"x\"").to_string(), "error message=\"no 'x'\"");
        assert_eq!(Message::read(" \r\n"), Ok(None));
        assert_eq!(Message::read("pos moves=\"1-2"), Err(MessageError::OpenQuote));
        assert_eq!(Message::read("pos =3"), Err(MessageError::NoName("=3".to_owned())));
        assert!(Message::read("\"go\"").is_err());
    }

    #[test]
    fn positions_survive_a_round_trip() {
        let game = international("B:W31,K40:B1,K2");
        let ruleset = game.ruleset();
        let text = write_position(ruleset, &game.setup());
        assert_eq!(text, format!("BbB{}w{}W{}", "e".repeat(28), "e".repeat(8), "e".repeat(10)));
        assert_eq!(write_fen(ruleset, &read_position(ruleset, &text).unwrap()), "B:W31,K40:B1,K2");
        let start = write_position(ruleset, &ruleset.start);
        assert_eq!(start, format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)));
        let refused = |text: &str| read_position(ruleset, text).unwrap_err();
        let length = "the position has 1 letters; allowed: 51, W or B and one per square";
        assert_eq!(refused("W").to_string(), length);
        let letter = |letter, at| PositionError::Letter { letter, at, letters: LETTERS };
        assert_eq!(refused(&text.replacen('B', "w", 1)), letter('w', 1));
        assert_eq!(refused(&text.replacen('e', "x", 1)), letter('x', 4));
        let allowed = "`x` is letter 4 of the position; allowed: W or B first, then w, W, b, B, e";
        assert_eq!(letter('x', 4).to_string(), allowed);
    }

    #[test]
    fn positions_and_turns_of_random_games_survive_a_round_trip_in_every_variant() {
        let rng = &mut Random::with_seed(2);
        for (name, title) in VARIANTS {
            let (game, variant) = title.split_once(':').unwrap();
            let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
            assert_eq!(variant_of(&ruleset), Some(*name));
            let rules = AnyRules::compile(ruleset).unwrap();
            let mut game = rules.new_game();
            while game.outcome().is_none() && game.history().len() < 200 {
                let ruleset = rules.ruleset();
                let setup = read_position(&ruleset, &write_position(&ruleset, &game.setup())).unwrap();
                assert_eq!((&setup.columns, setup.to_move), (&game.setup().columns, game.to_move()), "{name}");
                let mut turns = game.turns().unwrap();
                let turn = turns.swap_remove(rng.index(turns.len()));
                let read = read_turn(&*game, &write_turn(&ruleset.board, &turn)).unwrap();
                assert_eq!(read.effect, turn.effect, "{name}: {turn:?}");
                game.play(&turn).unwrap();
            }
            assert!(game.history().len() > 10, "{name}");
        }
    }

    #[test]
    fn turns_are_identified_by_ends_and_captured_squares() {
        // The man has two paths to the same square that capture equally many pieces.
        let game = international("W:W33:B28,18,17,27,19,20,29");
        let board = &game.ruleset().board;
        let turns = game.turns().unwrap();
        assert!(turns.len() > 1);
        for turn in &turns {
            let text = write_turn(board, turn);
            assert_eq!(read_turn(&*game, &text).unwrap().effect, turn.effect, "{text}");
        }
        let quiet = international("W:W33:B1");
        assert_eq!(read_turn(&*quiet, "33-28").unwrap().captures, []);
        let refused = |text: &str| read_turn(&*quiet, text).unwrap_err().to_string();
        assert_eq!(refused("33x24x29"), "33x24x29: not a legal move; legal: 33-28 or 33-29");
        assert!(refused("33-99").contains("99"));
    }
}
