//! Ends of games, decided by the position alone.

use super::turns::pass;
use super::{Aim, Blocked, Captors, KingLost, Mills, Rank, Rules, Side, State, Truth, Turn};

/// End of a game and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A side has lost all its pieces: this one has lost the game.
    NoPieces(Side),
    /// This side has lost the number of pieces that wins for the other.
    Taken(Side),
    /// This side has lost its king, or everything else.
    King(Side),
    /// The other side has a king.
    Promotion(Side),
    /// The other side has three in a row.
    Row(Side),
    /// All pieces are placed: a draw.
    Placed,
    /// There is no legal turn: this side has lost, or `None` for a draw.
    Blocked(Option<Side>),
}

impl End {
    /// Returns the side that has lost; `None` for a draw.
    pub fn loser(self) -> Option<Side> {
        match self {
            End::NoPieces(side) | End::Taken(side) | End::Promotion(side) | End::King(side) | End::Row(side) => {
                Some(side)
            }
            End::Placed => None,
            End::Blocked(side) => side,
        }
    }
}

impl Rules {
    /// Returns every legal turn, in order, or the end of the game.
    pub fn judge(&self, state: &State) -> Result<Vec<Turn>, End> {
        if let Some(end) = self.immediate_end(state) {
            return Err(end);
        }
        let active = self.active_turns(state);
        if !active.is_empty() {
            return Ok(active);
        }
        self.blocked_end(state).map_or_else(|| Ok(vec![pass()]), Err)
    }

    /// Returns the end of the game, if it is over.
    pub fn outcome(&self, state: &State) -> Option<End> {
        self.judge(state).err()
    }

    /// Returns the end of the game that does not depend on the legal turns.
    fn immediate_end(&self, state: &State) -> Option<End> {
        // Each end is checked for the side to move first.
        let sides = [state.to_move, state.to_move.other()];
        let lost = |is_lost: &dyn Fn(Side) -> bool| sides.into_iter().find(|&side| is_lost(side));
        if let Some(side) = lost(&|side| !state.has_pieces(side)) {
            return Some(End::NoPieces(self.beaten(side)));
        }
        if let Some(side) = lost(&|side| self.has_lost_enough(state, side)) {
            return Some(End::Taken(side));
        }
        let is_outrun = |side: Side| self.promotion_wins == Truth::Yes && state.has(side.other(), Rank::King);
        if let Some(side) = lost(&is_outrun) {
            return Some(End::Promotion(side));
        }
        if let Some(side) = lost(&|side| self.has_lost_king(state, side)) {
            return Some(End::King(side));
        }
        let is_row_won = |side: Side| self.mills == Mills::Win && !self.mills_of(state, side.other()).is_empty();
        if let Some(side) = lost(&is_row_won) {
            return Some(End::Row(side));
        }
        self.ends_with_placing(state).then_some(End::Placed)
    }

    /// Returns the end when the side to move has no turn.
    fn blocked_end(&self, state: &State) -> Option<End> {
        let loss = End::Blocked(Some(self.beaten(state.to_move)));
        match self.blocked {
            Blocked::Loss => Some(loss),
            Blocked::Draw => Some(End::Blocked(None)),
            Blocked::LastHigher if self.is_last_and_safe(state) => Some(loss),
            // The side passes, unless the other side could not move either.
            Blocked::Pass | Blocked::LastHigher => {
                let passed = self.play(state, &pass());
                let is_dead = self.active_turns(&passed).is_empty();
                is_dead.then_some(End::Blocked(None))
            }
        }
    }

    /// Returns the side that loses when this one is without pieces, or blocked where that is a loss.
    fn beaten(&self, side: Side) -> Side {
        match self.aim {
            Aim::Win => side,
            Aim::Lose => side.other(),
        }
    }

    /// Returns whether the side to move has a single piece left that no enemy may take because of its rank (dablot.md,
    /// Keyland).
    fn is_last_and_safe(&self, state: &State) -> bool {
        let [(_, rank)] = state.movers()[..] else { return false };
        let mut enemies = state.pieces.values().filter(|piece| piece.0 != state.to_move);
        let has_hand = state.hand[state.to_move.number()] > 0;
        !has_hand && self.take_higher == Truth::No && enemies.all(|enemy| enemy.1 < rank)
    }

    /// Returns whether the other side captures and has taken enough from this one.
    fn has_lost_enough(&self, state: &State, side: Side) -> bool {
        let is_prey = match self.captors {
            Captors::Both => true,
            Captors::First => side == Side::Second,
            Captors::Second => side == Side::First,
        };
        is_prey && self.taken_to_win.is_some_and(|number| self.lost(state, side) >= number)
    }

    fn has_lost_king(&self, state: &State, side: Side) -> bool {
        if self.king_lost == KingLost::Nothing {
            return false;
        }
        let own: Vec<Rank> = state.pieces.values().filter(|piece| piece.0 == side).map(|piece| piece.1).collect();
        let has_king = own.contains(&Rank::King);
        match self.king_lost {
            KingLost::Nothing => false,
            KingLost::Loses => !has_king,
            KingLost::LosesOrAlone => !has_king || own.len() == 1,
        }
    }
}
