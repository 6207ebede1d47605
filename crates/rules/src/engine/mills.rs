//! Mills: three pieces of one side in a row.

use crate::ground::bits::Bits;
use crate::ground::board::{Board, Point};
use crate::options::{DoubleMill, Mills as MillsOption, Options, YesNo};
use std::ops::ControlFlow;

/// Rows of three on a board; empty if the rules ignore mills.
#[derive(Debug, Default)]
pub struct Mills<B> {
    /// Every row: its points in line order, and as a set.
    pub rows: Vec<([Point; 3], B)>,
    /// Rows through each point.
    through: Vec<Vec<B>>,
}

impl<B: Bits> Mills<B> {
    pub fn new(board: &Board, options: &Options) -> Self {
        if options.mills == MillsOption::None && options.dice == YesNo::No {
            return Mills { rows: vec![], through: vec![] };
        }
        let counts = |row: &[Point]| {
            let [from, to] = [row[0], row[2]].map(|point| board.place(point));
            options.diagonal_mills == YesNo::Yes || from.x == to.x || from.y == to.y
        };
        let rows: Vec<_> = board
            .lines()
            .iter()
            .flat_map(|line| line.windows(3))
            .filter(|row| counts(row))
            .map(|row| ([row[0], row[1], row[2]], row.iter().fold(B::EMPTY, |set, at| set | B::bit(at.index()))))
            .collect();
        let through = |point: Point| rows.iter().map(|(_, row)| *row).filter(|row| row.has(point.index())).collect();
        Mills { through: board.points().map(through).collect(), rows }
    }

    /// Returns whether these pieces fill a row.
    #[inline]
    pub fn any(&self, pieces: B) -> bool {
        self.rows.iter().any(|(_, row)| (*row & !pieces).is_empty())
    }

    /// Returns the points that would complete a row of these pieces.
    #[inline]
    pub fn lacking(&self, pieces: B) -> B {
        let missing = self.rows.iter().map(|(_, row)| *row & !pieces);
        let last = |missing: B| if missing.without_lowest().is_empty() { missing } else { B::EMPTY };
        missing.fold(B::EMPTY, |lacking, missing| lacking | last(missing))
    }

    /// Returns the number of rows of these pieces through at least one of the points just filled.
    #[inline]
    pub fn made(&self, pieces: B, filled: B) -> usize {
        let mut made = 0;
        let mut earlier = B::EMPTY;
        for point in filled.points() {
            let rows = self.through[point].iter();
            made += rows.filter(|row| (**row & !pieces).is_empty() && !row.intersects(earlier)).count();
            earlier |= B::bit(point);
        }
        made
    }

    /// Returns the pieces that stand in a complete row.
    fn standing(&self, pieces: B) -> B {
        let full = |row: B| if (row & !pieces).is_empty() { row } else { B::EMPTY };
        self.rows.iter().fold(B::EMPTY, |standing, (_, row)| standing | full(*row))
    }

    /// Returns the pieces that an opponent's mill may take.
    fn removable(&self, pieces: B, options: &Options) -> B {
        if options.mill_protected == YesNo::No {
            return pieces;
        }
        let free = pieces & !self.standing(pieces);
        if free.is_empty() { pieces } else { free }
    }

    /// Calls `visit` with each set of pieces that may be taken for `made` mills, and once with the empty set if none
    /// can be taken.
    pub fn each_removal(
        &self,
        made: usize,
        enemy: B,
        options: &Options,
        mut visit: impl FnMut(B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let count = match options.double_mill {
            DoubleMill::One => made.min(1),
            DoubleMill::Two => made.min(2),
        };
        let first = self.removable(enemy, options);
        if count == 0 || enemy.is_empty() {
            return visit(B::EMPTY);
        }
        if count == 1 || enemy.count() == 1 {
            return first.points().try_for_each(|point| visit(B::bit(point)));
        }
        // Two pieces may be taken in either order; each pair is emitted once.
        let second = |point: usize| self.removable(enemy & !B::bit(point), options);
        first.points().try_for_each(|point| {
            let already = |other: usize| other < point && first.has(other) && second(other).has(point);
            second(point)
                .points()
                .filter(|&other| !already(other))
                .try_for_each(|other| visit(B::bit(point) | B::bit(other)))
        })
    }
}
