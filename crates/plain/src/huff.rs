//! Huffing (README, "Huffing").

use std::collections::BTreeSet;

use super::capture::Capture;
use super::{Chain, Duty, P, Resupply, Rules, State, Truth, Turn};

impl Rules {
    /// Returns the mover's pieces that its opponent may huff after this turn (README, "Huffing"). `before` is the board
    /// after the mover's own huff, and after its entry if it moved then.
    pub fn huffable_after(&self, before: &State, turn: &Turn) -> BTreeSet<P> {
        let mut huffable = BTreeSet::new();
        let is_free_entry = !turn.drop.is_empty() && self.resupply == Resupply::Optional && self.placing == Truth::No;
        if self.capture != Duty::Huff || (turn.path.is_empty() && !is_free_entry) {
            return huffable;
        }
        let stands_now = |stood: P| match turn.path[..] {
            [start, .., end] if start == stood => end,
            _ => stood,
        };
        let captures = self.captures(before);
        let best = self.best_worth(&captures);
        let is_best = |capture: &Capture| Some(self.precedence_key(capture)) == best;
        if turn.taken.is_empty() {
            // The turn captured nothing: any piece that could have made a best capture may be huffed.
            for capture in captures.iter().filter(|capture| is_best(capture)) {
                huffable.insert(stands_now(capture.path[0]));
            }
        } else {
            // The turn captured less than it had to: the capturing piece may be huffed.
            let is_made = |capture: &&Capture| capture.path == turn.path && capture.taken == turn.taken;
            let made = captures.iter().find(is_made).expect("a capture that can be made");
            let should_have_gone_on = self.chain == Chain::Mandatory && made.is_cut_short;
            if should_have_gone_on || !is_best(made) {
                huffable.insert(stands_now(turn.path[0]));
            }
        }
        huffable
    }
}

/// Returns the state with one piece huffed and the same side to move; of a tower, the top piece (buruj.md, "Huff").
pub fn huffed(state: &State, point: P) -> State {
    let mut without = state.clone();
    without.remove(point);
    without.huffable.clear();
    without
}
