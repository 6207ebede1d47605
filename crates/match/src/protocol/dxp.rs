//! DamExchange, by which two draughts programs play each other over a connection: its messages and positions.
//!
//! Written from the description at <http://www.mesander.nl/damexchange/edxpmain.htm>. The initiator requests a game,
//! the follower accepts it, and both send their moves in turn, until the side to move ends the game instead.

use super::squares::{PieceLetters, PositionError, find_turn};
use quirkat_rules::{AnyGame, Board, Ruleset, Setup, Turn, clip};
use std::fmt;
use thiserror::Error;

/// The game that the protocol is made for.
pub const GAME: &str = "international:fmjd";

/// Version of the protocol.
pub const VERSION: u16 = 1;

/// Maximum length of a message in bytes, without the zero byte that ends it.
pub const MAX_MESSAGE: usize = 127;

/// Length of a program's name, which is padded with blanks.
const NAME_LEN: usize = 32;

const LETTERS: PieceLetters = PieceLetters { of_sides: [['w', 'W'], ['z', 'Z']] };

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Request of a game, by the initiator.
    Request(GameRequest),
    /// Answer to a request, by the follower.
    Answer {
        /// Name of the follower.
        name: String,
        /// Whether it plays.
        acceptance: Acceptance,
    },
    /// A move.
    Move(Move),
    /// End of the game, by the side to move, or its confirmation.
    End(End),
    /// A text for people.
    Chat(String),
    /// Request to take moves back.
    BackRequest,
    /// Answer to such a request; `true` if it is granted.
    BackAnswer(bool),
}

/// Request of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRequest {
    /// Version of the protocol.
    pub version: u16,
    /// Name of the initiator.
    pub name: String,
    /// Whether the follower plays White.
    pub follower_is_white: bool,
    /// Minutes that each side has for the game.
    pub minutes: u16,
    /// Number of moves after which either side may end the game; 0 for no limit.
    pub moves: u16,
    /// Side to move and position as [`write_position`] writes them; `None` for the start of the game.
    pub position: Option<String>,
}

/// Answer of a follower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// It plays.
    Accepted,
    /// It speaks another version of the protocol.
    OtherVersion,
    /// It does not play this game, but may play another.
    Declined,
    /// It plays no game.
    NoGames,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Time for the move in seconds.
    pub seconds: u16,
    /// Number of the first square.
    pub from: u16,
    /// Number of the last square.
    pub to: u16,
    /// Numbers of the captured squares, in any order.
    pub captured: Vec<u16>,
}

/// End of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Reason that the sender gives.
    pub reason: EndReason,
    /// Whether the sender plays no further game.
    pub is_last: bool,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// None is given.
    None,
    /// The sender has lost.
    Lost,
    /// The game is drawn.
    Drawn,
    /// The sender has won.
    Won,
}

/// Reason why a text is not a message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// The first letter names no message.
    #[error("`{}` is no message; allowed first letters: R, A, M, E, C, B, K", clip(.0))]
    Unknown(String),
    /// A field is missing or has another form.
    #[error("{field} is `{}`; allowed: {allowed}", clip(.found))]
    Field {
        /// Name of the field.
        field: &'static str,
        /// Its text, shortened where the message ends.
        found: String,
        /// Description of its form.
        allowed: &'static str,
    },
}

/// Fields of a message that are not read yet.
struct Fields<'t>(&'t str);

impl<'t> Fields<'t> {
    /// Takes a field of this length, and reads it.
    fn read<T>(
        &mut self,
        field: &'static str,
        length: usize,
        allowed: &'static str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<T, MessageError> {
        let (text, rest) = self.0.split_at_checked(length).unwrap_or((self.0, ""));
        self.0 = rest;
        let value = Some(text).filter(|text| text.len() == length).and_then(read);
        value.ok_or_else(|| MessageError::Field { field, found: text.to_owned(), allowed })
    }

