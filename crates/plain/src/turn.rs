//! Effects of turns, and counts of them. `turns.rs` decides which are legal.

use std::collections::BTreeSet;

use super::huff::huffed;
use super::{P, Removal, Return, Rules, State, Throw, Way};

/// All that a side does when it is to move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Turn {
    /// Capture (path and captured points) that first replaces the opponent's last turn.
    pub claim: Option<(Vec<P>, Vec<P>)>,
    /// Opponent's piece that is huffed first.
    pub huff: Option<P>,
    /// Dice thrown; such a turn does nothing else.
    pub roll: Option<[u8; 3]>,
    /// Points where pieces enter from the hand, before a piece moves.
    pub drop: Vec<P>,
    /// Start point and every landing point; empty if no piece moves.
    pub path: Vec<P>,
    /// Kind of each step, for captures by approach and withdrawal.
    pub ways: Vec<Way>,
    /// Points captured on the way, in order, without the huff.
    pub taken: Vec<P>,
    /// Points removed at the end, by mills or in Konane's opening.
    pub removed: Vec<P>,
    /// Whether the side passes: nothing moves.
    pub pass: bool,
}

/// Unit that perft counts (options.md, last paragraph).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Number of distinct next states.
    Moves,
    /// Distinct sequences of all that a turn does.
    Paths,
}

impl Rules {
    /// Returns every legal turn, in order. A finished game has none.
    pub fn turns(&self, state: &State) -> Vec<Turn> {
        self.judge(state).unwrap_or_default()
    }

    /// Returns the state after a legal turn.
    ///
    /// # Panics
    ///
    /// May panic if the turn is not among `turns`.
    pub fn play(&self, state: &State, turn: &Turn) -> State {
        if let Some(dice) = turn.roll {
            return State { thrown: Some(Throw::of(dice)), ..state.clone() };
        }
        if self.is_entry_at_once(turn) {
            return self.dropped(state, &turn.drop);
        }
        let side = state.to_move;
        let mut before = state.clone();
        if let Some(claim) = &turn.claim {
            before = self.claimed(state, claim);
        }
        if let Some(point) = turn.huff {
            before = huffed(state, point);
        }
        let entered = self.dropped(&before, &turn.drop);
        let mut after = self.moved(&entered, &turn.path, &turn.taken);
        for &point in &turn.removed {
            after.remove(point).expect("a piece is removed");
        }
        after.thrown = None;
        after.to_move = side.other();
        // An entry instead of a move leaves undone the captures that were possible before it.
        let judged = if turn.path.is_empty() { &before } else { &entered };
        after.huffable = self.huffable_after(judged, turn);
        after.king_moves = self.king_moves_after(&before, turn, &after);
        let is_done = !turn.path.is_empty() || !turn.drop.is_empty();
        after.before = if is_done { self.before(judged, turn) } else { None };
        self.close(&mut after);
        after
    }

    /// Returns the board after the side to move has gone this path and captured these pieces.
    pub fn moved(&self, before: &State, path: &[P], taken: &[P]) -> State {
        let side = before.to_move;
        let mut after = before.clone();
        after.last.remove(&side);
        after.before = None;
        let mut column = path.first().map(|&start| before.column(start)).unwrap_or_default();
        for &victim in taken {
            let piece = after.remove(victim).expect("a piece is taken");
            if self.removal == Removal::Under {
                column.insert(0, piece);
            }
        }
        let (Some(&start), Some(&end)) = (path.first(), path.last()) else { return after };
        let (_, rank) = column.pop().expect("a piece moves");
        column.push((side, self.rank_after(side, rank, path)));
        after.put_column(start, vec![]);
        after.put_column(end, column);
        match self.coming_back {
            Return::Free | Return::NotStart => {}
            Return::NotLast => {
                after.last.insert(side, (end, start));
            }
            Return::Never => {
                let mut visited = after.visited.remove(&start).unwrap_or_default();
                visited.extend(path);
                after.visited.insert(end, visited);
            }
        }
        after
    }

    /// Returns the number of turn sequences of this length.
    pub fn perft(&self, state: &State, depth: u32, count: Count) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns(state);
        match count {
            Count::Paths if depth == 1 => turns.len() as u64,
            Count::Paths => turns.iter().map(|turn| self.perft(&self.play(state, turn), depth - 1, count)).sum(),
            Count::Moves => {
                let next: BTreeSet<State> = turns.iter().map(|turn| self.play(state, turn)).collect();
                next.iter().map(|state| self.perft(state, depth - 1, count)).sum()
            }
        }
    }
}
