//! ParallelPerft turns with several threads, in parts that can be told of and stopped between.

use crate::limits::Stop;
use crate::threads::with_helpers;
use quirkat_rules::{AnyGame, Game, GameVisitor, PerftMode, Rules, TooManyTurns, next_positions, perft};
use std::ops::ControlFlow::Continue;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// As many parts are enough to keep threads busy, and to stop soon.
const PARTS: usize = 4_096;
/// Parts of fewer plies are done before they are told of.
const SHALLOWEST: u32 = 3;

/// A count on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerftProgress {
    /// How many there are in the parts that are done.
    pub nodes: u64,
    /// How many parts are done.
    pub finished_parts: usize,
    /// How many parts there are.
    pub parts: usize,
}

impl PerftProgress {
    /// Whether everything is counted.
    pub fn is_complete(self) -> bool {
        self.finished_parts == self.parts
    }
}

/// How turns are counted.
#[derive(Clone, Copy, Debug)]
pub struct ParallelPerft<'a> {
    /// How many turns deep.
    pub depth: u32,
    /// What is counted.
    pub of: PerftMode,
    /// How many threads count.
    pub threads: usize,
    /// What stops it between two parts.
    pub stop: &'a Stop,
}

impl ParallelPerft<'_> {
    /// Counts the turns below a game's position, as `Play::perft`, and tells after each part how far it is. The parts are
    /// positions a few turns deep.
    ///
    /// # Errors
    /// When a position on the way has too many turns.
    pub fn run(
        self,
        game: &AnyGame,
        tell: &mut (dyn FnMut(PerftProgress) + Send),
    ) -> Result<PerftProgress, TooManyTurns> {
        game.visit(Count(self, tell))
    }
}

struct Count<'a, 't>(ParallelPerft<'a>, &'t mut (dyn FnMut(PerftProgress) + Send));

impl GameVisitor for Count<'_, '_> {
    type Output = Result<PerftProgress, TooManyTurns>;

    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output {
        let Count(ParallelPerft { depth, of, threads, stop }, tell) = self;
        let rules = &**game.rules();
        let (mut positions, mut left) = (vec![*game.position()], depth);
        while left > SHALLOWEST && positions.len() < PARTS && !stop.is_stopped() {
            positions = split(rules, &positions, of)?;
            left -= 1;
        }
        let next = AtomicUsize::new(0);
        let so_far = Mutex::new((PerftProgress { parts: positions.len(), ..PerftProgress::default() }, tell));
        let count = || {
            while !stop.is_stopped()
                && let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let nodes = perft(rules, position, left, of)?;
                let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
                let (counted, tell) = &mut *so_far;
                *counted = PerftProgress {
                    nodes: counted.nodes + nodes,
                    finished_parts: counted.finished_parts + 1,
                    ..*counted
                };
                tell(*counted);
            }
            Ok(())
        };
        let counted = Mutex::new(Ok(()));
        let work = || {
            if let Err(error) = count() {
                *counted.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
            }
        };
        with_helpers(threads.saturating_sub(1), &|_| work(), &mut || work());
        counted.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        let (counted, _) = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(counted)
    }
}

/// The positions one turn further, one for each turn that is counted.
fn split<G: Rules>(rules: &G, positions: &[G::Position], of: PerftMode) -> Result<Vec<G::Position>, TooManyTurns> {
    let mut next = Vec::new();
    for position in positions {
        match of {
            PerftMode::Moves => next.extend(next_positions(rules, position)?),
            PerftMode::Paths => rules.for_each_turn(position, &mut |turn, _| {
                next.push(rules.play(position, turn));
                Continue(())
            })?,
        }
    }
    Ok(next)
}
