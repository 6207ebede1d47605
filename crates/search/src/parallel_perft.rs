//! Perft with several threads, which reports its progress and can be stopped.

use crate::limits::Stop;
use crate::threads::with_helpers;
use quirkat_rules::{AnyGame, Game, GameVisitor, PerftMode, Rules, TooManyTurns, next_positions, perft};
use std::ops::ControlFlow::Continue;
use std::slice;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of parts from which on a count is not split further: enough to keep threads busy and to stop soon.
const MAX_PARTS: usize = 4_096;
/// Depth up to which a count is not split, in plies: smaller parts take less time than their report.
const MIN_PART_DEPTH: u32 = 3;

/// The progress of a count, and its result when it is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerftProgress {
    /// Nodes of the finished parts.
    pub nodes: u64,
    /// Number of parts that are counted.
    pub finished_parts: usize,
    /// Number of parts of the whole count.
    pub parts: usize,
}

impl PerftProgress {
    /// Returns whether all parts are finished.
    pub fn is_complete(self) -> bool {
        self.finished_parts == self.parts
    }
}

/// A count of the move sequences below a position, as `Play::perft`, by several threads.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, PerftMode, Play, find_game};
/// use quirkat_search::{ParallelPerft, Stop};
///
/// let game = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[])?)?.new_game();
/// let perft = ParallelPerft { depth: 5, of: PerftMode::Moves, threads: 2, stop: &Stop::default() };
/// let count = perft.run(&game, &mut |_| {})?;
/// assert!(count.is_complete());
/// assert_eq!(count.nodes, game.perft(5, PerftMode::Moves)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ParallelPerft<'a> {
    /// Length of the sequences, in plies.
    pub depth: u32,
    /// Whether distinct moves or paths are counted.
    pub of: PerftMode,
    /// Number of threads, the calling one included.
    pub threads: usize,
    /// Stops the count soon. A part that is not finished does not count.
    pub stop: &'a Stop,
}

impl ParallelPerft<'_> {
    /// Counts below a game's position, and calls `progress` after each part. The parts are positions a few plies deep.
    ///
    /// # Errors
    /// If a position has too many moves.
    pub fn run(
        self,
        game: &AnyGame,
        progress: &mut (dyn FnMut(PerftProgress) + Send),
    ) -> Result<PerftProgress, TooManyTurns> {
        game.visit(PerftVisitor(self, progress))
    }
}

struct PerftVisitor<'a, 't>(ParallelPerft<'a>, &'t mut (dyn FnMut(PerftProgress) + Send));

impl GameVisitor for PerftVisitor<'_, '_> {
    type Output = Result<PerftProgress, TooManyTurns>;

    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output {
        let PerftVisitor(ParallelPerft { depth, of, threads, stop }, progress) = self;
        let rules = &**game.rules();
        let (mut positions, mut part_depth) = (vec![*game.position()], depth);
        while part_depth > MIN_PART_DEPTH && positions.len() < MAX_PARTS && !stop.is_stopped() {
            positions = split(rules, &positions, of)?;
            part_depth -= 1;
        }
        let next = AtomicUsize::new(0);
        let so_far = Mutex::new((PerftProgress { parts: positions.len(), ..PerftProgress::default() }, progress));
        let count = || {
            while !stop.is_stopped()
                && let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let Some(nodes) = count_below(rules, position, part_depth, of, stop)? else { break };
                let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
                let (counted, progress) = &mut *so_far;
                counted.nodes += nodes;
                counted.finished_parts += 1;
                progress(*counted);
            }
            Ok(())
        };
        let result = Mutex::new(Ok(()));
        let work = || {
            if let Err(error) = count() {
                *result.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
            }
        };
        with_helpers(threads.saturating_sub(1), &|_| work(), &mut || work());
        result.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        let (counted, _) = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(counted)
    }
}

/// Counts below a position as [`perft`] does; returns `None` if it was stopped.
fn count_below<G: Rules>(
    rules: &G,
    position: &G::Position,
    depth: u32,
    of: PerftMode,
    stop: &Stop,
) -> Result<Option<u64>, TooManyTurns> {
    if depth <= MIN_PART_DEPTH {
        return perft(rules, position, depth, of).map(Some);
    }
    let mut nodes = 0;
    for next in split(rules, slice::from_ref(position), of)? {
        if stop.is_stopped() {
            return Ok(None);
        }
        let Some(below) = count_below(rules, &next, depth - 1, of, stop)? else { return Ok(None) };
        nodes += below;
    }
    Ok(Some(nodes))
}

/// Returns the positions one ply deeper, one for each move that is counted.
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
