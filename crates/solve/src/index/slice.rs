//! Index of the positions with given numbers of men.

use super::classes::SetClasses;
use super::ranking::{rank, set_count, unrank};
use crate::game::{MenLaw, MenPosition, PointMap, PointSet, members};
use quirkat_rules::Side;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Symmetry classes by the size of the set, shared by the slices that need them.
pub type ClassCache = BTreeMap<usize, Arc<SetClasses>>;

/// Index of a slice: all positions with given numbers of men of the first and of the second side.
///
/// The number of a position is composed of its side to move, the symmetry class of the smaller side's set (the first
/// side's where both are equal), and the rank of the larger side's set among the free points. A set that symmetries map
/// to itself has several numbers for equivalent positions; all of them are used and have equal values.
#[derive(Debug)]
pub struct SliceIndex {
    /// Numbers of men of the first and of the second side.
    pub men: [usize; 2],
    few: Side,
    /// Exchange of the sides, where both have equal numbers of men and move alike. Only positions with the first side
    /// to move are numbered then.
    exchange: Option<PointMap>,
    symmetries: Vec<PointMap>,
    classes: Arc<SetClasses>,
    /// Number of positions per class and side to move.
    row: usize,
}

impl SliceIndex {
    /// Returns the index of a slice.
    pub fn new(law: &MenLaw, men: [usize; 2], known: &mut ClassCache) -> SliceIndex {
        let few = if men[0] <= men[1] { Side::First } else { Side::Second };
        let (fewer, more) = (men[few.index()], men[few.other().index()]);
        let classes =
            known.entry(fewer).or_insert_with(|| Arc::new(SetClasses::new(law.points, fewer, &law.symmetries)));
        SliceIndex {
            men,
            few,
            exchange: law.exchange.clone().filter(|_| fewer == more),
            symmetries: law.symmetries.clone(),
            classes: Arc::clone(classes),
            row: set_count(law.points - fewer, more),
        }
    }

    /// Returns the slices with at most `most` men in all, in an order in which captures lead to earlier slices. Where
    /// the sides move alike, slices in which the first side has more men are left out.
    pub fn all(law: &MenLaw, most: usize) -> Vec<[usize; 2]> {
        let of_total = |total: usize| (1..total).map(move |first| [first, total - first]);
        (2..=most.min(law.points))
            .flat_map(of_total)
            .filter(|&men| SliceIndex::representative(law, men) == men)
            .collect()
    }

    /// Returns the slice that stands for given numbers of men.
    pub fn representative(law: &MenLaw, [first, second]: [usize; 2]) -> [usize; 2] {
        if law.exchange.is_some() && first > second { [second, first] } else { [first, second] }
    }

    /// Returns the position as it is indexed, with exchanged sides where the exchanged slice stands for it.
    pub fn normalise(law: &MenLaw, position: MenPosition) -> MenPosition {
        let men = position.men.map(|set| set.count_ones() as usize);
        match &law.exchange {
            Some(exchange) if SliceIndex::representative(law, men) != men => position.exchanged(exchange),
            _ => position,
        }
    }

    /// Returns the approximate number of positions of a slice; a lower bound where symmetries map sets to themselves.
    pub fn estimate(law: &MenLaw, men: [usize; 2]) -> u64 {
        let (fewer, more) = (men[0].min(men[1]), men[0].max(men[1]));
        let sides = if law.exchange.is_some() && fewer == more { 1 } else { 2 };
        let classes = set_count(law.points, fewer).div_ceil(law.symmetries.len());
        sides * classes as u64 * set_count(law.points - fewer, more) as u64
    }

    /// Returns the number of numbers.
    pub fn len(&self) -> usize {
        let sides = if self.exchange.is_some() { 1 } else { 2 };
        sides * self.classes.len() * self.row
    }

    /// Returns the first number of a position of this slice.
    pub fn index(&self, position: MenPosition) -> usize {
        let (row, class, many) = self.find(position);
        row + self.rank(class, many)
    }

