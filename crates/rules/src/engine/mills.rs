//! Rows of three pieces of one side: mills.

use crate::ground::bits::Bits;
use crate::ground::board::{Board, Point};
use crate::options::{DoubleMill, Mills as What, Options, YesNo};
use std::ops::ControlFlow;

/// The rows of three of a board, where the rules look at them.
#[derive(Debug, Default)]
pub struct Mills<B> {
    /// Every row, its points in their order along the line.
    pub rows: Vec<([Point; 3], B)>,
    /// For each point, the rows through it.
    through: Vec<Vec<B>>,
}

impl<B: Bits> Mills<B> {
    pub fn new(board: &Board, options: &Options) -> Self {
        if options.mills == What::None && options.dice == YesNo::No {
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

    /// Whether these pieces have a row.
    #[inline]
    pub fn any(&self, pieces: B) -> bool {
        self.rows.iter().any(|(_, row)| (*row & !pieces).is_empty())
    }

    /// The points that these pieces lack for a row.
    #[inline]
    pub fn lacking(&self, pieces: B) -> B {
        let missing = self.rows.iter().map(|(_, row)| *row & !pieces);
        let last = |missing: B| if missing.without_lowest().is_empty() { missing } else { B::EMPTY };
        missing.fold(B::EMPTY, |lacking, missing| lacking | last(missing))
    }

    /// How many rows these pieces have that go through one of the points that were just filled.
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

    /// Which of these pieces stand in rows.
    fn standing(&self, pieces: B) -> B {
        let full = |row: B| if (row & !pieces).is_empty() { row } else { B::EMPTY };
        self.rows.iter().fold(B::EMPTY, |standing, (_, row)| standing | full(*row))
    }

    /// Which of these pieces may be taken by a mill of their opponent.
    fn removable(&self, pieces: B, options: &Options) -> B {
        if options.mill_protected == YesNo::No {
            return pieces;
        }
        let free = pieces & !self.standing(pieces);
        if free.is_empty() { pieces } else { free }
    }

    /// Tells of every set of pieces that may be taken for so many mills; once of the empty set where there are none.
    pub fn each_removal(
        &self,
        made: usize,
        enemy: B,
        options: &Options,
        mut tell: impl FnMut(B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let wanted = match options.double_mill {
            DoubleMill::One => made.min(1),
            DoubleMill::Two => made.min(2),
        };
        let first = self.removable(enemy, options);
        if wanted == 0 || enemy.is_empty() {
            return tell(B::EMPTY);
        }
        if wanted == 1 || enemy.count() == 1 {
            return first.points().try_for_each(|gone| tell(B::bit(gone)));
        }
        // Two, in whichever order they may be taken: each pair is told of once.
        let second = |gone: usize| self.removable(enemy & !B::bit(gone), options);
        first.points().try_for_each(|gone| {
            let already = |other: usize| other < gone && first.has(other) && second(other).has(gone);
            second(gone)
                .points()
                .filter(|&other| !already(other))
                .try_for_each(|other| tell(B::bit(gone) | B::bit(other)))
        })
    }
}
