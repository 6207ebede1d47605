//! Moves of one first-side man while the others stand still, for all sets of second-side men at once.
//!
//! The moving man may stand on each point that the others leave free. All maps with the same standing men are permuted
//! to the places of these points: then a step of the moving man joins two maps at equal numbers, and a leap joins them
//! at numbers that differ by the captured man. So each map is permuted once for all moves that lead to it, and once for
//! all moves that begin in it.

use super::bitmap::{BitMap, Link, NOWHERE, Route, Subcube, Transfer, cascade, stretches};
use super::classes::MapClasses;
use crate::game::{ChainRule, ManLeap, MenLaw, PointSet, members};
use crate::index::{FreePoints, map_words};
use pulp::{Arch, Simd, WithSimd};
use smallvec::{SmallVec, smallvec};
use std::ops::{Deref, Range};

/// Standing men and the places where one more may stand.
#[derive(Debug)]
pub struct Mover<'l> {
    law: &'l MenLaw,
    sets: &'l MapClasses,
    /// Points that the standing men leave free.
    free: FreePoints,
    /// Class of the men with one more at each place, and the symmetry that maps them to it.
    there: Places<(usize, usize)>,
    /// Targets of a man's steps, by place.
    steps: Places<PointSet>,
    /// Leaps of a man, by place.
    leaps: Places<SmallVec<[PlaceLeap; 8]>>,
    /// Leaps of the standing men.
    others: SmallVec<[PlaceLeap; 64]>,
    /// Targets of a man's moves, by place.
    ends: Places<PointSet>,
}

/// Inline list by place.
type Places<T> = SmallVec<[T; 32]>;

/// Leap over one place to another.
#[derive(Clone, Copy, Debug)]
struct PlaceLeap {
    over: u8,
    to: u8,
}

/// Reusable buffers of one thread for generating moves.
#[derive(Debug, Default)]
pub struct MoveBuffers {
    /// Map with the second side to move, by place of the moving man; after a leap, the best that the man can still
    /// reach.
    ends: Vec<BitMap>,
    /// Best result of the moves, by origin.
    reached_maps: Vec<BitMap>,
    /// Positions in which the standing men can capture, by place of the moving man where it blocks a landing, and last
    /// for all other places.
    others: Vec<BitMap>,
    /// Further leaps of a capture.
    links: Vec<Link>,
    laid: Vec<u64>,
}

impl MoveBuffers {
    /// Returns the bytes of a thread's buffers.
    pub fn bytes(law: &MenLaw, men: usize) -> u64 {
        let places = law.points - men + 1;
        (8 * map_words(places) * (3 * places + 2)) as u64
    }
}

