//! Other programs as players of a match.

use super::contestant::{Failure, FailureKind, NoTurn, Player};
use crate::outside::{Outside, OutsideError, Program};
use quirkat_rules::{AnyGame, Turn};
use quirkat_search::{Limits, Random, Stop};
use std::time::{Duration, Instant};

/// A program may take so much longer than its time for a turn: its answer has a way to go, on a machine that has other work.
const GRACE: Duration = Duration::from_millis(500);

/// Another program, started anew for each game.
pub struct Guest {
    program: Program,
    limits: Limits,
    outside: Option<Outside>,
}

impl Guest {
    /// A program within such limits for a turn. It is started when its first turn is wanted.
    pub fn new(program: Program, limits: Limits) -> Guest {
        Guest { program, limits, outside: None }
    }

    fn started(&mut self, game: &AnyGame) -> Result<&mut Outside, OutsideError> {
        if self.outside.is_none() {
            self.outside = Some(Outside::start(&self.program, game.ruleset())?);
        }
        Ok(self.outside.as_mut().expect("it has started"))
    }
}

impl Player for Guest {
    fn ready(&mut self, game: &AnyGame) -> Result<(), NoTurn> {
        self.started(game).map(drop).map_err(failed)
    }

    fn choose(&mut self, game: &AnyGame, stop: &Stop, _: &mut Random) -> Result<Turn, NoTurn> {
        let limits = self.limits;
        let outside = self.started(game).map_err(failed)?;
        let began = Instant::now();
        let turn = outside.choose(game, limits, stop).map_err(failed)?;
        let taken = began.elapsed();
        if limits.time.is_some_and(|time| taken > time + GRACE) {
            let what = format!("took {} ms for a turn", taken.as_millis());
            return Err(NoTurn::Failed(Failure::new(FailureKind::TimeForfeit, &what)));
        }
        Ok(turn)
    }
}

/// The failure that an error of a program is.
fn failed(error: OutsideError) -> NoTurn {
    let kind = match &error {
        OutsideError::Illegal { .. } => FailureKind::IllegalTurn,
        OutsideError::Silent { .. } => FailureKind::TimeForfeit,
        _ => FailureKind::Crash,
    };
    NoTurn::Failed(Failure::new(kind, &format!("failed: {error}")))
}
