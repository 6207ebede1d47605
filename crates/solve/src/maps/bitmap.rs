//! Bit maps over all subsets of free points, and operations that move bits between them.
//!
//! A map has one bit per subset. Bit `i` of a subset's number is set if the subset contains the point at place `i`. The places
//! below [`LOW`] select the bit within a word, the others select the word, the address. Moving a man changes bits of
//! the number, for all subsets at once. A map has at least eight words.
//!
//! Operations work on a stretch of words at a time, whose length is a power of two and which begins at a multiple of
//! it, so that several operations run while the words are in the cache.

use crate::index::{INNER, LOW, ROW, ROW_PLACES};
use pulp::{Arch, Simd, WithSimd};
use smallvec::{SmallVec, smallvec};
use std::ops::{Deref, DerefMut, Range};

/// Bits of a word whose number has 0 at a place, by place.
const WITHOUT: [u64; LOW] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Iterates over the stretches of a map.
pub fn stretches(words: usize) -> impl Iterator<Item = Range<usize>> {
    /// A stretch of some forty maps fits the cache.
    const LENGTH: usize = 2048;
    let length = words.min(LENGTH);
    (0..words).step_by(length).map(move |start| start..start + length)
}

/// Splits words into rows.
#[inline(always)]
fn rows(words: &[u64]) -> &[[u64; ROW]] {
    words.as_chunks().0
}

#[inline(always)]
fn rows_mut(words: &mut [u64]) -> &mut [[u64; ROW]] {
    words.as_chunks_mut().0
}

/// Map with undefined words before and behind it, so that shifted reads stay in bounds.
#[derive(Clone, Debug, Default)]
pub struct BitMap(Vec<u64>);

const MARGIN: usize = 8;

impl BitMap {
    /// Resizes the map and clears it.
    pub fn clear(&mut self, words: usize) {
        self.resize(words);
        self.0.fill(0);
    }

    /// Resizes the map; its words are undefined.
    pub fn resize(&mut self, words: usize) {
        self.0.resize(words + 2 * MARGIN, 0);
    }

    /// Fills the map with words.
    pub fn fill(&mut self, words: impl ExactSizeIterator<Item = u64>) {
        self.resize(words.len());
        self.iter_mut().zip(words).for_each(|(word, new)| *word = new);
    }
}

impl Deref for BitMap {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.0[MARGIN..self.0.len() - MARGIN]
    }
}

impl DerefMut for BitMap {
    fn deref_mut(&mut self) -> &mut [u64] {
        let end = self.0.len() - MARGIN;
        &mut self.0[MARGIN..end]
    }
}

/// Subsets that contain some places and exclude others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Subcube {
    /// Places that are occupied, as a set.
    pub ones: u32,
    /// Places that are empty, as a set.
    pub zeros: u32,
}

impl Subcube {
    /// Returns the bits of the subcube within a row.
    #[inline(always)]
    fn within(self) -> [u64; ROW] {
        let place = |place: usize| match (self.ones >> place & 1, self.zeros >> place & 1) {
            (0, 0) => u64::MAX,
            (0, _) => WITHOUT[place],
            (_, 0) => !WITHOUT[place],
            _ => 0,
        };
        let word = (0..LOW).fold(u64::MAX, |within, at| within & place(at));
        let (ones, zeros) = (self.ones as usize >> LOW & (ROW - 1), self.zeros as usize >> LOW & (ROW - 1));
        std::array::from_fn(|at| if at & ones == ones && at & zeros == 0 { word } else { 0 })
    }

    /// Returns the runs of whole rows within a stretch that intersect the subcube.
    #[inline(always)]
    fn runs(self, stretch: &Range<usize>) -> Runs {
        let (ones, zeros) = (self.ones as usize >> LOW, self.zeros as usize >> LOW);
        let inner = stretch.len() - 1;
        let start = stretch.start;
        let meets = start & ones == ones & !inner && start & zeros == 0;
        Runs::new(if meets { stretch.clone() } else { start..start }, (ones | zeros) & inner & !7, ones & inner & !7)
    }

