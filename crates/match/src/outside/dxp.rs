//! The driver's side of DamExchange: the initiator, which connects to a program that waits for games.

use super::program::{MINUTES, REMOTE};
use super::{ANSWER_GRACE, Driver, EngineProgram, OutsideError, ProtocolError};
use crate::dxp::{Connection, ConnectionError, SHORT_TIMEOUT};
use crate::protocol::dxp::{Acceptance, End, EndReason, GAME, GameRequest, Message, Move, VERSION, write_position};
use quirkat_rules::{AnyGame, Outcome, Ruleset, Setup, Side, Turn};
use quirkat_search::{Limits, Stop};
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::{Duration, Instant};

/// Minutes for a game without the setting.
const DEFAULT_MINUTES: u16 = 10;
/// Time for the answer to the request of a game.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// Driver of a program that waits for connections.
pub struct Dxp {
    address: SocketAddr,
    minutes: u16,
    /// The connection; `None` after a failure, and until the next game.
    connection: Option<Connection>,
    game: Option<RunningGame>,
}

/// The game in progress. The driver is to send the next message.
struct RunningGame {
    start: Setup,
    turns: Vec<Turn>,
    /// Time that the program has left.
    remaining: Duration,
}

/// Connects to a program. Returns its address as its name, and its driver.
pub fn connect(program: &EngineProgram, ruleset: &Ruleset) -> Result<(String, Box<dyn Driver + Send>), OutsideError> {
    if ruleset.title() != GAME || !ruleset.house_rules.is_empty() {
        return Err(OutsideError::unknown_game(ruleset));
    }
    let setting = |name: &str| program.settings.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value);
    let cannot = |why: String| OutsideError::Connect { address: program.path.clone(), why };
    let resolved: Vec<_> = program.path.to_socket_addrs().map_err(|error| cannot(error.to_string()))?.collect();
    let is_allowed = |address: &&SocketAddr| address.ip().is_loopback() || setting(REMOTE).is_some();
    let address =
        *resolved.iter().find(is_allowed).ok_or_else(|| OutsideError::NotLoopback { address: program.path.clone() })?;
    let minutes = setting(MINUTES).and_then(|minutes| minutes.parse().ok()).unwrap_or(DEFAULT_MINUTES);
    let connection = Connection::open(address).map_err(|error| cannot(error.to_string()))?;
    let driver = Dxp { address, minutes, connection: Some(connection), game: None };
    Ok((program.path.clone(), Box::new(driver)))
}

/// Converts the failure of a connection while a message of this name is awaited.
fn failure(error: ConnectionError, awaited: &'static str) -> OutsideError {
    match error {
        ConnectionError::Closed => OutsideError::Died { awaited, status: None },
        ConnectionError::Silent(after) => OutsideError::Silent { awaited, after },
        error => ProtocolError::Message(error.to_string()).into(),
    }
}

fn unexpected(message: &Message) -> ConnectionError {
    ConnectionError::Unexpected(message.to_string())
}

impl RunningGame {
    /// Returns the turn of the driver's side by which a game goes on from here; `None` for another game.
    fn next<'g>(&self, game: &'g AnyGame) -> Option<&'g Turn> {
        let history = game.history();
        let (last, before) = history.split_last()?;
        let is_same = before.iter().copied().eq(&self.turns) && game.setup_after(0) == self.start;
        is_same.then_some(*last)
    }
}

impl Dxp {
    fn connection(&mut self) -> Result<&mut Connection, ConnectionError> {
        if self.connection.is_none() {
            self.connection = Some(Connection::open(self.address).map_err(|_| ConnectionError::Closed)?);
        }
        self.connection.as_mut().ok_or(ConnectionError::Closed)
    }

    /// Requests a game, and returns the answer.
    fn request(&mut self, request: &GameRequest, stop: &Stop) -> Result<Acceptance, ConnectionError> {
        let connection = self.connection()?;
        connection.send(&Message::Request(request.clone()))?;
        loop {
            match connection.receive(ANSWER_TIMEOUT, stop)? {
                Message::Answer { acceptance, .. } => return Ok(acceptance),
                // A late confirmation of the end of the last game.
                Message::End(_) => {}
                message => return Err(unexpected(&message)),
            }
        }
    }

    /// Begins a game in which the program has the side to move. Returns the driver's first turn, if its side begins.
    fn begin(&mut self, game: &AnyGame, stop: &Stop) -> Result<Option<Turn>, OutsideError> {
        let (ruleset, history) = (game.ruleset(), game.history());
        let before = history.len().checked_sub(1).map(|plies| game.setup_after(plies));
        let before = before.filter(|setup| setup.to_move != game.to_move());
        let first = before.as_ref().and_then(|_| history.last().copied().cloned());
        let start = before.unwrap_or_else(|| game.setup());
        let is_start = (&start.columns, start.to_move) == (&ruleset.start.columns, ruleset.start.to_move);
        let request = GameRequest {
            version: VERSION,
            name: format!("Quirkat {}", env!("CARGO_PKG_VERSION")),
            follower_is_white: game.to_move() == ruleset.white(),
            minutes: self.minutes,
            moves: 0,
            position: (!is_start).then(|| write_position(ruleset, &start)),
        };
        let mut answer = self.request(&request, stop);
        if answer == Err(ConnectionError::Closed) {
            // Some programs close the connection after a game.
            self.connection = None;
            answer = self.request(&request, stop);
        }
        match answer.map_err(|error| failure(error, "GAMEACC"))? {
            Acceptance::Accepted => {}
            _ => return Err(OutsideError::Declined),
        }
        let sent = history.len() - usize::from(first.is_some());
        let turns = history[..sent].iter().copied().cloned().collect();
        let remaining = Duration::from_secs(60 * u64::from(self.minutes));
        self.game = Some(RunningGame { start: game.setup_after(0), turns, remaining });
        Ok(first)
    }

