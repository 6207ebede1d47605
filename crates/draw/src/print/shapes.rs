//! The shapes that pages are made of: few, so that every writer of files can draw them all.

use super::letters;
use super::measure::{Area, Mm, Spot};

/// A colour of ink: how much red, green and blue the paper still shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ink(pub u8, pub u8, pub u8);

impl Ink {
    /// Black.
    pub const BLACK: Ink = Ink(0, 0, 0);
    /// The paper itself.
    pub const WHITE: Ink = Ink(255, 255, 255);
}

/// How a shape is inked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paint {
    /// The ink within.
    pub fill: Option<Ink>,
    /// The ink and the width of the line around it.
    pub line: Option<(Ink, Mm)>,
}

impl Paint {
    /// A line alone.
    pub const fn line(ink: Ink, width: Mm) -> Paint {
        Paint { fill: None, line: Some((ink, width)) }
    }

    /// A surface alone.
    pub const fn fill(ink: Ink) -> Paint {
        Paint { fill: Some(ink), line: None }
    }
}

/// Something on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Straight on from place to place, and back to the first where it is closed.
    Way {
        /// The places.
        spots: Vec<Spot>,
        /// Whether it goes back to the first.
        is_closed: bool,
        /// Its ink.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// Its middle.
        middle: Spot,
        /// Its radius.
        radius: Mm,
        /// Its ink.
        paint: Paint,
    },
    /// A word or a line of them.
    Text {
        /// The middle of the line on which the letters stand.
        at: Spot,
        /// The size of the type.
        size: Mm,
        /// The letters.
        text: String,
        /// Their ink.
        ink: Ink,
    },
}

impl Shape {
    /// A straight line.
    pub fn line(a: Spot, b: Spot, ink: Ink, width: Mm) -> Shape {
        Shape::Way { spots: vec![a, b], is_closed: false, paint: Paint::line(ink, width) }
    }

    /// A closed outline.
    pub fn closed(spots: Vec<Spot>, paint: Paint) -> Shape {
        Shape::Way { spots, is_closed: true, paint }
    }

    /// A box.
    pub fn area(area: &Area, paint: Paint) -> Shape {
        Shape::closed(area.corners().to_vec(), paint)
    }

    /// A circle.
    pub fn circle(middle: Spot, radius: Mm, paint: Paint) -> Shape {
        Shape::Circle { middle, radius, paint }
    }

    /// The smallest box around it, its line and its letters included; none where there is nothing.
    pub fn bounds(&self) -> Option<Area> {
        match self {
            Shape::Way { spots, paint, .. } => {
                let spots = spots.iter().map(|&spot| Area { from: spot, to: spot });
                Some(spots.reduce(|all, spot| all.with(&spot))?.wider(outside(paint)))
            }
            Shape::Circle { middle, radius, paint } => {
                Some(Area { from: *middle, to: *middle }.wider(*radius + outside(paint)))
            }
            Shape::Text { at, size, text, .. } => {
                let half = letters::width(text, *size).half();
                // No letter of the type is higher than 1.1 or goes deeper than 0.3 of its size.
                let (up, down) = (size.times(1.1), size.times(0.3));
                Some(Area { from: *at - Spot::new(half, up), to: *at + Spot::new(half, down) })
            }
        }
    }

    /// The same shape elsewhere.
    pub fn moved(&self, by: Spot) -> Shape {
        let mut shape = self.clone();
        match &mut shape {
            Shape::Way { spots, .. } => spots.iter_mut().for_each(|spot| *spot = *spot + by),
            Shape::Circle { middle: at, .. } | Shape::Text { at, .. } => *at = *at + by,
        }
        shape
    }
}

/// How far the ink of a line goes beyond its middle.
fn outside(paint: &Paint) -> Mm {
    paint.line.map_or(Mm::ZERO, |(_, width)| width.half())
}

/// One side of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its width and its height.
    pub size: (Mm, Mm),
    /// What is on it, from the lowest to the uppermost.
    pub shapes: Vec<Shape>,
}
