//! Slices: the positions with so many men of each side, numbered.

use super::classes::SetClasses;
use super::ranking::{rank, set_count, unrank};
use crate::game::{MenLaw, MenPosition, PointMap, PointSet, members};
use quirkat_rules::Side;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The classes of sets of so many men, made once for all slices that need them.
pub type ClassCache = BTreeMap<usize, Arc<SetClasses>>;

/// The positions with so many men of the first side and of the second.
///
/// A position is numbered by its side to move, the class of the set of the side that has fewer men (the first side where both
/// have as many), and the rank of the other set among those of as many of the points that are left. A set that symmetries lay
/// on itself has several numbers for what is the same by them: all are kept, and equal.
#[derive(Debug)]
pub struct SliceIndex {
    /// The men of the first side and of the second.
    pub men: [usize; 2],
    few: Side,
    /// Where both sides have as many men and move alike, only positions with the first side to move have numbers, and this lays
    /// the others on them.
    exchange: Option<PointMap>,
    symmetries: Vec<PointMap>,
    classes: Arc<SetClasses>,
    /// The positions of a class and side to move.
    row: usize,
}

impl SliceIndex {
    /// The slice of so many men of each side.
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

    /// The slices with at most so many men in all, those first to which captures lead from the others; where each side moves as
    /// the other does, only those in which the first side has at most as many men as the second.
    pub fn all(law: &MenLaw, most: usize) -> Vec<[usize; 2]> {
        let of_total = |total: usize| (1..total).map(move |first| [first, total - first]);
        (2..=most.min(law.points)).flat_map(of_total).filter(|&men| SliceIndex::kept(law, men) == men).collect()
    }

    /// The slice that answers for positions with so many men.
    pub fn kept(law: &MenLaw, [first, second]: [usize; 2]) -> [usize; 2] {
        if law.exchange.is_some() && first > second { [second, first] } else { [first, second] }
    }

    /// A position as it is in the slice that answers for it.
    pub fn normalise(law: &MenLaw, position: MenPosition) -> MenPosition {
        let men = position.men.map(|set| set.count_ones() as usize);
        match &law.exchange {
            Some(exchange) if SliceIndex::kept(law, men) != men => position.exchanged(exchange),
            _ => position,
        }
    }

    /// How many numbers there are about, without making the slice: a little fewer than there are where symmetries lay sets on
    /// themselves.
    pub fn estimate(law: &MenLaw, men: [usize; 2]) -> u64 {
        let (fewer, more) = (men[0].min(men[1]), men[0].max(men[1]));
        let sides = if law.exchange.is_some() && fewer == more { 1 } else { 2 };
        let classes = set_count(law.points, fewer).div_ceil(law.symmetries.len());
        sides * classes as u64 * set_count(law.points - fewer, more) as u64
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        let sides = if self.exchange.is_some() { 1 } else { 2 };
        sides * self.classes.len() * self.row
    }

    /// The number of a position with as many men.
    pub fn index(&self, position: MenPosition) -> usize {
        let (row, class, many) = self.find(position);
        row + self.rank(class, many)
    }

    /// Tells all numbers of a position.
    pub fn each_index(&self, position: MenPosition, each: &mut impl FnMut(usize)) {
        let (row, class, many) = self.find(position);
        if usize::from(self.classes.sizes[class]) == self.symmetries.len() {
            return each(row + self.rank(class, many));
        }
        let few = self.classes.sets[class];
        let same = self.symmetries.iter().filter(|symmetry| symmetry.set(few) == few);
        same.for_each(|symmetry| each(row + self.rank(class, symmetry.set(many))));
    }

    /// The position of a number.
    pub fn position(&self, index: usize) -> MenPosition {
        let (row, rank) = (index / self.row, index % self.row);
        let class = row % self.classes.len();
        let few = self.classes.sets[class];
        let many = spread(unrank(rank, self.men[self.few.other().index()]), few);
        let men = if self.few == Side::First { [few, many] } else { [many, few] };
        MenPosition { men, to_move: if row < self.classes.len() { Side::First } else { Side::Second } }
    }

    /// How many positions the class has to which a number belongs.
    pub fn size(&self, index: usize) -> u64 {
        self.classes.sizes[index / self.row % self.classes.len()].into()
    }

    /// The numbers of the positions with this side to move, or of those on which they are laid where only the first side's are
    /// kept.
    pub fn of_side(&self, to_move: Side) -> std::ops::Range<usize> {
        let side = self.classes.len() * self.row;
        if to_move == Side::First || self.exchange.is_some() { 0..side } else { side..2 * side }
    }

    /// Where the row of a position begins, its class, and the set of the other side as it lies when the smaller side's is laid
    /// on the smallest of the class.
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

/// A set as the places of its points among those that another set leaves free.
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

/// The set whose points have these places among those that another set leaves free.
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
    fn each_number_has_a_position_that_has_it() {
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
                        let laid = MenPosition { men: position.men.map(|set| symmetry.set(set)), ..position };
                        assert!(all.contains(&slice.index(laid)), "{index} of {men:?}");
                    }
                }
            }
        }
    }
}
