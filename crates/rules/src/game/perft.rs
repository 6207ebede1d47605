//! Perft: counting turns to a depth, the heartbeat of a rules engine.

use crate::engine::rules::{Rules, TooManyTurns};

/// What perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PerftMode {
    /// Distinct next positions, with everything that legality remembers, once at each node.
    Moves,
    /// Distinct sequences of everything that a turn does: the huff, then every hop.
    Paths,
}

/// Counts the sequences of `depth` turns from a position. Repetition, agreement and clocks are not applied; a finished
/// game has no turns. The last ply is counted in bulk.
///
/// # Errors
/// When a position on the way has too many turns.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, PerftMode, find_game};
/// let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
/// let game = AnyRules::compile(walker).unwrap().new_game();
/// assert_eq!(game.perft(6, PerftMode::Paths), Ok(109));
/// ```
pub fn perft<G: Rules>(rules: &G, position: &G::Position, depth: u32, count: PerftMode) -> Result<u64, TooManyTurns> {
    match count {
        PerftMode::Paths => rules.count_paths(position, depth),
        PerftMode::Moves => rules.count_moves(position, depth),
    }
}

/// The distinct positions after one turn, in the order in which they first come up.
///
/// # Errors
/// When the position has too many turns.
pub fn next_positions<G: Rules>(rules: &G, position: &G::Position) -> Result<Vec<G::Position>, TooManyTurns> {
    let mut next = Vec::with_capacity(32);
    rules.list_next(position, &mut next)?;
    Ok(next)
}
