//! The turns that a law allows, and the steps back, of one position at a time.

use crate::law::{Further, Law, Leap, Set, members};
use crate::tables::Placement;
use quirkat_rules::Side;

/// Where men step and leap to.
#[derive(Debug)]
pub struct Moves<'l> {
    law: &'l Law,
    /// For each side and point the points to which a man steps.
    steps: [Vec<Set>; 2],
    /// For each side and point the points from which a man steps.
    back: [Vec<Set>; 2],
}

impl Moves<'_> {
    /// What a law allows.
    pub fn new(law: &Law) -> Moves<'_> {
        let steps = law.steps.each_ref().map(|targets| {
            targets.iter().map(|targets| targets.iter().fold(0, |set, to| set | 1 << to)).collect::<Vec<Set>>()
        });
        let back = steps.each_ref().map(|steps| {
            let from = |to: usize| (0..law.points).filter(move |&from| steps[from] >> to & 1 != 0);
            (0..law.points).map(|to| from(to).fold(0, |set, from| set | 1 << from)).collect::<Vec<Set>>()
        });
        Moves { law, steps, back }
    }

    /// What a step of the side to move leads to, whatever must be.
    pub fn steps(&self, position: Placement) -> impl Iterator<Item = Placement> {
        moved(position, position.to_move, &self.steps)
    }

    /// The positions from which the side that is not to move can have stepped here, whatever must have been.
    pub fn steps_back(&self, position: Placement) -> impl Iterator<Item = Placement> {
        moved(position, position.to_move.other(), &self.back)
    }

    /// Tells what each capture of the side to move leads to; some may be told twice.
    pub fn each_capture(&self, position: Placement, each: &mut impl FnMut(Placement)) {
        let side = position.to_move;
        let leaps = &self.law.leaps[side.index()];
        let [own, other] = [position.men[side.index()], position.men[side.other().index()]];
        let mut after = |own: Set, other: Set| {
            let men = if side == Side::First { [own, other] } else { [other, own] };
            each(Placement { men, to_move: side.other() });
        };
        for from in members(own) {
            self.leap(leaps, own & !(1 << from), from, other, &mut after);
        }
    }

    /// Tells all captures of a man that stands here while the rest of its side stands there; whether there are any. The point
    /// where it began is empty, so that it may come back to it.
    fn leap(&self, leaps: &[Vec<Leap>], rest: Set, at: usize, other: Set, after: &mut impl FnMut(Set, Set)) -> bool {
        let mut can_leap = false;
        for leap in &leaps[at] {
            if other >> leap.over & 1 != 0 && (rest | other) >> leap.to & 1 == 0 {
                can_leap = true;
                let left = other & !(1 << leap.over);
                let further = self.law.further;
                let goes_on = further != Further::Never && self.leap(leaps, rest, leap.to.into(), left, after);
                if !(goes_on && further == Further::Must) {
                    after(rest | 1 << leap.to, left);
                }
            }
        }
        can_leap
    }
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
