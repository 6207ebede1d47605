//! A small network that judges positions beside their patterns: what pieces mean to one another wherever they stand.
//!
//! Each side sees the pieces of the board in its own way; every piece adds its row to what the units of that view hold, so
//! that a turn changes a few rows (Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
//! shogi", 2018). A unit counts by the square of what it holds, between nothing and one; the outputs say how much, for the
//! side to move and for the other.

use super::layout::Layout;
use super::{ONE, Size};
use quirkat_rules::Side;

/// No network has more units to a view.
pub(crate) const MOST_UNITS: usize = 64;
/// One, as a unit holds it: its square is within 16 bits.
const FULL: i16 = 181;
/// One, as an output has it, so that a full unit's square and the output are 1024 times a worth.
pub(crate) const OUTPUT_ONE: f32 = 1024.0 * ONE as f32 / (FULL as f32 * FULL as f32);
/// No output is larger: the sum of all units is within 32 bits.
pub(crate) const MOST_OUTPUT: f32 = 1.99;

/// How many numbers a network has, and where they begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// The units of a view.
    pub units: usize,
    /// The rows of all things, for the views that there are: one where both sides judge alike, or one for each.
    pub rows: usize,
    /// The views.
    pub views: usize,
}

impl Shape {
    pub fn of(size: Size) -> Shape {
        Shape { units: size.units, rows: size.rows, views: if size.is_shared { 1 } else { 2 } }
    }

    /// Where a row begins.
    pub fn row(self, row: u32) -> usize {
        row as usize * self.units
    }

    /// Where begins what the units of a side's view hold before anything is seen.
    pub fn empty(self, side: Side) -> usize {
        (self.rows + self.view(side)) * self.units
    }

    /// Where the outputs of a side to move begin: one for each unit of its own view, then those of the other side's.
    pub fn outputs(self, mover: Side) -> usize {
        (self.rows + self.views + 2 * self.view(mover)) * self.units
    }

    /// All numbers.
    pub fn len(self) -> usize {
        (self.rows + 3 * self.views) * self.units
    }

    fn view(self, side: Side) -> usize {
        if self.views == 1 { 0 } else { side.index() }
    }
}

/// The largest number that a thing may add to a unit: so many as there can be do not add up to more than it holds.
pub(crate) fn most_of_row(layout: &Layout) -> f32 {
    f32::from(i16::MAX / FULL - 1) / (layout.things.most() + 1) as f32
}

/// What the units of a network's views hold.
pub(crate) type Units = Box<[i16]>;

/// A network in whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Network {
    pub shape: Shape,
    pub numbers: Vec<i16>,
}

impl Network {
    /// A network as it was learned.
    pub fn new(shape: Shape, numbers: &[f32]) -> Network {
        let inputs = shape.outputs(Side::First);
        let whole = |(place, number): (usize, &f32)| {
            let one = if place < inputs { f32::from(FULL) } else { OUTPUT_ONE };
            (number * one).round() as i16
        };
        Network { shape, numbers: numbers.iter().enumerate().map(whole).collect() }
    }

    /// Whether what it says is within bounds, whatever its units hold.
    pub fn is_sound(&self) -> bool {
        let outputs = &self.numbers[self.shape.outputs(Side::First)..];
        outputs.iter().all(|&output| f32::from(output).abs() <= MOST_OUTPUT * OUTPUT_ONE + 1.0)
    }

    /// What the units of both views hold while nothing is on the board: those of the first side, then of the second.
    pub fn empty(&self) -> Units {
        let of = |side| &self.numbers[self.shape.empty(side)..][..self.shape.units];
        [of(Side::First), of(Side::Second)].concat().into()
    }

    /// A thing comes, by the rows that it has in both views.
    #[inline]
    pub fn add(&self, units: &mut [i16], rows: [u32; 2]) {
        for (units, row) in self.each_view(units, rows) {
            units.iter_mut().zip(row).for_each(|(unit, number)| *unit = unit.wrapping_add(*number));
        }
    }

    /// A thing goes.
    #[inline]
    pub fn take(&self, units: &mut [i16], rows: [u32; 2]) {
        for (units, row) in self.each_view(units, rows) {
            units.iter_mut().zip(row).for_each(|(unit, number)| *unit = unit.wrapping_sub(*number));
        }
    }

    #[inline]
    fn each_view<'u>(&self, units: &'u mut [i16], rows: [u32; 2]) -> [(&'u mut [i16], &[i16]); 2] {
        let width = self.shape.units;
        let row = |row: u32| &self.numbers[self.shape.row(row)..][..width];
        let (first, second) = units.split_at_mut(width);
        [(first, row(rows[0])), (second, row(rows[1]))]
    }

    /// What the units are worth to the side to move.
    #[inline]
    pub fn judge(&self, units: &[i16], mover: Side) -> i32 {
        let width = self.shape.units;
        let outputs = &self.numbers[self.shape.outputs(mover)..][..2 * width];
        let (first, second) = units.split_at(width);
        let (own, other) = if mover == Side::First { (first, second) } else { (second, first) };
        (weighed(own, &outputs[..width]) + weighed(other, &outputs[width..])) / 1024
    }
}

#[inline]
fn weighed(units: &[i16], outputs: &[i16]) -> i32 {
    let weigh = |(&unit, &output): (&i16, &i16)| {
        let held = unit.clamp(0, FULL);
        i32::from(held * held) * i32::from(output)
    };
    units.iter().zip(outputs).map(weigh).sum()
}
