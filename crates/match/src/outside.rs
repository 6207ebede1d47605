//! Outside engines: other programs that play, driven by UCI, by Hub or by DamExchange.
//!
//! [`OutsideEngine::start`] starts an [`EngineProgram`] for a ruleset; the engine then chooses turns as
//! [`quirkat_search::Engine`] does. A program that hangs, crashes, breaks its protocol or plays illegal turns causes an
//! [`OutsideError`].

mod dxp;
mod error;
mod hub;
mod process;
mod program;
mod uci;

pub use dxp::end_reason;
pub use error::{OutsideError, ProtocolError};
pub use program::{EngineProgram, Protocol};

use crate::protocol;
use process::Process;
use quirkat_rules::{AnyGame, Ruleset, Turn};
use quirkat_search::{Limits, Stop};
use std::time::Duration;

/// Time after an engine's limit in which it must answer.
const ANSWER_GRACE: Duration = Duration::from_secs(5);
/// Time in which an engine must answer where no time limit is set.
const UNLIMITED: Duration = Duration::from_secs(60 * 60);

/// A running outside engine. Its process or its connection ends when it is dropped.
pub struct OutsideEngine {
    name: String,
    protocol: Protocol,
    /// Rules that the engine was set up with.
    ruleset: Ruleset,
    driver: Box<dyn Driver + Send>,
    /// First failure, after which the engine is no longer used.
    failure: Option<OutsideError>,
}

/// Driver's side of a protocol.
trait Driver {
    /// Announces a new game.
    fn new_game(&mut self) -> Result<(), OutsideError>;

    /// Refuses limits that the protocol cannot express.
    fn check_limits(&self, _limits: Limits) -> Result<(), OutsideError> {
        Ok(())
    }

    /// Searches a position and returns the engine's move as it wrote it.
    fn search(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<String, OutsideError>;

    /// Announces the end of a game.
    fn end_game(&mut self, _game: &AnyGame) {}
}

impl OutsideEngine {
    /// Starts a program and sets up the game.
    ///
    /// # Errors
    /// When the program does not start, does not speak the protocol, or does not know the game or a setting.
    pub fn start(program: &EngineProgram, ruleset: &Ruleset) -> Result<OutsideEngine, OutsideError> {
        let (name, driver): (_, Box<dyn Driver + Send>) = match program.protocol {
            Protocol::Uci => uci::greet(Process::start(program)?, program, ruleset)?,
            Protocol::Hub => hub::greet(Process::start(program)?, program, ruleset)?,
            Protocol::Dxp => dxp::connect(program, ruleset)?,
        };
        Ok(OutsideEngine { name, protocol: program.protocol, ruleset: ruleset.clone(), driver, failure: None })
    }

    /// Checks that the engine supports limits.
    ///
    /// # Errors
    /// When its protocol cannot express them.
    pub fn check_limits(&self, limits: Limits) -> Result<(), OutsideError> {
        self.driver.check_limits(limits)
    }

    /// Returns the name that the engine gave.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Announces a new game.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn new_game(&mut self) -> Result<(), OutsideError> {
        self.drive(|driver| driver.new_game())
    }

    /// Announces the end of a game, for protocols that have an announcement.
    pub fn end_game(&mut self, game: &AnyGame) {
        if self.failure.is_none() {
            self.driver.end_game(game);
        }
    }

    /// Returns whether the engine can be used for another game.
    pub fn is_usable(&self) -> bool {
        self.failure.is_none()
    }

    /// Returns the engine's turn within limits; without limits it searches until `stop` is set. The game must not have ended,
    /// and dice must not be thrown next.
    ///
    /// # Errors
    /// When the game has other rules than the engine was started with, or the engine fails. The engine can be used again after
    /// an illegal turn and after it has ended a game itself, but not after another failure.
    pub fn choose(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<Turn, OutsideError> {
        if **game.ruleset() != self.ruleset {
            return Err(OutsideError::unknown_game(game.ruleset()));
        }
        let text = self.drive(|driver| driver.search(game, limits, stop))?;
        let turn = match self.protocol {
            Protocol::Uci => protocol::uci::read_turn(&**game, &text),
            Protocol::Hub | Protocol::Dxp => protocol::hub::read_turn(&**game, &text),
        };
        turn.map_err(|reason| OutsideError::illegal(game, text, reason))
    }

    /// Calls the driver unless it has failed before: the next output of an engine that has failed cannot be interpreted.
    fn drive<T>(&mut self, act: impl FnOnce(&mut dyn Driver) -> Result<T, OutsideError>) -> Result<T, OutsideError> {
        match &self.failure {
            Some(error) => Err(error.clone()),
            None => act(&mut *self.driver).inspect_err(|error| {
                self.failure = Some(error.clone()).filter(|error| !error.ends_only_the_game());
            }),
        }
    }
}

/// Returns the time in which an engine must answer a search with these limits.
fn answer_timeout(limits: Limits) -> Duration {
    limits.time.unwrap_or(UNLIMITED) + ANSWER_GRACE
}

#[cfg(all(test, unix))]
mod tests;
