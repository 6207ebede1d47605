//! Single combat (dablot.md, "End"): the last two pieces, of equal rank, must go at each other.

use super::{Combat, Rank, Rules, Side, State, Turn};

impl Rules {
    /// Whether each side has one piece, of equal rank, and those are not kings.
    fn is_duel(&self, state: &State) -> bool {
        let ranks = |side: Side| {
            let own = state.pieces.values().filter(|piece| piece.0 == side);
            own.map(|piece| piece.1).collect::<Vec<Rank>>()
        };
        let (first, second) = (ranks(Side::First), ranks(Side::Second));
        state.hand == [0, 0] && first.len() == 1 && first == second && first[0] != Rank::King
    }

    /// Whether single combat is in force.
    pub fn is_combat(&self, state: &State) -> bool {
        let is_on = match self.single_combat {
            Combat::Off => false,
            Combat::OnCall => state.combat,
            Combat::Automatic => true,
        };
        is_on && self.is_duel(state)
    }

    /// The position after a side has called for single combat, if it may.
    pub fn called(&self, state: &State) -> Option<State> {
        let may_call = self.single_combat == Combat::OnCall && !state.combat && self.is_duel(state);
        may_call.then(|| State { combat: true, ..state.clone() })
    }

    /// Of these turns on the board those that combat allows: captures; if there are none, steps
    /// after which the two are nearest. A step changes the distance by one at most, so that this
    /// is a step nearer if there is one, and else one of least increase.
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
