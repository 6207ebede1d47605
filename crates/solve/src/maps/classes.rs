//! Symmetry classes of one side's men, each with a map over the sets of the other side's men.

use super::bitmap::{BitMap, Route, Subcube};
use crate::game::MenLaw;
use crate::index::{FreePoints, SetClasses, map_words, set_count};
use pulp::Arch;

/// Symmetry classes of one side's men, beside which maps are laid out.
#[derive(Debug)]
pub struct MapClasses {
    /// Number of men of a set.
    pub men: usize,
    /// Symmetry classes of the men.
    pub classes: SetClasses,
    /// Symmetry classes of one man fewer: the men that stand still while one moves.
    pub standing: SetClasses,
    /// Number of free points beside the men.
    pub free: usize,
    /// Number of words of a map.
    pub words: usize,
}

impl MapClasses {
    /// Returns the classes of sets of `men` men. Without men none stands still.
    pub fn new(law: &MenLaw, men: usize) -> MapClasses {
        let [classes, standing] =
            [men, men.saturating_sub(1)].map(|men| SetClasses::new(law.points, men, &law.symmetries));
        let free = law.points - men;
        MapClasses { men, classes, standing, free, words: map_words(free) }
    }

    /// Returns the approximate number of classes; a lower bound where symmetries map sets to themselves.
    pub fn estimate(law: &MenLaw, men: usize) -> u64 {
        set_count(law.points, men).div_ceil(law.symmetries.len()) as u64
    }

    /// Returns the number of words of a map beside a set.
    pub fn words_of(law: &MenLaw, men: usize) -> usize {
        map_words(law.points - men)
    }

    /// Returns the free points of a class.
    pub fn free_of(&self, law: &MenLaw, class: usize) -> FreePoints {
        FreePoints::of(self.classes.sets[class], &law.order)
    }

    /// Makes the map of a class symmetric where symmetries map its men to themselves. The buffers are overwritten.
    pub fn symmetrise(
        &self,
        law: &MenLaw,
        arch: Arch,
        class: usize,
        map: &mut [u64],
        known: &mut BitMap,
        laid: &mut Vec<u64>,
    ) {
        let men = self.classes.sets[class];
        let free = self.free_of(law, class);
        known.fill(map.iter().copied());
        for symmetry in law.symmetries.iter().skip(1).filter(|symmetry| symmetry.set(men) == men) {
            let image = |&point: &u8| free.places[usize::from(symmetry.images[usize::from(point)])];
            let sources: Vec<u8> = free.points.iter().map(image).collect();
            let laid = Route::new(&sources, self.free, 0).lay_out(arch, known, laid);
            Subcube::default().merge(arch, 0..self.words, map, laid);
        }
    }
}

/// Returns the map of the sets whose numbers satisfy a predicate, of `free` free points.
pub fn map_of(free: usize, belongs: impl Fn(usize) -> bool) -> Vec<u64> {
    let set = |number: &usize| *number < 1 << free && belongs(*number);
    let word = |word: usize| (0..64).filter(|bit| set(&(word << 6 | bit))).fold(0, |set, bit| set | 1u64 << bit);
    (0..map_words(free)).map(word).collect()
}