    /// Sets the bits of the subcube in a map.
    pub fn add_to(self, arch: Arch, map: &mut [u64]) {
        arch.dispatch(Mark { part: self, stretch: 0..map.len(), map, adds: true });
    }

    /// Clears the bits of the subcube in a stretch of a map.
    pub fn take_from(self, arch: Arch, stretch: Range<usize>, map: &mut [u64]) {
        arch.dispatch(Mark { part: self, stretch, map, adds: false });
    }

    /// Ors a stretch of another map into this one, within the subcube.
    pub fn merge(self, arch: Arch, stretch: Range<usize>, to: &mut [u64], from: &[u64]) {
        arch.dispatch(Merge { part: self, stretch, to, from });
    }
}

/// Runs of words in a stretch whose addresses have given bits at the places of a mask.
struct Runs {
    stretch: Range<usize>,
    mask: usize,
    ones: usize,
    length: usize,
}

impl Runs {
    #[inline(always)]
    fn new(stretch: Range<usize>, mask: usize, ones: usize) -> Runs {
        let length = if mask == 0 { stretch.len() } else { 1 << mask.trailing_zeros() };
        Runs { stretch, mask, ones, length }
    }
}

impl Iterator for Runs {
    type Item = Range<usize>;

    #[inline(always)]
    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.stretch.start;
        if start >= self.stretch.end {
            return None;
        }
        // The stretch starts where the bits of the mask are 0.
        self.stretch.start = ((start | self.mask | (self.length - 1)) + 1) & !self.mask;
        Some(start | self.ones..(start | self.ones) + self.length)
    }
}

/// Transfer of bits: each subset of a subcube takes the bit of the subset that differs in some places, all of which the
/// subcube fixes.
#[derive(Clone, Debug)]
pub struct Transfer {
    part: Subcube,
    within: [u64; ROW],
    shift: i32,
    flip: usize,
}

impl Transfer {
    /// Returns the transfer within a subcube from the subsets with flipped places.
    pub fn new(part: Subcube, flip: u32) -> Transfer {
        debug_assert_eq!(flip & !(part.ones | part.zeros), 0, "what changes is fixed");
        let low = (0..LOW).filter(|place| flip >> place & 1 != 0);
        let shift = low.map(|place| if part.ones >> place & 1 != 0 { 1 << place } else { -(1 << place) }).sum();
        Transfer { part, within: part.within(), shift, flip: flip as usize >> LOW }
    }

    /// Ors the transferred bits of another map into a stretch.
    pub fn or(&self, arch: Arch, stretch: Range<usize>, to: &mut [u64], from: &BitMap) {
        arch.dispatch(Or { change: self, stretch, to, from });
    }

    /// Does the same and returns whether a bit was added.
    #[inline(always)]
    fn or_within(&self, stretch: &Range<usize>, to: &mut [u64], from: &BitMap) -> bool {
        let Transfer { part, within, shift, flip } = self;
        let ones = part.ones as usize >> LOW;
        // Within rows of eight words, flipped places that the subcube fixes are at a constant distance.
        let away = |bit: usize| {
            if flip & bit == 0 {
                0
            } else if ones & bit != 0 {
                -(bit as isize)
            } else {
                bit as isize
            }
        };
        let away = away(1) + away(2) + away(4);
        let mut added = [0; ROW];
        for run in part.runs(stretch) {
            let there = ((MARGIN + (run.start ^ flip & !7)) as isize + away) as usize;
            let from = &from.0[there..there + run.len()];
            for (to, from) in rows_mut(&mut to[run]).iter_mut().zip(rows(from)) {
                let shifted = |word: u64| if *shift >= 0 { word << shift } else { word >> -shift };
                for word in 0..ROW {
                    let more = shifted(from[word]) & within[word];
                    added[word] |= more & !to[word];
                    to[word] |= more;
                }
            }
        }
        added != [0; ROW]
    }
}

/// Writes for each subset of `places` places whether a subset with one more place has its bit set in `map`.
pub fn or_of_larger(arch: Arch, map: &[u64], places: usize, result: &mut [u64]) {
    arch.dispatch(OrOfLarger { map, places, result });
}