    /// Sends a turn of the driver's side.
    fn send_turn(&mut self, game: &AnyGame, turn: Turn) -> Result<(), ConnectionError> {
        let message = Message::Move(Move::new(&game.ruleset().board, &turn, 0));
        self.connection()?.send(&message)?;
        if let Some(running) = &mut self.game {
            running.turns.push(turn);
        }
        Ok(())
    }

    /// Receives the program's turn.
    fn receive_turn(&mut self, game: &AnyGame, stop: &Stop) -> Result<String, OutsideError> {
        let began = Instant::now();
        let remaining = self.game.as_ref().map_or(Duration::ZERO, |running| running.remaining);
        let received = self.connection().and_then(|connection| connection.receive(remaining + ANSWER_GRACE, stop));
        let received = received.map_err(|error| {
            (self.connection, self.game) = (None, None);
            failure(error, "MOVE")
        });
        match received? {
            Message::Move(received) => {
                match received.turn(game) {
                    Some(turn) => {
                        if let Some(running) = &mut self.game {
                            running.turns.push(turn);
                            running.remaining = running.remaining.saturating_sub(began.elapsed());
                        }
                    }
                    // The caller reports that the move is illegal.
                    None => self.end(EndReason::None),
                }
                Ok(received.text())
            }
            Message::End(End { reason, .. }) => {
                self.game = None;
                let _ = self.connection().and_then(|connection| connection.send(&end(EndReason::None)));
                Err(if reason == EndReason::Lost { OutsideError::Resigned } else { OutsideError::EndedGame })
            }
            message => Err(failure(unexpected(&message), "MOVE")),
        }
    }

    /// Ends the game in progress, and waits for the confirmation. A program that does not confirm loses its connection.
    fn end(&mut self, reason: EndReason) {
        if self.game.take().is_none() {
            return;
        }
        if self.confirm_end(reason).is_err() {
            self.connection = None;
        }
    }

    fn confirm_end(&mut self, reason: EndReason) -> Result<(), ConnectionError> {
        let connection = self.connection()?;
        connection.send(&end(reason))?;
        match connection.receive(SHORT_TIMEOUT, &Stop::default())? {
            Message::End(_) => Ok(()),
            message => Err(unexpected(&message)),
        }
    }

    /// Shows the last turn of a game that is over, and lets the program end it.
    fn show_end(&mut self, game: &AnyGame, turn: Turn) -> Result<(), ConnectionError> {
        self.send_turn(game, turn)?;
        let connection = self.connection()?;
        match connection.receive(SHORT_TIMEOUT, &Stop::default())? {
            Message::End(_) => {
                self.game = None;
                self.connection()?.send(&end(EndReason::None))
            }
            // The program does not know that the game is over.
            Message::Move(_) => Ok(()),
            message => Err(unexpected(&message)),
        }
    }
}

/// Returns the message that ends a game.
fn end(reason: EndReason) -> Message {
    Message::End(End { reason, is_last: false })
}

/// Returns the reason for an end as one side gives it.
pub fn end_reason(outcome: Option<Outcome>, side: Side) -> EndReason {
    match outcome.map(|outcome| outcome.winner) {
        None => EndReason::None,
        Some(None) => EndReason::Drawn,
        Some(Some(winner)) if winner == side => EndReason::Won,
        Some(Some(_)) => EndReason::Lost,
    }
}

impl Driver for Dxp {
    fn new_game(&mut self) -> Result<(), OutsideError> {
        self.end(EndReason::None);
        Ok(())
    }

    fn check_limits(&self, limits: Limits) -> Result<(), OutsideError> {
        if limits.nodes.is_some() { Err(OutsideError::NoNodes("DamExchange")) } else { Ok(()) }
    }

    fn search(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<String, OutsideError> {
        self.check_limits(limits)?;
        let next = self.game.as_ref().and_then(|running| running.next(game)).cloned();
        let turn = match next {
            Some(turn) => Some(turn),
            None => {
                self.end(EndReason::None);
                self.begin(game, stop)?
            }
        };
        if let Some(turn) = turn {
            self.send_turn(game, turn).map_err(|error| failure(error, "MOVE"))?;
        }
        self.receive_turn(game, stop)
    }

    fn end_game(&mut self, game: &AnyGame) {
        let next = self.game.as_ref().and_then(|running| running.next(game)).cloned();
        let outcome = game.outcome();
        let own_side = if next.is_some() { game.to_move().other() } else { game.to_move() };
        if let Some(turn) = next.filter(|_| outcome.is_some())
            && self.show_end(game, turn).is_err()
        {
            (self.connection, self.game) = (None, None);
        }
        self.end(end_reason(outcome, own_side));
    }
}

impl Drop for Dxp {
    fn drop(&mut self) {
        self.end(EndReason::None);
    }
}
