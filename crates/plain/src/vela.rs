//! The handicap game (fanorona.md, "Véla"): the first side gives its men one by one until it has five.

use super::{Rules, Side, State, Switch, Turn};

/// With this many men or fewer the giver has given enough.
const KEPT: usize = 5;

impl Rules {
    /// Whether men are still being given.
    fn is_giving_time(&self, state: &State) -> bool {
        self.vela == Switch::On && state.number_standing(Side::First) > KEPT
    }

    /// Whether the side to move is the giver, who captures nothing.
    pub fn gives(&self, state: &State) -> bool {
        self.is_giving_time(state) && state.to_move == Side::First
    }

    /// Whether the side to move is given men: it must capture one if it can, and no more.
    pub fn is_given(&self, state: &State) -> bool {
        self.is_giving_time(state) && state.to_move == Side::Second
    }

    /// With `must_offer` the giver makes a step that allows a capture, if there is one.
    pub fn offers(&self, state: &State, turns: Vec<Turn>) -> Vec<Turn> {
        if self.must_offer == Switch::Off || !self.gives(state) {
            return turns;
        }
        let is_offer = |turn: &&Turn| !self.captures(&self.play(state, turn)).is_empty();
        let offers: Vec<Turn> = turns.iter().filter(is_offer).cloned().collect();
        if offers.is_empty() { turns } else { offers }
    }
}