/// Transfer from one of several maps to another.
#[derive(Clone, Debug)]
pub struct Link {
    /// Number of the target map.
    pub to: usize,
    /// Number of the source map, another one.
    pub from: usize,
    /// Transfer, which removes a man: bits come from smaller numbers.
    pub change: Transfer,
}

impl Link {
    /// Applies the link to a stretch; returns whether a bit was added.
    // A closure would not be compiled for the machine's vector width.
    #[inline(always)]
    fn add(&self, stretch: &Range<usize>, maps: &mut [BitMap]) -> bool {
        let [to, from] = maps.get_disjoint_mut([self.to, self.from]).expect("a link joins two maps");
        self.change.or_within(stretch, to, from)
    }
}

/// Applies links within a stretch until nothing changes. Earlier stretches must be complete.
pub fn cascade(arch: Arch, stretch: Range<usize>, links: &[Link], maps: &mut [BitMap]) {
    arch.dispatch(Cascade { links, stretch, maps });
}

/// Source of a place that comes from nowhere.
pub const NOWHERE: u8 = u8::MAX;

/// Permutation of places between two maps: the source place of each place of the result. Source places that are not
/// used hold no man.
#[derive(Debug)]
pub struct Route {
    /// Number of words of the result, and of the gathered words before places are cut off.
    words: usize,
    gathered: usize,
    /// Whether rows of the source are rows of the result.
    in_rows: bool,
    /// Offsets of words or rows in source and result: near ones, and far ones whose combinations with the near ones
    /// cover everything that is used.
    near: Ways,
    far: Ways,
    /// Address places that are exchanged with places within words.
    across: Pairs,
    /// Places within words that are exchanged with each other.
    inside: Pairs,
    /// Address places of which only 0 is used.
    unused: usize,
}

/// Offsets in source and result; inline for nearly all maps.
type Ways = SmallVec<[(u32, u32); 128]>;

/// List of exchanges.
#[derive(Clone, Copy, Debug, Default)]
struct Pairs {
    pairs: [(u8, u8); LOW],
    length: usize,
}

impl Pairs {
    fn push(&mut self, pair: (usize, usize)) {
        self.pairs[self.length] = (pair.0 as u8, pair.1 as u8);
        self.length += 1;
    }

    fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        self.pairs[..self.length].iter().map(|&(a, b)| (usize::from(a), usize::from(b)))
    }
}

