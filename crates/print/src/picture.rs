//! Converts drawings made for screens to shapes on paper, with the inks of print.

use super::measure::{Mm, Spot};
use super::order::PrintError;
use super::shapes::{Ink, Paint, Shape, Stroke};
use crate::png::read_svg;
use quirkat_draw::svg::pen::UNIT;
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{self, Node, Tree};
use std::sync::Arc;

/// A scalable drawing.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width and height in the drawing's units.
    size: (f64, f64),
    tree: Arc<Tree>,
}

impl Picture {
    /// Reads an SVG that Quirkat has drawn.
    ///
    /// # Errors
    /// When the text is not SVG.
    pub fn new(svg: &str) -> Result<Picture, PrintError> {
        let tree = read_svg(svg).map_err(|error| PrintError::Broken(error.to_string()))?;
        Ok(Picture { size: (f64::from(tree.size().width()), f64::from(tree.size().height())), tree: Arc::new(tree) })
    }

    /// Returns the height at the given width.
    pub fn height(&self, width: Mm) -> Mm {
        width.times(self.size.1 / self.size.0)
    }

    /// Returns the width at the given height.
    pub fn width(&self, height: Mm) -> Mm {
        height.times(self.size.0 / self.size.1)
    }

    /// Returns the height in steps of the board's coordinates.
    pub fn steps(&self) -> f64 {
        self.size.1 / f64::from(UNIT)
    }

    /// Returns the shapes with the given upper left corner and width.
    pub fn shapes(&self, corner: Spot, width: Mm) -> Vec<Shape> {
        let canvas = Canvas { corner, scale: width.millimetres() / self.size.0 };
        let mut shapes = Vec::new();
        canvas.group(self.tree.root(), Transform::identity(), 1.0, &mut shapes);
        shapes
    }
}

/// Target area of a drawing on paper.
struct Canvas {
    corner: Spot,
    scale: f64,
}

impl Canvas {
    fn group(&self, group: &usvg::Group, transform: Transform, opacity: f32, shapes: &mut Vec<Shape>) {
        let (transform, opacity) = (transform.pre_concat(group.transform()), opacity * group.opacity().get());
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, transform, opacity, shapes),
                Node::Path(path) => self.path(path, transform, opacity, shapes),
                Node::Text(text) => self.group(text.flattened(), transform, opacity, shapes),
                // Quirkat's drawings contain no images.
                Node::Image(_) => {}
            }
        }
    }

    fn path(&self, path: &usvg::Path, transform: Transform, opacity: f32, shapes: &mut Vec<Shape>) {
        let fill = path.fill().and_then(|fill| ink(fill.paint(), opacity * fill.opacity().get()));
        let line = path.stroke().and_then(|stroke| {
            let width = f64::from(stroke.width().get() * transform.get_scale().0) * self.scale;
            Some((ink(stroke.paint(), opacity * stroke.opacity().get())?, Mm::nearest(width)))
        });
        if fill.is_none() && line.is_none() {
            return;
        }
        shapes.push(Shape::Curve { strokes: self.strokes(path.data(), transform), paint: Paint { fill, line } });
    }

    fn strokes(&self, path: &resvg::tiny_skia::Path, transform: Transform) -> Vec<Stroke> {
        let at = |point: Point| {
            let mut point = point;
            transform.map_point(&mut point);
            let length = |units: f32| Mm::nearest(f64::from(units) * self.scale);
            self.corner + Spot::new(length(point.x), length(point.y))
        };
        let mut strokes = Vec::new();
        let mut from = Point::zero();
        for segment in path.segments() {
            strokes.push(match segment {
                PathSegment::MoveTo(to) => Stroke::Move(at(to)),
                PathSegment::LineTo(to) => Stroke::Line(at(to)),
                PathSegment::CubicTo(a, b, to) => Stroke::Bend(at(a), at(b), at(to)),
                PathSegment::QuadTo(bend, to) => {
                    // Converts the quadratic curve to a cubic one.
                    let toward = |end: Point| {
                        let part = |end: f32, bend: f32| end + (bend - end) * 2.0 / 3.0;
                        Point::from_xy(part(end.x, bend.x), part(end.y, bend.y))
                    };
                    Stroke::Bend(at(toward(from)), at(toward(to)), at(to))
                }
                PathSegment::Close => Stroke::Close,
            });
            if let PathSegment::MoveTo(to)
            | PathSegment::LineTo(to)
            | PathSegment::QuadTo(_, to)
            | PathSegment::CubicTo(_, _, to) = segment
            {
                from = to;
            }
        }
        strokes
    }
}

/// Converts a colour to ink. Transparent colours become as light as on white paper.
fn ink(paint: &usvg::Paint, opacity: f32) -> Option<Ink> {
    let usvg::Paint::Color(colour) = paint else { return None };
    let part = |part: u8| (255.0 - (255.0 - f32::from(part)) * opacity).round() as u8;
    Some(Ink(part(colour.red), part(colour.green), part(colour.blue)))
}