    fn number(&mut self, field: &'static str, length: usize, allowed: &'static str) -> Result<u16, MessageError> {
        self.read(field, length, allowed, |text| {
            text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten()
        })
    }

    fn square(&mut self, field: &'static str) -> Result<u16, MessageError> {
        self.number(field, 2, "01 to 50")
    }

    fn name(&mut self) -> Result<String, MessageError> {
        self.read("the name", NAME_LEN, "32 letters", |text| Some(text.trim().to_owned()))
    }

    fn colour(&mut self, field: &'static str) -> Result<char, MessageError> {
        self.read(field, 1, "W or Z", |text| text.chars().next().filter(|letter| ['W', 'Z'].contains(letter)))
    }
}

impl Message {
    /// Parses a message, without the zero byte that ends it. What follows the last field is ignored.
    ///
    /// # Errors
    /// When the text is malformed.
    pub fn read(text: &str) -> Result<Message, MessageError> {
        let mut letters = text.chars();
        let letter = letters.next();
        let mut fields = Fields(letters.as_str());
        Ok(match letter {
            Some('R') => Message::Request(GameRequest::read(&mut fields)?),
            Some('A') => Message::Answer {
                name: fields.name()?,
                acceptance: fields
                    .read("the acceptance", 1, "0 to 3", |code| Acceptance::ALL.get(digit(code)?).copied())?,
            },
            Some('M') => Message::Move(Move::read(&mut fields)?),
            Some('E') => Message::End(End {
                reason: fields.read("the reason", 1, "0 to 3", |code| EndReason::ALL.get(digit(code)?).copied())?,
                is_last: fields.read("the stop code", 1, "0 or 1", flag)?,
            }),
            Some('C') => Message::Chat(fields.0.to_owned()),
            Some('B') => Message::BackRequest,
            Some('K') => Message::BackAnswer(fields.read("the acceptance", 1, "0 to 2", digit)? == 0),
            _ => return Err(MessageError::Unknown(text.to_owned())),
        })
    }
}

fn digit(text: &str) -> Option<usize> {
    text.parse().ok()
}

fn flag(text: &str) -> Option<bool> {
    ["0", "1"].iter().position(|known| *known == text).map(|code| code == 1)
}

impl GameRequest {
    fn read(fields: &mut Fields<'_>) -> Result<GameRequest, MessageError> {
        let version = fields.number("the version", 2, "two digits")?;
        let name = fields.name()?;
        let follower_is_white = fields.colour("the follower's colour")? == 'W';
        let minutes = fields.number("the thinking time", 3, "000 to 999")?;
        let moves = fields.number("the number of moves", 3, "000 to 999")?;
        let has_position = fields.read("the starting position", 1, "A or B", |text| match text {
            "A" => Some(false),
            "B" => Some(true),
            _ => None,
        })?;
        let position = match has_position {
            false => None,
            true => Some(fields.read("the position", 51, "W or Z and 50 letters", |text| Some(text.to_owned()))?),
        };
        Ok(GameRequest { version, name, follower_is_white, minutes, moves, position })
    }
}

impl Acceptance {
    /// All answers in the order of their codes.
    const ALL: [Acceptance; 4] =
        [Acceptance::Accepted, Acceptance::OtherVersion, Acceptance::Declined, Acceptance::NoGames];
}

impl EndReason {
    /// All reasons in the order of their codes.
    const ALL: [EndReason; 4] = [EndReason::None, EndReason::Lost, EndReason::Drawn, EndReason::Won];
}

impl Move {
    /// Creates the message of a turn.
    pub fn new(board: &Board, turn: &Turn, seconds: u64) -> Move {
        let number = |point| board.name(point).parse().unwrap_or_default();
        let (from, to) = turn.endpoints().map_or((0, 0), |(from, to)| (number(from), number(to)));
        let mut captured: Vec<_> = turn.captures.iter().copied().map(number).collect();
        captured.sort_unstable();
        Move { seconds: seconds.min(9999) as u16, from, to, captured }
    }

