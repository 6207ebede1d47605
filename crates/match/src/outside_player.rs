//! Outside engines as players of a match.

use crate::outside::{EngineProgram, OutsideEngine, OutsideError};
use crate::player::{Failure, FailureKind, MatchPlayer, PlayerError};
use quirkat_rules::{AnyGame, Turn};
use quirkat_search::{Limits, Random, Stop};
use std::time::{Duration, Instant};

/// Time by which an engine may exceed its limit: its answer is transmitted on a machine that has other work.
const GRACE: Duration = Duration::from_millis(500);

/// Another program, started for one game.
pub struct OutsidePlayer {
    program: EngineProgram,
    limits: Limits,
    engine: Option<OutsideEngine>,
}

impl OutsidePlayer {
    /// Creates the player. The program starts before its first move.
    pub fn new(program: EngineProgram, limits: Limits) -> OutsidePlayer {
        OutsidePlayer { program, limits, engine: None }
    }

    fn engine(&mut self, game: &AnyGame) -> Result<&mut OutsideEngine, OutsideError> {
        if self.engine.is_none() {
            self.engine = Some(OutsideEngine::start(&self.program, game.ruleset())?);
        }
        Ok(self.engine.as_mut().expect("the engine has started"))
    }
}

impl MatchPlayer for OutsidePlayer {
    fn prepare(&mut self, game: &AnyGame) -> Result<(), PlayerError> {
        self.engine(game).map(drop).map_err(failure)
    }

    fn choose(&mut self, game: &AnyGame, stop: &Stop, _: &mut Random) -> Result<Turn, PlayerError> {
        let limits = self.limits;
        let engine = self.engine(game).map_err(failure)?;
        let began = Instant::now();
        let turn = engine.choose(game, limits, stop).map_err(failure)?;
        let elapsed = began.elapsed();
        if limits.time.is_some_and(|time| elapsed > time + GRACE) {
            let message = format!("took {} ms for a move", elapsed.as_millis());
            return Err(PlayerError::Failed(Failure::new(FailureKind::TimeForfeit, &message)));
        }
        Ok(turn)
    }
}

/// Converts an engine's error to the failure that loses the game.
fn failure(error: OutsideError) -> PlayerError {
    let kind = match &error {
        OutsideError::Illegal { .. } => FailureKind::IllegalTurn,
        OutsideError::Silent { .. } => FailureKind::TimeForfeit,
        _ => FailureKind::Crash,
    };
    PlayerError::Failed(Failure::new(kind, &format!("failed: {error}")))
}
