//! The handicap game véla (fanorona.md, "Véla"): the first side gives its men one by one until it has five.

use super::{Rules, Side, State, Switch, Turn};

/// Number of men at which the giver stops giving.
const KEPT: usize = 5;

impl Rules {
    /// Returns whether men are still being given.
    fn is_giving_time(&self, state: &State) -> bool {
        self.vela == Switch::On && state.number_standing(Side::First) > KEPT
    }

    /// Returns whether the side to move is the giver, which captures nothing.
    pub fn gives(&self, state: &State) -> bool {
        self.is_giving_time(state) && state.to_move == Side::First
    }

    /// Returns whether the side to move is given men: it must capture exactly one if it can.
    pub fn is_given(&self, state: &State) -> bool {
        self.is_giving_time(state) && state.to_move == Side::Second
    }

    /// Returns the giver's turns: with `must_offer` only steps that allow a capture, if there are any.
    pub fn offers(&self, state: &State, turns: Vec<Turn>) -> Vec<Turn> {
        if self.must_offer == Switch::Off || !self.gives(state) {
            return turns;
        }
        let is_offer = |turn: &&Turn| !self.captures(&self.play(state, turn)).is_empty();
        let offers: Vec<Turn> = turns.iter().filter(is_offer).cloned().collect();
        if offers.is_empty() { turns } else { offers }
    }
}
