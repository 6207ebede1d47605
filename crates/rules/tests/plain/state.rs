//! A position with everything the legality of later turns depends on.

use std::collections::{BTreeMap, BTreeSet};

use super::{P, Rank, Return, Rules, Side};

/// Pieces, side to move, and only the memory that the rules in force use: two equal states have
/// the same future.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    pub pieces: BTreeMap<P, (Side, Rank)>,
    pub to_move: Side,
    /// With `capture=huff`: the points of the pieces that the side to move may huff now.
    pub huffable: BTreeSet<P>,
    /// With `return=never`: for each standing piece, every point it has stood on.
    pub been: BTreeMap<P, BTreeSet<P>>,
    /// With `return=not_last`: for each side, where the piece that moved in its last turn stands
    /// and where that turn started, as long as the piece stands.
    pub last: BTreeMap<Side, (P, P)>,
}

impl State {
    /// Whether the side has a piece left.
    pub fn has_pieces(&self, side: Side) -> bool {
        self.pieces.values().any(|&(owner, _)| owner == side)
    }

    /// The pieces of the side to move.
    pub fn movers(&self) -> Vec<(P, Rank)> {
        let own = self.pieces.iter();
        own.filter(|&(_, &(owner, _))| owner == self.to_move).map(|(&point, &(_, rank))| (point, rank)).collect()
    }

    /// Takes a piece off the board, and with it what was remembered of it.
    pub fn remove(&mut self, point: P) {
        self.pieces.remove(&point);
        self.huffable.remove(&point);
        self.been.remove(&point);
        self.last.retain(|_, &mut (stands, _)| stands != point);
    }
}

impl Rules {
    /// The initial position: the rows on one's own side of the middle one, and the half of the
    /// middle row on one's own right; the centre is empty (alquerque.md, "Initial position").
    pub fn start(&self) -> State {
        let middle = (self.board.width / 2, self.board.height / 2);
        let mut pieces = BTreeMap::new();
        for &(x, y) in &self.board.points {
            if (x, y) == middle {
                continue;
            }
            let is_south = y < middle.1 || (y == middle.1 && x > middle.0);
            let side = if is_south { Side::First } else { Side::Second };
            pieces.insert((x, y), (side, Rank::Man));
        }
        self.state(pieces, Side::First)
    }

    /// Any position, with nothing remembered: nobody may be huffed, and every piece has been only
    /// where it stands.
    pub fn state(&self, pieces: BTreeMap<P, (Side, Rank)>, to_move: Side) -> State {
        let mut been = BTreeMap::new();
        if self.coming_back == Return::Never {
            for &point in pieces.keys() {
                been.insert(point, BTreeSet::from([point]));
            }
        }
        State { pieces, to_move, huffable: BTreeSet::new(), been, last: BTreeMap::new() }
    }
}
