//! Numbers of the subsets of free points, and the size of bit maps over them.

use crate::game::{PointSet, members};
use smallvec::SmallVec;

/// The places within a word.
pub const LOW: usize = 6;

/// The places of addresses within a row of words, and its words: a row is worked on at a time, and what belongs to a part is told
/// within it.
pub const ROW_PLACES: usize = 3;
pub const ROW: usize = 1 << ROW_PLACES;
/// The places within a row: a map has at least as many.
pub const INNER: usize = LOW + ROW_PLACES;

/// The words of a map over the subsets of so many points.
pub fn map_words(places: usize) -> usize {
    1 << (places.max(INNER) - LOW)
}

/// The points that a set leaves free, in an order by which subsets of them are numbered.
#[derive(Clone, Debug)]
pub struct FreePoints {
    /// The free points; those come first that fewest turns are about, for what is done at the first places takes longest.
    pub points: SmallVec<[u8; 32]>,
    /// The place of each point among them; 255 for those that are not free.
    pub places: [u8; 32],
}

impl FreePoints {
    /// What a set of men leaves free, by the order of a law's points.
    pub fn of(set: PointSet, order: &[u8]) -> FreePoints {
        FreePoints::new(order.iter().copied().filter(|point| set >> point & 1 == 0).collect())
    }

    /// These points in this order.
    pub fn new(points: SmallVec<[u8; 32]>) -> FreePoints {
        let mut places = [u8::MAX; 32];
        points.iter().enumerate().for_each(|(place, &point)| places[point as usize] = place as u8);
        FreePoints { points, places }
    }

    /// The number of a set of free points among all their subsets.
    pub fn number(&self, set: PointSet) -> usize {
        members(set).fold(0, |number, point| number | 1 << self.places[point])
    }

    /// The set of free points that has a number among all their subsets.
    pub fn set(&self, number: usize) -> PointSet {
        let has = |place: &usize| number >> place & 1 != 0;
        (0..self.points.len()).filter(has).fold(0, |set, place| set | 1 << self.points[place])
    }
}
