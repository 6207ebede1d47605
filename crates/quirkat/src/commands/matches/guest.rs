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

    fn ask(&mut self, game: &AnyGame, stop: &Stop) -> Result<(Turn, Duration), OutsideError> {
        let outside = match self.outside.take() {
            Some(outside) => outside,
            None => Outside::start(&self.program, game.ruleset())?,
        };
        let outside = self.outside.insert(outside);
        let began = Instant::now();
        let turn = outside.choose(game, self.limits, stop)?;
        Ok((turn, began.elapsed()))
    }
}

impl Player for Guest {
    fn choose(&mut self, game: &AnyGame, stop: &Stop, _: &mut Random) -> Result<Turn, NoTurn> {
        let failed = |kind, what: &str| Err(NoTurn::Failed(Failure::new(kind, what)));
        match self.ask(game, stop) {
            Ok((_, taken)) if self.limits.time.is_some_and(|time| taken > time + GRACE) => {
                failed(FailureKind::TimeForfeit, &format!("took {} ms for a turn", taken.as_millis()))
            }
            Ok((turn, _)) => Ok(turn),
            Err(error) => {
                let kind = match &error {
                    OutsideError::Illegal { .. } => FailureKind::IllegalTurn,
                    OutsideError::Silent { .. } => FailureKind::TimeForfeit,
                    _ => FailureKind::Crash,
                };
                failed(kind, &format!("failed: {error}"))
            }
        }
    }
}
