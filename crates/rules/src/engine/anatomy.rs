//! What a position is made of, for those who judge, index or solve positions: its pieces one by one, what a turn changes,
//! how much there is of everything, and the ways to lay a game's board on itself.

use crate::ground::bits::Bits;
use crate::ground::board::{Point, Symmetry};
use crate::ground::setup::{Piece, Rank, Side};

/// A piece where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placed {
    /// The point.
    pub point: Point,
    /// The piece.
    pub piece: Piece,
    /// How many pieces lie on it; 0 in games without towers.
    pub depth: u8,
}

/// What happens to a piece where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// It stands there no longer.
    Ceases,
    /// It stands there now.
    Becomes,
}

/// How much there is of everything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Material {
    /// The pieces on the board by side and rank, whoever holds them.
    pub ranks: [[u8; Rank::ALL.len()]; 2],
    /// The men that each side has in hand.
    pub hand: [u8; 2],
}

impl Material {
    pub(crate) fn add(&mut self, piece: Piece) {
        self.ranks[piece.side.index()][piece.rank.index()] += 1;
    }
}

/// The pieces of one side, as they command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Force {
    /// Men, or columns that men command.
    pub men: u32,
    /// Kings, or columns that kings command.
    pub kings: u32,
}

impl Force {
    /// All of them.
    pub fn pieces(self) -> u32 {
        self.men + self.kings
    }

    /// Whether one king is all there is.
    pub fn is_lone_king(self) -> bool {
        self == Force { men: 0, kings: 1 }
    }
}

/// A way to lay a game's board on itself under which its rules stay what they are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameSymmetry {
    /// Where the points come to lie.
    pub board: Symmetry,
    /// Whether each side takes the other's place: its pieces become the other's, and the other side is to move.
    pub swaps: bool,
}

impl GameSymmetry {
    /// The side that a side becomes.
    pub fn side(&self, side: Side) -> Side {
        if self.swaps { side.other() } else { side }
    }

    /// Where a set comes to lie.
    pub(crate) fn set<B: Bits>(&self, set: B) -> B {
        set.points().fold(B::EMPTY, |laid, point| laid | B::bit(self.board.image(Point::from(point)).index()))
    }

    /// What belongs to each side, as it belongs to them afterwards.
    pub(crate) fn sides<T>(&self, mut of_sides: [T; 2]) -> [T; 2] {
        if self.swaps {
            of_sides.swap(0, 1);
        }
        of_sides
    }
}
