//! What a position is made of, for those who judge, index or solve positions: its pieces one by one, what a turn changes,
//! how much there is of everything, and the ways to lay a game's board on itself.

use crate::engine::rules::Rules;
use crate::ground::bits::Bits;
use crate::ground::board::{Point, Symmetry};
use crate::ground::setup::{Piece, Rank, Setup, Side};

/// A piece where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlacedPiece {
    /// The point.
    pub point: Point,
    /// The piece.
    pub piece: Piece,
    /// How many pieces lie on it; 0 in games without towers.
    pub depth: u8,
}

/// What stands on a point: a piece, or in games of towers the column that it commands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occupant {
    /// The point.
    pub point: Point,
    /// The piece, or the one on top.
    pub top: Piece,
    /// How many pieces of the top's side lie one on another, the top among them; 1 in games without towers.
    pub own: u8,
    /// How many prisoners lie below them.
    pub prisoners: u8,
    /// Which pieces below the top are kings: a bit for each, the lowest for the one right below it.
    pub buried_kings: u64,
}

impl Occupant {
    /// The kings below the top: how many pieces lie on each, and its side.
    pub fn for_each_buried_king(self, mut tell: impl FnMut(u8, Side)) {
        for below in self.buried_kings.points() {
            let depth = below as u8 + 1;
            tell(depth, if depth < self.own { self.top.side } else { self.top.side.other() });
        }
    }
}

/// What happens to what stands on a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OccupantChange {
    /// It stands there no longer.
    Removed,
    /// It stands there now.
    Added,
}

/// A position taken to pieces, by which tables find it whatever its family: all that there is in games that remember nothing
/// but what is in hand, what may be huffed, whether a side has called for single combat, and which rows are closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anatomy {
    /// The side to move.
    pub to_move: Side,
    /// The pieces on the board, those of a column from the top down and one after another.
    pub pieces: Vec<PlacedPiece>,
    /// The men that each side has in hand.
    pub hand: [u8; 2],
    /// Where the side to move may huff a piece, in the order of the points.
    pub huffable: Vec<Point>,
    /// Whether a side has called for single combat.
    pub combat: bool,
    /// How many rows are closed at the bottom and at the top, and how many columns at the left and at the right.
    pub closed: [u8; 4],
}

impl Anatomy {
    /// Nothing at all, with the first side to move.
    pub fn empty() -> Anatomy {
        Anatomy { to_move: Side::First, pieces: vec![], hand: [0; 2], huffable: vec![], combat: false, closed: [0; 4] }
    }

    /// Takes a position to pieces.
    pub fn of<G: Rules>(rules: &G, position: &G::Position) -> Anatomy {
        let mut anatomy = Anatomy::empty();
        anatomy.read(rules, position);
        anatomy
    }

    /// Takes another position to pieces, in the memory of this one.
    pub fn read<G: Rules>(&mut self, rules: &G, position: &G::Position) {
        self.to_move = rules.to_move(position);
        self.hand = rules.material(position).hand;
        self.huffable.clear();
        rules.for_each_huffable(position, |point| self.huffable.push(point));
        self.combat = rules.is_combat(position);
        self.closed = rules.closed(position);
        self.pieces.clear();
        rules.for_each_piece(position, |placed| self.pieces.push(placed));
    }

    /// How much there is of everything.
    pub fn material(&self) -> Material {
        let mut material = Material { hand: self.hand, ..Material::default() };
        self.pieces.iter().for_each(|placed| material.add(placed.piece));
        material
    }

    /// Makes the pieces of a setup these, and what it remembers what is remembered here.
    pub fn put(&self, setup: &mut Setup) {
        setup.to_move = self.to_move;
        setup.memory.hand = self.hand;
        setup.memory.huffable.clone_from(&self.huffable);
        setup.memory.combat = self.combat;
        setup.memory.closed = self.closed;
        setup.columns.iter_mut().for_each(Vec::clear);
        self.pieces.iter().rev().for_each(|placed| setup.columns[placed.point.index()].push(placed.piece));
    }
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
    /// All pieces of a side, those in hand among them.
    pub fn of_side(&self, side: Side) -> u32 {
        let on_board = self.ranks[side.index()].iter().map(|&pieces| u32::from(pieces)).sum::<u32>();
        on_board + u32::from(self.hand[side.index()])
    }

    /// What each side has, as the other's.
    pub fn exchanged(&self) -> Material {
        let ([first, second], [of_first, of_second]) = (self.ranks, self.hand);
        Material { ranks: [second, first], hand: [of_second, of_first] }
    }

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
