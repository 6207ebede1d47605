//! One question about all positions with so many of the many: where does the side that is hoped to win do so?
//!
//! What follows grows from what is known, from set to set and in any order, until nothing is new: a set is looked at again when
//! the lone piece has come to be won or lost somewhere beside a set that one of the many comes to.

use super::{Hunt, PlaceMask};
use crate::game::{ChainRule, ManLeap, PointSet, members};
use crate::index::{next_set, rank as rank_of, set_count, unrank};
use crate::job::Run;
use crate::retro::solver::MaterialSolver;
use quirkat_rules::Side;
use std::sync::atomic::Ordering::{AcqRel, Relaxed};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};

/// The side that is hoped to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    Lone,
    Many,
}

/// What is known of all sets of so many; a mask for each, by its rank.
pub struct Layer<'h> {
    hunt: &'h Hunt,
    winner: Winner,
    men: usize,
    /// Where it wins with the lone piece to move.
    lone: Vec<PlaceMask>,
    /// Where it wins with the many to move.
    pub many: Vec<PlaceMask>,
    /// Where the lone piece wins by a capture; or whatever it takes loses.
    captured: Vec<PlaceMask>,
}

/// So many sets are looked at by a thread at a time.
const SHARE: usize = 1 << 16;

impl<'h> Layer<'h> {
    /// That of so few that the game is just over, of which nothing is kept.
    pub fn over(hunt: &'h Hunt, winner: Winner) -> Layer<'h> {
        Layer { hunt, winner, men: hunt.fewest - 1, lone: vec![], many: vec![], captured: vec![] }
    }

    fn is_over(&self) -> bool {
        self.men < self.hunt.fewest
    }

    /// Where it wins, of places beside a set.
    pub fn won(&self, to_move: Side, set: PointSet) -> PlaceMask {
        match self.winner {
            Winner::Lone if self.is_over() => PlaceMask::MAX,
            Winner::Many if self.is_over() => 0,
            _ if to_move == self.hunt.lone => self.lone[rank_of(set)],
            _ => self.many[rank_of(set)],
        }
    }

    /// That of one more, of which only captures are known, by what this one says with the many to move.
    pub fn next(mut self, threads: usize) -> Layer<'h> {
        let Layer { hunt, winner, men, .. } = self;
        if !self.is_over() {
            // What is so when the lone piece has landed there, and may go on.
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

    /// Finds all that follows from captures; `false` when it was told to stop. They are not known afterwards.
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
            let looked = AtomicUsize::new(0);
            let worker = || {
                |share: std::ops::Range<usize>| {
                    // Alternate the direction, so that changes spread far either way.
                    let begin = if round % 2 == 0 { share.start } else { (sets - 1) / SHARE * SHARE - share.start };
                    looked.fetch_add(analysis.process(begin..(begin + SHARE).min(sets), round == 0), Relaxed);
                    Ok::<(), std::convert::Infallible>(())
                }
            };
            let Ok(run) = task.pool().run(sets, SHARE, &|begin| on_progress(begin, sets), worker);
            if run == Run::Interrupted {
                return Run::Interrupted;
            }
            if looked.into_inner() == 0 {
                break;
            }
        }
        let plain = |masks: Vec<AtomicU32>| masks.into_iter().map(AtomicU32::into_inner).collect();
        (self.lone, self.many) = (plain(analysis.lone), plain(analysis.many));
        self.captured = vec![];
        Run::Done
    }
}

/// A layer that is being settled.
struct LayerAnalysis<'l, 'h> {
    layer: &'l Layer<'h>,
    lone: Vec<AtomicU32>,
    many: Vec<AtomicU32>,
    /// Which sets are looked at, a bit for each: of those that symmetries lay on one another the smallest.
    active: Vec<AtomicU64>,
}

impl LayerAnalysis<'_, '_> {
    /// Looks at those of some sets that are to be looked at; tells how many there were.
    fn process(&self, ranks: std::ops::Range<usize>, is_first: bool) -> usize {
        let mut looked = 0;
        for begin in ranks.clone().step_by(64) {
            // Who finds more of what is looked at here has it looked at again.
            let active = self.active[begin / 64].swap(0, AcqRel);
            if active == 0 {
                continue;
            }
            let mut set = unrank(begin, self.layer.men);
            for rank in begin..(begin + 64).min(ranks.end) {
                if active >> (rank - begin) & 1 != 0 && (!is_first || self.layer.hunt.least(set) == set) {
                    self.update(rank, set, is_first);
                    looked += 1;
                }
                set = next_set(set);
            }
        }
        looked
    }

    /// Finds where it wins beside a set, with the many to move and then with the lone piece.
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
        for laid in &law.symmetries {
            let rank = rank_of(laid.set(set));
            self.many[rank].store(laid.set(many), Relaxed);
            self.lone[rank].store(laid.set(lone), Relaxed);
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

    /// Those of some places at which it wins by a step of the many; or whatever step they make.
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

/// A mask for each set of so many of some points, by its rank.
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
