//! Lengths, places and boxes on paper.

use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// A length on paper, in whole hundredths of a millimetre.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Mm(i32);

impl Mm {
    /// Length of zero.
    pub const ZERO: Mm = Mm(0);

    /// Creates a length from hundredths of a millimetre.
    pub const fn hundredths(hundredths: i32) -> Mm {
        Mm(hundredths)
    }

    /// Creates a length from whole millimetres.
    pub const fn whole(millimetres: i32) -> Mm {
        Mm(millimetres * 100)
    }

    /// Rounds a number of millimetres to the nearest hundredth. NaN gives zero.
    pub fn nearest(millimetres: f64) -> Mm {
        Mm((millimetres * 100.0).round() as i32)
    }

    /// Returns the length in hundredths of a millimetre.
    pub fn count(self) -> i32 {
        self.0
    }

    /// Returns the length in millimetres, to two decimals.
    pub fn millimetres(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Returns the length in points of 1/72 inch.
    pub(super) fn points(self) -> f32 {
        (f64::from(self.0) * 72.0 / 2540.0) as f32
    }

    /// Returns the length multiplied by a factor.
    pub(super) fn times(self, factor: f64) -> Mm {
        Mm((f64::from(self.0) * factor).round() as i32)
    }

    /// Returns half the length.
    pub(super) fn half(self) -> Mm {
        self.times(0.5)
    }

    /// Rounds down to whole tenths of a millimetre.
    pub(super) fn tenths(self) -> Mm {
        Mm(self.0.div_euclid(10) * 10)
    }
}

impl fmt::Display for Mm {
    /// Formats millimetres without trailing zeros: `32`, `12.5`, `215.9`.
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

/// A place on paper: distances from the left and from the upper edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Spot {
    /// Distance from the left edge, growing to the right.
    pub x: Mm,
    /// Distance from the upper edge, growing downwards.
    pub y: Mm,
}

impl Spot {
    /// Creates a place from its distances to the right and down.
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

/// A rectangle on paper with edges parallel to those of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Area {
    /// Upper left corner of the rectangle.
    pub from: Spot,
    /// Lower right corner of the rectangle.
    pub to: Spot,
}

impl Area {
    /// Creates a rectangle from its upper left corner and size.
    pub fn new(from: Spot, width: Mm, height: Mm) -> Area {
        Area { from, to: from + Spot::new(width, height) }
    }

    /// Returns the distance from the left edge to the right.
    pub fn width(&self) -> Mm {
        self.to.x - self.from.x
    }

    /// Returns the distance from the upper edge to the lower.
    pub fn height(&self) -> Mm {
        self.to.y - self.from.y
    }

    /// Returns the smallest rectangle around both.
    pub fn with(&self, other: &Area) -> Area {
        Area {
            from: Spot::new(self.from.x.min(other.from.x), self.from.y.min(other.from.y)),
            to: Spot::new(self.to.x.max(other.to.x), self.to.y.max(other.to.y)),
        }
    }

    /// Returns the rectangle with each edge moved outwards by a distance.
    pub fn wider(&self, by: Mm) -> Area {
        let by = Spot::new(by, by);
        Area { from: self.from - by, to: self.to + by }
    }

    /// Returns whether the other rectangle lies within this one.
    pub fn holds(&self, other: &Area) -> bool {
        self.with(other) == *self
    }

    /// Returns whether the rectangles overlap or touch.
    pub fn meets(&self, other: &Area) -> bool {
        self.from.x <= other.to.x && other.from.x <= self.to.x && self.from.y <= other.to.y && other.from.y <= self.to.y
    }

    /// Returns the centre.
    pub(super) fn middle(&self) -> Spot {
        self.from + Spot::new(self.width().half(), self.height().half())
    }

    /// Returns the four corners, clockwise from the upper left.
    pub(super) fn corners(&self) -> [Spot; 4] {
        [self.from, Spot::new(self.to.x, self.from.y), self.to, Spot::new(self.from.x, self.to.y)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_no_trailing_zeros() {
        let formatted =
            [Mm::whole(32), Mm::nearest(12.5), Mm::hundredths(21_594), Mm::hundredths(-5)].map(|mm| mm.to_string());
        assert_eq!(formatted, ["32", "12.5", "215.94", "-0.05"]);
    }
}
