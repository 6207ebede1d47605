//! The turns that a law allows, and the steps back, of one position at a time.

use crate::law::{Further, Law, Leap, Set, members};
use crate::tables::Placement;
use quirkat_rules::Side;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// Where men step and leap to.
#[derive(Debug)]
pub struct Moves<'l> {
    law: &'l Law,
    /// For each side and point the points to which a man steps.
    steps: [Vec<Set>; 2],
    /// For each side and point the points from which a man steps.
    back: [Vec<Set>; 2],
    /// For each side and point the leaps that end there, and where they come from.
    back_leaps: [Vec<Vec<Leap>>; 2],
}

impl Moves<'_> {
    /// What a law allows.
    pub fn new(law: &Law) -> Moves<'_> {
        let back_leaps = law.leaps.each_ref().map(|leaps| {
            let mut back = vec![vec![]; law.points];
            for (from, leap) in (0..).zip(leaps).flat_map(|(from, leaps)| leaps.iter().map(move |leap| (from, leap))) {
                back[usize::from(leap.to)].push(Leap { over: leap.over, to: from });
            }
            back
        });
        let [steps, back] = [Law::steps_from, Law::steps_to].map(|of| Side::BOTH.map(|side| of(law, side)));
        Moves { law, steps, back, back_leaps }
    }

    /// What the turns from a position lead to, and whether there are captures among them; some may be there twice.
    pub fn turns(&self, position: Placement) -> (Vec<Placement>, bool) {
        let mut turns = vec![];
        self.each_capture(position, |after| turns.push(after));
        let captures = !turns.is_empty();
        if !(captures && self.law.must_capture) {
            turns.extend(self.steps(position));
        }
        (turns, captures)
    }

    /// What a step of the side to move leads to, whatever must be.
    pub fn steps(&self, position: Placement) -> impl Iterator<Item = Placement> {
        moved(position, position.to_move, &self.steps)
    }

    /// The positions from which the side that is not to move can have stepped here, whatever must have been.
    pub fn steps_back(&self, position: Placement) -> impl Iterator<Item = Placement> {
        moved(position, position.to_move.other(), &self.back)
    }

    /// Whether the side to move can capture.
    pub fn can_capture(&self, position: Placement) -> bool {
        let [own, other] = own_first(position, position.to_move);
        let leaps = &self.law.leaps[position.to_move.index()];
        members(own).any(|from| leaps[from].iter().any(|leap| can(leap, own, other)))
    }

    /// Tells what each capture of the side to move leads to; some may be told twice.
    pub fn each_capture(&self, position: Placement, mut each: impl FnMut(Placement)) {
        self.any_capture(position, |after| {
            each(after);
            false
        });
    }

    /// Whether a capture of the side to move leads to what is asked for.
    pub fn any_capture(&self, position: Placement, mut is: impl FnMut(Placement) -> bool) -> bool {
        let side = position.to_move;
        let [own, other] = own_first(position, side);
        let mut each = |own: Set, other: Set| {
            if is(placed(own, other, side, side.other())) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        members(own).any(|from| {
            // The point where it began is empty, so that it may come back to it.
            let mut way = Way { moves: self, side, rest: own & !(1 << from), each: &mut each, seen: Seen::default() };
            way.leap(from, other, 1).is_break()
        })
    }

    /// Tells the positions from which a capture of the side that is not to move can have led here; some may be told twice.
    pub fn each_capture_back(&self, position: Placement, each: &mut impl FnMut(Placement)) {
        let side = position.to_move.other();
        let [own, other] = own_first(position, side);
        let mut each = |own: Set, other: Set| {
            each(placed(own, other, side, side));
            ControlFlow::Continue(())
        };
        for end in members(own) {
            let mut way = Way { moves: self, side, rest: own & !(1 << end), each: &mut each, seen: Seen::default() };
            if self.law.further != Further::Must || !way.can_leap(end, other) {
                way.leap_back(end, other, 1);
            }
        }
    }
}

/// Where a man that captures has been, and what of the other side's men were left then: many ways lead to the same, by this many
/// leaps or more.
type Seen = FxHashSet<(u8, Set)>;
const TWO_WAYS: usize = 3;

/// A man that captures while the rest of its side stands still.
struct Way<'m, F> {
    moves: &'m Moves<'m>,
    side: Side,
    rest: Set,
    /// Told the men of its side and the other's where a capture ends, or began.
    each: &'m mut F,
    seen: Seen,
}

impl<F: FnMut(Set, Set) -> ControlFlow<()>> Way<'_, F> {
    fn can_leap(&self, at: usize, other: Set) -> bool {
        self.moves.law.leaps[self.side.index()][at].iter().any(|leap| can(leap, self.rest, other))
    }

    /// Tells where the man can come from a point by its leap of this number and more.
    fn leap(&mut self, at: usize, other: Set, number: usize) -> ControlFlow<()> {
        let further = self.moves.law.further;
        let moves = self.moves;
        for leap in &moves.law.leaps[self.side.index()][at] {
            if !can(leap, self.rest, other) {
                continue;
            }
            let Leap { over, to } = *leap;
            let left = other & !(1 << over);
            let goes_on = further != Further::Never && self.can_leap(to.into(), left);
            if !goes_on || further == Further::May {
                (self.each)(self.rest | 1 << to, left)?;
            }
            if goes_on && (number < TWO_WAYS || self.seen.insert((to, left))) {
                self.leap(to.into(), left, number + 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tells where the man that has come to a point can have come from by its last leap but so many, from 1, and more.
    fn leap_back(&mut self, at: usize, other: Set, number: usize) {
        for back in &self.moves.back_leaps[self.side.index()][at] {
            if (self.rest | other) & (1 << back.over | 1 << back.to) == 0 {
                let others = other | 1 << back.over;
                let _ = (self.each)(self.rest | 1 << back.to, others);
                let is_new = |seen: &mut Seen| number < TWO_WAYS || seen.insert((back.to, others));
                if self.moves.law.further != Further::Never && is_new(&mut self.seen) {
                    self.leap_back(back.to.into(), others, number + 1);
                }
            }
        }
    }
}

/// Whether a man can leap while the rest of its side and the other's men stand there.
fn can(leap: &Leap, rest: Set, other: Set) -> bool {
    other >> leap.over & 1 != 0 && (rest | other) >> leap.to & 1 == 0
}

/// The men of a side, and of the other.
fn own_first(position: Placement, side: Side) -> [Set; 2] {
    [side, side.other()].map(|side| position.men[side.index()])
}

/// The position in which a side has these men and the other those.
fn placed(own: Set, other: Set, side: Side, to_move: Side) -> Placement {
    Placement { men: if side == Side::First { [own, other] } else { [other, own] }, to_move }
}

/// All positions in which one man of a side stands on another point that is free and within its reach, and the other side is
/// to move.
fn moved(position: Placement, side: Side, reach: &[Vec<Set>; 2]) -> impl Iterator<Item = Placement> {
    let reach = &reach[side.index()];
    let taken = position.men[0] | position.men[1];
    members(position.men[side.index()]).flat_map(move |from| {
        members(reach[from] & !taken).map(move |to| {
            let mut men = position.men;
            men[side.index()] ^= 1 << from | 1 << to;
            Placement { men, to_move: position.to_move.other() }
        })
    })
}
