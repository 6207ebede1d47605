//! Propagation of changes from position to position.
//!
//! After a few passes so few bits change that visiting the predecessors of each changed position is faster than another
//! pass. Where bits are added, a first-side move to a changed position makes its origin true, and a second-side
//! position becomes true when all its moves lead to true ones. Where bits are removed it is the other way round.

use super::layer::{FirstToMove, PendingChanges, Scope};
use super::pass::Sweep;
use crate::game::{MenMoves, MenPosition, PointSet, members};
use crate::index::FreePoints;
use crate::maps::Subcube;
use quirkat_rules::Side;
use std::sync::atomic::Ordering::Relaxed;

/// Propagation of the changes in a scope.
#[derive(Debug)]
pub struct Propagation<'s> {
    /// Layer with the law, and the counters of changes.
    pub sweep: Sweep<'s>,
    moves: MenMoves<'s>,
    scope: &'s Scope,
    /// Free points of each class, in the order of the law's points.
    free: Vec<PointSet>,
    /// Points before each point in that order.
    before: Vec<PointSet>,
}

/// Class of a position and the number of its second-side men.
type Place = (usize, usize);

impl<'s> Propagation<'s> {
    /// Returns the propagation of the changes that a pass has found.
    pub fn new(sweep: Sweep<'s>, scope: &'s Scope) -> Propagation<'s> {
        let mut places = vec![0; sweep.law.points];
        sweep.law.order.iter().zip(0..).for_each(|(&point, place)| places[usize::from(point)] = place);
        for class in &sweep.layer.known {
            let is_fresh = !class.first.lock().expect("no thread panics").pending.second.is_empty();
            class.active.store(is_fresh, Relaxed);
        }
        let in_order = |set: PointSet| members(set).fold(0, |set: PointSet, point| set | 1 << places[point]);
        Propagation {
            moves: MenMoves::new(sweep.law),
            free: sweep.layer.sets.classes.sets.iter().map(|&set| in_order(sweep.law.all() & !set)).collect(),
            before: places.iter().map(|&place| (1 << place) - 1).collect(),
            sweep,
            scope,
        }
    }

    /// Propagates the changes of a class to its predecessors; returns their number.
    pub fn visit(&self, class: usize) -> usize {
        let Sweep { law, layer, .. } = self.sweep;
        let known = &layer.known[class];
        if !known.active.swap(false, Relaxed) {
            return 0;
        }
        let men = layer.sets.classes.sets[class];
        let free = layer.sets.free_of(law, class);
        let changes = self.update_second(class, men, &free);
        for &number in &changes {
            let second = free.set(number as usize);
            self.each_before(MenPosition { men: [men, second], to_move: Side::Second }, &mut |before| {
                self.mark(before);
            });
        }
        changes.len()
    }

    /// Returns the value that bits change to.
    fn goal(&self) -> bool {
        !self.scope.endless
    }

    fn place_of(&self, [first, second]: [PointSet; 2]) -> (Place, PointSet) {
        let Sweep { law, layer, .. } = self.sweep;
        let (class, symmetry) = layer.sets.classes.find(first);
        let second = law.symmetries[symmetry].set(second);
        ((class, self.number(class, second)), second)
    }

    /// Returns the number of a set of second-side men beside a class.
    fn number(&self, class: usize, second: PointSet) -> usize {
        let place = |point: usize| (self.free[class] & self.before[point]).count_ones();
        members(second).fold(0, |number, point| number | 1 << place(point))
    }

    /// Updates positions with the second side to move after changes with the first side to move; returns all pending
    /// changes of the class.
    fn update_second(&self, class: usize, men: PointSet, free: &FreePoints) -> Vec<u32> {
        let Sweep { law, layer, .. } = self.sweep;
        let goal = self.goal();
        let mut first = layer.first(class);
        let PendingChanges { first: pending, second: mut changes } = std::mem::take(&mut first.pending);
        if pending.is_empty() {
            return changes;
        }
        // Targets and origins of a man's steps, by place.
        let [mut steps, mut back] = [[0; 32]; 2];
        for Subcube { ones, zeros } in self.sweep.second_steps(men, free) {
            steps[ones.trailing_zeros() as usize] |= zeros;
            back[zeros.trailing_zeros() as usize] |= ones;
        }
        let captures: Vec<Subcube> =
            if law.must_capture { self.sweep.second_capture_parts(men, free).collect() } else { vec![] };
        let captures =
            |set: PointSet| captures.iter().any(|part| set & part.ones == part.ones && set & part.zeros == 0);
        let FirstToMove { map, after_captures, .. } = &*first;
        let mut second = layer.known[class].second.write().expect("no thread panics");
        for after in pending {
            for set in moved(after, &back) {
                let number = set as usize;
                let is_open = bit(&self.scope.numbers, number) && bit(&second, number) != goal;
                let follows = || {
                    !goal
                        || (after_captures.is_empty() || bit(after_captures, number))
                            && moved(set, &steps).all(|after| bit(map, after as usize))
                };
                if is_open && follows() && !captures(set) {
                    set_bit(&mut second, number, goal);
                    changes.push(set);
                }
            }
        }
        changes
    }

    /// Calls `each` with each position from which a first-side move leads to this one, perhaps with duplicates.
    fn each_before(&self, position: MenPosition, each: &mut impl FnMut(MenPosition)) {
        for before in self.moves.steps_back(position) {
            if !(self.sweep.law.must_capture && self.moves.can_capture(before)) {
                each(before);
            }
        }
        self.moves.each_capture_back(position, each);
    }

    /// Updates a position with the first side to move after a change of one of its successors.
    fn mark(&self, position: MenPosition) {
        let Sweep { law, layer, .. } = self.sweep;
        let ((class, number), second) = self.place_of(position.men);
        let is_open = |map: &[u64], number| bit(&self.scope.numbers, number) && bit(map, number) != self.goal();
        if !is_open(&layer.first(class).map, number) || !self.goal() && self.has_another(position) {
            return;
        }
        let men = layer.sets.classes.sets[class];
        let mut first = layer.first(class);
        // A change in a symmetric set concerns its symmetric images.
        let is_symmetric = usize::from(layer.sets.classes.sizes[class]) != law.symmetries.len();
        let symmetries = law.symmetries.iter().take(if is_symmetric { usize::MAX } else { 1 });
        for symmetry in symmetries.filter(|symmetry| !is_symmetric || symmetry.set(men) == men) {
            let number = if is_symmetric { self.number(class, symmetry.set(second)) } else { number };
            if is_open(&first.map, number) {
                set_bit(&mut first.map, number, self.goal());
                first.pending.first.push(number as u32);
            }
        }
        layer.known[class].active.store(true, Relaxed);
    }

    /// Returns whether some first-side move still leads to a true position.
    fn has_another(&self, position: MenPosition) -> bool {
        let holds = |after: MenPosition| {
            let ((class, number), _) = self.place_of(after.men);
            bit(&self.sweep.layer.second(class), number)
        };
        let may_step = || !(self.sweep.law.must_capture && self.moves.can_capture(position));
        self.moves.any_capture(position, holds) || may_step() && self.moves.steps(position).any(holds)
    }
}

/// Iterates over the sets in which one man has moved to an empty place.
fn moved(set: PointSet, reach: &[PointSet; 32]) -> impl Iterator<Item = PointSet> {
    members(set).flat_map(move |from| members(reach[from] & !set).map(move |to| set ^ (1 << from | 1 << to)))
}

fn bit(map: &[u64], number: usize) -> bool {
    map[number / 64] >> (number % 64) & 1 != 0
}

fn set_bit(map: &mut [u64], number: usize, to: bool) {
    let word = &mut map[number / 64];
    *word = *word & !(1 << (number % 64)) | u64::from(to) << (number % 64);
}
