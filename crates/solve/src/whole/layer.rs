//! All positions in which the first side has so many men.

use super::cube::{Map, words};
use crate::classes::{Classes, Free, choose};
use crate::law::{Endless, Law};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// What is known of the positions of a class, each as a map over the sets of the second side's men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plane {
    /// The first side is to move and wins.
    FirstWins,
    /// The first side is to move and loses.
    FirstLoses,
    /// The second side is to move and wins.
    SecondWins,
    /// The second side is to move and loses.
    SecondLoses,
    /// The second side is to move and wins by a capture; kept where captures are free.
    CaptureWins,
    /// The second side is to move and has a capture after which the first side does not win; kept where captures are free.
    CaptureEscapes,
}

/// The planes that are worth keeping when a layer is done.
const LASTING: usize = 4;

/// The positions of a layer while it is being solved: for each class of sets of the first side's men its planes.
#[derive(Debug)]
pub struct Layer {
    /// The classes.
    pub classes: Classes,
    /// The free points beside the first side's men.
    pub free: usize,
    /// The words of a plane of a class.
    pub words: usize,
    /// The planes, each with the words of all classes.
    planes: Vec<Vec<AtomicU64>>,
    /// When the planes of the second side to move last changed, by class: what it loses, what it wins.
    changed: [Vec<AtomicU32>; 2],
    /// When a class was last looked at.
    looked: Vec<AtomicU32>,
}

impl Layer {
    /// The layer of so many men of the first side, with nothing known.
    pub fn new(law: &Law, men: usize) -> Layer {
        let classes = Classes::new(law.points, men, &law.symmetries);
        let free = law.points - men;
        let words = words(free);
        let all = classes.len() * words;
        let times = || (0..classes.len()).map(|_| AtomicU32::new(0)).collect::<Vec<_>>();
        Layer {
            free,
            words,
            planes: (0..planes(law)).map(|_| (0..all).map(|_| AtomicU64::new(0)).collect()).collect(),
            changed: [times(), times()],
            looked: times(),
            classes,
        }
    }

    /// The bytes that the layer of so many men takes in memory, and on the disk before they are compressed; a little more than
    /// that where sets of men are laid on themselves.
    pub fn bytes(law: &Law, men: usize) -> (u64, u64) {
        let classes = choose(law.points, men).div_ceil(law.symmetries.len());
        let plane = (classes * words(law.points - men) * 8) as u64;
        (plane * planes(law) as u64, plane * LASTING as u64)
    }

    /// A plane of a class.
    pub fn plane(&self, plane: Plane, class: usize) -> &[AtomicU64] {
        &self.planes[plane as usize][class * self.words..][..self.words]
    }

    /// A copy of a plane of a class.
    pub fn read(&self, plane: Plane, class: usize, copy: &mut Map) {
        copy.fill(self.plane(plane, class).iter().map(|word| word.load(Relaxed)));
    }

    /// Writes a plane of a class anew; tells whether it is another than before.
    pub fn write(&self, plane: Plane, class: usize, new: &[u64]) -> bool {
        let mut differs = 0;
        for (old, &new) in self.plane(plane, class).iter().zip(new) {
            differs |= old.load(Relaxed) ^ new;
            old.store(new, Relaxed);
        }
        differs != 0
    }

    /// When a plane of the second side to move last changed.
    pub fn changed(&self, plane: Plane, class: usize) -> &AtomicU32 {
        &self.changed[(plane == Plane::SecondWins) as usize][class]
    }

    /// When a class was last looked at; 0 is never.
    pub fn looked(&self, class: usize) -> &AtomicU32 {
        &self.looked[class]
    }

    /// The points that the first side's men of a class leave free.
    pub fn free_of(&self, law: &Law, class: usize) -> Free {
        Free::of(self.classes.sets[class], law.all())
    }
}

/// How many planes a class has while it is being solved.
fn planes(law: &Law) -> usize {
    if law.must_capture { LASTING } else { LASTING + 2 }
}

/// The positions of a layer that can be solved together, one group after the other: where endless play is counted, those in
/// which the first side has more men, then as many, then fewer, for captures lead from the later to the earlier.
pub fn scopes(law: &Law, men: usize, free: usize) -> Vec<(Scope, Vec<u64>)> {
    let scopes: &[Scope] = match law.endless {
        Endless::Drawn => &[Scope::All],
        Endless::Counted => &[Scope::FirstHasMore, Scope::Equal, Scope::SecondHasMore],
    };
    let within = |scope: Scope, number: usize| {
        let others = number.count_ones() as usize;
        number < 1 << free
            && others > 0
            && match scope {
                Scope::All => true,
                Scope::FirstHasMore => others < men,
                Scope::Equal => others == men,
                Scope::SecondHasMore => others > men,
            }
    };
    let map = |scope: Scope| {
        let word = |word: usize| (0..64).fold(0, |set, bit| set | u64::from(within(scope, word << 6 | bit)) << bit);
        (0..words(free)).map(word).collect()
    };
    scopes.iter().map(|&scope| (scope, map(scope))).collect()
}

/// Which positions are solved together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All of a layer.
    All,
    /// Those in which the first side has more men.
    FirstHasMore,
    /// Those in which both have as many.
    Equal,
    /// Those in which the second side has more men.
    SecondHasMore,
}
