//! The board itself: its ground, its squares or lines, its points.

use super::paint::Tint;
use super::pen::{At, Pen, UNIT, way};
use quirkat_rules::Point;
use std::collections::BTreeSet;

/// The ground of the whole drawing, and on it the squares of a chequered board in their frame.
pub fn field(pen: &Pen<'_>, [x, y, width, height]: [i32; 4]) -> String {
    let ground = format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"{}\"/>\n",
        pen.paint(Tint::Field)
    );
    if !pen.is_chequered {
        return ground;
    }
    // Two rules around the squares, a strong and a fine one, as printers set them.
    let (light, dark) = (pen.paint(Tint::LightSquare), pen.paint(Tint::DarkSquare));
    let line = pen.paint(Tint::Line);
    let all: Vec<_> = pen.far_first();
    format!(
        "{ground}<rect {} fill=\"none\" stroke=\"{line}\"/>\n\
         <rect {} fill=\"{light}\" stroke=\"{line}\" stroke-width=\"6\"/>\n<path fill=\"{dark}\" d=\"{}\"/>\n",
        sized(pen, 58),
        sized(pen, 53),
        squares(pen, &all)
    )
}

/// The attributes of a box so far beyond the outermost points.
fn sized(pen: &Pen<'_>, beyond: i32) -> String {
    let ((left, top), (right, bottom)) = pen.bounds();
    let (width, height) = (right - left + 2 * beyond, bottom - top + 2 * beyond);
    format!("x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"", left - beyond, top - beyond)
}

/// The squares around some points, as the data of a path.
fn squares(pen: &Pen<'_>, points: &[Point]) -> String {
    let square = |&point: &Point| {
        let (x, y) = pen.at(point);
        format!("M{} {}h{UNIT}v{UNIT}h-{UNIT}z", x - UNIT / 2, y - UNIT / 2)
    };
    points.iter().map(square).collect()
}

/// The lines of a board that is not chequered; faint where one of the ends is closed.
pub fn lines(pen: &Pen<'_>, closed: &BTreeSet<Point>) -> String {
    if pen.is_chequered {
        return String::new();
    }
    let (mut open, mut shut) = (String::new(), String::new());
    for line in pen.board.lines() {
        let is_shut = |edge: &[Point]| edge.iter().any(|point| closed.contains(point));
        let edges: Vec<&[Point]> = line.windows(2).collect();
        for run in edges.chunk_by(|a, b| is_shut(a) == is_shut(b)) {
            let points = run.iter().map(|edge| edge[0]).chain(run.last().map(|edge| edge[1]));
            let places: Vec<At> = points.map(|point| pen.at(point)).collect();
            let data = if is_shut(run[0]) { &mut shut } else { &mut open };
            *data += &way(&places);
        }
    }
    let faint = if shut.is_empty() { shut } else { format!("<path opacity=\".3\" d=\"{shut}\"/>\n") };
    if open.is_empty() { faint } else { format!("{faint}<path d=\"{open}\"/>\n") }
}

/// A dot on every point of a board of lines; a veil over closed squares; a cross on everything closed.
pub fn points(pen: &Pen<'_>, closed: &BTreeSet<Point>) -> String {
    let mut drawn = String::new();
    if !pen.is_chequered {
        for point in pen.board.points().filter(|point| !closed.contains(point)) {
            let (x, y) = pen.at(point);
            drawn += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6\"/>\n");
        }
    }
    if closed.is_empty() {
        return drawn;
    }
    let closed: Vec<_> = closed.iter().copied().collect();
    if pen.is_chequered {
        drawn +=
            &format!("<path fill=\"{}\" opacity=\".6\" d=\"{}\"/>\n", pen.paint(Tint::Field), squares(pen, &closed));
    }
    let crosses: String = closed.iter().map(|&point| cross(pen.at(point), 13)).collect();
    drawn
        + &format!(
            "<path class=\"q-closed\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\" d=\"{crosses}\"/>\n",
            pen.paint(Tint::Line)
        )
}

/// A cross with arms of this width, as the data of a path.
pub fn cross((x, y): At, arm: i32) -> String {
    let width = 2 * arm;
    format!("M{} {}l{width} {width}m0 -{width}l-{width} {width}", x - arm, y - arm)
}
