//! The ranks of sets of any size, as [`classes`](crate::classes) has them for smaller boards.

use crate::classes::choose;
use crate::law::{Set, members};

/// The points that the lower half of a set may have.
const HALF: usize = 16;

/// What each half of a set adds to its rank among all sets of as many points.
#[derive(Debug)]
pub struct Ranks {
    lower: Vec<u32>,
    /// By the points that the lower half has.
    upper: Vec<Vec<u32>>,
}

impl Ranks {
    /// The ranks of sets of so many points.
    pub fn new(points: usize) -> Ranks {
        let ranks = |first: usize, points: usize, before: usize| {
            let rank =
                |half: Set| members(half).zip(before + 1..).map(|(point, k)| choose(first + point, k) as u32).sum();
            (0..1 << points).map(rank).collect::<Vec<u32>>()
        };
        let (lower, upper) = (points.min(HALF), points.saturating_sub(HALF));
        Ranks { lower: ranks(0, lower, 0), upper: (0..=lower).map(|before| ranks(HALF, upper, before)).collect() }
    }

    /// That of a set.
    #[inline]
    pub fn of(&self, set: Set) -> usize {
        let (lower, upper) = (set & ((1 << HALF) - 1), set >> HALF);
        (self.lower[lower as usize] + self.upper[lower.count_ones() as usize][upper as usize]) as usize
    }
}
