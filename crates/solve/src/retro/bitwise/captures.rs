//! The captures of the second side, which lead to layers with fewer men of the first.

use super::bitmap::Subcube;
use crate::game::{ChainRule, ManLeap, MenLaw, PointSet};
use crate::index::FreePoints;
/// A capture of a man of the second side, whatever the others of its men are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Capture {
    /// What it takes.
    pub taken: PointSet,
    /// Where it begins.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// The sets of the second side's men that can make it.
    pub part: Subcube,
}

/// All captures of the second side while the first side's men are these.
pub fn all_captures(law: &MenLaw, men: PointSet, free: &FreePoints) -> Vec<Capture> {
    let mut raids = vec![];
    for &from in &free.points {
        let mut way = CapturePath { law, men, free, from, raids: &mut raids };
        way.leap(from, 0, Subcube { ones: 1 << free.places[usize::from(from)], zeros: 0 });
    }
    raids.sort_unstable();
    raids.dedup();
    raids
}

/// A man of the second side on its way.
struct CapturePath<'a> {
    law: &'a MenLaw,
    men: PointSet,
    free: &'a FreePoints,
    from: u8,
    raids: &'a mut Vec<Capture>,
}

impl CapturePath<'_> {
    fn leap(&mut self, at: u8, taken: PointSet, part: Subcube) {
        let left = self.men & !taken;
        let leaps = &self.law.leaps[1][usize::from(at)];
        let possible = leaps.iter().filter(|leap| left >> leap.over & 1 != 0 && left >> leap.to & 1 == 0);
        let has_leapt = taken != 0;
        if has_leapt {
            let mut stops = part;
            if self.law.further == ChainRule::Mandatory {
                // It stops only where its own side stands in the way of each further leap.
                stops.ones |= possible.clone().fold(0, |ones, leap| ones | self.place(leap).unwrap_or(1 << 31));
            }
            if stops.ones & (stops.zeros | 1 << 31) == 0 {
                self.raids.push(Capture { taken, from: self.from, to: at, part: stops });
            }
        }
        if has_leapt && self.law.further == ChainRule::Never {
            return;
        }
        for leap in possible {
            let on = Subcube { ones: part.ones, zeros: part.zeros | self.place(leap).unwrap_or(0) };
            if on.ones & on.zeros == 0 {
                self.leap(leap.to, taken | 1 << leap.over, on);
            }
        }
    }

    /// The place where a leap lands, as a set, if a man of the second side may stand there: none may where the leaping man came
    /// from, or where it has taken one.
    fn place(&self, leap: &ManLeap) -> Option<u32> {
        let place = self.free.places[usize::from(leap.to)];
        (leap.to != self.from && place != u8::MAX).then(|| 1 << place)
    }
}
