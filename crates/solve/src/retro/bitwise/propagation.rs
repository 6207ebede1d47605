//! News followed from position to position.
//!
//! After a few passes so little of the maps changes that it is quicker to go back from each position of which something new is
//! known to those before it than to go through all maps once more. In a half that grows a turn to what has come true makes true
//! what is before it, for the first side; for the second side all its turns must lead there. In one that shrinks it is the
//! other way round.

use super::bitmap::Subcube;
use super::layer::{FirstToMove, PendingChanges, Scope};
use super::pass::Sweep;
use crate::game::{MenMoves, MenPosition, PointSet, members};
use crate::index::FreePoints;
use quirkat_rules::Side;
use std::sync::atomic::Ordering::Relaxed;

/// What news is followed with.
#[derive(Debug)]
pub struct Propagation<'s> {
    /// What found it.
    pub sweep: Sweep<'s>,
    moves: MenMoves<'s>,
    scope: &'s Scope,
    /// For each class the points that the smallest of its sets leaves free, by the order of the law's points.
    free: Vec<PointSet>,
    /// For each point those that come before it in that order.
    before: Vec<PointSet>,
}

/// A position as it is kept: the number of a class, and that of the set of the second side's men.
type Place = (usize, usize);

impl<'s> Propagation<'s> {
    /// Follows what a pass has found in a layer, in the positions of a scope.
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
            free: sweep.layer.classes.sets.iter().map(|&set| in_order(sweep.law.all() & !set)).collect(),
            before: places.iter().map(|&place| (1 << place) - 1).collect(),
            sweep,
            scope,
        }
    }

    /// Follows what is new in a class as far as other classes, which hear of it; tells how much it was.
    pub fn visit(&self, class: usize) -> usize {
        let Sweep { law, layer, .. } = self.sweep;
        let known = &layer.known[class];
        if !known.active.swap(false, Relaxed) {
            return 0;
        }
        let men = layer.classes.sets[class];
        let free = layer.free_of(law, class);
        let changes = self.update_second(class, men, &free);
        for &number in &changes {
            let second = free.set(number as usize);
            self.each_before(MenPosition { men: [men, second], to_move: Side::Second }, &mut |before| {
                self.mark(before);
            });
        }
        changes.len()
    }

    /// What growing maps come to have, and shrinking ones to lose.
    fn goal(&self) -> bool {
        !self.scope.endless
    }

    fn place_of(&self, [first, second]: [PointSet; 2]) -> (Place, PointSet) {
        let Sweep { law, layer, .. } = self.sweep;
        let (class, symmetry) = layer.classes.find(first);
        let second = law.symmetries[symmetry].set(second);
        ((class, self.number(class, second)), second)
    }

    /// The number of a set of the second side's men beside the smallest set of a class.
    fn number(&self, class: usize, second: PointSet) -> usize {
        let place = |point: usize| (self.free[class] & self.before[point]).count_ones();
        members(second).fold(0, |number, point| number | 1 << place(point))
    }

    /// Finds what is new with the second side to move by what is with the first, within a class: that, and what was not yet
    /// followed before.
    fn update_second(&self, class: usize, men: PointSet, free: &FreePoints) -> Vec<u32> {
        let Sweep { law, layer, .. } = self.sweep;
        let goal = self.goal();
        let mut first = layer.first(class);
        let PendingChanges { first: pending, second: mut changes } = std::mem::take(&mut first.pending);
        if pending.is_empty() {
            return changes;
        }
        // For each place those to which a man may step, and those from which.
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

    /// Tells the positions from which a turn of the first side leads to one with the second side to move; some may be told twice.
    fn each_before(&self, position: MenPosition, each: &mut impl FnMut(MenPosition)) {
        for before in self.moves.steps_back(position) {
            if !(self.sweep.law.must_capture && self.moves.can_capture(before)) {
                each(before);
            }
        }
        self.moves.each_capture_back(position, each);
    }

    /// Enters what follows for a position with the first side to move from a turn of it that leads to news.
    fn mark(&self, position: MenPosition) {
        let Sweep { law, layer, .. } = self.sweep;
        let ((class, number), second) = self.place_of(position.men);
        let is_open = |map: &[u64], number| bit(&self.scope.numbers, number) && bit(map, number) != self.goal();
        if !is_open(&layer.first(class).map, number) || !self.goal() && self.has_another(position) {
            return;
        }
        let men = layer.classes.sets[class];
        let mut first = layer.first(class);
        // Where symmetries lay the men on themselves, the same is true of what they lay on one another.
        let is_symmetric = usize::from(layer.classes.sizes[class]) != law.symmetries.len();
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

    /// Whether some turn of the first side leads to what is still true.
    fn has_another(&self, position: MenPosition) -> bool {
        let holds = |after: MenPosition| {
            let ((class, number), _) = self.place_of(after.men);
            bit(&self.sweep.layer.second(class), number)
        };
        let may_step = || !(self.sweep.law.must_capture && self.moves.can_capture(position));
        self.moves.any_capture(position, holds) || may_step() && self.moves.steps(position).any(holds)
    }
}

/// The sets in which one man of a set has come to another place that was free.
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
