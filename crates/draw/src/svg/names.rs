//! Names of the points: at the edges, in the squares, or beside each point.

use super::pen::{Coordinates, Pen, UNIT};
use crate::names::Naming;
use quirkat_rules::Point;

/// Offset from the middle of a square to the middle of the number in its upper left corner.
const CORNER: Coordinates = (-36, -39);

/// Draws all names as SVG.
pub fn names(pen: &Pen<'_>) -> String {
    placed(pen).iter().map(|(at, name)| draw_name(pen, *at, name)).collect()
}

/// Returns all names with the positions of their middles.
pub fn placed(pen: &Pen<'_>) -> Vec<(Coordinates, String)> {
    let ((left, _), (_, bottom)) = pen.bounds();
    let named = |at: Coordinates, name: &str| (at, name.to_owned());
    match &pen.naming {
        Naming::Edges { columns, rows } => {
            let beyond = if pen.is_chequered { 72 } else { 68 };
            let below = columns.iter().map(|(&x, name)| named((pen.across(x), bottom + beyond), name));
            let beside = rows.iter().map(|(&y, name)| named((left - beyond, pen.down(y)), name));
            below.chain(beside).collect()
        }
        Naming::Inside => {
            let corner = |point: Point| {
                let (x, y) = pen.at(point);
                named((x + CORNER.0, y + CORNER.1), pen.board.name(point))
            };
            pen.board.points().map(corner).collect()
        }
        Naming::Beside { .. } => {
            let edges = pen.board.edges().into_iter().map(|(a, b)| (pen.at(a), pen.at(b))).collect::<Vec<_>>();
            pen.board
                .points()
                .map(|point| named(find_free_position(pen, &edges, point), pen.board.name(point)))
                .collect()
        }
    }
}

/// Draws a name with its middle at a position.
fn draw_name(pen: &Pen<'_>, (x, y): Coordinates, name: &str) -> String {
    // Digits and most letters are about two thirds as high as their type size.
    format!("<text x=\"{x}\" y=\"{}\">{name}</text>\n", y + pen.letter_size() / 3)
}

/// Finds a free position beside a point: above or below it, away from the middle, if there is room; otherwise where
/// there is most room.
fn find_free_position(pen: &Pen<'_>, edges: &[(Coordinates, Coordinates)], point: Point) -> Coordinates {
    const ROOMY: f64 = 22.0;
    let (x, y) = pen.at(point);
    let ((_, top), (_, bottom)) = pen.bounds();
    let away = if 2 * y <= top + bottom { -1 } else { 1 };
    let (far, slant) = (pen.radius + 19, pen.radius + 4);
    let upright = [(0, away * far), (0, -away * far)];
    let level = [(far + 4, 0), (-far - 4, 0)];
    let slanting = [(slant, away * slant), (-slant, away * slant), (slant, -away * slant), (-slant, -away * slant)];
    let places: Vec<Coordinates> =
        upright.into_iter().chain(level).chain(slanting).map(|(right, down)| (x + right, y + down)).collect();
    let others = || pen.board.points().filter(|&other| other != point).map(|other| pen.at(other));
    let room = |at: Coordinates| {
        let lines = edges.iter().map(|&(a, b)| distance(at, a, b));
        let pieces = others().map(|other| distance(at, other, other) - f64::from(pen.radius));
        lines.chain(pieces).fold(f64::from(UNIT), f64::min)
    };
    let most = || places.iter().copied().max_by(|&a, &b| room(a).total_cmp(&room(b)));
    places.iter().copied().find(|&at| room(at) >= ROOMY).or_else(most).unwrap_or((x, y))
}

/// Returns the distance from a position to the nearest position between two others.
fn distance(at: Coordinates, a: Coordinates, b: Coordinates) -> f64 {
    let [(x, y), (ax, ay), (bx, by)] = [at, a, b].map(|(x, y)| (f64::from(x), f64::from(y)));
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 { (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - share * dx).hypot(y - ay - share * dy)
}
