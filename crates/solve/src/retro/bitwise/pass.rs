//! Passes through a layer, class by class.
//!
//! The first side's men stand still within a class, so its moves lead to other classes ([`Mover`]). The second side's
//! men are the subsets of a map: its steps change bits of their numbers. Its captures lead to solved layers and are
//! looked up once.

use super::capture_maps::CaptureMaps;
use super::captures::{Capture, all_captures};
use super::layer::{FirstToMove, Layer, PendingChanges, Scope, Threshold};
use crate::game::{MenLaw, PointSet, members};
use crate::index::FreePoints;
use crate::maps::{BitMap, MoveBuffers, Mover, Route, Subcube, Transfer, stretches};
use crate::store::TableError;
use pulp::{Arch, Simd, WithSimd};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Reusable buffers of one thread for a pass.
#[derive(Debug, Default)]
pub struct Scratch {
    buffers: MoveBuffers,
    second: SecondScratch,
}

#[derive(Debug, Default)]
struct SecondScratch {
    /// Complement of the map with the first side to move.
    complement: BitMap,
    /// Positions from which the second side can avoid the threshold.
    refuted: BitMap,
    /// Positions in which the second side can capture.
    captures: BitMap,
    /// Transfers of the second side's steps.
    changes: Vec<Transfer>,
    laid: Vec<u64>,
}

/// Pass through the classes of a scope, with its number.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Number of the pass, from 1.
    pub number: u32,
    /// Whether it is the first pass through its scope.
    pub is_first: bool,
}

/// Layer with the law and the counters of a pass.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<'l> {
    pub law: &'l MenLaw,
    pub layer: &'l Layer,
    pub arch: Arch,
    /// Number of changes with the second side to move in this pass, counted up to the limit.
    pub changes: &'l AtomicUsize,
    /// Maximum number of changes that are propagated from position to position.
    pub propagation_limit: usize,
}

impl<'l> Sweep<'l> {
    /// Initialises a class: a side without men has lost, and the second side's captures lead to solved layers.
    pub fn prepare(&self, class: usize, done: &CaptureMaps<'_>, scratch: &mut Scratch) -> Result<(), TableError> {
        let Sweep { law, layer, arch, .. } = *self;
        let men = layer.sets.classes.sets[class];
        let free = layer.sets.free_of(law, class);
        let SecondScratch { complement: worse, captures, laid, .. } = &mut scratch.second;
        worse.clear(layer.sets.words);
        captures.clear(layer.sets.words);
        let raids = all_captures(law, men, &free);
        for alike in raids.chunk_by(|a, b| (a.taken, a.from, a.to) == (b.taken, b.from, b.to)) {
            let Capture { taken, from, to, .. } = alike[0];
            alike.iter().for_each(|raid| raid.part.add_to(arch, captures));
            if taken == men {
                alike.iter().for_each(|raid| raid.part.add_to(arch, worse));
                continue;
            }
            let left = men & !taken;
            let classes = &done.layer(left).classes;
            let (class, symmetry) = classes.find(left);
            let there = FreePoints::of(classes.sets[class], &law.order);
            let symmetry = &law.symmetries[symmetry];
            let source = |&point: &u8| {
                // Origin and end of the man exchange their places, where both are free before the capture.
                let point = match point {
                    point if point == from => to,
                    point if point == to => from,
                    point => point,
                };
                there.places[usize::from(symmetry.images[usize::from(point)])]
            };
            let sources: Vec<u8> = free.points.iter().map(source).collect();
            let route = Route::new(&sources, there.points.len(), 0);
            let complement = done.first_complement(left.count_ones() as usize, class)?;
            let complement = route.lay_out(arch, &complement, laid);
            alike.iter().for_each(|raid| raid.part.merge(arch, 0..layer.sets.words, worse, complement));
        }
        let mut first = layer.first(class);
        let mut second = layer.known[class].second.write().expect("no thread panics");
        let after_captures = worse.iter().map(|worse| !worse);
        if law.must_capture {
            second
                .iter_mut()
                .zip(after_captures)
                .zip(captures.iter())
                .for_each(|((to, after_captures), at)| *to = after_captures & at);
        } else {
            first.after_captures = after_captures.collect();
        }
        first.map[0] |= 1;
        second[0] |= 1;
        Ok(())
    }

    /// Assumes the result of endless play in the open positions of a scope.
    pub fn assume_endless(&self, scope: &Scope, class: usize, scratch: &mut Scratch) {
        let Sweep { law, layer, .. } = *self;
        if !scope.endless {
            return;
        }
        let captures = &mut scratch.second.captures;
        captures.clear(layer.sets.words);
        if law.must_capture {
            self.second_captures(layer.sets.classes.sets[class], &layer.sets.free_of(law, class), captures);
        }
        let mut second = layer.known[class].second.write().expect("no thread panics");
        let open = scope.numbers.iter().zip(captures.iter()).map(|(numbers, captures)| numbers & !captures);
        second.iter_mut().zip(open).for_each(|(word, open)| *word |= open);
    }

