//! Strips to glue around discs. They show the side of each piece in a tower.

use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::shapes::{Paint, Shape};
use quirkat_rules::Colour;
use std::f64::consts::PI;

/// Length of the tab on which the start of a strip is glued.
pub const TAB: Mm = Mm::whole(5);

/// Measures of the strips around discs of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rim {
    /// Part of the circumference that one strip covers.
    pub length: Mm,
    /// Height of the strip, equal to the thickness of the disc.
    pub height: Mm,
    /// Number of strips around one disc, each with its tab.
    pub parts: i32,
}

impl Rim {
    /// Returns the strip around a disc, in the fewest parts that fit the available length.
    pub fn new(diameter: Mm, room: Mm) -> Rim {
        let around = diameter.times(PI);
        let most = (room - TAB).count().max(1);
        let parts = (around.count() + most - 1).div_euclid(most).max(1);
        // Rounded to half millimetres, the precision of cardboard.
        let height = Mm::hundredths((diameter.count() / 5).clamp(200, 500) / 50 * 50);
        Rim { length: around.times(1.0 / f64::from(parts)), height, parts }
    }

    /// Returns the length of one strip with its tab.
    pub fn paper(&self) -> Mm {
        self.length + TAB
    }

    /// Draws one strip with its upper left corner at the given place: light with a line along it, or dark. The dots
    /// along its upper edge belong to the side of the disc that shows a king.
    pub fn shapes(&self, from: Spot, colour: Colour, has_dots: bool, inks: &Inks) -> Vec<Shape> {
        let paper = Area::new(from, self.paper(), self.height);
        let around = Area::new(from, self.length, self.height);
        let (ground, ink) = match colour {
            Colour::White => (inks.light, inks.line),
            Colour::Black => (inks.dark, inks.light),
        };
        let mut shapes = vec![Shape::area(&around, Paint::fill(ground))];
        let along = |share: f64| from + Spot::new(Mm::ZERO, self.height.times(share));
        if colour == Colour::White {
            let start = along(0.5);
            shapes.push(Shape::line(start, start + Spot::new(self.length, Mm::ZERO), ink, HAIR * 3));
        }
        if has_dots {
            let step = self.height;
            let number = (self.length.count() / step.count().max(1)).max(1);
            let dot = |place: i32| {
                let right = self.length.times((f64::from(place) + 0.5) / f64::from(number));
                Shape::circle(along(0.2) + Spot::new(right, Mm::ZERO), self.height.times(0.13), Paint::fill(ink))
            };
            shapes.extend((0..number).map(dot));
        }
        // The tab is hatched; the start of the strip covers it.
        let tab = Area { from: Spot::new(around.to.x, from.y), to: paper.to };
        let hatch = (0..4).map(|line| {
            let right = TAB.times(f64::from(line) / 4.0);
            let (low, high) = (Spot::new(tab.from.x + right, tab.to.y), Spot::new(tab.from.x + right, tab.from.y));
            Shape::line(low, high + Spot::new(TAB.times(0.25), Mm::ZERO), inks.help, HAIR)
        });
        shapes.extend(hatch);
        shapes.push(Shape::area(&paper, Paint::line(inks.line, HAIR * 2)));
        shapes
    }
}
