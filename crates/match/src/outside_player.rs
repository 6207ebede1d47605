//! Outside engines as players of a match.

use crate::outside::{EngineProgram, OutsideEngine, OutsideError};
use crate::player::{Failure, FailureKind, MatchPlayer, PlayerError};
use quirkat_rules::{AnyGame, Turn};
use quirkat_search::{Limits, Random, Stop};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time by which an engine may exceed its limit: its answer is transmitted on a machine that has other work.
const GRACE: Duration = Duration::from_millis(500);

/// A connection that the games of a match use one after the other.
pub type SharedConnection = Arc<Mutex<Option<OutsideEngine>>>;

/// Another program, started for one game; a connection is kept for the next one.
pub struct OutsidePlayer {
    program: EngineProgram,
    limits: Limits,
    engine: Option<OutsideEngine>,
    connection: SharedConnection,
}

impl OutsidePlayer {
    /// Creates the player. The program starts before its first move.
    pub fn new(program: EngineProgram, limits: Limits, connection: SharedConnection) -> OutsidePlayer {
        OutsidePlayer { program, limits, engine: None, connection }
    }

    fn engine(&mut self, game: &AnyGame) -> Result<&mut OutsideEngine, OutsideError> {
        if self.engine.is_none() {
            let kept = self.connection.lock().unwrap_or_else(PoisonError::into_inner).take();
            let start = || OutsideEngine::start(&self.program, game.ruleset());
            self.engine = Some(kept.map_or_else(start, Ok)?);
        }
        Ok(self.engine.as_mut().expect("the engine has started"))
    }
}

impl MatchPlayer for OutsidePlayer {
    fn prepare(&mut self, game: &AnyGame) -> Result<(), PlayerError> {
        self.engine(game).map(drop).map_err(failure)
    }

    fn choose(&mut self, game: &AnyGame, stop: &Stop, _: &mut Random) -> Result<Turn, PlayerError> {
        let (limits, has_game_clock) = (self.limits, self.program.has_game_clock());
        let engine = self.engine(game).map_err(failure)?;
        let began = Instant::now();
        let turn = engine.choose(game, limits, stop).map_err(failure)?;
        let elapsed = began.elapsed();
        if !has_game_clock && limits.time.is_some_and(|time| elapsed > time + GRACE) {
            let message = format!("took {} ms for a move", elapsed.as_millis());
            return Err(PlayerError::Failed(Failure::new(FailureKind::TimeForfeit, &message)));
        }
        Ok(turn)
    }

    fn end(&mut self, game: &AnyGame) {
        if let Some(engine) = &mut self.engine {
            engine.end_game(game);
        }
    }
}

impl Drop for OutsidePlayer {
    fn drop(&mut self) {
        let kept = self.engine.take().filter(|engine| self.program.has_game_clock() && engine.is_usable());
        if kept.is_some() {
            *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = kept;
        }
    }
}

/// Converts an engine's error to the failure that loses the game.
fn failure(error: OutsideError) -> PlayerError {
    let kind = match &error {
        OutsideError::Resigned => return PlayerError::Resigned,
        OutsideError::Illegal { .. } => FailureKind::IllegalTurn,
        OutsideError::Silent { .. } => FailureKind::TimeForfeit,
        _ => FailureKind::Crash,
    };
    PlayerError::Failed(Failure::new(kind, &format!("failed: {error}")))
}
