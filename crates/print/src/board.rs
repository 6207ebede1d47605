//! Draws a board for paper: true to size, with its border and the names of its points.

use super::border;
use super::inks::{FIRM, HAIR, Inks, STRONG};
use super::measure::{Area, Mm, Spot};
use super::order::Style;
use super::picture::NAME_SIZE;
use super::shapes::{Paint, Shape};
use super::text::{Face, line};
use quirkat_draw::svg::names;
use quirkat_draw::svg::paint::Palette;
use quirkat_draw::svg::pen::{Coordinates, Pen, UNIT};
use quirkat_draw::{Naming, Squares};
use quirkat_rules::{Board, Place, Point, Side};

/// Radius of a counter with the space around it, as a share of the spacing.
const COUNTER: f64 = 0.4;
/// Gap between a board with its names and the border.
const BORDER_GAP: Mm = Mm::whole(1);
/// Maximum type size of the names of points.
const MAX_TYPE_SIZE: Mm = Mm::whole(7);
/// Maximum type size within a square or beside a point, as a share of the spacing.
const MAX_TYPE_SHARE: f64 = 0.62;

/// Distance of the names at the edges from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clearance {
    /// Counters on the outermost points leave the names free.
    Wide,
    /// Names are as close as possible.
    Narrow,
}

/// A board drawn at one spacing, on paper of any size.
pub struct Drawing {
    /// Smallest box around all shapes, in the coordinates of the drawing.
    pub area: Area,
    /// Smallest box around all shapes, and around counters on all points.
    pub table: Area,
    pub shapes: Vec<Shape>,
}

/// Conversion from board coordinates to millimetres, equal in both directions.
#[derive(Clone, Copy)]
pub struct Scale {
    spacing: Mm,
    /// Distance between nearest points, or side of a square, in units of the pen.
    nearest: f64,
}

impl Scale {
    pub fn new(board: &Board, spacing: Mm) -> Scale {
        Scale { spacing, nearest: f64::from(UNIT) * nearest(board) }
    }

    /// Converts a length in units of the pen.
    fn length(self, units: i32) -> Mm {
        self.spacing.times(f64::from(units) / self.nearest)
    }

    /// Converts a length to units of the pen, rounded up.
    fn units(self, length: Mm) -> i32 {
        (length.millimetres() / self.spacing.millimetres() * self.nearest).ceil() as i32
    }

    fn spot(self, (x, y): Coordinates) -> Spot {
        Spot::new(self.length(x), self.length(y))
    }
}

/// Returns the distance between nearest points in board coordinates, or the side of a square.
fn nearest(board: &Board) -> f64 {
    if Squares::of(board).is_some() {
        return 1.0;
    }
    let places: Vec<Place> = board.points().map(|point| board.place(point)).collect();
    let pairs = places.iter().enumerate().flat_map(|(number, &a)| places[..number].iter().map(move |&b| (a, b)));
    let squared = |a: Place, b: Place| i64::from(a.x - b.x).pow(2) + i64::from(a.y - b.y).pow(2);
    pairs.map(|(a, b)| squared(a, b)).min().map_or(1.0, |least| (least as f64).sqrt())
}

/// Returns the places of a board's points in its drawing, by point index.
pub fn spots(board: &Board, spacing: Mm) -> Vec<Spot> {
    let (pen, scale) = (Pen::new(board, Side::First, Palette::Paper), Scale::new(board, spacing));
    board.points().map(|point| scale.spot(pen.at(point))).collect()
}

/// Draws a board with the given spacing.
pub fn drawing(board: &Board, spacing: Mm, style: Style, clearance: Clearance, inks: &Inks) -> Drawing {
    let pen = Pen::new(board, Side::First, Palette::Paper);
    let scale = Scale::new(board, spacing);
    let mut shapes = match pen.squares {
        Some(kind) => squares(&pen, kind, scale, style, inks),
        None => lines(&pen, scale, style, inks),
    };
    let whole = |shapes: &[Shape]| shapes.iter().filter_map(Shape::bounds).reduce(|all, bounds| all.with(&bounds));
    let edge = Area { from: scale.spot(pen.bounds().0), to: scale.spot(pen.bounds().1) };
    let drawn = whole(&shapes).unwrap_or(edge);
    let table = drawn.with(&edge.wider(spacing.times(COUNTER)));
    if style != Style::Engrave {
        let margin = if clearance == Clearance::Wide { table } else { drawn };
        shapes.extend(point_names(&pen, scale, edge.from.x - margin.from.x, inks));
    }
    let table = whole(&shapes).map_or(table, |all| all.with(&table));
    // A border is equally far from opposite edges of the board.
    let aside = (edge.from.x - table.from.x).max(table.to.x - edge.to.x) + BORDER_GAP;
    let above = (edge.from.y - table.from.y).max(table.to.y - edge.to.y) + BORDER_GAP;
    let within = Area { from: edge.from - Spot::new(aside, above), to: edge.to + Spot::new(aside, above) };
    let around = match style {
        Style::Plain | Style::Engrave => vec![],
        Style::Floral => border::floral(&within, spacing, inks),
        Style::Checked => border::checked(&within, spacing, inks),
    };
    shapes.extend(around);
    let area = whole(&shapes).unwrap_or(table);
    Drawing { area, table: table.with(&area), shapes }
}

