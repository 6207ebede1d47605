//! Moves and predecessors of single positions of men.

use super::law::{ChainRule, ManLeap, MenLaw};
use super::points::{PointSet, members};
use super::position::MenPosition;
use quirkat_rules::Side;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// Move generator of a [`MenLaw`].
#[derive(Debug)]
pub struct MenMoves<'l> {
    law: &'l MenLaw,
    /// Targets of a man's steps, by side and point.
    steps: [Vec<PointSet>; 2],
    /// Origins of a man's steps, by side and target.
    back: [Vec<PointSet>; 2],
    /// Leaps by side and end point; `to` is the origin.
    back_leaps: [Vec<Vec<ManLeap>>; 2],
}

impl MenMoves<'_> {
    /// Returns the generator of a law.
    pub fn new(law: &MenLaw) -> MenMoves<'_> {
        let back_leaps = law.leaps.each_ref().map(|leaps| {
            let mut back = vec![vec![]; law.points];
            for (from, leap) in (0..).zip(leaps).flat_map(|(from, leaps)| leaps.iter().map(move |leap| (from, leap))) {
                back[usize::from(leap.to)].push(ManLeap { over: leap.over, to: from });
            }
            back
        });
        let [steps, back] = [MenLaw::steps_from, MenLaw::steps_to].map(|of| Side::BOTH.map(|side| of(law, side)));
        MenMoves { law, steps, back, back_leaps }
    }

    /// Returns the positions after each move, perhaps with duplicates, and whether some are captures.
    pub fn turns(&self, position: MenPosition) -> (Vec<MenPosition>, bool) {
        let mut turns = vec![];
        self.each_capture(position, |after| turns.push(after));
        let captures = !turns.is_empty();
        if !(captures && self.law.must_capture) {
            turns.extend(self.steps(position));
        }
        (turns, captures)
    }

    /// Iterates over the positions after each step of the side to move, without regard to compulsory captures.
    pub fn steps(&self, position: MenPosition) -> impl Iterator<Item = MenPosition> {
        moved(position, position.to_move, &self.steps)
    }

    /// Iterates over the positions from which a step of the other side leads here, without regard to compulsory
    /// captures.
    pub fn steps_back(&self, position: MenPosition) -> impl Iterator<Item = MenPosition> {
        moved(position, position.to_move.other(), &self.back)
    }

    /// Returns whether the side to move can capture.
    pub fn can_capture(&self, position: MenPosition) -> bool {
        let [own, other] = own_first(position, position.to_move);
        let leaps = &self.law.leaps[position.to_move.index()];
        members(own).any(|from| leaps[from].iter().any(|leap| can(leap, own, other)))
    }

    /// Calls `each` with the position after each capture of the side to move, perhaps with duplicates.
    pub fn each_capture(&self, position: MenPosition, mut each: impl FnMut(MenPosition)) {
        self.any_capture(position, |after| {
            each(after);
            false
        });
    }

    /// Returns whether the position after some capture of the side to move satisfies a predicate.
    pub fn any_capture(&self, position: MenPosition, mut is: impl FnMut(MenPosition) -> bool) -> bool {
        let side = position.to_move;
        let [own, other] = own_first(position, side);
        let mut each = |own: PointSet, other: PointSet| {
            if is(placed(own, other, side, side.other())) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        members(own).any(|from| {
            // The origin is empty during the capture, so the man may return to it.
            let mut way = CapturePath {
                moves: self,
                side,
                rest: own & !(1 << from),
                each: &mut each,
                seen: VisitedStops::default(),
            };
            way.leap(from, other, 1).is_break()
        })
    }

    /// Calls `each` with each position from which a capture of the other side leads here, perhaps with duplicates.
    pub fn each_capture_back(&self, position: MenPosition, each: &mut impl FnMut(MenPosition)) {
        let side = position.to_move.other();
        let [own, other] = own_first(position, side);
        let mut each = |own: PointSet, other: PointSet| {
            each(placed(own, other, side, side));
            ControlFlow::Continue(())
        };
        for end in members(own) {
            let mut way = CapturePath {
                moves: self,
                side,
                rest: own & !(1 << end),
                each: &mut each,
                seen: VisitedStops::default(),
            };
            if self.law.further != ChainRule::Mandatory || !way.can_leap(end, other) {
                way.leap_back(end, other, 1);
            }
        }
    }
}

