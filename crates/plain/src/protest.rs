//! The right to have a longer capture played instead of a turn (buruj.md, "Maximum capture", `protest`).

use super::capture::Capture;
use super::{Chain, Choice, Rules, State, Turn};

/// Position to which a protest goes back.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Before {
    /// Position in which the opponent made its turn. Its own `before` is `None`.
    pub state: Box<State>,
    /// Number of pieces that the turn took.
    pub taken: usize,
}

impl Rules {
    /// Returns what may be protested against after this turn: a turn that took fewer pieces than the best capture.
    pub fn before(&self, state: &State, turn: &Turn) -> Option<Before> {
        if self.choice != Choice::Protest {
            return None;
        }
        let taken = turn.taken.len();
        let best = self.captures(state).iter().map(|capture| capture.taken.len()).max().unwrap_or(0);
        let mut state = state.clone();
        state.before = None;
        (taken < best).then(|| Before { state: Box::new(state), taken })
    }

    /// Returns the captures that may be claimed: those that take more than the turn did, and go to their end unless the
    /// rules let them stop.
    pub fn claims(&self, state: &State) -> Vec<Capture> {
        let Some(before) = &state.before else { return vec![] };
        let mut claims = self.captures(&before.state);
        claims.retain(|claim| {
            let may_stop = !claim.is_cut_short || self.chain != Chain::Mandatory;
            may_stop && claim.taken.len() > before.taken
        });
        claims
    }

    /// Returns the position after the claimed capture instead of the turn. The claimant is to move, and a claimed
    /// capture cannot be protested against.
    pub fn claimed(&self, state: &State, claim: &(Vec<super::P>, Vec<super::P>)) -> State {
        let before = state.before.as_ref().expect("something to protest against");
        let mut after = self.moved(&before.state, &claim.0, &claim.1);
        after.to_move = state.to_move;
        after
    }
}
