//! One analysis of all positions of a hunt with a given number of pieces: where does one side win?
//!
//! The sets of wins only grow, set by set and in any order, until nothing changes. A set is processed again when the
//! wins beside one of its successors have changed.

use super::{Hunt, PlaceMask};
use crate::game::{ChainRule, ManLeap, PointSet, members};
use crate::index::{next_set, rank as rank_of, set_count, unrank};
use crate::job::Run;
use crate::retro::solver::MaterialSolver;
use quirkat_rules::Side;
use std::sync::atomic::Ordering::{AcqRel, Relaxed};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};

/// Side whose wins are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    Lone,
    Many,
}

/// Wins of one side, as a mask of the lone piece's places for each set of the others, by rank.
pub struct Layer<'h> {
    hunt: &'h Hunt,
    winner: Winner,
    men: usize,
    /// Wins with the lone piece to move.
    lone: Vec<PlaceMask>,
    /// Wins with the others to move.
    pub many: Vec<PlaceMask>,
    /// Wins of the lone piece by a capture; for the others, places where every capture loses.
    captured: Vec<PlaceMask>,
}

/// Number of sets that a thread takes at a time.
const SHARE: usize = 1 << 16;

impl<'h> Layer<'h> {
    /// Returns the layer in which the others are too few: the game is over.
    pub fn over(hunt: &'h Hunt, winner: Winner) -> Layer<'h> {
        Layer { hunt, winner, men: hunt.fewest - 1, lone: vec![], many: vec![], captured: vec![] }
    }

    fn is_over(&self) -> bool {
        self.men < self.hunt.fewest
    }

    /// Returns the places beside a set at which the side wins.
    pub fn won(&self, to_move: Side, set: PointSet) -> PlaceMask {
        match self.winner {
            Winner::Lone if self.is_over() => PlaceMask::MAX,
            Winner::Many if self.is_over() => 0,
            _ if to_move == self.hunt.lone => self.lone[rank_of(set)],
            _ => self.many[rank_of(set)],
        }
    }

    /// Returns the layer of one more piece with the results of captures, from this layer's wins with the others to
    /// move.
    pub fn next(mut self, threads: usize) -> Layer<'h> {
        let Layer { hunt, winner, men, .. } = self;
        if !self.is_over() {
            // Wins after a leap that may be continued.
            let (many, captured) = (&self.many, &self.captured);
            self.lone = each_set(hunt.law.points, men, threads, |rank, set| match (hunt.law.further, winner) {
                (ChainRule::Never, _) => many[rank],
                (ChainRule::Optional, Winner::Lone) => many[rank] | captured[rank],
                (ChainRule::Optional, Winner::Many) => many[rank] & captured[rank],
                (ChainRule::Mandatory, _) => {
                    let on = hunt.places(set, |at| hunt.leaps(at, set).next().is_some());
                    captured[rank] & on | many[rank] & !on
                }
            });
        }
        let captured = each_set(hunt.law.points, men + 1, threads, |_, set| {
            hunt.places(set, |at| {
                let wins = |leap: &ManLeap| self.won(hunt.lone, set ^ 1 << leap.over) >> leap.to & 1 != 0;
                match winner {
                    Winner::Lone => hunt.leaps(at, set).any(wins),
                    Winner::Many => hunt.leaps(at, set).all(wins),
                }
            })
        });
        Layer { hunt, winner, men: men + 1, lone: vec![], many: vec![], captured }
    }

    /// Finds all wins. The results of captures are dropped afterwards.
    pub fn solve(&mut self, task: &MaterialSolver<'_>, on_progress: &(dyn Fn(usize, usize) + Sync)) -> Run {
        let sets = set_count(self.hunt.law.points, self.men);
        let masks = || (0..sets).map(|_| AtomicU32::new(0)).collect::<Vec<_>>();
        let analysis = LayerAnalysis {
            layer: self,
            lone: masks(),
            many: masks(),
            active: (0..sets.div_ceil(64)).map(|_| AtomicU64::new(u64::MAX)).collect(),
        };
        for round in 0.. {
            let changed_sets = AtomicUsize::new(0);
            let worker = || {
                |share: std::ops::Range<usize>| {
                    // Alternate the direction, so that changes spread far either way.
                    let begin = if round % 2 == 0 { share.start } else { (sets - 1) / SHARE * SHARE - share.start };
                    changed_sets.fetch_add(analysis.process(begin..(begin + SHARE).min(sets), round == 0), Relaxed);
                    Ok::<(), std::convert::Infallible>(())
                }
            };
            let Ok(run) = task.pool().run(sets, SHARE, &|begin| on_progress(begin, sets), worker);
            if run == Run::Interrupted {
                return Run::Interrupted;
            }
            if changed_sets.into_inner() == 0 {
                break;
            }
        }
        let plain = |masks: Vec<AtomicU32>| masks.into_iter().map(AtomicU32::into_inner).collect();
        (self.lone, self.many) = (plain(analysis.lone), plain(analysis.many));
        self.captured = vec![];
        Run::Done
    }
}

