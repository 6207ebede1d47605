//! Ancestor cutoffs: a thread leaves a subtree when another thread has stored a sufficient result for one of its
//! ancestors.

use super::{Interruption, Search, Window};
use crate::evaluate::Evaluator;
use crate::params::ABDADA_DEPTH;
use crate::score::Score;
use quirkat_rules::Rules;

/// A node on the current line, with the search that was asked of it.
#[derive(Clone, Copy)]
pub(super) struct Ancestor {
    pub key: u64,
    pub ply: u32,
    pub depth: u32,
    pub window: Window,
}

impl<G: Rules, E: Evaluator<G>> Search<'_, G, E> {
    /// Searches below a node, and returns early with the score that another thread has stored for the node.
    pub(super) fn with_ancestor(
        &mut self,
        ancestor: Ancestor,
        search: impl FnOnce(&mut Self) -> Result<Score, Interruption>,
    ) -> Result<Score, Interruption> {
        if self.context.busy.is_none() || ancestor.depth < ABDADA_DEPTH || !ancestor.window.is_null() {
            return search(self);
        }
        let index = self.ancestors.len();
        self.ancestors.push(ancestor);
        let result = search(self);
        self.ancestors.truncate(index);
        match result {
            Err(Interruption::AncestorCutoff { ancestor, score }) if ancestor == index => Ok(score),
            result => result,
        }
    }

    /// Interrupts the search if the transposition table answers an ancestor, from index `first` on. The one nearest to
    /// the root wins.
    pub(super) fn check_ancestors(&self, first: usize) -> Result<(), Interruption> {
        for (index, ancestor) in self.ancestors.iter().enumerate().skip(first) {
            let Ancestor { key, ply, depth, window: Window { alpha, beta } } = *ancestor;
            if let Some(entry) = self.table.probe(key, ply).filter(|entry| entry.is_sufficient(depth, alpha, beta)) {
                return Err(Interruption::AncestorCutoff { ancestor: index, score: entry.score });
            }
        }
        Ok(())
    }
}
