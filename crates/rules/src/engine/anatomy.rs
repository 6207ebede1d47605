//! Family-independent views of positions: single pieces, changes, material and symmetries.
//!
//! Evaluation, table indexing and solving read positions through these types, so that they need not know how a family
//! stores its positions.

use crate::engine::rules::Rules;
use crate::ground::bits::Bits;
use crate::ground::board::{Point, Symmetry};
use crate::ground::setup::{Piece, Rank, Setup, Side};

/// A piece and the point on which it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlacedPiece {
    /// Point on which the piece stands.
    pub point: Point,
    /// Side and rank.
    pub piece: Piece,
    /// Number of pieces on top of this one; 0 in games without towers.
    pub depth: u8,
}

/// A piece, or in tower games a column, with the point that it occupies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occupant {
    /// Point that is occupied.
    pub point: Point,
    /// Single piece, or the commander of the column.
    pub top: Piece,
    /// Number of pieces of the commander's side from the top down, the commander included; 1 in games without towers.
    pub own: u8,
    /// Number of prisoners at the bottom of the column.
    pub prisoners: u8,
    /// Kings below the commander, one bit a piece; the lowest bit is the piece directly below the commander.
    pub buried_kings: u64,
}

impl Occupant {
    /// Calls `visit` for each king below the commander with the number of pieces on top of it and its side.
    pub fn for_each_buried_king(self, mut visit: impl FnMut(u8, Side)) {
        for below in self.buried_kings.points() {
            let depth = below as u8 + 1;
            visit(depth, if depth < self.own { self.top.side } else { self.top.side.other() });
        }
    }
}

/// Kind of a change on one point between two positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OccupantChange {
    /// The occupant stands there before the change only.
    Removed,
    /// The occupant stands there after the change only.
    Added,
}

/// A position decoded into its pieces, independent of its family. Endgame tables take it as their key.
///
/// It is complete for games whose memory holds at most the hands, the huffable pieces, a call for single combat and the
/// closed rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anatomy {
    /// Side to move.
    pub to_move: Side,
    /// Pieces on the board; those of a column follow one another from the top down.
    pub pieces: Vec<PlacedPiece>,
    /// Men in hand, by side.
    pub hand: [u8; 2],
    /// Points where the side to move may huff a piece, in ascending order.
    pub huffable: Vec<Point>,
    /// Whether a side has called for single combat.
    pub combat: bool,
    /// Number of closed rows at the bottom and the top and of closed columns at the left and the right.
    pub closed: [u8; 4],
}

impl Anatomy {
    /// Returns a decoded empty board with the first side to move.
    pub fn empty() -> Anatomy {
        Anatomy { to_move: Side::First, pieces: vec![], hand: [0; 2], huffable: vec![], combat: false, closed: [0; 4] }
    }

    /// Decodes a position.
    pub fn of<G: Rules>(rules: &G, position: &G::Position) -> Anatomy {
        let mut anatomy = Anatomy::empty();
        anatomy.read(rules, position);
        anatomy
    }

    /// Decodes another position into this value and reuses its buffers.
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

    /// Returns the number of pieces of each kind.
    pub fn material(&self) -> Material {
        let mut material = Material { hand: self.hand, ..Material::default() };
        self.pieces.iter().for_each(|placed| material.add(placed.piece));
        material
    }

    /// Writes the pieces, the side to move and the memory into `setup`.
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

/// Number of pieces of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Material {
    /// Pieces on the board by side and rank; prisoners count for their own side.
    pub ranks: [[u8; Rank::ALL.len()]; 2],
    /// Men in hand, by side.
    pub hand: [u8; 2],
}

impl Material {
    /// Returns the number of pieces of a side, those in hand included.
    pub fn of_side(&self, side: Side) -> u32 {
        let on_board = self.ranks[side.index()].iter().map(|&pieces| u32::from(pieces)).sum::<u32>();
        on_board + u32::from(self.hand[side.index()])
    }

    /// Returns the material with the two sides exchanged.
    pub fn exchanged(&self) -> Material {
        let ([first, second], [of_first, of_second]) = (self.ranks, self.hand);
        Material { ranks: [second, first], hand: [of_second, of_first] }
    }

    pub(crate) fn add(&mut self, piece: Piece) {
        self.ranks[piece.side.index()][piece.rank.index()] += 1;
    }
}

/// Pieces of one side by rank. In tower games only commanders count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Force {
    /// Number of men, or of columns that a man commands.
    pub men: u32,
    /// Number of kings, or of columns that a king commands.
    pub kings: u32,
}

impl Force {
    /// Returns the number of men and kings.
    pub fn pieces(self) -> u32 {
        self.men + self.kings
    }

    /// Returns whether the force is one king and nothing else.
    pub fn is_lone_king(self) -> bool {
        self == Force { men: 0, kings: 1 }
    }
}

/// A symmetry of a game: a symmetry of its board, with or without an exchange of the sides, that preserves the rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameSymmetry {
    /// Permutation of the points.
    pub board: Symmetry,
    /// Whether the sides are exchanged: each piece changes its owner, and the other side is to move.
    pub swaps: bool,
}

impl GameSymmetry {
    /// Returns the image of a side.
    pub fn side(&self, side: Side) -> Side {
        if self.swaps { side.other() } else { side }
    }

    /// Returns the image of a set of points.
    pub(crate) fn set<B: Bits>(&self, set: B) -> B {
        set.points().fold(B::EMPTY, |image, point| image | B::bit(self.board.image(Point::from(point)).index()))
    }

    /// Returns per-side values, exchanged if the symmetry exchanges the sides.
    pub(crate) fn sides<T>(&self, mut of_sides: [T; 2]) -> [T; 2] {
        if self.swaps {
            of_sides.swap(0, 1);
        }
        of_sides
    }
}
