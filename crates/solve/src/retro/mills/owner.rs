//! Maps of one side's wins, the *owner's*, whose men have symmetry classes: a map has a bit for every set of the other
//! side's men. The operations here evaluate one class for all these sets at once.

use crate::game::{FLYING, MillsLaw, PointSet, members};
use crate::index::FreePoints;
use crate::maps::{BitMap, MapClasses, MoveBuffers, Route, Subcube, Transfer, map_of};
use pulp::Arch;

/// Maps of the classes of one number of men.
pub type Maps = Vec<Box<[u64]>>;

/// Law of a game of mills, with the classes of each number of the owner's men.
pub struct Owner<'l> {
    pub law: &'l MillsLaw,
    /// Symmetry classes by the number of men.
    pub sets: Vec<MapClasses>,
    pub arch: Arch,
    /// Sets of points from which a man steps to a point, by point.
    steps_to: Vec<PointSet>,
}

/// Kind of the other side's next move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    Places,
    Moves,
}

/// Sets of the other side's men that can be on the board, and those with which it has lost.
pub struct OtherSets {
    pub valid: Vec<u64>,
    pub lost: Vec<u64>,
}

impl OtherSets {
    /// Restricts a map to the sets that can be on the board, and adds those with which the other side has lost.
    pub fn restrict(&self, map: &mut [u64]) {
        let bits = self.valid.iter().zip(&self.lost);
        map.iter_mut().zip(bits).for_each(|(word, (valid, lost))| *word = *word & valid | lost);
    }
}

/// Reusable buffers of one thread.
#[derive(Default)]
pub struct Buffers {
    pub moves: MoveBuffers,
    pub laid: Vec<u64>,
    pub map: BitMap,
    result: BitMap,
    replies: BitMap,
}

