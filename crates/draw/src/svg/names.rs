//! Names of the points: at the edges, in the squares, or beside each point.

use super::pen::{Coordinates, Pen, UNIT};
use crate::names::Naming;
use quirkat_rules::{Board, Point};

/// Offset from the middle of a square to the middle of the number in its upper left corner, if the number is small.
const CORNER: Coordinates = (-36, -39);

/// Draws all names as SVG. On paper the names are not part of the drawing: see [`around`].
pub fn names(pen: &Pen<'_>) -> String {
    if !pen.palette.is_solid() {
        return String::new();
    }
    placed(pen).iter().map(|(at, name)| draw_name(pen, *at, name)).collect()
}

/// Returns all names with the positions of their middles, for screens.
fn placed(pen: &Pen<'_>) -> Vec<PlacedName> {
    let ((left, _), (_, bottom)) = pen.bounds();
    match &pen.naming {
        Naming::Edges { columns, rows } => {
            let beyond = if pen.squares.is_some() { 72 } else { 68 };
            let below = columns.iter().map(|(&x, name)| ((pen.across(x), bottom + beyond), name.clone()));
            let beside = rows.iter().map(|(&y, name)| ((left - beyond, pen.down(y)), name.clone()));
            below.chain(beside).collect()
        }
        Naming::Inside => inside(pen, pen.board, pen.letter_size()),
        Naming::Beside { .. } => beside(pen, pen.letter_size()),
    }
}

/// Draws the names of the squares in the other notation of a chequered board as SVG; nothing on other boards.
pub fn other_names(pen: &Pen<'_>) -> String {
    let Some(other) = pen.board.in_other_notation() else { return String::new() };
    inside(pen, &other, pen.letter_size()).iter().map(|(at, name)| draw_name(pen, *at, name)).collect()
}

/// A name with the position of its middle.
pub type PlacedName = (Coordinates, String);

/// Returns the names that `board` gives to the squares, in their corners and in type of the given size.
pub fn inside(pen: &Pen<'_>, board: &Board, size: i32) -> Vec<PlacedName> {
    let corner = |point: Point| {
        let ((x, y), name) = (pen.at(point), board.name(point));
        let right = CORNER.0.max(5 - UNIT / 2 + size * WIDTH * name.len() as i32 / 200);
        let down = CORNER.1.max(5 - UNIT / 2 + size * HEIGHT / 200);
        ((x + right, y + down), name.to_owned())
    };
    pen.board.points().map(corner).collect()
}

/// Returns the names beside their points.
fn beside(pen: &Pen<'_>, size: i32) -> Vec<PlacedName> {
    let edges = pen.board.edges().into_iter().map(|(a, b)| (pen.at(a), pen.at(b))).collect::<Vec<_>>();
    let named = |point| (find_free_position(pen, &edges, point, size), pen.board.name(point).to_owned());
    pen.board.points().map(named).collect()
}

/// Height of a digit, in hundredths of the type size.
const HEIGHT: i32 = 72;
/// Width of a digit and of most letters, in hundredths of the type size.
const WIDTH: i32 = 58;
/// Depth of a letter below its line, in hundredths of the type size.
const DEPTH: i32 = 24;
/// Gap between a board and its names, in hundredths of the type size.
const GAP: i32 = 30;

/// Returns the names around a board on paper in type of the given size. `margin` is the distance from the outermost
/// points to the names. Numbers of squares are at all four edges. Where names are too close to each other, some are
/// missing.
pub fn around(pen: &Pen<'_>, margin: i32, size: i32) -> Vec<PlacedName> {
    let ((left, top), (right, bottom)) = pen.bounds();
    let share = |hundredths: i32| size * hundredths / 100;
    let width = |name: &str| share(WIDTH) * name.len() as i32;
    let away = margin + share(GAP + HEIGHT / 2);
    let level = |row: Vec<(i32, String)>, y: i32| {
        let gap = row.iter().map(|(_, name)| width(name)).max().unwrap_or(0) + share(34);
        thinned(row, gap).into_iter().map(move |(x, name)| ((x, y), name))
    };
    let upright = |column: Vec<(i32, String)>, x: i32| {
        thinned(column, share(HEIGHT + 34)).into_iter().map(move |(y, name)| ((x, y), name))
    };
    let beyond = |names: &[(i32, String)]| {
        margin + share(GAP) + names.iter().map(|(_, name)| width(name)).max().unwrap_or(0) / 2
    };
    match &pen.naming {
        Naming::Edges { columns, rows } => {
            let columns = columns.iter().map(|(&x, name)| (pen.across(x), name.clone())).collect();
            let rows: Vec<_> = rows.iter().map(|(&y, name)| (pen.down(y), name.clone())).collect();
            let x = left - beyond(&rows);
            level(columns, bottom + away).chain(upright(rows, x)).collect()
        }
        Naming::Inside => {
            let on = |is_there: &dyn Fn(Coordinates) -> bool, is_row: bool| -> Vec<(i32, String)> {
                let points = pen.board.points().map(|point| (pen.at(point), pen.board.name(point).to_owned()));
                let there = points.filter(|(at, _)| is_there(*at));
                there.map(|((x, y), name)| (if is_row { x } else { y }, name)).collect()
            };
            let [first, last] = [left, right].map(|edge| on(&|(x, _)| x == edge, false));
            let [far, near] = [top, bottom].map(|edge| on(&|(_, y)| y == edge, true));
            let (before, behind) = (left - beyond(&first), right + beyond(&last));
            let rows = level(far, top - away).chain(level(near, bottom + away));
            rows.chain(upright(first, before)).chain(upright(last, behind)).collect()
        }
        Naming::Beside { .. } => {
            let mut kept: Vec<PlacedName> = Vec::new();
            for (at, name) in beside(pen, size) {
                let is_over = |(other, word): &PlacedName| {
                    let apart = (width(&name) + width(word)) / 2 + share(WIDTH / 2);
                    (at.0 - other.0).abs() < apart && (at.1 - other.1).abs() < share(HEIGHT + DEPTH)
                };
                if !kept.iter().any(is_over) {
                    kept.push((at, name));
                }
            }
            kept
        }
    }
}

