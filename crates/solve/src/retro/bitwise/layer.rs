//! All positions in which the first side has so many men.
//!
//! What is known of a position is told by two thresholds, as the first side sees it: whether it wins, and whether it does not
//! lose. They are the halves of what is known, which have nothing to do with each other, and are solved one after the other: for
//! each class of sets of the first side's men and each side to move there is a map over the sets of the second side's men. The
//! first side makes the best of its turns, by OR; the second makes the worst of its own, by AND.

use crate::game::{EndlessPlay, MenLaw};
use crate::index::{FreePoints, SetClasses, map_words, set_count};
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard};

/// A half of what is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threshold {
    /// Whether the first side wins.
    Win,
    /// Whether the first side does not lose.
    Draw,
}

impl Threshold {
    /// Name of the threshold in checkpoint files.
    pub fn file_text(self) -> &'static str {
        match self {
            Threshold::Win => "Win",
            Threshold::Draw => "Hold",
        }
    }
}

/// The positions of a layer while one half of what is known of it is being solved.
#[derive(Debug)]
pub struct Layer {
    /// The half.
    pub threshold: Threshold,
    /// How many men the first side has.
    pub men: usize,
    /// The classes of the sets of the first side's men.
    pub classes: SetClasses,
    /// The classes of the sets of one man fewer: those that stand still while one moves.
    pub standing: SetClasses,
    /// The free points beside the first side's men.
    pub free: usize,
    /// The words of a map, of which there is one for a class and a side to move.
    pub words: usize,
    /// The numbers of all sets of the second side's men.
    pub valid: Vec<u64>,
    /// What is known, by class.
    pub known: Vec<ClassState>,
}

/// What is known of the positions of a class.
#[derive(Debug)]
pub struct ClassState {
    /// With the first side to move.
    pub first: Mutex<FirstToMove>,
    /// With the second side to move.
    pub second: RwLock<Box<[u64]>>,
    /// The pass in which what is known with the second side to move changed last.
    pub changed: AtomicU32,
    /// Whether this pass looks at it.
    pub active: AtomicBool,
}

/// What is known with the first side to move, and what else belongs to the class.
#[derive(Debug)]
pub struct FirstToMove {
    /// The best of the turns of those of its men that this pass has gone through.
    pub map: Box<[u64]>,
    /// The worst of what the second side's captures lead to; kept where it need not capture.
    pub after_captures: Box<[u64]>,
    /// How many of its men this pass has gone through, and how many there are; men that symmetries of the set lay on one another
    /// may be gone through once.
    pub through: u32,
    pub movers: u32,
    /// What is new and was not followed.
    pub pending: PendingChanges,
}

/// The numbers of positions of a class of which something new is known.
#[derive(Clone, Debug, Default)]
pub struct PendingChanges {
    /// With the first side to move.
    pub first: Vec<u32>,
    /// With the second side to move.
    pub second: Vec<u32>,
}

impl Layer {
    /// The layer of so many men of the first side, with nothing known of this half.
    pub fn new(law: &MenLaw, men: usize, threshold: Threshold) -> Layer {
        let [classes, standing] = [men, men - 1].map(|men| SetClasses::new(law.points, men, &law.symmetries));
        let free = law.points - men;
        let words = map_words(free);
        let known = || ClassState {
            first: Mutex::new(FirstToMove {
                map: vec![0; words].into(),
                after_captures: [].into(),
                through: 0,
                movers: 0,
                pending: PendingChanges::default(),
            }),
            second: RwLock::new(vec![0; words].into()),
            changed: Default::default(),
            active: Default::default(),
        };
        let layer = Layer {
            threshold,
            men,
            free,
            words,
            valid: map(free, |_| true),
            known: classes.sets.iter().map(|_| known()).collect(),
            standing,
            classes,
        };
        for &rest in &layer.standing.sets {
            for point in (0..law.points).filter(|point| rest >> point & 1 == 0) {
                layer.first(layer.classes.find(rest | 1 << point).0).movers += 1;
            }
        }
        layer
    }

    /// The bytes that a half of the layer of so many men takes in memory, and that a map of each class takes; a little more than that
    /// where sets of men are laid on themselves.
    pub fn bytes(law: &MenLaw, men: usize) -> (u64, u64) {
        let classes = set_count(law.points, men).div_ceil(law.symmetries.len());
        let map = (classes * map_words(law.points - men) * 8) as u64;
        (map * if law.must_capture { 2 } else { 3 }, map)
    }

    /// What is known of a class with the first side to move.
    pub fn first(&self, class: usize) -> MutexGuard<'_, FirstToMove> {
        self.known[class].first.lock().expect("no thread panics")
    }

    /// What is known of a class with the second side to move.
    pub fn second(&self, class: usize) -> RwLockReadGuard<'_, Box<[u64]>> {
        self.known[class].second.read().expect("no thread panics")
    }

    /// The points that the first side's men of a class leave free.
    pub fn free_of(&self, law: &MenLaw, class: usize) -> FreePoints {
        FreePoints::of(self.classes.sets[class], &law.order)
    }
}

/// The map of the sets whose numbers are of a kind.
fn map(free: usize, belongs: impl Fn(usize) -> bool) -> Vec<u64> {
    let set = |number: &usize| *number < 1 << free && belongs(*number);
    let word = |word: usize| (0..64).filter(|bit| set(&(word << 6 | bit))).fold(0, |set, bit| set | 1u64 << bit);
    (0..map_words(free)).map(word).collect()
}

/// The positions of a layer that are solved together.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The numbers of the sets of the second side's men.
    pub numbers: Vec<u64>,
    /// What play that never ends is worth: whether the first side wins, or does not lose.
    pub endless: bool,
}

impl Scope {
    /// The groups of positions that are solved one after the other: where endless play is counted, those in which it is good for
    /// the first side, then those in which it is not, for captures lead from these to those.
    pub fn all(law: &MenLaw, layer: &Layer) -> Vec<Scope> {
        let men = layer.men;
        let scope = |endless, fits: &dyn Fn(usize) -> bool| Scope {
            numbers: map(layer.free, |number| number != 0 && fits(number.count_ones() as usize)),
            endless,
        };
        let drawn = layer.threshold == Threshold::Draw;
        match law.endless {
            EndlessPlay::Drawn => vec![scope(drawn, &|_| true)],
            EndlessPlay::Counted => {
                let is_good = |others| others < men || others == men && drawn;
                vec![scope(true, &is_good), scope(false, &|others| !is_good(others))]
            }
        }
    }
}
