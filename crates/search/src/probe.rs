//! What is known for certain: the results of positions that a table holds.

use crate::score::Score;
use quirkat_rules::Rules;

/// Knows the true results of some positions.
pub trait Probe<G: Rules> {
    /// What a position is truly worth to its side to move: [`Score::won_in`] or [`Score::lost_in`] so many plies from here, or
    /// [`Score::DRAW`]; `None` where the table does not hold it.
    fn probe(&self, rules: &G, position: &G::Position) -> Option<Score>;
}

/// Knows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTables;

impl<G: Rules> Probe<G> for NoTables {
    #[inline(always)]
    fn probe(&self, _: &G, _: &G::Position) -> Option<Score> {
        None
    }
}