impl Route {
    /// Returns the permutation in which each place of the result comes from the source place at its position in
    /// `sources`, or from [`NOWHERE`]. Bits of the result are undefined for subsets with a place from nowhere or a
    /// place of `zeros`. Maps with fewer places than a row are treated as having those of a row.
    pub fn new(sources: &[u8], source_places: usize, zeros: u32) -> Route {
        const NONE: usize = usize::MAX;
        let mut from = [NONE; 32];
        let mut to = [NONE; 32];
        let places = sources.len().max(INNER);
        let real_places = source_places.max(INNER);
        let mut source_places = real_places;
        let mut zeros = zeros as usize;
        let known = sources.iter().enumerate().filter(|(_, source)| **source != NOWHERE);
        for (place, &source) in known {
            from[place] = source.into();
            to[usize::from(source)] = place;
        }
        // The remaining places come from any unused source place: the padding to a row, and the place from nowhere, for
        // which the source is extended if necessary and read at 0 only.
        for (place, from) in from.iter_mut().enumerate().take(places).filter(|(_, from)| **from == NONE) {
            zeros |= 1 << place;
            *from = (0..source_places).rfind(|&source| to[source] == NONE).unwrap_or_else(|| {
                source_places += 1;
                source_places - 1
            });
            to[*from] = place;
        }
        // Unused places within source words become extra places of the result, which are cut off.
        let mut all = places;
        for (source, to) in to.iter_mut().enumerate().take(LOW).filter(|(_, to)| **to == NONE) {
            from[all] = source;
            *to = all;
            all += 1;
        }
        let mut incoming: SmallVec<[usize; LOW]> = (0..LOW).filter(|&place| from[place] >= LOW).collect();
        let mut across = Pairs::default();
        let mut inside = Pairs::default();
        let mut at: [usize; LOW] = std::array::from_fn(|place| from[place]);
        for source in (0..LOW).filter(|&source| to[source] >= LOW) {
            let same = incoming.iter().position(|&place| place == source).unwrap_or(0);
            let place = incoming.swap_remove(same);
            let address = to[source];
            across.push((address - LOW, source));
            from[address] = from[place];
            at[place] = source;
        }
        for place in 0..LOW {
            let found = at[place];
            if found != place {
                inside.push((place.min(found), place.max(found)));
                let other = at.iter().position(|&other| other == place).expect("places are exchanged");
                at[other] = found;
                at[place] = place;
            }
        }
        let exchanged = across.iter().fold(0, |mask, (address, _)| mask | 1 << address);
        let unused = zeros >> LOW & !exchanged;
        // Source address places that are read, and their place in the result.
        let ends = from[LOW..all].iter().enumerate().map(|(end, &source)| (source - LOW, end));
        let mut ends: SmallVec<[(usize, usize); 32]> =
            ends.filter(|(source, end)| source + LOW < real_places && unused >> end & 1 == 0).collect();
        ends.sort_unstable();
        let in_rows = (0..ROW_PLACES).all(|place| ends.get(place) == Some(&(place, place)));
        let done = if in_rows { ROW_PLACES } else { 0 };
        let is_near = |&(source, end): &(usize, usize)| source.min(end) < done + ROW_PLACES;
        let ways = |near: bool| {
            let mut ways: Ways = smallvec![(0u32, 0u32)];
            for (source, end) in ends[done..].iter().filter(|ends| is_near(ends) == near) {
                for way in 0..ways.len() {
                    let (from, to) = ways[way];
                    ways.push((from | 1 << (source - done), to | 1 << (end - done)));
                }
            }
            ways
        };
        Route {
            words: 1 << (places - LOW),
            gathered: 1 << (all - LOW),
            in_rows,
            near: ways(true),
            far: ways(false),
            across,
            inside,
            unused,
        }
    }

    /// Permutes a map into a result that uses all its places. Unused subsets are undefined.
    pub fn lay(&self, arch: Arch, source: &[u64], result: &mut [u64]) {
        arch.dispatch(Lay { route: self, source, result: &mut result[..self.gathered] });
    }

    /// Permutes a map into a buffer, which grows as needed. Unused subsets are undefined.
    pub fn lay_out<'r>(&self, arch: Arch, source: &[u64], result: &'r mut Vec<u64>) -> &'r mut [u64] {
        if result.len() < self.gathered {
            result.resize(self.gathered, 0);
        }
        self.lay(arch, source, result);
        &mut result[..self.words]
    }
}

// The operations on long runs of words follow, in the form that pulp compiles for each vector width.

struct Mark<'a> {
    part: Subcube,
    stretch: Range<usize>,
    map: &'a mut [u64],
    adds: bool,
}

impl WithSimd for Mark<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Mark { part, stretch, map, adds } = self;
        let within = part.within();
        for run in part.runs(&stretch) {
            for row in rows_mut(&mut map[run]) {
                for (word, within) in row.iter_mut().zip(&within) {
                    *word = if adds { *word | within } else { *word & !within };
                }
            }
        }
    }
}

struct Merge<'a> {
    part: Subcube,
    stretch: Range<usize>,
    to: &'a mut [u64],
    from: &'a [u64],
}

impl WithSimd for Merge<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Merge { part, stretch, to, from } = self;
        let within = part.within();
        for run in part.runs(&stretch) {
            for (to, from) in rows_mut(&mut to[run.clone()]).iter_mut().zip(rows(&from[run])) {
                for word in 0..ROW {
                    to[word] |= from[word] & within[word];
                }
            }
        }
    }
}

struct Or<'a> {
    change: &'a Transfer,
    stretch: Range<usize>,
    to: &'a mut [u64],
    from: &'a BitMap,
}

impl WithSimd for Or<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.change.or_within(&self.stretch, self.to, self.from);
    }
}

struct OrOfLarger<'a> {
    map: &'a [u64],
    places: usize,
    result: &'a mut [u64],
}