impl<'l> Owner<'l> {
    pub fn new(law: &'l MillsLaw) -> Owner<'l> {
        let steps_to = law.men.steps_to(quirkat_rules::Side::Second);
        let sets = (0..=law.all).map(|men| MapClasses::new(&law.men, men)).collect();
        Owner { law, sets, arch: Arch::new(), steps_to }
    }

    /// Returns the sets of the other side's men beside `men` of the owner's, when the other side has placed some.
    pub fn other_sets(&self, men: usize, placed: usize) -> OtherSets {
        let sizes = self.law.on_board(placed);
        let of_sizes =
            |belongs: &dyn Fn(usize) -> bool| map_of(self.sets[men].free, |set| belongs(set.count_ones() as usize));
        OtherSets { valid: of_sizes(&|size| sizes.contains(&size)), lost: of_sizes(&|size| size < *sizes.start()) }
    }

    /// Writes the sets against which the owner wins after it has made a mill and taken the man that is best for it.
    /// `waiting` holds the owner's wins with the other side to move.
    pub fn after_mill(&self, men: PointSet, waiting: &[u64], buffers: &mut Buffers, result: &mut [u64]) {
        let (law, arch, words) = (self.law, self.arch, waiting.len());
        let free = FreePoints::of(men, &law.men.order);
        let Buffers { map, replies: any, result: outside, .. } = buffers;
        map.fill(waiting.iter().copied());
        any.clear(words);
        outside.clear(words);
        result.fill(0);
        for (place, &point) in free.points.iter().enumerate() {
            let taken = 1 << place;
            Transfer::new(Subcube { ones: taken, zeros: 0 }, taken).or(arch, 0..words, any, map);
            // The man is in no mill if a point of each row is empty.
            let mut empty = vec![0];
            for row in self.rows(men, point) {
                let others = members(row & !(1 << point)).map(|other| 1 << free.places[other]);
                empty = others.flat_map(|other: u32| empty.iter().map(move |empty| empty | other)).collect();
            }
            for zeros in empty {
                let part = Subcube { ones: taken, zeros };
                Transfer::new(part, taken).or(arch, 0..words, result, map);
                part.add_to(arch, outside);
            }
        }
        // If all men are in mills, or if mills do not protect, any man may be taken.
        let is_any = |outside: u64| if law.is_protected { !outside } else { u64::MAX };
        let words = result.iter_mut().zip(any.iter().zip(outside.iter()));
        words.for_each(|(word, (any, outside))| *word |= any & is_any(*outside));
        // From a side without men nothing is taken.
        result[0] = result[0] & !1 | waiting[0] & 1;
    }

    /// Writes the sets against which the owner does not win after the other side has made a mill and taken the man
    /// whose loss is worst for the owner. With the owner to move, `same` holds its wins with as many men, `fewer` its
    /// wins with one man less; `fewer` is empty if the owner has lost with one man less.
    pub fn after_others_mill(
        &self,
        men: usize,
        class: usize,
        [same, fewer]: [&Maps; 2],
        buffers: &mut Buffers,
        result: &mut [u64],
    ) {
        let (law, set) = (self.law, self.sets[men].classes.sets[class]);
        if men == 0 {
            result.copy_from_slice(&same[class]);
        } else if fewer.is_empty() {
            result.fill(0);
        } else {
            result.fill(u64::MAX);
            let free = FreePoints::of(set, &law.men.order);
            let sets = &self.sets[men - 1];
            for point in members(law.removable(set)) {
                let (class, symmetry) = sets.classes.find(set ^ 1 << point);
                let (there, symmetry) = (sets.free_of(&law.men, class), &law.men.symmetries[symmetry].images);
                let place = |&point: &u8| there.places[usize::from(symmetry[usize::from(point)])];
                let route = Route::new(&free.points.iter().map(place).collect::<Vec<_>>(), sets.free, 0);
                let laid = route.lay_out(self.arch, &fewer[class], &mut buffers.laid);
                result.iter_mut().zip(&*laid).for_each(|(word, laid)| *word &= laid);
            }
        }
        result.iter_mut().for_each(|word| *word = !*word);
    }

    /// Returns the sets against which the owner wins with the other side to move, whatever that side plays. `to_move`
    /// holds the owner's wins with the owner to move, `lost_by_mill` the sets against which it does not win after a
    /// mill of the other side.
    pub fn wins_against_replies(
        &self,
        men: PointSet,
        reply: Reply,
        [to_move, lost_by_mill]: [&[u64]; 2],
        sets: &OtherSets,
        buffers: &mut Buffers,
    ) -> Box<[u64]> {
        let (law, arch, words) = (self.law, self.arch, to_move.len());
        let free = FreePoints::of(men, &law.men.order);
        let Buffers { map: complement, result: refuted, replies, .. } = buffers;
        complement.fill(to_move.iter().map(|word| !word));
        refuted.clear(words);
        for (place, &point) in free.points.iter().enumerate() {
            let mut after: &BitMap = complement;
            for (number, row) in self.rows(men, point).enumerate() {
                if number == 0 {
                    replies.fill(complement.iter().copied());
                }
                let part = Subcube { ones: free.number(row & !(1 << point)) as u32, zeros: 0 };
                part.take_from(arch, 0..words, replies);
                part.merge(arch, 0..words, replies, lost_by_mill);
                after = replies;
            }
            let to = 1 << place;
            let mut refute = |from: u32| {
                let part = Subcube { ones: from, zeros: to };
                Transfer::new(part, from | to).or(arch, 0..words, refuted, after);
            };
            match reply {
                Reply::Places => refute(0),
                Reply::Moves => {
                    members(self.steps_to[usize::from(point)] & !men).for_each(|from| refute(1 << free.places[from]))
                }
            }
        }
        if law.flies && reply == Reply::Moves {
            self.refute_by_flights(men, &free, [complement, lost_by_mill], refuted);
        }
        let mut result: Box<[u64]> = refuted.iter().map(|word| !word).collect();
        sets.restrict(&mut result);
        result
    }

    /// Adds the sets of the other side's last three men from which a flight leads to a position that the owner does not
    /// win.
    fn refute_by_flights(&self, men: PointSet, free: &FreePoints, after: [&[u64]; 2], refuted: &mut [u64]) {
        let places = free.points.len();
        let rows: Vec<usize> =
            free.points.iter().flat_map(|&point| self.rows(men, point)).map(|row| free.number(row)).collect();
        let bit = |map: &[u64], set: usize| map[set / 64] >> (set % 64) & 1;
        let is_refuting = |set: usize| bit(after[usize::from(rows.contains(&set))], set) != 0;
        let pairs = |[a, b, c]: [usize; FLYING]| [a * places + b, a * places + c, b * places + c];
        let sets = || (0..places).flat_map(move |c| (0..c).flat_map(move |b| (0..b).map(move |a| [a, b, c])));
        let number = |set: [usize; FLYING]| set.iter().fold(0, |number, place| number | 1 << place);
        // Two men stand while the third flies: the sets that contain them and refute, without the set itself.
        let mut refuting = vec![0; places * places];
        let found: Vec<bool> = sets().map(|set| is_refuting(number(set))).collect();
        for (set, _) in sets().zip(&found).filter(|(_, is_found)| **is_found) {
            pairs(set).into_iter().for_each(|pair| refuting[pair] += 1);
        }
        for (set, &is_found) in sets().zip(&found) {
            if pairs(set).into_iter().any(|pair| refuting[pair] > u8::from(is_found)) {
                let number = number(set);
                refuted[number / 64] |= 1 << (number % 64);
            }
        }
    }

    /// Iterates over the rows through a point that the owner's men leave free.
    fn rows(&self, men: PointSet, point: u8) -> impl Iterator<Item = PointSet> {
        self.law.through[usize::from(point)].iter().copied().filter(move |row| row & men == 0)
    }

    /// Returns whether a man on a point completes a mill of a set.
    pub fn makes_mill(&self, men: PointSet, point: u8) -> bool {
        self.law.is_in_mill(men | 1 << point, point.into())
    }
}