    fn read(fields: &mut Fields<'_>) -> Result<Move, MessageError> {
        let seconds = fields.number("the time", 4, "0000 to 9999")?;
        let [from, to] = [fields.square("the first square")?, fields.square("the last square")?];
        let count = fields.number("the number of captured pieces", 2, "00 to 20")?;
        let captured = (0..count).map(|_| fields.square("a captured square")).collect::<Result<_, _>>()?;
        Ok(Move { seconds, from, to, captured })
    }

    /// Returns the legal turn that the move stands for; `None` if there is none.
    pub fn turn(&self, game: &AnyGame) -> Option<Turn> {
        let board = &game.ruleset().board;
        let square = |number: &u16| board.point(&number.to_string());
        let captured = self.captured.iter().map(square).collect::<Option<Vec<_>>>()?;
        find_turn(&**game, square(&self.from)?, square(&self.to)?, &captured).ok().flatten()
    }

    /// Writes the move for people, as Hub does: `32x3x28x19x9`.
    pub fn text(&self) -> String {
        let captured: String = self.captured.iter().map(|square| format!("x{square}")).collect();
        let sign = if captured.is_empty() { '-' } else { 'x' };
        format!("{}{sign}{}{captured}", self.from, self.to)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Request(request) => {
                let GameRequest { version, name, follower_is_white, minutes, moves, position } = request;
                let (name, colour) = (padded(name), if *follower_is_white { 'W' } else { 'Z' });
                write!(f, "R{version:02}{name}{colour}{minutes:03}{moves:03}")?;
                match position {
                    None => f.write_str("A"),
                    Some(position) => write!(f, "B{position}"),
                }
            }
            Message::Answer { name, acceptance } => write!(f, "A{}{}", padded(name), *acceptance as u8),
            Message::Move(Move { seconds, from, to, captured }) => {
                write!(f, "M{seconds:04}{from:02}{to:02}{:02}", captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Message::End(End { reason, is_last }) => write!(f, "E{}{}", *reason as u8, u8::from(*is_last)),
            Message::Chat(text) => write!(f, "C{}", text.chars().take(MAX_MESSAGE - 1).collect::<String>()),
            Message::BackRequest => f.write_str("B001W"),
            Message::BackAnswer(is_granted) => write!(f, "K{}", u8::from(!is_granted)),
        }
    }
}

fn padded(name: &str) -> String {
    let name: String = name.chars().take(NAME_LEN).collect();
    format!("{name:NAME_LEN$}")
}

/// Writes a position: the side to move, then a letter per square.
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

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyRules, find_game, read_fen};
    use quirkat_search::Random;

    fn rules() -> AnyRules {
        let (game, variant) = GAME.split_once(':').unwrap();
        AnyRules::compile(find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap()).unwrap()
    }

    #[test]
    fn the_examples_of_the_description_survive_a_round_trip() {
        let examples = [
            "R01Tornado voor Windows 4.0        W060065A",
            "ATornado voor Windows 4.0        0",
            "M0012061100",
            "M001205250422122320",
            "E00",
            "E21",
            "CWhat do you think about move 35?",
            "K1",
        ];
        for text in examples {
            assert_eq!(Message::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Message::read("B005Z"), Ok(Message::BackRequest));
        let Ok(Message::Move(capture)) = Message::read("M001205250422122320") else { panic!("a move") };
        assert_eq!((capture.seconds, capture.text()), (12, "5x25x22x12x23x20".to_owned()));
        let Ok(Message::Request(request)) = Message::read(examples[0]) else { panic!("a request") };
        assert_eq!((request.name.as_str(), request.minutes, request.moves), ("Tornado voor Windows 4.0", 60, 65));
        assert!(request.follower_is_white && request.position.is_none());
    }

    #[test]
    fn malformed_messages_are_refused_with_the_field() {
        let refused = |text: &str| Message::read(text).unwrap_err().to_string();
        assert_eq!(refused("X1"), "`X1` is no message; allowed first letters: R, A, M, E, C, B, K");
        assert_eq!(refused("M00120611"), "the number of captured pieces is ``; allowed: 00 to 20");
        assert_eq!(refused("M0012061102"), "a captured square is ``; allowed: 01 to 50");
        assert_eq!(refused("M+012061100"), "the time is `+012`; allowed: 0000 to 9999");
        assert_eq!(refused("E40"), "the reason is `4`; allowed: 0 to 3");
        assert_eq!(refused("E0x"), "the stop code is `x`; allowed: 0 or 1");
        assert_eq!(refused("R01short"), "the name is `short`; allowed: 32 letters");
        let request = |end: &str| format!("R01{}{end}", " ".repeat(32));
        assert_eq!(refused(&request("B")), "the follower's colour is `B`; allowed: W or Z");
        assert_eq!(refused(&request("W060000C")), "the starting position is `C`; allowed: A or B");
        assert_eq!(refused(&request("W060000BWee")), "the position is `Wee`; allowed: W or Z and 50 letters");
        let rng = &mut Random::with_seed(1);
        for _ in 0..20_000 {
            // Bytes of any length after any letter, also letters of several bytes: no panic.
            let letters: Vec<_> = "RAMECBK09WZwzeAé€ ".chars().collect();
            let text: String = (0..rng.index(90)).map(|_| letters[rng.index(letters.len())]).collect();
            if let Ok(message) = Message::read(&text) {
                assert!(message.to_string().starts_with(&text[..1]));
            }
        }
    }

    #[test]
    fn long_names_and_texts_are_cut() {
        let answer = Message::Answer { name: "x".repeat(99), acceptance: Acceptance::Declined };
        assert_eq!(answer.to_string().len(), 34);
        assert_eq!(Message::Chat("x".repeat(999)).to_string().len(), MAX_MESSAGE);
    }

    #[test]
    fn moves_and_positions_of_random_games_survive_a_round_trip() {
        let rules = rules();
        let ruleset = rules.ruleset();
        let rng = &mut Random::with_seed(3);
        let mut captures = 0;
        for _ in 0..5 {
            let mut game = rules.new_game();
            while game.outcome().is_none() && game.history().len() < 200 {
                let text = write_position(&ruleset, &game.setup());
                let setup = read_position(&ruleset, &text).unwrap();
                assert_eq!((&setup.columns, setup.to_move), (&game.setup().columns, game.to_move()), "{text}");
                let mut turns = game.turns().unwrap();
                let turn = turns.swap_remove(rng.index(turns.len()));
                let sent = Message::Move(Move::new(&ruleset.board, &turn, 3)).to_string();
                assert!(sent.len() <= MAX_MESSAGE, "{sent}");
                let Ok(Message::Move(received)) = Message::read(&sent) else { panic!("{sent}") };
                assert_eq!(received.turn(&game).map(|turn| turn.effect), Some(turn.effect), "{sent}");
                captures += usize::from(turn.captures.len() > 1);
                game.play(&turn).unwrap();
            }
        }
        assert!(captures > 5, "{captures} moves capture several pieces");
    }

    #[test]
    fn a_move_with_other_captured_squares_is_no_move() {
        let rules = rules();
        let setup = read_fen(&rules.ruleset(), "W:W33:B28,18,17,27,19,20,29").unwrap();
        let game = rules.game(Some(&setup)).unwrap();
        let turn = game.turns().unwrap().remove(0);
        let sent = Move::new(&game.ruleset().board, &turn, 0);
        assert!(sent.turn(&game).is_some());
        let mut reversed = sent.clone();
        reversed.captured.reverse();
        assert_eq!(reversed.turn(&game), sent.turn(&game), "the order does not matter");
        for captured in [vec![], sent.captured[1..].to_vec(), vec![99; sent.captured.len()]] {
            assert_eq!(Move { captured, ..sent.clone() }.turn(&game), None);
        }
    }
}