    /// Activates for the next pass the classes from which a move may lead to a class that this pass changed, beside one
    /// class of standing men.
    pub fn activate(&self, rest: usize, pass: u32) {
        let rest = Mover::new(self.law, &self.layer.sets, rest);
        let changed = rest.places(|class| self.layer.known[class].changed.load(Relaxed) == pass);
        if changed != 0 {
            rest.classes_before(changed).for_each(|class| self.layer.known[class].active.store(true, Relaxed));
        }
    }

    /// Drops pending changes, because the next pass covers them.
    pub fn clear_pending(&self) {
        (0..self.layer.sets.classes.len())
            .for_each(|class| self.layer.first(class).pending = PendingChanges::default());
    }

    /// Processes the moves of one man beside a class of standing men, in active classes. A class whose men are all
    /// processed is updated for the second side to move.
    pub fn pass_class(&self, rest: usize, scope: &Scope, Pass { number, is_first }: Pass, scratch: &mut Scratch) {
        let Sweep { law, layer, arch, .. } = *self;
        let rest = Mover::new(law, &layer.sets, rest);
        let active = rest.places(|class| layer.known[class].active.load(Relaxed));
        if active == 0 {
            return;
        }
        let Scratch { buffers, second } = scratch;
        // Where bits are only added, unchanged classes were entered before.
        let is_known = !scope.endless && !is_first;
        let new = rest.places(|class| !is_known || layer.known[class].changed.load(Relaxed) + 1 >= number);
        rest.turns(
            arch,
            [active, new],
            buffers,
            |class, _| layer.second(class),
            |class, reached| {
                let mut first = layer.first(class);
                let from_scratch = !is_known && first.through == 0;
                arch.dispatch(UpdateFirst { map: &mut first.map, reached, scope: &scope.numbers, from_scratch });
                first.through += 1;
                if first.through == first.movers {
                    first.through = 0;
                    if self.update_second(class, &mut first, scope, second) {
                        layer.known[class].changed.store(number, Relaxed);
                    }
                }
            },
        );
    }

    /// Updates the map of a class with the second side to move; returns whether it changed.
    fn update_second(&self, class: usize, first: &mut FirstToMove, scope: &Scope, scratch: &mut SecondScratch) -> bool {
        let Sweep { law, layer, arch, .. } = *self;
        let words = layer.sets.words;
        let men = layer.sets.classes.sets[class];
        let free = layer.sets.free_of(law, class);
        let known = &mut first.map;
        if usize::from(layer.sets.classes.sizes[class]) != law.symmetries.len() {
            layer.sets.symmetrise(law, arch, class, known, &mut scratch.complement, &mut scratch.laid);
        }
        let is_win = layer.threshold == Threshold::Win;
        if !is_win && !law.blocked_loses {
            self.add_blocked_draws(men, &free, known, scope, scratch);
        }
        let SecondScratch { complement, refuted, captures, changes, laid: before } = scratch;
        complement.fill(known.iter().map(|word| !word));
        captures.clear(words);
        if law.must_capture || !law.blocked_loses {
            self.second_captures(men, &free, captures);
        }
        let steps = self.second_steps(men, &free);
        changes.clear();
        changes.extend(steps.clone().map(|part| Transfer::new(part, part.ones | part.zeros)));
        refuted.clear(words);
        if is_win && !law.blocked_loses {
            // The first side does not win where the second is blocked and that is a draw.
            refuted.fill(captures.iter().map(|captures| !captures));
            steps.for_each(|part| part.take_from(arch, 0..words, refuted));
        }
        for stretch in stretches(words) {
            changes.iter().for_each(|change| change.or(arch, stretch.clone(), refuted, complement));
        }
        let mut second = layer.known[class].second.write().expect("no thread panics");
        before.clear();
        if self.changes.load(Relaxed) <= self.propagation_limit {
            before.extend_from_slice(&second);
        }
        let has_changed = arch.dispatch(UpdateSecond {
            map: &mut second,
            refuted,
            scope: &scope.numbers,
            // Where captures are compulsory, positions with captures were decided at the start.
            closed: if law.must_capture { captures } else { &[] },
            after_captures: Some(&*first.after_captures).filter(|after_captures| !after_captures.is_empty()),
        });
        let pending = &mut first.pending.second;
        let known = pending.len();
        // Most rows are equal and are skipped quickly.
        for (row, (before, after)) in (0..).zip(before.chunks(8).zip(second.chunks(8))).filter(|(_, (a, b))| a != b) {
            for (word, (before, after)) in (row << 3..).zip(before.iter().zip(after)) {
                pending.extend(bits(before ^ after).map(|bit| word << 6 | bit));
            }
        }
        self.changes.fetch_add(pending.len() - known, Relaxed);
        has_changed
    }

