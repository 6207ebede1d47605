//! Ends by few remaining pieces, whatever led to them.

use super::{DrawRules, Rank, Rules, Side, State, Turn};

impl Rules {
    /// Returns the end by few remaining pieces: its loser, or `None` inside for a draw. Draws after a number of turns
    /// are not among these.
    pub fn few_end(&self, state: &State) -> Option<Option<Side>> {
        let left: Vec<(Side, Rank)> = state.pieces.values().copied().collect();
        match (self.draw_rules, &left[..]) {
            // dablot.md: only the two kings left.
            (DrawRules::LoneKings, &[(one, Rank::King), (other, Rank::King)]) if one != other => Some(None),
            // draughts.md, Turkish: one piece each is a draw, but a king wins against a man.
            (DrawRules::Turkish, &[(one, of_one), (other, of_other)]) if one != other && self.is_at_rest(state) => {
                match (of_one, of_other) {
                    (Rank::King, Rank::King) => Some(None),
                    (Rank::Man, Rank::King) => Some(Some(one)),
                    (Rank::King, Rank::Man) => Some(Some(other)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the number of moves of each side after which this material draws, counted from the position in which it
    /// arose (Frisian draughts).
    pub fn moves_to_draw(&self, state: &State) -> Option<usize> {
        if self.draw_rules != DrawRules::Frisian || state.pieces.values().any(|piece| piece.1 != Rank::King) {
            return None;
        }
        let mut kings = [Side::First, Side::Second].map(|side| state.number_standing(side));
        kings.sort_unstable();
        match kings {
            [1, 1] => Some(2),
            [1, 2] => Some(7),
            _ => None,
        }
    }

    /// Returns whether the side to move can neither take nor promote, and where a man is left, the other side neither if
    /// it were to move.
    fn is_at_rest(&self, state: &State) -> bool {
        let other = State { to_move: state.to_move.other(), ..state.clone() };
        let has_man = state.pieces.values().any(|&(_, rank)| rank == Rank::Man);
        let stirs = |state: &State| self.turns(state).iter().any(|turn| self.takes_or_crowns(state, turn));
        !(stirs(state) || has_man && stirs(&other))
    }

    fn takes_or_crowns(&self, state: &State, turn: &Turn) -> bool {
        let ranks = |state: &State| state.pieces.values().map(|&(_, rank)| rank).collect::<Vec<_>>();
        let (mut before, mut after) = (ranks(state), ranks(&self.play(state, turn)));
        before.sort_unstable();
        after.sort_unstable();
        before != after
    }
}
