//! The engine as the follower of DamExchange: it waits for connections, and plays each game that is requested.

use super::say;
use anyhow::Context;
use quirkat_match::dxp::{Connection, ConnectionError, SHORT_TIMEOUT};
use quirkat_match::outside::end_reason;
use quirkat_match::protocol::dxp::{
    Acceptance, End, EndReason, GAME, GameRequest, Message, Move, VERSION, read_position,
};
use quirkat_play::Ruling;
use quirkat_rules::{AnyGame, Side, Turn, clip};
use quirkat_search::{Engine, Level, Limits, Random, RemainingTime, Stop};
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

/// Size of the transposition table in MiB.
const MEMORY: usize = 64;
/// Time in which a game must be requested, also after another one. Then the connection is closed, and others are accepted.
const IDLE_TIMEOUT: Duration = Duration::from_secs(10 * 60);
/// Time for a move of the other program where it sets no time for the game.
const UNLIMITED: Duration = Duration::from_secs(60 * 60);
/// Time after the end of its clock in which the other program must still move.
const GRACE: Duration = Duration::from_secs(5);
/// Time for the engine's own move where no time is set.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Settings of the engine.
#[derive(Clone, Copy, Debug)]
pub struct DxpSettings {
    /// Level of play.
    pub level: Level,
    /// Time per move; `None` for a share of the time that the other program sets.
    pub time: Option<Duration>,
    /// Number of games after which the server ends.
    pub games: Option<u32>,
}

/// A server of DamExchange games.
pub struct DxpServer {
    listener: TcpListener,
    settings: DxpSettings,
    /// Number of games that were accepted.
    games: u32,
    rng: Random,
}

/// A game with another program.
struct ServedGame<'c> {
    connection: &'c mut Connection,
    game: AnyGame,
    /// The engine's side.
    side: Side,
    request: GameRequest,
    engine: Engine,
    /// Time that this engine and the other program have used.
    used: [Duration; 2],
}

/// How a game ended: the reason that was given, by the other program or by this engine.
struct ServedEnd {
    reason: EndReason,
    is_by_other: bool,
    /// Whether the other program plays no further game.
    is_last: bool,
}

impl DxpServer {
    /// Listens at an address.
    ///
    /// # Errors
    /// When the operating system refuses it.
    pub fn bind(address: SocketAddr, settings: DxpSettings) -> anyhow::Result<DxpServer> {
        let listener = TcpListener::bind(address).with_context(|| format!("cannot listen at {address}"))?;
        say(format_args!("waiting for DamExchange at {}", listener.local_addr()?));
        Ok(DxpServer { listener, settings, games: 0, rng: Random::with_seed(fastrand::u64(..)) })
    }

    /// Serves one connection after the other, until the set number of games is played.
    ///
    /// # Errors
    /// When no connection can be accepted.
    pub fn run(mut self) -> anyhow::Result<()> {
        while !self.is_done() {
            let (stream, _) = self.listener.accept().context("cannot accept a connection")?;
            let served = match Connection::new(stream) {
                Ok(mut connection) => self.serve(&mut connection),
                Err(_) => Err(ConnectionError::Closed),
            };
            match served {
                Ok(()) | Err(ConnectionError::Closed) => {}
                Err(error) => say(format_args!("the connection is given up: {error}")),
            }
        }
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.settings.games.is_some_and(|games| self.games >= games)
    }

    /// Plays the games of one connection.
    fn serve(&mut self, connection: &mut Connection) -> Result<(), ConnectionError> {
        while !self.is_done() {
            let request = match connection.receive(IDLE_TIMEOUT, &Stop::default())? {
                Message::Request(request) => request,
                message => return Err(ConnectionError::Unexpected(message.to_string())),
            };
            let name = format!("Quirkat {}", env!("CARGO_PKG_VERSION"));
            let game = requested_game(&request);
            let acceptance = game.as_ref().err().copied().unwrap_or(Acceptance::Accepted);
            connection.send(&Message::Answer { name, acceptance })?;
            let Ok(game) = game else {
                say(format_args!("a game is declined: {acceptance:?}"));
                continue;
            };
            self.games += 1;
            let end = self.play(connection, game, request)?;
            if end.is_last {
                break;
            }
        }
        Ok(())
    }