impl WithSimd for OrOfLarger<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let OrOfLarger { map, places, result } = self;
        let all_rows = rows(map);
        let far = (all_rows.len() - 1) & ((1 << places.saturating_sub(INNER)) - 1);
        for (number, row) in rows_mut(result).iter_mut().enumerate() {
            let same = all_rows[number];
            let mut left = far & !number;
            let mut found = [0; ROW];
            while left != 0 {
                let larger = all_rows[number | left & left.wrapping_neg()];
                left &= left - 1;
                (0..ROW).for_each(|word| found[word] |= larger[word]);
            }
            for place in (0..ROW_PLACES).filter(|place| LOW + place < places) {
                for word in (0..ROW).filter(|word| word >> place & 1 == 0) {
                    found[word] |= same[word | 1 << place];
                }
            }
            for (place, without) in WITHOUT.iter().enumerate().take(places) {
                (0..ROW).for_each(|word| found[word] |= same[word] >> (1 << place) & without);
            }
            *row = found;
        }
    }
}

struct Cascade<'a> {
    links: &'a [Link],
    stretch: Range<usize>,
    maps: &'a mut [BitMap],
}

impl WithSimd for Cascade<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Cascade { links, stretch, maps } = self;
        let is_near = |link: &&Link| link.change.flip < stretch.len();
        // Far links read earlier stretches, because removing a man makes a number smaller.
        for link in links.iter().filter(|link| !is_near(link)) {
            link.add(&stretch, maps);
        }
        // Maps with new bits, as a set.
        let mut new = u32::MAX;
        while new != 0 {
            let before = std::mem::take(&mut new);
            for link in links.iter().filter(|link| is_near(link) && before >> link.from & 1 != 0) {
                new |= u32::from(link.add(&stretch, maps)) << link.to;
            }
        }
    }
}

struct Lay<'a> {
    route: &'a Route,
    source: &'a [u64],
    result: &'a mut [u64],
}

impl WithSimd for Lay<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Lay { route, source, result } = self;
        if route.in_rows {
            put(route, rows(source), rows_mut(result));
        } else {
            put(route, source, result);
        }
        for (address, place) in route.across.iter() {
            exchange_across(result, address, place, route.unused);
        }
        let result = &mut result[..route.words];
        for (lower, upper) in route.inside.iter() {
            let apart = (1 << upper) - (1 << lower);
            let mask = !WITHOUT[lower] & WITHOUT[upper];
            for run in Runs::new(0..result.len(), route.unused, 0) {
                for word in &mut result[run] {
                    let other = (*word >> apart ^ *word) & mask;
                    *word ^= other ^ other << apart;
                }
            }
        }
    }
}

/// Copies words, or rows, to their offsets.
#[inline(always)]
fn put<T: Copy>(route: &Route, source: &[T], result: &mut [T]) {
    for (far_from, far_to) in &route.far {
        for (from, to) in &route.near {
            result[(far_to | to) as usize] = source[(far_from | from) as usize];
        }
    }
}

/// Exchanges an address place with a place within words.
#[inline(always)]
fn exchange_across(map: &mut [u64], address: usize, place: usize, unused: usize) {
    let (mask, shift) = (WITHOUT[place], 1u32 << place);
    match address {
        0 => {
            for [low, high] in map.as_chunks_mut::<2>().0 {
                exchange(low, high, mask, shift);
            }
        }
        1 => {
            for [a, b, c, d] in map.as_chunks_mut::<4>().0 {
                exchange(a, c, mask, shift);
                exchange(b, d, mask, shift);
            }
        }
        2 => {
            for [a, b, c, d, e, f, g, h] in map.as_chunks_mut::<8>().0 {
                exchange(a, e, mask, shift);
                exchange(b, f, mask, shift);
                exchange(c, g, mask, shift);
                exchange(d, h, mask, shift);
            }
        }
        _ => {
            let half = 1 << address;
            for run in Runs::new(0..map.len(), unused | half, 0) {
                let (low, high) = map[run.start..].split_at_mut(half);
                for (low, high) in low[..run.len()].iter_mut().zip(&mut high[..run.len()]) {
                    exchange(low, high, mask, shift);
                }
            }
        }
    }
}

