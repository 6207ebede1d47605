//! Positions that another thread has settled while this one is still below them: what is below them need not be searched
//! any more.

use super::busy::LEAST_DEPTH;
use super::{Interrupted, Search, Window};
use crate::evaluate::Evaluator;
use crate::score::Score;
use quirkat_rules::Rules;

/// A position that is being searched, and what would settle it.
#[derive(Clone, Copy)]
pub(super) struct Underway {
    pub key: u64,
    pub ply: u32,
    pub depth: u32,
    pub window: Window,
}

impl<G: Rules, E: Evaluator<G>> Search<'_, G, E> {
    /// Searches below a position, and leaves it as soon as the table says what another thread has found of it: whether it is
    /// above a score.
    pub(super) fn until_settled(
        &mut self,
        position: Underway,
        search: impl FnOnce(&mut Self) -> Result<Score, Interrupted>,
    ) -> Result<Score, Interrupted> {
        if self.means.busy.is_none() || position.depth < LEAST_DEPTH || !position.window.is_narrow() {
            return search(self);
        }
        let place = self.underway.len();
        self.underway.push(position);
        let found = search(self);
        self.underway.truncate(place);
        match found {
            Err(Interrupted::Settled { place: settled, score }) if settled == place => Ok(score),
            found => found,
        }
    }

    /// Interrupts the search below the highest position underway, of those from this place on, that another thread has settled.
    pub(super) fn look_for_settled(&self, from: usize) -> Result<(), Interrupted> {
        for (place, position) in self.underway.iter().enumerate().skip(from) {
            let Underway { key, ply, depth, window: Window { alpha, beta } } = *position;
            if let Some(known) = self.table.probe(key, ply).filter(|known| known.suffices(depth, alpha, beta)) {
                return Err(Interrupted::Settled { place, score: known.score });
            }
        }
        Ok(())
    }
}
