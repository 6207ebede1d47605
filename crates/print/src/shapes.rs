//! The shapes of a page. They are few, so that every file writer can draw all of them.

use super::measure::{Area, Mm, Spot};
use super::text::{self, Face, Line};

/// Colour of ink as red, green and blue, each from 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ink(pub u8, pub u8, pub u8);

impl Ink {
    /// Black ink.
    pub const BLACK: Ink = Ink(0, 0, 0);
    /// White, the colour of the paper.
    pub const WHITE: Ink = Ink(255, 255, 255);
}

/// Fill and outline of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paint {
    /// Ink of the interior.
    pub fill: Option<Ink>,
    /// Ink and width of the outline.
    pub line: Option<(Ink, Mm)>,
}

impl Paint {
    /// Creates a paint for a line without fill.
    pub const fn line(ink: Ink, width: Mm) -> Paint {
        Paint { fill: None, line: Some((ink, width)) }
    }

    /// Creates a paint for a filled surface without outline.
    pub const fn fill(ink: Ink) -> Paint {
        Paint { fill: Some(ink), line: None }
    }
}

/// A shape on a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// Polyline, or polygon where it is closed.
    Polyline {
        /// Vertices in drawing order.
        spots: Vec<Spot>,
        /// Whether the last vertex is joined to the first.
        is_closed: bool,
        /// Fill and outline.
        paint: Paint,
    },
    /// Circle around a centre.
    Circle {
        /// Centre of the circle.
        middle: Spot,
        /// Radius without the outline's width.
        radius: Mm,
        /// Fill and outline.
        paint: Paint,
    },
    /// Path with curves. Its lines have round ends and corners.
    Curve {
        /// Commands of the path.
        strokes: Vec<Stroke>,
        /// Fill and outline.
        paint: Paint,
    },
    /// Line of text.
    Text {
        /// Left end of the baseline.
        at: Spot,
        /// Typeset glyphs.
        line: Line,
        /// Ink of the glyphs.
        ink: Ink,
    },
}

/// Command of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// Moves to a place without drawing.
    Move(Spot),
    /// Draws a straight line to a place.
    Line(Spot),
    /// Draws a cubic Bézier curve with two control points to a third place.
    Bend(Spot, Spot, Spot),
    /// Draws a straight line to the start of the current subpath.
    Close,
}

impl Shape {
    /// Creates a straight line.
    pub fn line(a: Spot, b: Spot, ink: Ink, width: Mm) -> Shape {
        Shape::Polyline { spots: vec![a, b], is_closed: false, paint: Paint::line(ink, width) }
    }

    /// Creates a closed polygon.
    pub fn closed(spots: Vec<Spot>, paint: Paint) -> Shape {
        Shape::Polyline { spots, is_closed: true, paint }
    }

    /// Creates a rectangle.
    pub fn area(area: &Area, paint: Paint) -> Shape {
        Shape::closed(area.corners().to_vec(), paint)
    }

    /// Creates a circle.
    pub fn circle(middle: Spot, radius: Mm, paint: Paint) -> Shape {
        Shape::Circle { middle, radius, paint }
    }

    /// Creates a short text centred on a point of its baseline.
    pub fn label(middle: Spot, text: &str, size: Mm, ink: Ink) -> Shape {
        Shape::centred(middle, text::line(text, Face::Regular, size), ink)
    }

    /// Creates a typeset line centred on a point of its baseline.
    pub fn centred(middle: Spot, line: Line, ink: Ink) -> Shape {
        Shape::Text { at: middle - Spot::new(line.width.half(), Mm::ZERO), line, ink }
    }

    /// Returns the smallest rectangle around the shape, including outline and glyphs. Returns nothing for an empty
    /// shape.
    pub fn bounds(&self) -> Option<Area> {
        match self {
            Shape::Polyline { spots, paint, .. } => {
                let spots = spots.iter().map(|&spot| Area { from: spot, to: spot });
                Some(spots.reduce(|all, spot| all.with(&spot))?.wider(outside(paint)))
            }
            Shape::Circle { middle, radius, paint } => {
                Some(Area { from: *middle, to: *middle }.wider(*radius + outside(paint)))
            }
            Shape::Curve { strokes, paint } => {
                // A Bézier curve lies within the hull of its control points.
                let spots = strokes.iter().flat_map(|stroke| stroke.spots());
                let spots = spots.map(|spot| Area { from: spot, to: spot });
                Some(spots.reduce(|all, spot| all.with(&spot))?.wider(outside(paint)))
            }
            Shape::Text { at, line, .. } => {
                // No glyph of the fonts rises above 1.1 or falls below 0.3 of its size.
                let (up, down) = (line.size.times(1.1), line.size.times(0.3));
                Some(Area { from: *at - Spot::new(Mm::ZERO, up), to: *at + Spot::new(line.width, down) })
            }
        }
    }

    /// Returns the shape moved by a vector.
    pub fn moved(&self, by: Spot) -> Shape {
        let mut shape = self.clone();
        match &mut shape {
            Shape::Polyline { spots, .. } => spots.iter_mut().for_each(|spot| *spot = *spot + by),
            Shape::Curve { strokes, .. } => {
                strokes.iter_mut().for_each(|stroke| *stroke = stroke.mapped(|spot| spot + by))
            }
            Shape::Circle { middle: at, .. } | Shape::Text { at, .. } => *at = *at + by,
        }
        shape
    }

    /// Returns the shape with all lengths and distances from the upper left corner multiplied by a factor.
    pub(super) fn scaled(&self, factor: f64) -> Shape {
        let at = |spot: Spot| Spot::new(spot.x.times(factor), spot.y.times(factor));
        let mut shape = self.clone();
        match &mut shape {
            Shape::Polyline { spots, .. } => spots.iter_mut().for_each(|spot| *spot = at(*spot)),
            Shape::Curve { strokes, .. } => strokes.iter_mut().for_each(|stroke| *stroke = stroke.mapped(at)),
            Shape::Circle { middle, radius, .. } => (*middle, *radius) = (at(*middle), radius.times(factor)),
            Shape::Text { at: start, line, .. } => (*start, *line) = (at(*start), line.scaled(factor)),
        }
        if let Shape::Polyline { paint, .. } | Shape::Curve { paint, .. } | Shape::Circle { paint, .. } = &mut shape
            && let Some((_, width)) = &mut paint.line
        {
            *width = width.times(factor).max(THINNEST);
        }
        shape
    }
}

impl Stroke {
    /// Returns the places of the command.
    pub(super) fn spots(self) -> impl Iterator<Item = Spot> {
        let [a, b, c] = match self {
            Stroke::Move(to) | Stroke::Line(to) => [Some(to), None, None],
            Stroke::Bend(a, b, to) => [Some(a), Some(b), Some(to)],
            Stroke::Close => [None; 3],
        };
        [a, b, c].into_iter().flatten()
    }

    fn mapped(self, at: impl Fn(Spot) -> Spot) -> Stroke {
        match self {
            Stroke::Move(to) => Stroke::Move(at(to)),
            Stroke::Line(to) => Stroke::Line(at(to)),
            Stroke::Bend(a, b, to) => Stroke::Bend(at(a), at(b), at(to)),
            Stroke::Close => Stroke::Close,
        }
    }
}

/// Minimum line width of a scaled shape.
const THINNEST: Mm = Mm::hundredths(4);

/// Returns how far an outline extends beyond the shape.
fn outside(paint: &Paint) -> Mm {
    paint.line.map_or(Mm::ZERO, |(_, width)| width.half())
}
