//! The shapes that pages are made of: few, so that every writer of files can draw them all.

use super::measure::{Area, Mm, Spot};
use super::text::{self, Face, Line};

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
#[derive(Clone, PartialEq, Debug)]
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
    /// An outline with bends, its lines with round ends and corners.
    Curve {
        /// The way of the pen.
        strokes: Vec<Stroke>,
        /// Its ink.
        paint: Paint,
    },
    /// A line of type.
    Text {
        /// Where it begins: the left end of the line on which the letters stand.
        at: Spot,
        /// The letters.
        line: Line,
        /// Their ink.
        ink: Ink,
    },
}

/// A movement of the pen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// Lifted to a place.
    Move(Spot),
    /// Straight to a place.
    Line(Spot),
    /// In a bend, drawn by two places, to a third (a cubic Bézier curve).
    Bend(Spot, Spot, Spot),
    /// Straight back to where it was last put down.
    Close,
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

    /// A word or a few, around the middle of the line on which they stand.
    pub fn label(middle: Spot, text: &str, size: Mm, ink: Ink) -> Shape {
        Shape::centred(middle, text::line(text, Face::Regular, size), ink)
    }

    /// A line of type around the middle of the line on which it stands.
    pub fn centred(middle: Spot, line: Line, ink: Ink) -> Shape {
        Shape::Text { at: middle - Spot::new(line.width.half(), Mm::ZERO), line, ink }
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
            Shape::Curve { strokes, paint } => {
                // A bend stays within the places that draw it.
                let spots = strokes.iter().flat_map(|stroke| stroke.spots());
                let spots = spots.map(|spot| Area { from: spot, to: spot });
                Some(spots.reduce(|all, spot| all.with(&spot))?.wider(outside(paint)))
            }
            Shape::Text { at, line, .. } => {
                // No letter of the type is higher than 1.1 or goes deeper than 0.3 of its size.
                let (up, down) = (line.size.times(1.1), line.size.times(0.3));
                Some(Area { from: *at - Spot::new(Mm::ZERO, up), to: *at + Spot::new(line.width, down) })
            }
        }
    }

    /// The same shape elsewhere.
    pub fn moved(&self, by: Spot) -> Shape {
        let mut shape = self.clone();
        match &mut shape {
            Shape::Way { spots, .. } => spots.iter_mut().for_each(|spot| *spot = *spot + by),
            Shape::Curve { strokes, .. } => strokes.iter_mut().for_each(|stroke| *stroke = stroke.moved(by)),
            Shape::Circle { middle: at, .. } | Shape::Text { at, .. } => *at = *at + by,
        }
        shape
    }
}

impl Stroke {
    /// The places that it names.
    pub(super) fn spots(self) -> impl Iterator<Item = Spot> {
        let [a, b, c] = match self {
            Stroke::Move(to) | Stroke::Line(to) => [Some(to), None, None],
            Stroke::Bend(a, b, to) => [Some(a), Some(b), Some(to)],
            Stroke::Close => [None; 3],
        };
        [a, b, c].into_iter().flatten()
    }

    fn moved(self, by: Spot) -> Stroke {
        match self {
            Stroke::Move(to) => Stroke::Move(to + by),
            Stroke::Line(to) => Stroke::Line(to + by),
            Stroke::Bend(a, b, to) => Stroke::Bend(a + by, b + by, to + by),
            Stroke::Close => Stroke::Close,
        }
    }
}

/// How far the ink of a line goes beyond its middle.
fn outside(paint: &Paint) -> Mm {
    paint.line.map_or(Mm::ZERO, |(_, width)| width.half())
}