/// Stops of a capturing man with the men of the other side that are left. From the third leap on, several paths lead to
/// the same stop.
type VisitedStops = FxHashSet<(u8, PointSet)>;
const TWO_WAYS: usize = 3;

/// Path of a capturing man beside the other men of its side.
struct CapturePath<'m, F> {
    moves: &'m MenMoves<'m>,
    side: Side,
    rest: PointSet,
    /// Callback for the men of its side and of the other side where a capture ends, or begins.
    each: &'m mut F,
    seen: VisitedStops,
}

impl<F: FnMut(PointSet, PointSet) -> ControlFlow<()>> CapturePath<'_, F> {
    fn can_leap(&self, at: usize, other: PointSet) -> bool {
        self.moves.law.leaps[self.side.index()][at].iter().any(|leap| can(leap, self.rest, other))
    }

    /// Visits the ends of a capture from a point; `number` is the number of its next leap.
    fn leap(&mut self, at: usize, other: PointSet, number: usize) -> ControlFlow<()> {
        let further = self.moves.law.further;
        let moves = self.moves;
        for leap in &moves.law.leaps[self.side.index()][at] {
            if !can(leap, self.rest, other) {
                continue;
            }
            let ManLeap { over, to } = *leap;
            let left = other & !(1 << over);
            let goes_on = further != ChainRule::Never && self.can_leap(to.into(), left);
            if !goes_on || further == ChainRule::Optional {
                (self.each)(self.rest | 1 << to, left)?;
            }
            if goes_on && (number < TWO_WAYS || self.seen.insert((to, left))) {
                self.leap(to.into(), left, number + 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the origins of a capture that has come to a point; `number` counts the leaps backwards from 1.
    fn leap_back(&mut self, at: usize, other: PointSet, number: usize) {
        for back in &self.moves.back_leaps[self.side.index()][at] {
            if (self.rest | other) & (1 << back.over | 1 << back.to) == 0 {
                let others = other | 1 << back.over;
                let _ = (self.each)(self.rest | 1 << back.to, others);
                let is_new = |seen: &mut VisitedStops| number < TWO_WAYS || seen.insert((back.to, others));
                if self.moves.law.further != ChainRule::Never && is_new(&mut self.seen) {
                    self.leap_back(back.to.into(), others, number + 1);
                }
            }
        }
    }
}

/// Returns whether a leap is possible beside the other men of both sides.
fn can(leap: &ManLeap, rest: PointSet, other: PointSet) -> bool {
    other >> leap.over & 1 != 0 && (rest | other) >> leap.to & 1 == 0
}

/// Returns the men of a side, and of the other.
fn own_first(position: MenPosition, side: Side) -> [PointSet; 2] {
    [side, side.other()].map(|side| position.men[side.index()])
}

/// Returns the position with the given men of a side and of the other.
fn placed(own: PointSet, other: PointSet, side: Side, to_move: Side) -> MenPosition {
    MenPosition { men: if side == Side::First { [own, other] } else { [other, own] }, to_move }
}

/// Iterates over the positions in which one man of a side has moved to a free point within its reach; the other side is
/// to move.
fn moved(position: MenPosition, side: Side, reach: &[Vec<PointSet>; 2]) -> impl Iterator<Item = MenPosition> {
    let reach = &reach[side.index()];
    let taken = position.men[0] | position.men[1];
    members(position.men[side.index()]).flat_map(move |from| {
        members(reach[from] & !taken).map(move |to| {
            let mut men = position.men;
            men[side.index()] ^= 1 << from | 1 << to;
            MenPosition { men, to_move: position.to_move.other() }
        })
    })
}
