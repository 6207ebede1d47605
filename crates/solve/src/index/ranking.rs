//! Combinatorial ranking: the index of a set among all sets of the same size.
//!
//! Sets are ordered by their highest point, then by the next, and so on (colexicographic order), which for bit sets is
//! the order of their values. The rank of a set with the points *p₁ < p₂ < …* is the sum of the binomials of *pᵢ* over
//! *i*. There are two representations: bit sets for boards of up to 31 points, whose ranks are looked up by halves, and
//! ascending lists of points for larger boards. Both have the same ranks.

use crate::game::{PointSet, members};
use quirkat_rules::MAX_POINTS;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// Maximum size of a set that has a rank.
pub const MAX_SIZE: usize = 32;
/// Number of points that a bit set can hold while its rank fits.
const BITS: usize = PointSet::BITS as usize - 1;

/// Binomials by the size of the set, then by the number of points; saturated at the largest number.
static BINOMIALS: [[u64; MAX_POINTS + 1]; MAX_SIZE + 1] = {
    let mut binomials = [[0u64; MAX_POINTS + 1]; MAX_SIZE + 1];
    binomials[0] = [1; MAX_POINTS + 1];
    let mut size = 1;
    while size <= MAX_SIZE {
        let mut points = 1;
        while points <= MAX_POINTS {
            binomials[size][points] = binomials[size][points - 1].saturating_add(binomials[size - 1][points - 1]);
            points += 1;
        }
        size += 1;
    }
    binomials
};

/// Returns the number of sets of `size` of `points` points; `u64::MAX` where it is larger.
#[inline]
pub fn binomial(points: usize, size: usize) -> u64 {
    BINOMIALS[size][points]
}

/// Returns the number of bit sets of `size` of `points` points, at most 31.
#[inline]
pub fn set_count(points: usize, size: usize) -> usize {
    binomial(points, size) as usize
}

/// Ascending list of point numbers. Lists of up to twelve points need no allocation.
pub type Points = SmallVec<[u16; 12]>;

/// Returns the rank of an ascending list of points.
pub fn rank_points(points: impl IntoIterator<Item = u16>) -> u64 {
    BINOMIALS[1..].iter().zip(points).map(|(binomials, point)| binomials[usize::from(point)]).sum()
}

/// Returns the ascending list of `size` of `points` points that has a rank.
pub fn unrank_points(rank: u64, points: usize, size: usize) -> Points {
    let (mut rest, mut below, mut set) = (rank, points, Points::from_elem(0, size));
    for k in (1..=size).rev() {
        // The highest point whose own sets begin no later.
        below = if k == 1 { rest as usize } else { BINOMIALS[k][..below].partition_point(|&sets| sets <= rest) - 1 };
        rest -= binomial(below, k);
        set[k - 1] = below as u16;
    }
    set
}

/// Points in the lower half of a bit set, and in the upper half.
const LOWER: usize = 16;
const UPPER: usize = BITS - LOWER;

/// Summand of a set's rank for each value of its halves.
struct HalfRanks {
    /// Of the lower half.
    lower: Box<[u32; 1 << LOWER]>,
    /// Of the upper half, by the number of points in the lower half.
    upper: Vec<[u32; 1 << UPPER]>,
}

static HALF_RANKS: LazyLock<HalfRanks> = LazyLock::new(|| {
    let rank = |half: usize, first: usize, before: usize| -> u32 {
        members(half as PointSet).zip(before + 1..).map(|(point, k)| binomial(first + point, k) as u32).sum()
    };
    HalfRanks {
        lower: Box::new(std::array::from_fn(|half| rank(half, 0, 0))),
        upper: (0..=LOWER).map(|before| std::array::from_fn(|half| rank(half, LOWER, before))).collect(),
    }
});

/// Returns the rank of a bit set of points below 31.
#[inline]
pub fn rank(set: PointSet) -> usize {
    let (lower, upper) = (set as usize & ((1 << LOWER) - 1), set as usize >> LOWER);
    let HalfRanks { lower: of_lower, upper: of_upper } = &*HALF_RANKS;
    (of_lower[lower] + of_upper[lower.count_ones() as usize][upper]) as usize
}

/// Returns the bit set of `size` points that has a rank.
pub fn unrank(rank: usize, size: usize) -> PointSet {
    let (mut rest, mut set, mut point) = (rank as u64, 0, BITS);
    for k in (1..=size).rev() {
        let binomials = &BINOMIALS[k];
        while binomials[point] > rest {
            point -= 1;
        }
        rest -= binomials[point];
        set |= 1 << point;
    }
    set
}

/// Returns the next larger bit set of the same size.
pub fn next_set(set: PointSet) -> PointSet {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    carried | ((set ^ carried) / lowest) >> 2
}

/// Iterates over all bit sets of `size` of `points` points in the order of their ranks.
pub fn all_sets(points: usize, size: usize) -> impl Iterator<Item = PointSet> {
    let first = ((1u64 << size) - 1) as PointSet;
    let following = |&set: &PointSet| (set != 0).then(|| next_set(set));
    std::iter::successors(Some(first), following).take(set_count(points, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_sets_in_order_in_both_representations() {
        // A board within the lower half of a bit set, and the largest board.
        for (points, max_size) in [(7, 7), (31, 4)] {
            for size in 0..=max_size {
                let mut count = 0;
                for (set, number) in all_sets(points, size).zip(0..) {
                    let list: Points = members(set).map(|point| point as u16).collect();
                    assert_eq!((rank(set), unrank(number, size)), (number, set), "{size} of {points}");
                    assert_eq!(rank_points(list.iter().copied()), number as u64);
                    assert_eq!(unrank_points(number as u64, points, size), list);
                    count += 1;
                }
                assert_eq!(count, set_count(points, size));
            }
        }
    }

    #[test]
    fn binomials_that_do_not_fit_are_saturated() {
        assert_eq!(binomial(52, 5), 2_598_960);
        assert_eq!(binomial(MAX_POINTS, MAX_SIZE), u64::MAX);
    }
}
