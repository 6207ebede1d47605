//! Measures on paper.

use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// A length on paper, in whole hundredths of a millimetre.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Mm(i32);

impl Mm {
    /// No length.
    pub const ZERO: Mm = Mm(0);

    /// So many hundredths of a millimetre.
    pub const fn hundredths(hundredths: i32) -> Mm {
        Mm(hundredths)
    }

    /// So many millimetres.
    pub const fn whole(millimetres: i32) -> Mm {
        Mm(millimetres * 100)
    }

    /// The hundredth of a millimetre nearest to a number of millimetres; what is no number has no length.
    pub fn nearest(millimetres: f64) -> Mm {
        Mm((millimetres * 100.0).round() as i32)
    }

    /// The length in hundredths of a millimetre.
    pub fn count(self) -> i32 {
        self.0
    }

    /// The length in millimetres.
    pub fn millimetres(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// The length in points, of which 72 make an inch.
    pub(super) fn points(self) -> f32 {
        (f64::from(self.0) * 72.0 / 2540.0) as f32
    }

    /// So many times the length.
    pub(super) fn times(self, factor: f64) -> Mm {
        Mm((f64::from(self.0) * factor).round() as i32)
    }

    /// Half the length.
    pub(super) fn half(self) -> Mm {
        self.times(0.5)
    }

    /// Rounded down to whole tenths of a millimetre.
    pub(super) fn tenths(self) -> Mm {
        Mm(self.0.div_euclid(10) * 10)
    }
}

impl fmt::Display for Mm {
    /// In millimetres, without zeros that say nothing: `32`, `12.5`, `215.9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let sign = if self.0 < 0 { "-" } else { "" };
        match part {
            0 => write!(f, "{sign}{whole}"),
            _ if part % 10 == 0 => write!(f, "{sign}{whole}.{}", part / 10),
            _ => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

impl Add for Mm {
    type Output = Mm;
    fn add(self, other: Mm) -> Mm {
        Mm(self.0 + other.0)
    }
}

impl Sub for Mm {
    type Output = Mm;
    fn sub(self, other: Mm) -> Mm {
        Mm(self.0 - other.0)
    }
}

impl Neg for Mm {
    type Output = Mm;
    fn neg(self) -> Mm {
        Mm(-self.0)
    }
}

impl Mul<i32> for Mm {
    type Output = Mm;
    fn mul(self, times: i32) -> Mm {
        Mm(self.0 * times)
    }
}

/// A place on paper: from the left edge, and down from the upper one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Spot {
    /// To the right.
    pub x: Mm,
    /// Down.
    pub y: Mm,
}

impl Spot {
    /// The place so far to the right and so far down.
    pub const fn new(x: Mm, y: Mm) -> Spot {
        Spot { x, y }
    }
}

impl Add for Spot {
    type Output = Spot;
    fn add(self, by: Spot) -> Spot {
        Spot::new(self.x + by.x, self.y + by.y)
    }
}

impl Sub for Spot {
    type Output = Spot;
    fn sub(self, by: Spot) -> Spot {
        Spot::new(self.x - by.x, self.y - by.y)
    }
}

/// A box on paper, with its edges along those of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Area {
    /// Its upper left corner.
    pub from: Spot,
    /// Its lower right corner.
    pub to: Spot,
}

impl Area {
    /// The box of this size with this upper left corner.
    pub fn new(from: Spot, width: Mm, height: Mm) -> Area {
        Area { from, to: from + Spot::new(width, height) }
    }

    /// From the left edge to the right one.
    pub fn width(&self) -> Mm {
        self.to.x - self.from.x
    }

    /// From the upper edge to the lower one.
    pub fn height(&self) -> Mm {
        self.to.y - self.from.y
    }

    /// The smallest box around both.
    pub fn with(&self, other: &Area) -> Area {
        Area {
            from: Spot::new(self.from.x.min(other.from.x), self.from.y.min(other.from.y)),
            to: Spot::new(self.to.x.max(other.to.x), self.to.y.max(other.to.y)),
        }
    }

    /// The box with edges so much further out.
    pub fn wider(&self, by: Mm) -> Area {
        let by = Spot::new(by, by);
        Area { from: self.from - by, to: self.to + by }
    }

    /// Whether the other box lies in this one.
    pub fn holds(&self, other: &Area) -> bool {
        self.with(other) == *self
    }

    /// Whether the two have some place in common.
    pub fn meets(&self, other: &Area) -> bool {
        self.from.x <= other.to.x && other.from.x <= self.to.x && self.from.y <= other.to.y && other.from.y <= self.to.y
    }

    /// The middle.
    pub(super) fn middle(&self) -> Spot {
        self.from + Spot::new(self.width().half(), self.height().half())
    }

    /// The four corners, round about from the upper left one.
    pub(super) fn corners(&self) -> [Spot; 4] {
        [self.from, Spot::new(self.to.x, self.from.y), self.to, Spot::new(self.from.x, self.to.y)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_told_without_idle_zeros() {
        let told =
            [Mm::whole(32), Mm::nearest(12.5), Mm::hundredths(21_594), Mm::hundredths(-5)].map(|mm| mm.to_string());
        assert_eq!(told, ["32", "12.5", "215.94", "-0.05"]);
    }
}