/// Returns the squares of a board inside their frame. Engraved boards have hatched dark squares.
fn squares(pen: &Pen<'_>, kind: Squares, scale: Scale, style: Style, inks: &Inks) -> Vec<Shape> {
    let half = UNIT / 2;
    let square = |point: Point| {
        let (x, y) = pen.at(point);
        Area { from: scale.spot((x - half, y - half)), to: scale.spot((x + half, y + half)) }
    };
    let ((left, top), (right, bottom)) = pen.bounds();
    let frame = |beyond: i32| Area {
        from: scale.spot((left - beyond, top - beyond)),
        to: scale.spot((right + beyond, bottom + beyond)),
    };
    let line = |a: Coordinates, b: Coordinates| Shape::line(scale.spot(a), scale.spot(b), inks.line, HAIR);
    let upright =
        (left - half..=right + half).step_by(UNIT as usize).map(|x| line((x, top - half), (x, bottom + half)));
    let level = (top - half..=bottom + half).step_by(UNIT as usize).map(|y| line((left - half, y), (right + half, y)));
    if style != Style::Engrave {
        let frames = [(half, STRONG), (half + 6, HAIR)];
        let frames = frames.map(|(beyond, width)| Shape::area(&frame(beyond), Paint::line(inks.line, width)));
        let dark = pen.far_first().into_iter().map(|point| Shape::area(&square(point), Paint::fill(inks.square)));
        return match kind {
            Squares::Chequered => dark.chain(frames).collect(),
            Squares::Plain => upright.chain(level).chain(frames).collect(),
        };
    }
    let dark = pen.board.points().filter(|_| kind == Squares::Chequered);
    let hatched = dark.flat_map(|point| {
        let (x, y) = pen.at(point);
        let (left, right, top, bottom) = (x - half, x + half, y - half, y + half);
        [line((left, y), (x, top)), line((left, bottom), (right, top)), line((x, bottom), (right, y))]
    });
    upright.chain(level).chain(hatched).collect()
}

/// Returns the lines of a board and a dot on every point. Engraved boards have small rings instead of dots.
fn lines(pen: &Pen<'_>, scale: Scale, style: Style, inks: &Inks) -> Vec<Shape> {
    let width = if style == Style::Engrave { HAIR } else { FIRM };
    let line = |line: &Vec<Point>| Shape::Polyline {
        spots: line.iter().map(|&point| scale.spot(pen.at(point))).collect(),
        is_closed: false,
        paint: Paint::line(inks.line, width),
    };
    let dot = match style {
        Style::Engrave => Paint::line(inks.line, HAIR),
        _ => Paint::fill(inks.line),
    };
    let radius = scale.spacing.times(0.05);
    let dots = pen.board.points().map(|point| Shape::circle(scale.spot(pen.at(point)), radius, dot));
    pen.board.lines().iter().map(line).chain(dots).collect()
}

/// Returns the names of the points. `margin` is the distance from the outermost points to names at the edges.
fn point_names(pen: &Pen<'_>, scale: Scale, margin: Mm, inks: &Inks) -> Vec<Shape> {
    let size = scale.length(pen.type_size()).clamp(NAME_SIZE, MAX_TYPE_SIZE);
    let is_at_edges = matches!(pen.naming, Naming::Edges { .. });
    let size = if is_at_edges { size } else { size.min(scale.spacing.times(MAX_TYPE_SHARE)) };
    let [margin, units] = [margin, size].map(|length| scale.units(length));
    let placed = match pen.naming {
        Naming::Inside => names::inside(pen, pen.board, units),
        Naming::Edges { .. } | Naming::Beside { .. } => names::around(pen, margin, units),
    };
    let name = |(at, text): names::PlacedName| {
        let at = scale.spot(at) + Spot::new(Mm::ZERO, size.times(0.36));
        Shape::centred(at, line(&text, Face::Regular, size), inks.line)
    };
    placed.into_iter().map(name).collect()
}
