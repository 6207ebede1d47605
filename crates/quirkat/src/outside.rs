//! Outside engines: other programs that play, driven by UCI or by Hub.
//!
//! Whoever wants a turn gives a [`Program`] and a ruleset, and gets an [`Outside`] that chooses turns as the engine of
//! Quirkat does. Whatever the other program does, hangs, dies, cheats or talks nonsense, comes to an [`OutsideError`].

mod error;
mod hub;
mod process;
mod program;
mod uci;

pub use error::{Fault, OutsideError};
pub use program::{Program, Protocol};

use crate::protocol;
use process::Process;
use quirkat_rules::{AnyGame, Ruleset, Turn};
use quirkat_search::{Limits, Stop};
use std::time::Duration;

/// So much later than its limit of time an engine may answer.
const TO_ANSWER: Duration = Duration::from_secs(5);
/// So long an engine may think about a turn where no limit of time is set.
const WITHOUT_LIMIT: Duration = Duration::from_secs(60 * 60);

/// An outside engine at work. Its process ends with it.
pub struct Outside {
    name: String,
    protocol: Protocol,
    /// What it was told that is played.
    ruleset: Ruleset,
    driver: Box<dyn Driver + Send>,
    /// Why nothing can be asked of it any more.
    failed: Option<OutsideError>,
}

/// One protocol from the side of the driver.
trait Driver {
    /// Says that what follows belongs to another game.
    fn new_game(&mut self) -> Result<(), OutsideError>;

    /// Refuses limits that the engine cannot be held to.
    fn heeds(&self, _limits: Limits) -> Result<(), OutsideError> {
        Ok(())
    }

    /// Asks for a turn, and gives the word for it that comes back.
    fn ask(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<String, OutsideError>;
}

impl Outside {
    /// Starts an engine and tells it what is played.
    ///
    /// # Errors
    /// When it does not start, does not speak the protocol, or does not know the game or a setting.
    pub fn start(program: &Program, ruleset: &Ruleset) -> Result<Outside, OutsideError> {
        let process = Process::start(program)?;
        let (name, driver): (_, Box<dyn Driver + Send>) = match program.protocol {
            Protocol::Uci => uci::greet(process, program, ruleset)?,
            Protocol::Hub => hub::greet(process, program, ruleset)?,
        };
        Ok(Outside { name, protocol: program.protocol, ruleset: ruleset.clone(), driver, failed: None })
    }

    /// Refuses limits that the engine cannot be held to, before it is asked for a turn.
    ///
    /// # Errors
    /// When its protocol has no word for them.
    pub fn heeds(&self, limits: Limits) -> Result<(), OutsideError> {
        self.driver.heeds(limits)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Says that what follows belongs to another game.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn new_game(&mut self) -> Result<(), OutsideError> {
        self.attempt(|driver| driver.new_game())
    }

    /// The turn that the engine plays, within limits; without any it goes on until it is stopped. It must be a choice that
    /// is left to it: somebody else throws dice, and notices the end of a game.
    ///
    /// # Errors
    /// When another game is played than the engine was told, or the engine fails. After an illegal turn it may be asked
    /// again, after another failure not.
    pub fn choose(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<Turn, OutsideError> {
        if **game.ruleset() != self.ruleset {
            return Err(OutsideError::unknown_game(game.ruleset()));
        }
        let word = self.attempt(|driver| driver.ask(game, limits, stop))?;
        let read = match self.protocol {
            Protocol::Uci => protocol::uci::read_turn(&**game, &word),
            Protocol::Hub => protocol::hub::read_turn(&**game, &word),
        };
        read.map_err(|why| OutsideError::illegal(game, word, why))
    }

    /// What fails once has failed for good: nobody knows what a program says next that has not answered in time.
    fn attempt<T>(&mut self, act: impl FnOnce(&mut dyn Driver) -> Result<T, OutsideError>) -> Result<T, OutsideError> {
        match &self.failed {
            Some(error) => Err(error.clone()),
            None => act(&mut *self.driver).inspect_err(|error| self.failed = Some(error.clone())),
        }
    }
}

/// How long the answer to a question with these limits may take.
fn patience(limits: Limits) -> Duration {
    limits.time.unwrap_or(WITHOUT_LIMIT) + TO_ANSWER
}

#[cfg(all(test, unix))]
mod tests;