    /// Returns the steps of the second side beside a set of first-side men, as subcubes that fix the changed places.
    pub fn second_steps<'f>(
        &self,
        men: PointSet,
        free: &'f FreePoints,
    ) -> impl Iterator<Item = Subcube> + Clone + use<'f, 'l> {
        let law = self.law;
        let place = move |point: u8| 1 << free.places[usize::from(point)];
        let steps = move |&from: &u8| {
            let ends = law.steps[1][usize::from(from)].iter().filter(move |&&to| men >> to & 1 == 0);
            ends.map(move |&to| Subcube { ones: place(from), zeros: place(to) })
        };
        free.points.iter().flat_map(steps)
    }

    /// Returns the sets of second-side men that can capture a man of a set.
    pub fn second_capture_parts<'f>(
        &self,
        men: PointSet,
        free: &'f FreePoints,
    ) -> impl Iterator<Item = Subcube> + use<'f, 'l> {
        let law = self.law;
        let place = move |point: u8| 1 << free.places[usize::from(point)];
        let captures = move |&from: &u8| {
            let leaps = law.leaps[1][usize::from(from)].iter();
            let possible = leaps.filter(move |leap| men >> leap.over & 1 != 0 && men >> leap.to & 1 == 0);
            possible.map(move |leap| Subcube { ones: place(from), zeros: place(leap.to) })
        };
        free.points.iter().flat_map(captures)
    }

    /// Adds the positions in which the first side is blocked and that is a draw.
    fn add_blocked_draws(
        &self,
        men: PointSet,
        free: &FreePoints,
        map: &mut [u64],
        scope: &Scope,
        scratch: &mut SecondScratch,
    ) {
        let Sweep { law, layer, arch, .. } = *self;
        let stuck = &mut scratch.refuted;
        stuck.fill(scope.numbers.iter().copied());
        let place = |point: u8| 1 << free.places[usize::from(point)];
        let turns = |from: usize| {
            let steps = law.steps[0][from].iter().filter(move |&&to| men >> to & 1 == 0);
            let leaps = law.leaps[0][from].iter().filter(|leap| men & (1 << leap.over | 1 << leap.to) == 0);
            let steps = steps.map(|&to| Subcube { ones: 0, zeros: place(to) });
            steps.chain(leaps.map(|leap| Subcube { ones: place(leap.over), zeros: place(leap.to) }))
        };
        members(men).flat_map(turns).for_each(|part| part.take_from(arch, 0..layer.sets.words, stuck));
        map.iter_mut().zip(stuck.iter()).for_each(|(word, stuck)| *word |= stuck);
    }

    /// Adds the positions in which the second side can capture.
    fn second_captures(&self, men: PointSet, free: &FreePoints, captures: &mut [u64]) {
        self.second_capture_parts(men, free).for_each(|part| part.add_to(self.arch, captures));
    }
}

/// Iterates over the bits of a word.
fn bits(word: u64) -> impl Iterator<Item = u32> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit)
    })
}

/// Ors the results of one man's moves into those of all; the first man of a pass overwrites the previous contents.
struct UpdateFirst<'a> {
    map: &'a mut [u64],
    reached: &'a [u64],
    scope: &'a [u64],
    from_scratch: bool,
}

impl WithSimd for UpdateFirst<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        if self.from_scratch {
            self.map.iter_mut().zip(self.scope).for_each(|(word, scope)| *word &= !scope);
        }
        let words = self.map.iter_mut().zip(self.reached).zip(self.scope);
        words.for_each(|((word, reached), scope)| *word |= reached & scope);
    }
}

/// Replaces the map with the second side to move within a scope, except for closed positions; returns whether it
/// changed.
struct UpdateSecond<'a> {
    map: &'a mut [u64],
    refuted: &'a [u64],
    scope: &'a [u64],
    closed: &'a [u64],
    after_captures: Option<&'a [u64]>,
}

impl WithSimd for UpdateSecond<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> bool {
        let mut changes = 0;
        let mut enter = |word: &mut u64, new: u64, open: u64| {
            let new = *word & !open | new & open;
            changes |= new ^ *word;
            *word = new;
        };
        let words = self.map.iter_mut().zip(self.refuted).zip(self.scope);
        match self.after_captures {
            Some(after_captures) => {
                words.zip(after_captures).for_each(|(((word, refuted), scope), after_captures)| {
                    enter(word, !refuted & after_captures, *scope)
                });
            }
            None => {
                words.zip(self.closed).for_each(|(((word, refuted), scope), closed)| {
                    enter(word, !refuted, scope & !closed);
                });
            }
        }
        changes != 0
    }
}
