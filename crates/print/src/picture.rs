//! Converts drawings made for screens to shapes on paper, with the inks of print.

use super::inks::Inks;
use super::measure::{Mm, Spot};
use super::order::PrintError;
use super::shapes::{Ink, Paint, Shape, Stroke};
use super::text::{Face, Line, line};
use crate::png::read_svg;
use quirkat_draw::Scene;
use quirkat_draw::svg::pen::{Pen, UNIT};
use quirkat_draw::svg::{self, Palette, names};
use quirkat_rules::{Board, Side, Turn};
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{self, Node, Tree};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Type size of the names of points: digits are 2.2 mm high.
pub const NAME_SIZE: Mm = Mm::hundredths(310);
/// Distance from the lines of an empty board to the names, in units of the drawing.
const BARE_MARGIN: i32 = 14;
/// Minimum width of a unit of a drawing in millimetres, for divisions.
const MIN_SCALE: f64 = 0.002;

/// A scalable drawing. The names of a board's points have the same size at every scale.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width and height in the drawing's units, without names.
    size: (f64, f64),
    tree: Arc<Tree>,
    names: Option<Arc<Names>>,
}

/// Names of the points of a board.
#[derive(Debug)]
struct Names {
    board: Arc<Board>,
    palette: Palette,
    /// Upper left corner of the drawing, in its units.
    corner: (i32, i32),
    /// Space for names left, above, right and below.
    space: [Mm; 4],
    /// Distance from the outermost points to the names, in units of the drawing.
    margin: i32,
    lines: HashMap<String, Line>,
}

impl Picture {
    /// Reads an SVG that Quirkat has drawn.
    ///
    /// # Errors
    /// When the text is not SVG.
    pub fn new(svg: &str) -> Result<Picture, PrintError> {
        let tree = read_svg(svg).map_err(|error| PrintError::Broken(error.to_string()))?;
        let size = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        Ok(Picture { size, tree: Arc::new(tree), names: None })
    }

    /// Draws a position with turns, and the names of the points.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn of_scene(scene: &Scene, turns: &[Turn], words: &str, palette: Palette) -> Result<Picture, PrintError> {
        let [x, y, ..] = svg::room(scene, palette);
        let pen = Pen::new(&scene.board, Side::First, palette);
        let is_bare = scene.setup.columns.iter().all(Vec::is_empty) && turns.is_empty() && pen.squares.is_none();
        let space = names::space_around(&pen);
        let lines = scene.board.points().flat_map(|point| {
            let name = scene.board.name(point);
            let (column, row) = name.split_at(name.find(|sign: char| sign.is_ascii_digit()).unwrap_or(name.len()));
            [name, column, row]
        });
        let lines = lines.collect::<BTreeSet<_>>().into_iter();
        let names = Names {
            board: Arc::clone(&scene.board),
            palette,
            corner: (x, y),
            margin: if is_bare { BARE_MARGIN } else { pen.margin() },
            space: space.map(|share| NAME_SIZE.times(f64::from(share) / 100.0)),
            lines: lines.map(|name| (name.to_owned(), line(name, Face::Regular, NAME_SIZE))).collect(),
        };
        let picture = Picture::new(&svg::figure(scene, turns, words, palette))?;
        Ok(Picture { names: Some(Arc::new(names)), ..picture })
    }

    /// Returns the space for names left, above, right and below.
    fn space(&self) -> [Mm; 4] {
        self.names.as_ref().map_or([Mm::ZERO; 4], |names| names.space)
    }

    /// Returns the height at the given width.
    pub fn height(&self, width: Mm) -> Mm {
        let [left, above, right, below] = self.space();
        (width - left - right).max(Mm::ZERO).times(self.size.1 / self.size.0) + above + below
    }

    /// Returns the width at the given height.
    pub fn width(&self, height: Mm) -> Mm {
        let [left, above, right, below] = self.space();
        (height - above - below).max(Mm::ZERO).times(self.size.0 / self.size.1) + left + right
    }

    /// Returns the height in steps of the board's coordinates.
    pub fn steps(&self) -> f64 {
        self.size.1 / f64::from(UNIT)
    }

    /// Returns the shapes with the given upper left corner and width.
    pub fn shapes(&self, corner: Spot, width: Mm) -> Vec<Shape> {
        let [left, above, right, _] = self.space();
        let scale = ((width - left - right).millimetres() / self.size.0).max(MIN_SCALE);
        let canvas = Canvas { corner: corner + Spot::new(left, above), scale };
        let mut shapes = Vec::new();
        canvas.group(self.tree.root(), Transform::identity(), 1.0, &mut shapes);
        if let Some(names) = &self.names {
            shapes.extend(names.shapes(&canvas));
        }
        shapes
    }
}

impl Names {
    fn shapes(&self, canvas: &Canvas) -> Vec<Shape> {
        let pen = Pen::new(&self.board, Side::First, self.palette);
        let size = (NAME_SIZE.millimetres() / canvas.scale).round() as i32;
        let ink = Inks::new(self.palette == Palette::Mono).line;
        let name = |((x, y), name): names::PlacedName| {
            let length = |units: i32| Mm::nearest(f64::from(units) * canvas.scale);
            let middle = canvas.corner + Spot::new(length(x - self.corner.0), length(y - self.corner.1));
            let base = middle + Spot::new(Mm::ZERO, NAME_SIZE.times(0.36));
            Some(Shape::centred(base, self.lines.get(&name)?.clone(), ink))
        };
        names::around(&pen, self.margin, size).into_iter().filter_map(name).collect()
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
