//! Symmetry classes of the sets of one size.

use super::ranking::{all_sets, rank, set_count};
use crate::game::{PointMap, PointSet};
/// Symmetry classes of all sets of one size.
#[derive(Debug)]
pub struct SetClasses {
    /// Smallest set of each class.
    pub sets: Vec<PointSet>,
    /// Number of sets in each class.
    pub sizes: Vec<u8>,
    /// Class of each set and the symmetry that maps the set to the smallest of its class, by rank.
    of: Vec<(u32, u8)>,
}

impl SetClasses {
    /// Returns the classes of the sets of `men` of `points` points.
    pub fn new(points: usize, men: usize, symmetries: &[PointMap]) -> SetClasses {
        const UNKNOWN: (u32, u8) = (u32::MAX, 0);
        let mut classes = SetClasses { sets: vec![], sizes: vec![], of: vec![UNKNOWN; set_count(points, men)] };
        let inverses: Vec<u8> = symmetries.iter().map(|symmetry| inverse(symmetries, symmetry)).collect();
        for set in all_sets(points, men) {
            if classes.of[rank(set)] != UNKNOWN {
                continue;
            }
            let class = classes.sets.len() as u32;
            let mut size = 0;
            for (symmetry, &back) in symmetries.iter().zip(&inverses) {
                let known = &mut classes.of[rank(symmetry.set(set))];
                if *known == UNKNOWN {
                    *known = (class, back);
                    size += 1;
                }
            }
            classes.sets.push(set);
            classes.sizes.push(size);
        }
        classes
    }

    /// Returns the class of a set, and the symmetry that maps the set to the smallest of the class.
    #[inline]
    pub fn find(&self, set: PointSet) -> (usize, usize) {
        let (class, symmetry) = self.of[rank(set)];
        (class as usize, symmetry as usize)
    }

    /// Returns the number of classes.
    pub fn len(&self) -> usize {
        self.sets.len()
    }
}

/// Returns the number of the inverse of a symmetry.
pub fn inverse(symmetries: &[PointMap], there: &PointMap) -> u8 {
    let is_back = |back: &PointMap| {
        there.images.iter().enumerate().all(|(point, &image)| usize::from(back.images[usize::from(image)]) == point)
    };
    symmetries.iter().position(is_back).expect("symmetries form a group") as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MenLaw;
    use quirkat_rules::find_game;

    #[test]
    fn every_set_maps_to_the_smallest_of_its_class() {
        for game in ["alquerque", "awithlaknannai"] {
            let law = MenLaw::of(&find_game(game).unwrap().ruleset(None, &[]).unwrap()).unwrap();
            for men in 0..=4 {
                let classes = SetClasses::new(law.points, men, &law.symmetries);
                let mut members = vec![0; classes.len()];
                for set in all_sets(law.points, men) {
                    let (class, symmetry) = classes.find(set);
                    assert_eq!(law.symmetries[symmetry].set(set), classes.sets[class], "{game}, {set:#b}");
                    assert!(law.symmetries.iter().all(|symmetry| symmetry.set(set) >= classes.sets[class]));
                    members[class] += 1;
                }
                assert_eq!(members, classes.sizes, "{game}, {men} men");
            }
        }
    }
}
