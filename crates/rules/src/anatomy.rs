//! What a position is made of, for those who judge, index or solve positions: its pieces one by one, what a turn changes,
//! how much there is of everything, and the ways to lay a game's board on itself.

use crate::bits::Bits;
use crate::board::{Board, Point, Symmetry};
use crate::options::{FirstCapture, OnOff};
use crate::setup::{Piece, Rank, Side};
use crate::tables::Tables;
use std::collections::BTreeSet;

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

/// How the men of one side move, and what else has a place on the board, as sets that can be held against each other.
#[derive(PartialEq, Eq)]
struct Ways {
    steps: BTreeSet<(usize, usize)>,
    leaps: BTreeSet<(usize, usize, usize)>,
    far_row: BTreeSet<usize>,
}

impl Ways {
    fn of<B: Bits>(tables: &Tables<B>, side: Side, laid: impl Fn(usize) -> usize) -> Ways {
        let men = &tables.men[side.index()];
        let steps = men
            .steps
            .iter()
            .flat_map(|group| group.from.points().map(|from| (from, (from + group.by as usize) % B::CAPACITY)));
        let leaps = men.hops.iter().enumerate().flat_map(|(from, hops)| {
            hops.hops.iter().map(move |hop| (from, hop.over_point.index(), hop.to_point.index()))
        });
        Ways {
            steps: steps.map(|(from, to)| (laid(from), laid(to))).collect(),
            leaps: leaps.map(|(from, over, to)| (laid(from), laid(over), laid(to))).collect(),
            far_row: men.far_row.points().map(&laid).collect(),
        }
    }
}

/// The symmetries of a game: those of its board under which men move, promote, close rows and make mills as they did, with
/// the sides in their places or exchanged. The identity is the first.
pub(crate) fn symmetries<B: Bits>(board: &Board, tables: &Tables<B>) -> Vec<GameSymmetry> {
    let options = &tables.options;
    let alike = tables.full[0] == tables.full[1]
        && tables.total[0] == tables.total[1]
        && options.vela == OnOff::Off
        && options.first_capture_single != FirstCapture::First;
    let ways = Side::BOTH.map(|side| Ways::of(tables, side, |point| point));
    let rows: BTreeSet<Vec<usize>> = tables.mills.rows.iter().map(|(_, row)| row.points().collect()).collect();
    let holds = |symmetry: &GameSymmetry| {
        let laid = |point: usize| symmetry.board.image(Point::from(point)).index();
        let moves = Side::BOTH.iter().all(|&side| Ways::of(tables, side, laid) == ways[symmetry.side(side).index()]);
        let laid_rows: BTreeSet<Vec<usize>> =
            tables.mills.rows.iter().map(|(_, row)| symmetry.set(*row).points().collect()).collect();
        moves && laid_rows == rows && tables.closable.as_ref().is_none_or(|closable| closable.bears(symmetry))
    };
    let of_board = board.symmetries();
    let with = |swaps: bool| of_board.iter().map(move |board| GameSymmetry { board: board.clone(), swaps });
    with(false).chain(with(true).filter(|_| alike)).filter(holds).collect()
}