/// Layer during its analysis.
struct LayerAnalysis<'l, 'h> {
    layer: &'l Layer<'h>,
    lone: Vec<AtomicU32>,
    many: Vec<AtomicU32>,
    /// Sets to process, as bits by rank; of symmetric sets the smallest.
    active: Vec<AtomicU64>,
}

impl LayerAnalysis<'_, '_> {
    /// Processes the active sets of a range of ranks; returns their number.
    fn process(&self, ranks: std::ops::Range<usize>, is_first: bool) -> usize {
        let mut changed_sets = 0;
        for begin in ranks.clone().step_by(64) {
            // A set that changes meanwhile is marked again.
            let active = self.active[begin / 64].swap(0, AcqRel);
            if active == 0 {
                continue;
            }
            let mut set = unrank(begin, self.layer.men);
            for rank in begin..(begin + 64).min(ranks.end) {
                if active >> (rank - begin) & 1 != 0 && (!is_first || self.layer.hunt.least(set) == set) {
                    self.update(rank, set, is_first);
                    changed_sets += 1;
                }
                set = next_set(set);
            }
        }
        changed_sets
    }

    /// Finds the wins beside a set, with the others to move, then with the lone piece to move.
    fn update(&self, rank: usize, set: PointSet, is_first: bool) {
        let Layer { hunt, winner, ref captured, .. } = *self.layer;
        let law = &hunt.law;
        let known = self.many[rank].load(Relaxed);
        let more = self.by_steps(set, law.all() & !set & !known);
        if more == 0 && !is_first {
            return;
        }
        let many = known | more;
        let of_lone = self.lone[rank].load(Relaxed);
        let wins = |at: usize| {
            if of_lone >> at & 1 != 0 {
                return true;
            }
            let mut exits = hunt.lone_steps[at] & !set;
            let can_leap = || hunt.leaps(at, set).next().is_some();
            if law.must_capture && can_leap() {
                exits = 0;
            }
            let by_capture = captured[rank] >> at & 1 != 0;
            match winner {
                Winner::Lone => by_capture || exits & many != 0,
                Winner::Many => by_capture && exits & !many == 0 && (law.blocked_loses || exits != 0 || can_leap()),
            }
        };
        let lone = hunt.places(set, wins);
        for symmetry in &law.symmetries {
            let rank = rank_of(symmetry.set(set));
            self.many[rank].store(symmetry.set(many), Relaxed);
            self.lone[rank].store(symmetry.set(lone), Relaxed);
        }
        if lone == of_lone {
            return;
        }
        for end in members(set) {
            for from in members(hunt.many_back[end] & !set) {
                let rank = rank_of(hunt.least(set ^ (1 << end | 1 << from)));
                self.active[rank / 64].fetch_or(1 << (rank % 64), AcqRel);
            }
        }
    }

    /// Returns the places in `open` at which a step of the others wins; for the lone piece, those at which every step
    /// loses for them.
    fn by_steps(&self, set: PointSet, open: PlaceMask) -> PlaceMask {
        let Layer { hunt, winner, .. } = *self.layer;
        let (mut found, mut can_step) = (0, 0);
        let mut left = open;
        for from in members(set) {
            for to in members(hunt.many_steps[from] & !set) {
                let after = self.lone[rank_of(set ^ (1 << from | 1 << to))].load(Relaxed);
                let to = 1 << to;
                match winner {
                    Winner::Many => {
                        found |= after & left;
                        left &= !after;
                    }
                    Winner::Lone => {
                        left &= after | to;
                        can_step |= !to;
                    }
                }
                if left == 0 {
                    return found;
                }
            }
        }
        match winner {
            Winner::Many => found,
            Winner::Lone if hunt.law.blocked_loses => left,
            Winner::Lone => left & can_step,
        }
    }
}

/// Returns a mask for each set of a size, by rank.
fn each_set(
    points: usize,
    men: usize,
    threads: usize,
    mask: impl Fn(usize, PointSet) -> PlaceMask + Sync,
) -> Vec<PlaceMask> {
    let mut masks = vec![0; set_count(points, men)];
    let share = masks.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let mask = &mask;
        for (masks, begin) in masks.chunks_mut(share).zip((0..).step_by(share)) {
            scope.spawn(move || {
                let mut set = unrank(begin, men);
                for (place, rank) in masks.iter_mut().zip(begin..) {
                    *place = mask(rank, set);
                    set = next_set(set);
                }
            });
        }
    });
    masks
}
