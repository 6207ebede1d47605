//! Single combat (dablot.md, "End"): the last two pieces, of equal rank, must approach each other.

use super::{Combat, Rank, Rules, Side, State, Turn};

impl Rules {
    /// Returns whether each side has one piece, of equal rank, below king.
    fn is_duel(&self, state: &State) -> bool {
        let ranks = |side: Side| {
            let own = state.pieces.values().filter(|piece| piece.0 == side);
            own.map(|piece| piece.1).collect::<Vec<Rank>>()
        };
        let (first, second) = (ranks(Side::First), ranks(Side::Second));
        state.hand == [0, 0] && first.len() == 1 && first == second && first[0] != Rank::King
    }

    /// Returns whether single combat is in force.
    pub fn is_combat(&self, state: &State) -> bool {
        let is_on = match self.single_combat {
            Combat::Off => false,
            Combat::OnCall => state.combat,
            Combat::Automatic => true,
        };
        is_on && self.is_duel(state)
    }

    /// Returns the position after a call for single combat, if it is legal.
    pub fn called(&self, state: &State) -> Option<State> {
        let may_call = self.single_combat == Combat::OnCall && !state.combat && self.is_duel(state);
        may_call.then(|| State { combat: true, ..state.clone() })
    }

    /// Returns those of these turns on the board that combat allows: captures, or else the steps after which the two
    /// pieces are nearest. A step changes the distance by at most one, so these approach if any step does.
    pub fn in_combat(&self, state: &State, turns: Vec<Turn>) -> Vec<Turn> {
        if !self.is_combat(state) {
            return turns;
        }
        let captures: Vec<Turn> = turns.iter().filter(|turn| !turn.taken.is_empty()).cloned().collect();
        if !captures.is_empty() {
            return captures;
        }
        let enemy = state.pieces.iter().find(|(_, piece)| piece.0 != state.to_move).expect("an enemy");
        let distance = |turn: &Turn| turn.path.last().map(|&end| self.board.distance(end, *enemy.0));
        let least = turns.iter().map(distance).min();
        turns.into_iter().filter(|turn| Some(distance(turn)) == least).collect()
    }
}
