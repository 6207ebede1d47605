//! A position with everything the legality of later turns depends on.

use std::collections::{BTreeMap, BTreeSet};

use super::{Before, P, Rank, Return, Rules, Side, Throw};

/// Pieces, side to move, and only the memory that the rules in force use: two equal states have
/// the same future.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// What stands on the points; of towers, the piece on top.
    pub pieces: BTreeMap<P, (Side, Rank)>,
    /// Of towers: what is under the top piece, from the bottom upward; never empty.
    pub under: BTreeMap<P, Vec<(Side, Rank)>>,
    /// The side to move.
    pub to_move: Side,
    /// With `capture=huff`: the points of the pieces that the side to move may huff now.
    pub huffable: BTreeSet<P>,
    /// With `return=never`: for each standing piece, every point it has stood on.
    pub visited: BTreeMap<P, BTreeSet<P>>,
    /// With `return=not_last`: for each side, where the piece that moved in its last turn stands
    /// and where that turn started, as long as the piece stands.
    pub last: BTreeMap<Side, (P, P)>,
    /// With `closing`: the values of y that are closed.
    pub closed_rows: BTreeSet<i32>,
    /// With `closing` and `closing_sides=all_four`: the values of x that are closed.
    pub closed_columns: BTreeSet<i32>,
    /// The pieces that the sides have in hand.
    pub hand: [usize; 2],
    /// With `dice`: what the side to move has thrown and not used yet.
    pub thrown: Option<Throw>,
    /// With `single_combat=on_call`: a side has called for it.
    pub combat: bool,
    /// With `choice=protest`: what the side to move may protest against.
    pub before: Option<Before>,
}

impl State {
    /// Whether the side has a piece left: on top of something, or in hand.
    pub fn has_pieces(&self, side: Side) -> bool {
        self.hand[side.number()] > 0 || self.pieces.values().any(|&(owner, _)| owner == side)
    }

    /// How many points the side holds.
    pub fn number_standing(&self, side: Side) -> usize {
        self.pieces.values().filter(|&&(owner, _)| owner == side).count()
    }

    /// The pieces of the side to move.
    pub fn movers(&self) -> Vec<(P, Rank)> {
        let own = self.pieces.iter();
        own.filter(|&(_, &(owner, _))| owner == self.to_move).map(|(&point, &(_, rank))| (point, rank)).collect()
    }

    /// What stands on a point, from bottom to top.
    pub fn column(&self, point: P) -> Vec<(Side, Rank)> {
        let mut column = self.under.get(&point).cloned().unwrap_or_default();
        column.extend(self.pieces.get(&point));
        column
    }

    /// The piece that has so many others above it.
    pub fn beneath(&self, point: P, above: usize) -> Option<(Side, Rank)> {
        let Some(below) = above.checked_sub(1) else { return self.pieces.get(&point).copied() };
        self.under.get(&point)?.iter().rev().nth(below).copied()
    }

    /// Puts a column on a point, from bottom to top, in place of what stands there.
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

    /// Takes the top piece of a point off the board, and with it what was remembered of it.
    pub fn remove(&mut self, point: P) -> Option<(Side, Rank)> {
        self.huffable.remove(&point);
        self.visited.remove(&point);
        self.last.retain(|_, &mut (stands, _)| stands != point);
        let mut column = self.column(point);
        let top = column.pop();
        self.put_column(point, column);
        top
    }
}

impl Rules {
    /// How many points the side holds at the start.
    pub fn number_at_start(&self, side: Side) -> usize {
        self.pieces_at_start.values().filter(|&&(owner, _)| owner == side).count()
    }

    /// The initial position.
    pub fn start(&self) -> State {
        let mut state = self.state(self.pieces_at_start.clone(), self.starts);
        state.hand = self.hand_at_start;
        state
    }

    /// Any position, with nothing remembered: nobody may be huffed, and every piece has been only
    /// where it stands.
    pub fn state(&self, pieces: BTreeMap<P, (Side, Rank)>, to_move: Side) -> State {
        let mut visited = BTreeMap::new();
        if self.coming_back == Return::Never {
            for &point in pieces.keys() {
                visited.insert(point, BTreeSet::from([point]));
            }
        }
        State {
            pieces,
            under: BTreeMap::new(),
            to_move,
            huffable: BTreeSet::new(),
            visited,
            last: BTreeMap::new(),
            closed_rows: BTreeSet::new(),
            closed_columns: BTreeSet::new(),
            hand: [0, 0],
            thrown: None,
            combat: false,
            before: None,
        }
    }
}