impl<'l> Mover<'l> {
    /// Returns the moves beside a class of standing men.
    pub fn new(law: &'l MenLaw, sets: &'l MapClasses, class: usize) -> Mover<'l> {
        let rest = sets.standing.sets[class];
        let free = FreePoints::of(rest, &law.order);
        let place = |point: u8| Some(free.places[usize::from(point)]).filter(|&place| place != NOWHERE);
        let hops = |&from: &u8| -> SmallVec<[PlaceLeap; 8]> {
            let hop = |leap: &ManLeap| Some(PlaceLeap { over: place(leap.over)?, to: place(leap.to)? });
            law.leaps[0][usize::from(from)].iter().filter_map(hop).collect()
        };
        let steps_of = |&from: &u8| {
            law.steps[0][usize::from(from)].iter().filter_map(|&to| place(to)).fold(0, |set, to| set | 1 << to)
        };
        let steps: Places<PointSet> = free.points.iter().map(steps_of).collect();
        let leaps: Places<_> = free.points.iter().map(hops).collect();
        let leap_ends = |from: usize| leaps[from].iter().fold(0, |set: PointSet, hop| set | 1 << hop.to);
        let ends = |from: usize| {
            let mut ends = leap_ends(from);
            let mut known = if law.further == ChainRule::Never { ends } else { 0 };
            while known != ends {
                known = ends;
                ends = members(ends).fold(ends, |ends, at| ends | leap_ends(at));
            }
            ends | steps[from]
        };
        Mover {
            there: free.points.iter().map(|&point| sets.classes.find(rest | 1 << point)).collect(),
            others: members(rest).flat_map(|from| hops(&(from as u8))).collect(),
            ends: (0..free.points.len()).map(ends).collect(),
            law,
            sets,
            free,
            steps,
            leaps,
        }
    }

    /// Returns the places whose class satisfies a predicate.
    pub fn places(&self, mut is: impl FnMut(usize) -> bool) -> PointSet {
        self.there.iter().enumerate().filter(|(_, there)| is(there.0)).fold(0, |set, (place, _)| set | 1 << place)
    }

    /// Iterates over the classes from which a move may lead to one of some places.
    pub fn classes_before(&self, ends: PointSet) -> impl Iterator<Item = usize> {
        self.there.iter().zip(&self.ends).filter(move |(_, reached)| *reached & ends != 0).map(|(there, _)| there.0)
    }

    /// Calls `visit` with the best result of the moves from each place of `from` to places of `new`, per class and in
    /// the numbering of the class. Moves to other places may be left out. `known` returns the map of a class after a
    /// move to a point.
    pub fn turns<M: Deref<Target: AsRef<[u64]>>>(
        &self,
        arch: Arch,
        [from, new]: [PointSet; 2],
        buffers: &mut MoveBuffers,
        known: impl Fn(usize, u8) -> M,
        mut visit: impl FnMut(usize, &[u64]),
    ) {
        let leads = |&from: &usize| self.ends[from] & new != 0;
        for from in members(from).filter(|from| !leads(from)) {
            visit(self.there[from].0, &[]);
        }
        let from = members(from).filter(leads).fold(0, |set: PointSet, from| set | 1 << from);
        self.find_other_captures(arch, from, buffers);
        let ends = members(from).fold(0, |ends, from| ends | self.ends[from]);
        let places = self.free.points.len();
        let words = map_words(places);
        [&mut buffers.ends, &mut buffers.reached_maps]
            .into_iter()
            .for_each(|maps| maps.resize_with(places, BitMap::default));
        for end in members(ends) {
            if new >> end & 1 == 0 {
                // Leaps may continue from there to new places.
                buffers.ends[end].clear(words);
                continue;
            }
            buffers.ends[end].resize(words);
            let map = known(self.there[end].0, self.free.points[end]);
            self.inward(end).lay(arch, (*map).as_ref(), &mut buffers.ends[end]);
        }
        members(from).for_each(|from| buffers.reached_maps[from].resize(words));
        buffers.links.clear();
        buffers.links.extend(self.links(ends));
        for stretch in stretches(words) {
            for from in members(from) {
                self.steps(arch, &stretch, from, new, buffers);
            }
            self.land(arch, &stretch, ends, &buffers.links, &mut buffers.ends);
            for from in members(from) {
                self.leaps(arch, &stretch, from, buffers);
            }
        }
        for from in members(from) {
            let reached = self.outward(from).lay_out(arch, &buffers.reached_maps[from], &mut buffers.laid);
            visit(self.there[from].0, reached);
        }
    }

    /// Ors the results of placing a man on each free point into a map beside the standing men. `known` returns the map of
    /// the class that has the man on a point.
    pub fn placings<'m>(
        &self,
        arch: Arch,
        known: impl Fn(usize, u8) -> &'m [u64],
        laid: &mut Vec<u64>,
        result: &mut [u64],
    ) {
        for (place, &(class, _)) in self.there.iter().enumerate() {
            let map = self.inward(place).lay_out(arch, known(class, self.free.points[place]), laid);
            Subcube { ones: 0, zeros: 1 << place }.merge(arch, 0..result.len(), result, map);
        }
    }

    /// Finds the positions in which standing men can capture, which bars steps where captures are compulsory.
    fn find_other_captures(&self, arch: Arch, from: PointSet, buffers: &mut MoveBuffers) {
        if !self.law.must_capture {
            return;
        }
        let places = self.free.points.len();
        buffers.others.resize_with(places + 1, BitMap::default);
        let landings = self.others.iter().fold(0, |set: PointSet, hop| set | 1 << hop.to);
        for from in members(from & landings).chain([places]) {
            let map = &mut buffers.others[from];
            map.clear(map_words(places));
            for hop in self.others.iter().filter(|hop| usize::from(hop.to) != from) {
                Subcube { ones: 1 << hop.over, zeros: 1 << hop.to }.add_to(arch, map);
            }
        }
    }

    /// Takes the results of the allowed steps from a place to new places.
    fn steps(&self, arch: Arch, stretch: &Range<usize>, from: usize, new: PointSet, buffers: &mut MoveBuffers) {
        let MoveBuffers { ends, reached_maps, others, .. } = buffers;
        let way = &mut reached_maps[from];
        way[stretch.clone()].fill(0);
        for to in members(self.steps[from] & new) {
            Subcube { ones: 0, zeros: 1 << from | 1 << to }.merge(arch, stretch.clone(), way, &ends[to]);
        }
        if self.law.must_capture {
            let is_landing = self.others.iter().any(|hop| usize::from(hop.to) == from);
            let others = &others[if is_landing { from } else { others.len() - 1 }];
            arch.dispatch(Without { from: &mut way[stretch.clone()], what: &others[stretch.clone()] });
            for hop in &self.leaps[from] {
                let part = Subcube { ones: 1 << hop.over, zeros: 1 << from | 1 << hop.to };
                part.take_from(arch, stretch.clone(), way);
            }
        }
    }

    /// Turns the maps after a move into the best results after a leap: the man may stop or leap on.
    fn land(&self, arch: Arch, stretch: &Range<usize>, ends: PointSet, links: &[Link], maps: &mut [BitMap]) {
        if self.law.further == ChainRule::Mandatory {
            for at in members(ends) {
                for &PlaceLeap { over, to } in &self.leaps[at] {
                    let part = Subcube { ones: 1 << over, zeros: 1 << to | 1 << at };
                    part.take_from(arch, stretch.clone(), &mut maps[at]);
                }
            }
        }
        cascade(arch, stretch.clone(), links, maps);
    }

    /// Returns the further leaps of a man that has come to one of some places.
    fn links(&self, ends: PointSet) -> impl Iterator<Item = Link> {
        let ends = if self.law.further == ChainRule::Never { 0 } else { ends };
        let link = |at: usize, &PlaceLeap { over, to }: &PlaceLeap| {
            let part = Subcube { ones: 1 << over, zeros: 1 << to | 1 << at };
            Link { to: at, from: to.into(), change: Transfer::new(part, 1 << over) }
        };
        let leads_on = move |hop: &&PlaceLeap| ends >> hop.to & 1 != 0;
        members(ends).flat_map(move |at| self.leaps[at].iter().filter(leads_on).map(move |hop| link(at, hop)))
    }

    /// Adds the results of the leaps from a place.
    fn leaps(&self, arch: Arch, stretch: &Range<usize>, from: usize, buffers: &mut MoveBuffers) {
        for &PlaceLeap { over, to } in &self.leaps[from] {
            let part = Subcube { ones: 1 << over, zeros: 1 << to | 1 << from };
            let end = &buffers.ends[usize::from(to)];
            Transfer::new(part, 1 << over).or(arch, stretch.clone(), &mut buffers.reached_maps[from], end);
        }
    }

    /// Iterates over the free points: their places in the map of the class with the man at `place`.
    fn laid(&self, place: usize) -> impl Iterator<Item = u8> {
        let (class, symmetry) = self.there[place];
        let there = self.sets.free_of(self.law, class);
        let symmetry = &self.law.symmetries[symmetry].images;
        self.free.points.iter().map(move |&point| there.places[usize::from(symmetry[usize::from(point)])])
    }

    /// Returns the permutation from the map of a class to the places here.
    fn inward(&self, place: usize) -> Route {
        Route::new(&self.laid(place).collect::<Places<_>>(), self.sets.free, 0)
    }

    /// Returns the permutation from the places here to the map of a class.
    fn outward(&self, place: usize) -> Route {
        let mut sources: Places<u8> = smallvec![NOWHERE; self.sets.free];
        for (here, there) in self.laid(place).enumerate().filter(|(_, there)| *there != NOWHERE) {
            sources[usize::from(there)] = here as u8;
        }
        Route::new(&sources, self.free.points.len(), 0)
    }
}

/// Clears the bits of one map in another.
struct Without<'a> {
    from: &'a mut [u64],
    what: &'a [u64],
}

impl WithSimd for Without<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.from.iter_mut().zip(self.what).for_each(|(from, what)| *from &= !what);
    }
}
