//! Reduction of a difference to a small position that a person can check.

use crate::pair::{Difference, Pair, What};
use crate::statistics::Statistics;
use fastrand::Rng;
use quirkat_plain::{P, Side, State};

impl Pair {
    /// Returns a difference of the same kind in a position with as few pieces and as little memory as possible.
    pub fn smallest(&self, mut difference: Difference) -> Difference {
        // A difference in counts often comes from a position one turn later.
        let next =
            |state: &State| self.plain.turns(state).into_iter().map(|turn| self.plain.play(state, &turn)).collect();
        let next: Vec<State> = if difference.what == What::Counts { next(&difference.at) } else { vec![] };
        let of_next =
            next.iter().find_map(|state| self.walk(state, 0, &mut Rng::with_seed(0), &mut Statistics::default()).err());
        difference = of_next.unwrap_or(difference);
        while let Some(smaller) = smaller(&difference.at).iter().find_map(|state| {
            // Depth-2 counts are compared at every seventh position; this makes the position one of them.
            let mut statistics = Statistics { positions: 7, ..Statistics::default() };
            let found = self.walk(state, 0, &mut Rng::with_seed(0), &mut statistics).err()?;
            (found.what == difference.what).then_some(found)
        }) {
            difference = smaller;
        }
        difference
    }
}

/// Returns the states with one piece, one man in hand or one part of the memory less.
fn smaller(state: &State) -> Vec<State> {
    let mut states = Vec::new();
    let mut add = |change: &dyn Fn(&mut State)| {
        let mut smaller = state.clone();
        change(&mut smaller);
        if smaller != *state {
            states.push(smaller);
        }
    };
    add(&|state| state.huffable.clear());
    add(&|state| state.last.clear());
    add(&|state| state.king_moves.clear());
    add(&|state| state.before = None);
    let points: Vec<P> = state.pieces.keys().copied().collect();
    for point in points {
        add(&|state| {
            state.remove(point);
        });
    }
    for side in [Side::First, Side::Second] {
        add(&|state| state.hand[side.number()] = 0);
        add(&|state| state.hand[side.number()] = state.hand[side.number()].saturating_sub(1));
        add(&|state| {
            state.last.remove(&side);
        });
    }
    states
}