/// Returns the space that the names around a board take on paper: left, above, right and below, in hundredths of the
/// type size.
pub fn space_around(pen: &Pen<'_>) -> [i32; 4] {
    let longest = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0) as i32;
    let beside = |length: i32| GAP + WIDTH * length + 6;
    let below = GAP + HEIGHT + 6;
    match &pen.naming {
        Naming::Edges { rows, .. } => [beside(longest(&mut rows.values().map(String::len))), 0, 0, below + DEPTH],
        Naming::Inside => {
            let wide = beside(longest(&mut pen.board.points().map(|point| pen.board.name(point).len())));
            [wide, below, wide, below]
        }
        Naming::Beside { longest } => {
            let wide = beside(*longest as i32);
            [wide, below, wide, below + DEPTH]
        }
    }
}

/// Keeps the first name and those that follow at this distance or more.
fn thinned(names: Vec<(i32, String)>, gap: i32) -> Vec<(i32, String)> {
    let closest = names.windows(2).map(|pair| (pair[1].0 - pair[0].0).abs()).min().unwrap_or(gap).max(1);
    let step = (gap + closest - 1) / closest;
    names.into_iter().step_by(step.max(1) as usize).collect()
}

/// Draws a name with its middle at a position.
fn draw_name(pen: &Pen<'_>, (x, y): Coordinates, name: &str) -> String {
    // Digits and most letters are about two thirds as high as their type size.
    format!("<text x=\"{x}\" y=\"{}\">{name}</text>\n", y + pen.letter_size() / 3)
}

/// Finds a free position beside a point: above or below it, away from the middle, if there is room; otherwise where
/// there is most room.
fn find_free_position(pen: &Pen<'_>, edges: &[(Coordinates, Coordinates)], point: Point, size: i32) -> Coordinates {
    let roomy = f64::from(size * 55 / 100).max(22.0);
    let (x, y) = pen.at(point);
    let half = [WIDTH * pen.board.name(point).len() as i32, HEIGHT].map(|share| size * share / 200);
    let ((_, top), (_, bottom)) = pen.bounds();
    let away = if 2 * y <= top + bottom { -1 } else { 1 };
    let radius = pen.radius;
    let (far, side) = ((radius + 19).max(radius + 9 + half[1]), (radius + 23).max(radius + 9 + half[0]));
    let [right, down] = half.map(|half| (radius + 4).max(radius * 3 / 4 + 5 + half));
    let upright = [(0, away * far), (0, -away * far)];
    let level = [(side, 0), (-side, 0)];
    let slanting = [(right, away * down), (-right, away * down), (right, -away * down), (-right, -away * down)];
    let places: Vec<Coordinates> =
        upright.into_iter().chain(level).chain(slanting).map(|(right, down)| (x + right, y + down)).collect();
    let others = || pen.board.points().filter(|&other| other != point).map(|other| pen.at(other));
    let room = |at: Coordinates| {
        let lines = edges.iter().map(|&(a, b)| distance(at, a, b));
        let pieces = others().map(|other| distance(at, other, other) - f64::from(pen.radius));
        lines.chain(pieces).fold(f64::from(UNIT), f64::min)
    };
    let most = || places.iter().copied().max_by(|&a, &b| room(a).total_cmp(&room(b)));
    places.iter().copied().find(|&at| room(at) >= roomy).or_else(most).unwrap_or((x, y))
}

/// Returns the distance from a position to the nearest position between two others.
fn distance(at: Coordinates, a: Coordinates, b: Coordinates) -> f64 {
    let [(x, y), (ax, ay), (bx, by)] = [at, a, b].map(|(x, y)| (f64::from(x), f64::from(y)));
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 { (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - share * dx).hypot(y - ay - share * dy)
}
