//! Captures of the second side, which lead to layers with fewer first-side men.

use crate::game::{ChainRule, ManLeap, MenLaw, PointSet};
use crate::index::FreePoints;
use crate::maps::Subcube;
/// Capture by a man of the second side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Capture {
    /// Set of the first side's men that are captured.
    pub taken: PointSet,
    /// Point from which the capturing man starts.
    pub from: u8,
    /// End point of the capture.
    pub to: u8,
    /// Sets of second-side men that can make the capture.
    pub part: Subcube,
}

/// Returns all captures of the second side beside a set of first-side men.
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

/// Path of a capturing man.
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
                // The man stops only where its own side blocks every further leap.
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

    /// Returns the landing place of a leap as a set, where a second-side man may stand: not at the origin, and not
    /// where a man was captured.
    fn place(&self, leap: &ManLeap) -> Option<u32> {
        let place = self.free.places[usize::from(leap.to)];
        (leap.to != self.from && place != u8::MAX).then(|| 1 << place)
    }
}
