//! Draws a board for paper: true to size, with its border and the names of its points.

use super::border;
use super::inks::{FIRM, HAIR, Inks, STRONG};
use super::measure::{Area, Mm, Spot};
use super::order::Style;
use super::shapes::{Paint, Shape};
use super::text::{Face, line};
use quirkat_draw::svg::names;
use quirkat_draw::svg::paint::Palette;
use quirkat_draw::svg::pen::{Coordinates, Pen, UNIT};
use quirkat_rules::{Board, Place, Point, Side};

/// Largest type size for the names of points.
const MAX_TYPE_SIZE: Mm = Mm::whole(7);

/// A board drawn at one spacing, on paper of any size.
pub struct Drawing {
    /// Smallest box around all shapes, in the coordinates of the drawing.
    pub area: Area,
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

    fn spot(self, (x, y): Coordinates) -> Spot {
        Spot::new(self.length(x), self.length(y))
    }
}

/// Returns the distance between nearest points in board coordinates, or the side of a square.
fn nearest(board: &Board) -> f64 {
    if quirkat_draw::is_chequered(board) {
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
pub fn drawing(board: &Board, spacing: Mm, style: Style, inks: &Inks) -> Drawing {
    let pen = Pen::new(board, Side::First, Palette::Paper);
    let scale = Scale::new(board, spacing);
    let mut shapes = if pen.is_chequered { squares(&pen, scale, style, inks) } else { lines(&pen, scale, style, inks) };
    if style != Style::Engrave {
        shapes.extend(point_names(&pen, scale, inks));
    }
    let frame = if style == Style::Engrave { tight(&pen) } else { pen.frame() };
    let area =
        |[x, y, width, height]: [i32; 4]| Area::new(scale.spot((x, y)), scale.length(width), scale.length(height));
    let within = shapes.iter().filter_map(Shape::bounds).fold(area(frame), |all, bounds| all.with(&bounds));
    let around = match style {
        Style::Plain | Style::Engrave => vec![],
        Style::Floral => border::floral(&within, spacing, inks),
        Style::Checked => border::checked(&within, spacing, inks),
    };
    let area = around.iter().filter_map(Shape::bounds).fold(within, |all, bounds| all.with(&bounds));
    shapes.extend(around);
    Drawing { area, shapes }
}

/// Returns the box of a board without names, in units of the pen.
fn tight(pen: &Pen<'_>) -> [i32; 4] {
    let ((left, top), (right, bottom)) = pen.bounds();
    let margin = UNIT / 2;
    [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin]
}

/// Returns the squares of a chequered board inside their frame. Engraved boards have hatched dark squares.
fn squares(pen: &Pen<'_>, scale: Scale, style: Style, inks: &Inks) -> Vec<Shape> {
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
    if style != Style::Engrave {
        let dark = pen.far_first().into_iter().map(|point| Shape::area(&square(point), Paint::fill(inks.square)));
        let frames = [(half, STRONG), (half + 6, HAIR)];
        let frames = frames.map(|(beyond, width)| Shape::area(&frame(beyond), Paint::line(inks.line, width)));
        return dark.chain(frames).collect();
    }
    let line = |a: Coordinates, b: Coordinates| Shape::line(scale.spot(a), scale.spot(b), inks.line, HAIR);
    let upright =
        (left - half..=right + half).step_by(UNIT as usize).map(|x| line((x, top - half), (x, bottom + half)));
    let level = (top - half..=bottom + half).step_by(UNIT as usize).map(|y| line((left - half, y), (right + half, y)));
    let hatched = pen.board.points().flat_map(|point| {
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

/// Returns the names of the points, at the same places as in drawings for screens.
fn point_names(pen: &Pen<'_>, scale: Scale, inks: &Inks) -> Vec<Shape> {
    let size = scale.length(pen.type_size()).min(MAX_TYPE_SIZE);
    let name = |(at, text): (Coordinates, String)| {
        // Digits and most letters are about two thirds as high as their type size.
        let at = scale.spot(at) + Spot::new(Mm::ZERO, size.times(0.34));
        Shape::centred(at, line(&text, Face::Regular, size), inks.line)
    };
    names::placed(pen).into_iter().map(name).collect()
}