    fn play(
        &mut self,
        connection: &mut Connection,
        game: AnyGame,
        request: GameRequest,
    ) -> Result<ServedEnd, ConnectionError> {
        let white = game.ruleset().white();
        let (side, colour) = if request.follower_is_white { (white, "White") } else { (white.other(), "Black") };
        let number = self.games;
        let other = clip(&request.name);
        say(format_args!("game {number} with {other}: Quirkat is {colour}"));
        let engine = Engine::new(MEMORY);
        let mut served = ServedGame { connection, game, side, request, engine, used: [Duration::ZERO; 2] };
        let end = served.play(self.settings, &mut self.rng)?;
        let result = match (end.reason, end.is_by_other) {
            (EndReason::None, true) => "ended by the other program".to_owned(),
            (EndReason::None, false) => "ended without a result".to_owned(),
            (EndReason::Drawn, _) => "drawn".to_owned(),
            (EndReason::Lost, true) | (EndReason::Won, false) => "won".to_owned(),
            (EndReason::Won, true) | (EndReason::Lost, false) => "lost".to_owned(),
        };
        say(format_args!("game {number} with {other}: {result} after {} plies", served.game.history().len()));
        Ok(end)
    }
}

/// Returns the game that is requested, or the answer that declines it.
fn requested_game(request: &GameRequest) -> Result<AnyGame, Acceptance> {
    if request.version != VERSION {
        return Err(Acceptance::OtherVersion);
    }
    let mut game = Ruling::new(GAME, &[]).map_err(|_| Acceptance::NoGames)?.new_game();
    if let Some(position) = &request.position {
        let setup = read_position(game.ruleset(), position).map_err(|_| Acceptance::Declined)?;
        let fits = game.ruleset().refuse_unpromoted_men(&setup).and_then(|()| game.rules().game(Some(&setup)));
        game = fits.map_err(|_| Acceptance::Declined)?;
    }
    if game.outcome().is_some() { Err(Acceptance::Declined) } else { Ok(game) }
}

impl ServedGame<'_> {
    /// Plays the game to its end.
    fn play(&mut self, settings: DxpSettings, rng: &mut Random) -> Result<ServedEnd, ConnectionError> {
        loop {
            if self.game.to_move() == self.side {
                if self.game.outcome().is_some() || self.is_long() {
                    return self.end();
                }
                let began = Instant::now();
                let Some(turn) = self.think(settings, rng) else { return self.end() };
                self.used[0] += began.elapsed();
                let sent = Move::new(&self.game.ruleset().board, &turn, began.elapsed().as_secs());
                if self.game.play(&turn).is_err() {
                    return self.end();
                }
                self.connection.send(&Message::Move(sent))?;
                continue;
            }
            let began = Instant::now();
            let patience = self.patience();
            let message = self.connection.receive(patience, &Stop::default())?;
            self.used[1] += began.elapsed();
            match message {
                Message::Move(received) => {
                    let turn = received.turn(&self.game);
                    if turn.is_none_or(|turn| self.game.play(&turn).is_err()) {
                        let text = format!("{} is not legal, or the game is over", received.text());
                        self.connection.send(&Message::Chat(text))?;
                        return self.end();
                    }
                }
                Message::End(End { reason, is_last }) => {
                    self.connection.send(&Message::End(End { reason: EndReason::None, is_last: false }))?;
                    return Ok(ServedEnd { reason, is_by_other: true, is_last });
                }
                message => return Err(ConnectionError::Unexpected(message.to_string())),
            }
        }
    }

    /// Returns whether the game has the number of moves that the request allows.
    fn is_long(&self) -> bool {
        let moves = usize::from(self.request.moves);
        moves > 0 && self.game.history().len() >= 2 * moves
    }

    /// Returns the time that each side has for the game; `None` where the request sets no time.
    fn clock(&self) -> Option<Duration> {
        (self.request.minutes > 0).then(|| Duration::from_secs(60 * u64::from(self.request.minutes)))
    }

    /// Returns the time in which the other program must answer.
    fn patience(&self) -> Duration {
        self.clock().map_or(UNLIMITED, |clock| clock.saturating_sub(self.used[1]) + GRACE)
    }

    fn think(&mut self, settings: DxpSettings, rng: &mut Random) -> Option<Turn> {
        let moves = self.game.history().len() / 2;
        let left = u32::from(self.request.moves).checked_sub(moves as u32).filter(|left| *left > 0);
        let share = self.clock().map_or(DEFAULT_TIME, |clock| {
            let remaining = clock.saturating_sub(self.used[0]);
            RemainingTime { remaining, turns: left, ..RemainingTime::default() }.budget(moves)
        });
        let limits = Limits { time: Some(settings.time.unwrap_or(share)), ..Limits::default() };
        self.engine.choose(&self.game, settings.level, limits, &Stop::default(), rng).ok().flatten()
    }

    /// Ends the game by this engine, and waits for the confirmation.
    fn end(&mut self) -> Result<ServedEnd, ConnectionError> {
        let reason = end_reason(self.game.outcome(), self.side);
        self.connection.send(&Message::End(End { reason, is_last: false }))?;
        match self.connection.receive(SHORT_TIMEOUT, &Stop::default())? {
            Message::End(End { is_last, .. }) => Ok(ServedEnd { reason, is_by_other: false, is_last }),
            message => Err(ConnectionError::Unexpected(message.to_string())),
        }
    }
}
