//! Describes how the points of a board are named, so that a reader can find each of them.

use super::board::Kind;
use super::speech::Speech;
use super::texts::{digits, text};
use quirkat_rules::{Place, Point, Side};

/// Returns the names of two opposite points, or the direction in which the points are numbered.
pub fn names(say: &Speech<'_>) -> Option<String> {
    let board = &say.ruleset.board;
    let rows = board.rows();
    let (far, near) = (rows.first()?, rows.last()?);
    let side = say.side("side", Side::First);
    let is_numbered = board.points().all(|point| board.name(point).parse::<usize>().is_ok());
    if is_numbered {
        let from_far = far.iter().any(|&point| board.name(point) == "1");
        let key = if from_far { "naming.numbered_from_far" } else { "naming.numbered_from_near" };
        return Some(say.text(key, &[side, digits("last", board.len())]));
    }
    match Kind::of(board) {
        Kind::Triangles(_) => return square_names(say, 4),
        Kind::TrianglesAtCorners => return square_names(say, 8),
        Kind::Strip { .. } => return Some(strip_names(say, &rows)),
        Kind::Chequered { .. }
        | Kind::Squares { .. }
        | Kind::Rectangle { .. }
        | Kind::Centred { .. }
        | Kind::Mill
        | Kind::Other => {}
    }
    let (low, high) = board.bounds();
    let (first, last) = (board.place(*near.first()?), board.place(*far.last()?));
    let (key, points): (_, &[(_, &Point)]) = match (&far[..], &near[..]) {
        // A row of one point is the apex of a triangle.
        ([top], [bottom]) if rows.len() > 1 => ("naming.from_top", &[("top", top), ("bottom", bottom)]),
        ([apex], [left, .., right]) => ("naming.far_apex", &[("apex", apex), ("left", left), ("right", right)]),
        ([left, .., right], [apex]) => ("naming.near_apex", &[("apex", apex), ("left", left), ("right", right)]),
        _ if first.x == low.x && last.x == high.x => {
            ("naming.from_the_left", &[("left", near.first()?), ("right", far.last()?)])
        }
        _ => ("naming.from_the_right", &[("left", far.first()?), ("right", near.last()?)]),
    };
    let slots: Vec<_> = points.iter().map(|(slot, point)| text(slot, board.name(**point))).collect();
    Some(say.text(key, &[vec![side], slots].concat()))
}

/// Returns the names of two opposite corners of the square between the triangles; `width` is the number of its columns.
fn square_names(say: &Speech<'_>, width: i32) -> Option<String> {
    let board = &say.ruleset.board;
    let name = |at| Some(board.name(board.points().find(|&point| board.place(point) == at)?));
    let (left, right) = (name(Place { x: 0, y: 0 })?, name(Place { x: width, y: width })?);
    Some(say.text("naming.square", &[say.side("side", Side::First), text("left", left), text("right", right)]))
}

/// Returns the names of the outermost points of the three rows of a strip.
fn strip_names(say: &Speech<'_>, rows: &[Vec<Point>]) -> String {
    let name = |point: Option<&Point>| point.map(|&point| say.ruleset.board.name(point)).unwrap_or_default();
    let ends = |row: &Vec<Point>| format!("{}–{}", name(row.first()), name(row.last()));
    let ends: Vec<_> = rows.iter().rev().map(ends).collect();
    say.text("naming.strip", &[say.side("side", Side::First), text("rows", say.grammar().list(&ends))])
}
