//! Symmetries of games: the symmetries of a board that the rules preserve.

use crate::engine::anatomy::GameSymmetry;
use crate::engine::tables::MoveTables;
use crate::ground::bits::Bits;
use crate::ground::board::{Board, Point};
use crate::ground::setup::Side;
use crate::options::{FirstCapture, OnOff};
use std::collections::BTreeSet;

/// Moves and promotion row of one side's men, as sets that can be compared.
#[derive(PartialEq, Eq)]
struct BoardMoves {
    steps: BTreeSet<(usize, usize)>,
    leaps: BTreeSet<(usize, usize, usize)>,
    promotion_row: BTreeSet<usize>,
}

impl BoardMoves {
    fn of<B: Bits>(tables: &MoveTables<B>, side: Side, image: impl Fn(usize) -> usize) -> BoardMoves {
        let men = &tables.men[side.index()];
        let steps = men
            .steps
            .iter()
            .flat_map(|group| group.from.points().map(|from| (from, (from + group.by as usize) % B::CAPACITY)));
        let leaps = men.hops.iter().enumerate().flat_map(|(from, hops)| {
            hops.hops.iter().map(move |hop| (from, hop.over_point.index(), hop.to_point.index()))
        });
        BoardMoves {
            steps: steps.map(|(from, to)| (image(from), image(to))).collect(),
            leaps: leaps.map(|(from, over, to)| (image(from), image(over), image(to))).collect(),
            promotion_row: men.promotion_row.points().map(&image).collect(),
        }
    }
}

/// Returns the symmetries of a game, with and without an exchange of the sides. They preserve the moves and the
/// promotion of men, closing rows and mills. The identity is the first.
pub(crate) fn symmetries<B: Bits>(board: &Board, tables: &MoveTables<B>) -> Vec<GameSymmetry> {
    let options = &tables.options;
    let alike = tables.full[0] == tables.full[1]
        && tables.total[0] == tables.total[1]
        && options.vela == OnOff::Off
        && options.first_capture_single != FirstCapture::First;
    let ways = Side::BOTH.map(|side| BoardMoves::of(tables, side, |point| point));
    let rows: BTreeSet<Vec<usize>> = tables.mills.rows.iter().map(|(_, row)| row.points().collect()).collect();
    let holds = |symmetry: &GameSymmetry| {
        let image = |point: usize| symmetry.board.image(Point::from(point)).index();
        let moves =
            Side::BOTH.iter().all(|&side| BoardMoves::of(tables, side, image) == ways[symmetry.side(side).index()]);
        let laid_rows: BTreeSet<Vec<usize>> =
            tables.mills.rows.iter().map(|(_, row)| symmetry.set(*row).points().collect()).collect();
        moves && laid_rows == rows && tables.closable.as_ref().is_none_or(|closable| closable.is_preserved_by(symmetry))
    };
    let of_board = board.symmetries();
    let with = |swaps: bool| of_board.iter().map(move |board| GameSymmetry { board: board.clone(), swaps });
    with(false).chain(with(true).filter(|_| alike)).filter(holds).collect()
}
