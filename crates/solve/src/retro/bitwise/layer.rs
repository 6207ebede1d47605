//! Layer: all positions with one number of first-side men, while it is being solved.
//!
//! The value of a position for the first side is stored as two thresholds, whether it wins and whether it gets at least
//! a draw. They are independent and solved one after the other. For each symmetry class of the first side's men and
//! each side to move there is a map over the sets of second-side men. The first side takes the best of its moves, by
//! OR; the second side the worst, by AND.

use crate::game::{EndlessPlay, MenLaw};
use crate::index::{map_words, set_count};
use crate::maps::{MapClasses, map_of};
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard};

/// Threshold of the first side's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threshold {
    /// A position counts if the first side wins it.
    Win,
    /// The first side wins or draws.
    Draw,
}

impl Threshold {
    /// Returns the name of the threshold in checkpoint files.
    pub fn file_text(self) -> &'static str {
        match self {
            Threshold::Win => "Win",
            Threshold::Draw => "Hold",
        }
    }
}

/// Layer while one threshold is being solved.
#[derive(Debug)]
pub struct Layer {
    /// Threshold that the maps express: which results count as true.
    pub threshold: Threshold,
    /// Symmetry classes of the first side's men, whose number defines the layer.
    pub sets: MapClasses,
    /// Bits of all existing sets of second-side men.
    pub valid: Vec<u64>,
    /// State of each symmetry class.
    pub known: Vec<ClassState>,
}

/// State of a symmetry class.
#[derive(Debug)]
pub struct ClassState {
    /// State with the first side to move.
    pub first: Mutex<FirstToMove>,
    /// Map with the second side to move.
    pub second: RwLock<Box<[u64]>>,
    /// Last pass in which the map with the second side to move changed.
    pub changed: AtomicU32,
    /// Whether the current pass processes the class.
    pub active: AtomicBool,
}

/// Map with the first side to move, and further state of the class.
#[derive(Debug)]
pub struct FirstToMove {
    /// Best result of the moves of the men that this pass has processed.
    pub map: Box<[u64]>,
    /// Worst result of the second side's captures; empty where captures are compulsory.
    pub after_captures: Box<[u64]>,
    /// Number of men that this pass has processed, and of all. Men that symmetries map to each other may count once.
    pub through: u32,
    pub movers: u32,
    /// Changes that are not yet propagated.
    pub pending: PendingChanges,
}

/// Numbers of the changed positions of a class.
#[derive(Clone, Debug, Default)]
pub struct PendingChanges {
    /// With the first side to move.
    pub first: Vec<u32>,
    /// With the second side to move.
    pub second: Vec<u32>,
}

impl Layer {
    /// Returns a layer with empty maps.
    pub fn new(law: &MenLaw, men: usize, threshold: Threshold) -> Layer {
        let sets = MapClasses::new(law, men);
        let words = sets.words;
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
            valid: map_of(sets.free, |_| true),
            known: sets.classes.sets.iter().map(|_| known()).collect(),
            sets,
        };
        for &rest in &layer.sets.standing.sets {
            for point in (0..law.points).filter(|point| rest >> point & 1 == 0) {
                layer.first(layer.sets.classes.find(rest | 1 << point).0).movers += 1;
            }
        }
        layer
    }

    /// Returns the bytes of memory that a layer takes, and those of one map of each class; a lower bound where sets are
    /// symmetric.
    pub fn bytes(law: &MenLaw, men: usize) -> (u64, u64) {
        let classes = set_count(law.points, men).div_ceil(law.symmetries.len());
        let map = (classes * map_words(law.points - men) * 8) as u64;
        (map * if law.must_capture { 2 } else { 3 }, map)
    }

    /// Locks the state of a class with the first side to move.
    pub fn first(&self, class: usize) -> MutexGuard<'_, FirstToMove> {
        self.known[class].first.lock().expect("no thread panics")
    }

    /// Locks the map of a class with the second side to move for reading.
    pub fn second(&self, class: usize) -> RwLockReadGuard<'_, Box<[u64]>> {
        self.known[class].second.read().expect("no thread panics")
    }
}

/// Positions of a layer that are solved together.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Bits of the sets of second-side men.
    pub numbers: Vec<u64>,
    /// Whether endless play reaches the threshold.
    pub endless: bool,
}

impl Scope {
    /// Returns the scopes in the order in which they are solved. Where endless play is counted, those in which it
    /// favours the first side come first: captures lead from the others to them.
    pub fn all(law: &MenLaw, layer: &Layer) -> Vec<Scope> {
        let men = layer.sets.men;
        let scope = |endless, fits: &dyn Fn(usize) -> bool| Scope {
            numbers: map_of(layer.sets.free, |number| number != 0 && fits(number.count_ones() as usize)),
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
