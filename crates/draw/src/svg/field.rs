//! The board: its background, its squares or lines, and its points.

use super::paint::Tint;
use super::pen::{Coordinates, Pen, UNIT, path_data};
use super::texture;
use crate::squares::Squares;
use quirkat_rules::Point;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Draws the background of the whole drawing: its material, and its bevel lit from the upper left. It does not turn
/// with the board.
pub fn ground(pen: &Pen<'_>, [x, y, width, height]: [i32; 4]) -> String {
    let area = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"14\"");
    if !pen.palette.is_solid() {
        return format!("<rect {area} fill=\"{}\"/>\n", pen.paint(Tint::Field));
    }
    let mut drawn = format!("<rect {area} fill=\"url(#q-light)\"/>\n");
    for (id, display) in texture::ids(pen) {
        let _ = writeln!(drawn, "<rect {area} fill=\"url(#{id})\"{display}/>");
    }
    let Some(display) = pen.palette.bevel() else { return drawn };
    let (x, y, width, height) = (x + 2, y + 2, width - 4, height - 4);
    drawn
        + &format!(
            "<rect{display} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"none\" \
             stroke=\"url(#q-bevel)\" stroke-width=\"4\"/>\n"
        )
}

/// Draws the squares of a board in their frame: the dark squares of a chequered board, or lines between squares of one
/// colour.
pub fn field(pen: &Pen<'_>) -> String {
    let Some(kind) = pen.squares else { return String::new() };
    // Two rules surround the squares, a strong and a fine one, in the manner of printers.
    let (light, dark) = (pen.paint(Tint::LightSquare), pen.paint(Tint::DarkSquare));
    let line = pen.paint(Tint::Line);
    let mut drawn = format!(
        "<rect {} fill=\"none\" stroke=\"{line}\"/>\n\
         <rect {} fill=\"{light}\" stroke=\"{line}\" stroke-width=\"6\"/>\n",
        box_attributes(pen, 58),
        box_attributes(pen, 53),
    );
    let textures = texture::ids(pen);
    for (id, display) in &textures {
        let _ = writeln!(drawn, "<rect {} fill=\"url(#{id})\"{display}/>", box_attributes(pen, 50));
    }
    if kind == Squares::Plain {
        return drawn + &format!("<path fill=\"none\" stroke=\"{line}\" stroke-width=\"3\" d=\"{}\"/>\n", between(pen));
    }
    let all = squares(pen, &pen.far_first());
    let _ = writeln!(drawn, "<path fill=\"{dark}\" d=\"{all}\"/>");
    for (id, display) in &textures {
        let _ = writeln!(drawn, "<path fill=\"url(#{id})\"{display} d=\"{all}\"/>");
    }
    drawn
}

/// Returns the attributes of a box that extends the outermost points by a distance.
fn box_attributes(pen: &Pen<'_>, beyond: i32) -> String {
    let ((left, top), (right, bottom)) = pen.bounds();
    let (width, height) = (right - left + 2 * beyond, bottom - top + 2 * beyond);
    format!("x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"", left - beyond, top - beyond)
}

/// Returns the squares around points as path data.
fn squares(pen: &Pen<'_>, points: &[Point]) -> String {
    let square = |&point: &Point| {
        let (x, y) = pen.at(point);
        format!("M{} {}h{UNIT}v{UNIT}h-{UNIT}z", x - UNIT / 2, y - UNIT / 2)
    };
    points.iter().map(square).collect()
}

/// Returns the lines between squares as path data.
fn between(pen: &Pen<'_>) -> String {
    let ((left, top), (right, bottom)) = pen.bounds();
    let half = UNIT / 2;
    let places = |from: i32, to: i32| (from + half..to).step_by(UNIT as usize);
    let upright = places(left, right).map(|x| format!("M{x} {}V{}", top - half, bottom + half));
    upright.chain(places(top, bottom).map(|y| format!("M{} {y}H{}", left - half, right + half))).collect()
}

/// Offset of the lit edge of a line, away from the light.
pub const GLINT: i32 = 2;

/// Returns the lines of a board as path data, the open ones and the ones with a closed end.
fn ways(pen: &Pen<'_>, closed: &BTreeSet<Point>, beside: i32) -> (String, String) {
    let (mut open, mut shut) = (String::new(), String::new());
    for line in pen.board.lines() {
        let is_shut = |edge: &[Point]| edge.iter().any(|point| closed.contains(point));
        let edges: Vec<&[Point]> = line.windows(2).collect();
        for run in edges.chunk_by(|a, b| is_shut(a) == is_shut(b)) {
            let points = run.iter().map(|edge| edge[0]).chain(run.last().map(|edge| edge[1]));
            let places: Vec<Coordinates> =
                points.map(|point| pen.at(point)).map(|(x, y)| (x + beside, y + beside)).collect();
            let data = if is_shut(run[0]) { &mut shut } else { &mut open };
            *data += &path_data(&places);
        }
    }
    (open, shut)
}

/// Draws the lines of a board without squares; lines with a closed end are faint.
pub fn lines(pen: &Pen<'_>, closed: &BTreeSet<Point>) -> String {
    if pen.squares.is_some() {
        return String::new();
    }
    let (open, shut) = ways(pen, closed, 0);
    let faint = if shut.is_empty() { shut } else { format!("<path opacity=\".3\" d=\"{shut}\"/>\n") };
    if open.is_empty() { faint } else { format!("{faint}<path d=\"{open}\"/>\n") }
}

/// Draws the lit edges of the lines, which look engraved.
pub fn glint(pen: &Pen<'_>, closed: &BTreeSet<Point>) -> String {
    if pen.squares.is_some() || !pen.palette.is_solid() {
        return String::new();
    }
    let (open, _) = ways(pen, closed, GLINT);
    if open.is_empty() { open } else { format!("<path d=\"{open}\"/>\n") }
}

/// Draws a dot on every point of a board of lines, a veil over closed squares, and a cross on everything closed.
pub fn points(pen: &Pen<'_>, closed: &BTreeSet<Point>) -> String {
    let mut drawn = String::new();
    if pen.squares.is_none() {
        for point in pen.board.points().filter(|point| !closed.contains(point)) {
            let (x, y) = pen.at(point);
            drawn += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6\"/>\n");
        }
    }
    if closed.is_empty() {
        return drawn;
    }
    let closed: Vec<_> = closed.iter().copied().collect();
    if pen.squares.is_some() {
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

/// Returns a cross with arms of a given length as path data.
pub fn cross((x, y): Coordinates, arm: i32) -> String {
    let width = 2 * arm;
    format!("M{} {}l{width} {width}m0 -{width}l-{width} {width}", x - arm, y - arm)
}
