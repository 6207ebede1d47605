//! Sets of so many men, numbered up to the symmetries of the board.

use crate::law::{Laid, Law, Set, members};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// The binomial coefficients of all that a set can hold.
const CHOOSE: [[u32; 32]; 32] = {
    let mut choose = [[0; 32]; 32];
    let mut n = 0;
    while n < 32 {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// How many subsets of `k` a set of `n` has; both at most 31.
pub fn choose(n: usize, k: usize) -> usize {
    CHOOSE[n][k] as usize
}

/// The points that the lower half of a set may have, and the upper one.
const LOWER: usize = 16;
const UPPER: usize = CHOOSE.len() - 1 - LOWER;

/// What each half of a set adds to the set's rank: the lower one; the upper one, by the points that the lower one has.
struct Ranks {
    lower: Box<[u32; 1 << LOWER]>,
    upper: Vec<[u32; 1 << UPPER]>,
}

static RANKS: LazyLock<Ranks> = LazyLock::new(|| {
    let rank = |half: usize, first: usize, before: usize| -> u32 {
        members(half as Set).zip(before + 1..).map(|(point, k)| CHOOSE[first + point][k]).sum()
    };
    Ranks {
        lower: Box::new(std::array::from_fn(|half| rank(half, 0, 0))),
        upper: (0..=LOWER).map(|before| std::array::from_fn(|half| rank(half, LOWER, before))).collect(),
    }
});

/// The number of a set among all sets of as many points, in the order of their values.
#[inline]
pub fn rank(set: Set) -> usize {
    let (lower, upper) = (set as usize & ((1 << LOWER) - 1), set as usize >> LOWER);
    let Ranks { lower: of_lower, upper: of_upper } = &*RANKS;
    (of_lower[lower] + of_upper[lower.count_ones() as usize][upper]) as usize
}

/// The set of so many points that has a rank.
pub fn set_of_rank(rank: usize, men: usize) -> Set {
    let (mut rest, mut set, mut point) = (rank as u32, 0, CHOOSE.len() - 1);
    for k in (1..=men).rev() {
        while CHOOSE[point][k] > rest {
            point -= 1;
        }
        rest -= CHOOSE[point][k];
        set |= 1 << point;
    }
    set
}

/// The next larger set of as many points.
pub fn next(set: Set) -> Set {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    carried | ((set ^ carried) / lowest) >> 2
}

/// All sets of so many of these points, the smallest value first.
pub fn sets(points: usize, men: usize) -> impl Iterator<Item = Set> {
    let first = ((1u64 << men) - 1) as Set;
    let following = |&set: &Set| (set != 0).then(|| next(set));
    std::iter::successors(Some(first), following).take(choose(points, men))
}

/// The sets of so many men, those that are laid on one another together.
#[derive(Debug)]
pub struct Classes {
    /// The smallest set of each class.
    pub sets: Vec<Set>,
    /// How many sets each class has.
    pub sizes: Vec<u8>,
    /// For each set by its rank its class and the symmetry that lays it on the smallest set of its class.
    of: Vec<(u32, u8)>,
}

impl Classes {
    /// The classes of all sets of so many men.
    pub fn new(points: usize, men: usize, symmetries: &[Laid]) -> Classes {
        const UNKNOWN: (u32, u8) = (u32::MAX, 0);
        let mut classes = Classes { sets: vec![], sizes: vec![], of: vec![UNKNOWN; choose(points, men)] };
        let inverses: Vec<u8> = symmetries.iter().map(|symmetry| inverse(symmetries, symmetry)).collect();
        for set in sets(points, men) {
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

    /// The class of a set, and the number of the symmetry that lays the set on the smallest of its class.
    #[inline]
    pub fn find(&self, set: Set) -> (usize, usize) {
        let (class, symmetry) = self.of[rank(set)];
        (class as usize, symmetry as usize)
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.sets.len()
    }
}

/// The number of the symmetry that takes back what another does.
fn inverse(symmetries: &[Laid], there: &Laid) -> u8 {
    let is_back = |back: &Laid| {
        there.images.iter().enumerate().all(|(point, &image)| usize::from(back.images[usize::from(image)]) == point)
    };
    symmetries.iter().position(is_back).expect("symmetries form a group") as u8
}

/// The points that a set leaves free, in an order by which subsets of them are numbered.
#[derive(Clone, Debug)]
pub struct Free {
    /// The free points; those come first that fewest turns are about, for what is done at the first places takes longest.
    pub points: SmallVec<[u8; 32]>,
    /// The place of each point among them; 255 for those that are not free.
    pub places: [u8; 32],
}

impl Free {
    /// What a set of men leaves free, by the order of a law's points.
    pub fn of(set: Set, law: &Law) -> Free {
        Free::new(law.order.iter().copied().filter(|point| set >> point & 1 == 0).collect())
    }

    /// These points in this order.
    pub fn new(points: SmallVec<[u8; 32]>) -> Free {
        let mut places = [u8::MAX; 32];
        points.iter().enumerate().for_each(|(place, &point)| places[point as usize] = place as u8);
        Free { points, places }
    }

    /// The number of a set of free points among all their subsets.
    pub fn number(&self, set: Set) -> usize {
        members(set).fold(0, |number, point| number | 1 << self.places[point])
    }

    /// The set of free points that has a number among all their subsets.
    pub fn set(&self, number: usize) -> Set {
        let has = |place: &usize| number >> place & 1 != 0;
        (0..self.points.len()).filter(has).fold(0, |set, place| set | 1 << self.points[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    #[test]
    fn sets_are_ranked_in_order() {
        // On boards within the lower half, and on the largest.
        for (points, most) in [(7, 7), (31, 4)] {
            for men in 0..=most {
                let ranks: Vec<usize> = sets(points, men).map(rank).collect();
                assert_eq!(ranks, (0..choose(points, men)).collect::<Vec<_>>(), "{men} of {points}");
            }
        }
    }

    #[test]
    fn every_set_is_laid_on_the_smallest_of_its_class() {
        for game in ["alquerque", "awithlaknannai"] {
            let law = Law::of(&find_game(game).unwrap().ruleset(None, &[]).unwrap()).unwrap();
            for men in 0..=4 {
                let classes = Classes::new(law.points, men, &law.symmetries);
                let mut members = vec![0; classes.len()];
                for set in sets(law.points, men) {
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