    /// Calls `each` with all numbers of a position.
    pub fn each_index(&self, position: MenPosition, each: &mut impl FnMut(usize)) {
        let (row, class, many) = self.find(position);
        if usize::from(self.classes.sizes[class]) == self.symmetries.len() {
            return each(row + self.rank(class, many));
        }
        let few = self.classes.sets[class];
        let same = self.symmetries.iter().filter(|symmetry| symmetry.set(few) == few);
        same.for_each(|symmetry| each(row + self.rank(class, symmetry.set(many))));
    }

    /// Returns the position of a number.
    pub fn position(&self, index: usize) -> MenPosition {
        let (row, rank) = (index / self.row, index % self.row);
        let class = row % self.classes.len();
        let few = self.classes.sets[class];
        let many = spread(unrank(rank, self.men[self.few.other().index()]), few);
        let men = if self.few == Side::First { [few, many] } else { [many, few] };
        MenPosition { men, to_move: if row < self.classes.len() { Side::First } else { Side::Second } }
    }

    /// Returns the number of sets in the class of a number.
    pub fn size(&self, index: usize) -> u64 {
        self.classes.sizes[index / self.row % self.classes.len()].into()
    }

    /// Returns the numbers of the positions with a side to move, or of their exchanged images where only the first
    /// side's are numbered.
    pub fn of_side(&self, to_move: Side) -> std::ops::Range<usize> {
        let side = self.classes.len() * self.row;
        if to_move == Side::First || self.exchange.is_some() { 0..side } else { side..2 * side }
    }

    /// Returns the first number of a position's row, its class, and the larger side's set in the orientation of the
    /// class.
    fn find(&self, position: MenPosition) -> (usize, usize, PointSet) {
        let position = match &self.exchange {
            Some(exchange) if position.to_move == Side::Second => position.exchanged(exchange),
            _ => position,
        };
        let (class, symmetry) = self.classes.find(position.men[self.few.index()]);
        let many = position.men[self.few.other().index()];
        let many = if symmetry == 0 { many } else { self.symmetries[symmetry].set(many) };
        ((position.to_move.index() * self.classes.len() + class) * self.row, class, many)
    }

    fn rank(&self, class: usize, many: PointSet) -> usize {
        rank(squeeze(many, self.classes.sets[class]))
    }
}

/// Returns a set in the numbering of the points that `taken` leaves free.
fn squeeze(set: PointSet, taken: PointSet) -> PointSet {
    let (mut set, mut rest) = (set, taken);
    while rest != 0 {
        let highest = 1 << (PointSet::BITS - 1 - rest.leading_zeros());
        let below = highest - 1;
        set = set & below | set >> 1 & !below;
        rest ^= highest;
    }
    set
}

/// Returns the set of the points with these places among the points that `taken` leaves free.
fn spread(places: PointSet, taken: PointSet) -> PointSet {
    members(taken).fold(places, |set, point| {
        let below = (1 << point) - 1;
        set & below | (set & !below) << 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    #[test]
    fn numbers_and_positions_correspond() {
        for rules in [&[][..], &[("step_dirs", "no_back"), ("cap_dirs", "no_back")]] {
            let law = MenLaw::of(&find_game("alquerque").unwrap().ruleset(None, rules).unwrap()).unwrap();
            for men in [[1, 1], [2, 2], [1, 3], [3, 1]] {
                let slice = SliceIndex::new(&law, men, &mut ClassCache::new());
                for index in 0..slice.len() {
                    let position = slice.position(index);
                    let mut all = vec![];
                    slice.each_index(position, &mut |index| all.push(index));
                    assert!(all.contains(&index) && all.contains(&slice.index(position)), "{index} of {men:?}");
                    for symmetry in &law.symmetries {
                        let image = MenPosition { men: position.men.map(|set| symmetry.set(set)), ..position };
                        assert!(all.contains(&slice.index(image)), "{index} of {men:?}");
                    }
                }
            }
        }
    }
}
