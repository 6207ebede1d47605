//! Perft: counts of turn sequences to a depth, which check and time move generation.

use crate::engine::rules::{Rules, TooManyTurns};

/// Unit that perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PerftMode {
    /// Positions after the turn: turns to the same position count once at each node.
    Moves,
    /// Paths: turns that differ in their huff, their drops or any hop count separately.
    Paths,
}

/// Counts the sequences of `depth` turns from a position. Repetition and agreements do not apply. A finished game has
/// no turns. The last ply is counted in bulk.
///
/// # Errors
/// Returns an error if a visited position has too many turns.
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

/// Returns the distinct positions after one turn, in the order of their first occurrence.
///
/// # Errors
/// Returns an error if the position has too many turns.
pub fn next_positions<G: Rules>(rules: &G, position: &G::Position) -> Result<Vec<G::Position>, TooManyTurns> {
    let mut next = Vec::with_capacity(32);
    rules.list_next(position, &mut next)?;
    Ok(next)
}
