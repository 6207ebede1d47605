//! The limit on moves of one king (Frisian draughts): while a side has men, the same king may not make more than a
//! number of moves in a row without a capture.

use litemap::LiteMap;

use super::{P, Rank, Rules, Side, State, Turn};

impl Rules {
    /// Returns whether the king on this point has made all the moves that it may make in a row.
    pub fn must_rest(&self, state: &State, from: P) -> bool {
        let Some(&(king, number)) = state.king_moves.get(&state.to_move) else { return false };
        self.king_move_limit.is_some_and(|limit| king == from && number >= limit)
    }

    /// Returns the moves of kings in a row after this turn of `before`, its huff done, that leads to `after`. Only a
    /// step of a king counts: a man that is promoted was no king when it moved.
    pub fn king_moves_after(&self, before: &State, turn: &Turn, after: &State) -> LiteMap<Side, (P, usize)> {
        let mut moves = after.king_moves.clone();
        if self.king_move_limit.is_none() {
            return moves;
        }
        let side = before.to_move;
        let earlier = moves.remove(&side);
        if let ([from, to], true) = (&turn.path[..], turn.taken.is_empty()) {
            let number = match earlier {
                Some((king, number)) if king == *from => number + 1,
                _ => 1,
            };
            if before.pieces.get(from) == Some(&(side, Rank::King)) {
                moves.insert(side, (*to, number));
            }
        }
        moves.retain(|&side, _| after.has(side, Rank::Man));
        moves
    }
}
