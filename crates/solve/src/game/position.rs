//! Positions of men alone.

use super::points::{PointMap, PointSet, members};
use quirkat_rules::{Anatomy, Piece, PlacedPiece, Point, Rank, Setup, Side};

/// Position of men alone: the men of each side, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MenPosition {
    /// Men of the first side and of the second.
    pub men: [PointSet; 2],
    /// Side that moves next in this position.
    pub to_move: Side,
}

impl MenPosition {
    /// Returns the position of a setup that has men alone.
    pub fn of(setup: &Setup) -> MenPosition {
        let mut men = [0; 2];
        for (point, column) in setup.columns.iter().enumerate() {
            column.iter().for_each(|piece| men[piece.side.index()] |= 1 << point);
        }
        MenPosition { men, to_move: setup.to_move }
    }

    /// Returns a position as sets of men; `None` where it has other pieces.
    pub fn of_anatomy(position: &Anatomy) -> Option<MenPosition> {
        let mut men: [PointSet; 2] = [0; 2];
        for placed in &position.pieces {
            let point = u32::from(placed.point.0);
            if placed.piece.rank != Rank::Man || point >= PointSet::BITS {
                return None;
            }
            men[placed.piece.side.index()] |= 1 << point;
        }
        Some(MenPosition { men, to_move: position.to_move })
    }

    /// Returns the position as a list of pieces.
    pub fn anatomy(self) -> Anatomy {
        let of_side = |side: Side| {
            let piece = Piece { side, rank: Rank::Man };
            members(self.men[side.index()]).map(move |point| PlacedPiece { point: Point::from(point), piece, depth: 0 })
        };
        let pieces = Side::BOTH.into_iter().flat_map(of_side).collect();
        Anatomy { to_move: self.to_move, pieces, ..Anatomy::empty() }
    }

    /// Returns the equivalent position with exchanged sides, where the sides move alike.
    pub(crate) fn exchanged(self, exchange: &PointMap) -> MenPosition {
        let [first, second] = self.men.map(|set| exchange.set(set));
        MenPosition { men: [second, first], to_move: self.to_move.other() }
    }

    /// Returns the number of men of both sides.
    pub fn pieces(self) -> u32 {
        self.men.iter().map(|men| men.count_ones()).sum()
    }

    /// Returns the setup of the position on a board of `points` points.
    pub fn setup(self, points: usize) -> Setup {
        let mut columns = vec![vec![]; points];
        for side in Side::BOTH {
            members(self.men[side.index()]).for_each(|point| columns[point].push(Piece { side, rank: Rank::Man }));
        }
        Setup { to_move: self.to_move, columns, memory: Default::default() }
    }
}
