//! A position with everything on which the legality of later turns depends.

use litemap::LiteMap;
use std::collections::BTreeSet;

use super::{Before, P, Rank, Return, Rules, Side, Throw};

/// Pieces, side to move, and only the memory that the rules in force use. Two equal states have the same future.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Pieces by point; of towers, the top piece.
    pub pieces: LiteMap<P, (Side, Rank)>,
    /// Pieces under the top piece of a tower, from the bottom up; never empty.
    pub under: LiteMap<P, Vec<(Side, Rank)>>,
    /// Side that makes the next turn.
    pub to_move: Side,
    /// With `capture=huff`: points where the side to move may huff a piece now.
    pub huffable: BTreeSet<P>,
    /// With `return=never`: for each piece, every point on which it has stood.
    pub visited: LiteMap<P, BTreeSet<P>>,
    /// With `return=not_last`: for each side, the point of the piece that moved in its last turn and the start of that
    /// turn, while the piece stands.
    pub last: LiteMap<Side, (P, P)>,
    /// With `king_move_limit`: for each side with men, the point of the king that made its last moves without a capture,
    /// and their number.
    pub king_moves: LiteMap<Side, (P, usize)>,
    /// With `closing`: closed values of y.
    pub closed_rows: BTreeSet<i32>,
    /// With `closing` and `closing_sides=all_four`: closed values of x.
    pub closed_columns: BTreeSet<i32>,
    /// Pieces in hand, by side.
    pub hand: [usize; 2],
    /// With `dice`: throw of the side to move that is not used yet.
    pub thrown: Option<Throw>,
    /// With `single_combat=on_call`: whether a side has called for it.
    pub combat: bool,
    /// With `choice=protest`: position to which the side to move may go back.
    pub before: Option<Before>,
}

impl State {
    /// Returns whether the side has a piece left, on top of a column or in hand.
    pub fn has_pieces(&self, side: Side) -> bool {
        self.hand[side.number()] > 0 || self.pieces.values().any(|&(owner, _)| owner == side)
    }

    /// Returns the number of points that the side holds.
    pub fn number_standing(&self, side: Side) -> usize {
        self.pieces.values().filter(|&&(owner, _)| owner == side).count()
    }

    /// Returns whether the side has a piece of this rank on the board.
    pub fn has(&self, side: Side, rank: Rank) -> bool {
        self.pieces.values().any(|&piece| piece == (side, rank))
    }

    /// Returns the pieces of the side to move.
    pub fn movers(&self) -> Vec<(P, Rank)> {
        let own = self.pieces.iter();
        own.filter(|&(_, &(owner, _))| owner == self.to_move).map(|(&point, &(_, rank))| (point, rank)).collect()
    }

    /// Returns the column on a point, from bottom to top.
    pub fn column(&self, point: P) -> Vec<(Side, Rank)> {
        let mut column = self.under.get(&point).cloned().unwrap_or_default();
        column.extend(self.pieces.get(&point));
        column
    }

    /// Returns the piece with this number of pieces above it.
    pub fn beneath(&self, point: P, above: usize) -> Option<(Side, Rank)> {
        let Some(below) = above.checked_sub(1) else { return self.pieces.get(&point).copied() };
        self.under.get(&point)?.iter().rev().nth(below).copied()
    }

    /// Replaces the column on a point, given from bottom to top.
    pub fn put_column(&mut self, point: P, mut column: Vec<(Side, Rank)>) {
        self.pieces.remove(&point);
        self.under.remove(&point);
        if let Some(top) = column.pop() {
            self.pieces.insert(point, top);
        }
        if !column.is_empty() {
            self.under.insert(point, column);
        }
    }

    /// Removes the top piece of a point, with its memory.
    pub fn remove(&mut self, point: P) -> Option<(Side, Rank)> {
        self.huffable.remove(&point);
        self.visited.remove(&point);
        self.last.retain(|_, &(stands, _)| stands != point);
        self.king_moves.retain(|_, &(stands, _)| stands != point);
        let mut column = self.column(point);
        let top = column.pop();
        self.put_column(point, column);
        top
    }
}

impl Rules {
    /// Returns the number of points that the side holds at the start.
    pub fn number_at_start(&self, side: Side) -> usize {
        self.pieces_at_start.values().filter(|&&(owner, _)| owner == side).count()
    }

    /// Returns the start position of the game.
    pub fn start(&self) -> State {
        let mut state = self.state(self.pieces_at_start.clone(), self.starts);
        state.hand = self.hand_at_start;
        state
    }

    /// Returns a position with an empty memory: no piece may be huffed, and every piece has stood only on its point.
    pub fn state(&self, pieces: LiteMap<P, (Side, Rank)>, to_move: Side) -> State {
        let mut visited = LiteMap::new();
        if self.coming_back == Return::Never {
            for &point in pieces.keys() {
                visited.insert(point, BTreeSet::from([point]));
            }
        }
        State {
            pieces,
            under: LiteMap::new(),
            to_move,
            huffable: BTreeSet::new(),
            visited,
            last: LiteMap::new(),
            king_moves: LiteMap::new(),
            closed_rows: BTreeSet::new(),
            closed_columns: BTreeSet::new(),
            hand: [0, 0],
            thrown: None,
            combat: false,
            before: None,
        }
    }
}
