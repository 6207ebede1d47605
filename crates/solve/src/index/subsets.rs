//! Numbers of the subsets of free points, and the size of bit maps over them.

use crate::game::{PointSet, members};
use smallvec::SmallVec;
use std::ops::RangeInclusive;

/// Number of places within a word of 64 bits.
pub const LOW: usize = 6;

/// Places and words of a row: rows are processed at a time, and subcubes are fixed within a row.
pub const ROW_PLACES: usize = 3;
pub const ROW: usize = 1 << ROW_PLACES;
/// Number of places within a row; the minimum size of a map.
pub const INNER: usize = LOW + ROW_PLACES;

/// Returns the number of words of a map over the subsets of `places` points.
pub fn map_words(places: usize) -> usize {
    1 << (places.max(INNER) - LOW)
}

/// Returns the number of bits of a map over the subsets of `places` points, by the size of the subset, of some sizes.
/// Bits beyond the existing subsets are ignored.
pub fn ones_by_size(map: &[u64], places: usize, sizes: RangeInclusive<usize>) -> Vec<u64> {
    let of_size = |size: u32| {
        (0..64u32.min(1 << places)).filter(|bit| bit.count_ones() == size).fold(0, |set, bit| set | 1u64 << bit)
    };
    let within: [u64; LOW + 1] = std::array::from_fn(|size| of_size(size as u32));
    let mut ones = vec![0; places + 1];
    for (address, word) in map[..(1usize << places).div_ceil(64)].iter().enumerate() {
        let outside = address.count_ones() as usize;
        let inside = sizes.start().saturating_sub(outside)..(sizes.end() + 1).saturating_sub(outside).min(LOW + 1);
        for size in inside {
            let bits = word & within[size];
            if bits != 0 {
                ones[outside + size] += u64::from(bits.count_ones());
            }
        }
    }
    ones
}

/// Free points beside a set of men, in the order by which their subsets are numbered.
#[derive(Clone, Debug)]
pub struct FreePoints {
    /// Free points, ascending by the number of moves that touch them: changes at the first places are the slowest.
    pub points: SmallVec<[u8; 32]>,
    /// Place of each point; 255 where the point is not free.
    pub places: [u8; 32],
}

impl FreePoints {
    /// Returns the points outside of a set, in the order of a law's points.
    pub fn of(set: PointSet, order: &[u8]) -> FreePoints {
        FreePoints::new(order.iter().copied().filter(|point| set >> point & 1 == 0).collect())
    }

    /// Returns free points in the given order.
    pub fn new(points: SmallVec<[u8; 32]>) -> FreePoints {
        let mut places = [u8::MAX; 32];
        points.iter().enumerate().for_each(|(place, &point)| places[point as usize] = place as u8);
        FreePoints { points, places }
    }

    /// Returns the number of a subset of the free points.
    pub fn number(&self, set: PointSet) -> usize {
        members(set).fold(0, |number, point| number | 1 << self.places[point])
    }

    /// Returns the subset with a number.
    pub fn set(&self, number: usize) -> PointSet {
        let has = |place: &usize| number >> place & 1 != 0;
        (0..self.points.len()).filter(has).fold(0, |set, place| set | 1 << self.points[place])
    }
}