#[inline(always)]
fn exchange(low: &mut u64, high: &mut u64, mask: u64, shift: u32) {
    let other = (*low >> shift ^ *high) & mask;
    *high ^= other;
    *low ^= other << shift;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::map_words;

    /// Returns a map of pseudorandom bits.
    fn map(words: usize, mut seed: u64) -> Vec<u64> {
        let stirred = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        };
        std::iter::repeat_with(stirred).take(words).collect()
    }

    fn bit(map: &[u64], number: usize) -> bool {
        map[number >> LOW] >> (number & 63) & 1 != 0
    }

    #[test]
    fn a_subcube_has_the_subsets_with_its_places() {
        for part in [
            Subcube { ones: 0b1, zeros: 0b1_0000_0100 },
            Subcube { ones: 0b10_0100_0000, zeros: 0 },
            Subcube::default(),
        ] {
            let mut map = vec![0; map_words(10)];
            part.add_to(Arch::new(), &mut map);
            for number in 0..1 << 10 {
                let belongs = number as u32 & part.ones == part.ones && number as u32 & part.zeros == 0;
                assert_eq!(bit(&map, number), belongs, "{part:?}, {number:#b}");
            }
        }
    }

    #[test]
    fn a_transfer_takes_the_bit_of_the_flipped_subset() {
        let from = map(map_words(11), 1);
        for (ones, zeros, flip) in
            [(1, 2, 3), (1 << 7, 1 << 3, 1 << 7 | 1 << 3), (1 << 5, 1 << 10 | 1, 1 << 5), (64, 4, 64)]
        {
            let mut to = vec![0; from.len()];
            let mut source = BitMap::default();
            source.fill(from.iter().copied());
            Transfer::new(Subcube { ones, zeros }, flip).or(Arch::new(), 0..from.len(), &mut to, &source);
            for number in 0..1u32 << 11 {
                let belongs = number & ones == ones && number & zeros == 0;
                assert_eq!(bit(&to, number as usize), belongs && bit(&from, (number ^ flip) as usize), "{number:#b}");
            }
        }
    }

    #[test]
    fn a_subset_takes_the_bits_of_those_with_one_more_place() {
        for places in [4, 7, 9, 11] {
            let source = map(map_words(places), 3);
            let mut result = vec![0; source.len()];
            or_of_larger(Arch::new(), &source, places, &mut result);
            for number in 0..1usize << places {
                let mut larger = (0..places).filter(|place| number >> place & 1 == 0).map(|place| number | 1 << place);
                assert_eq!(bit(&result, number), larger.any(|larger| bit(&source, larger)), "{number:#b}");
            }
        }
    }

    #[test]
    fn a_route_permutes_every_place() {
        let mut seed = 7u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for round in 0..600 {
            let places = random(13) + 1;
            let source_places = places + random(4).min(round % 4);
            let mut sources: Vec<u8> = (0..source_places as u8).collect();
            for last in (1..sources.len()).rev() {
                sources.swap(last, random(last + 1));
            }
            sources.truncate(places);
            let mut zeros = if round % 2 == 0 { 0 } else { 1 << random(places) };
            let source = map(map_words(source_places), round as u64);
            let mut result = vec![];
            let route = Route::new(&sources, source_places, zeros);
            let mut result_map = route.lay_out(Arch::new(), &source, &mut result).to_vec();
            if round % 3 == 0 {
                // One more place from nowhere, amid places that come from everywhere.
                sources = (0..source_places as u8).rev().collect();
                let nowhere = random(source_places + 1);
                sources.insert(nowhere, NOWHERE);
                zeros = 1 << nowhere;
                result_map = vec![0; map_words(sources.len())];
                Route::new(&sources, source_places, 0).lay(Arch::new(), &source, &mut result_map);
            }
            for number in (0..1usize << sources.len()).filter(|&number| number as u32 & zeros == 0) {
                let from = sources.iter().enumerate().filter(|(place, _)| number >> place & 1 != 0);
                let there = from.map(|(_, &source)| 1 << source).sum::<usize>();
                assert_eq!(
                    bit(&result_map, number),
                    bit(&source, there),
                    "{sources:?} of {source_places}, {number:#b}"
                );
            }
        }
    }
}
