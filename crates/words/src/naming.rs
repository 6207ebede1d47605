//! How the points of a board are named: enough for a person to find each of them.

use super::board::Kind;
use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::Speech;
use quirkat_rules::Side;
use quirkat_rules::{Board, Place, Point};

/// How the points are named: the names of two that lie at opposite ends, or the way in which they are numbered.
pub fn names(say: &Speech<'_>) -> Option<(String, String)> {
    let board = &say.ruleset.board;
    let rows = board.rows();
    let (far, near) = (rows.first()?, rows.last()?);
    let is_numbered = board.points().all(|point| board.name(point).parse::<usize>().is_ok());
    let (en_side, es_side) =
        (English::of(say.ruleset, Side::First).owning(), Spanish::of(say.ruleset, Side::First).of_the());
    if is_numbered {
        let from_far = far.iter().any(|&point| board.name(point) == "1");
        let last = board.len();
        return Some(if from_far {
            (
                format!(
                    " They are numbered as seen from {en_side} side, from 1 in the farthest row to {last} in the nearest, each \
                     row from left to right."
                ),
                format!(
                    " Se numeran como se ven desde el lado {es_side}, del 1 en la fila más lejana al {last} en la más próxima, \
                     cada fila de izquierda a derecha."
                ),
            )
        } else {
            (
                format!(
                    " They are numbered as seen from {en_side} side, from 1 in the nearest row to {last} in the farthest, each \
                     row from right to left."
                ),
                format!(
                    " Se numeran como se ven desde el lado {es_side}, del 1 en la fila más próxima al {last} en la más lejana, \
                     cada fila de derecha a izquierda."
                ),
            )
        });
    }
    match Kind::of(board) {
        Kind::Triangles(_) => return square_names(say, &en_side, &es_side),
        Kind::Strip { .. } => return Some(strip_names(board, &rows, &en_side, &es_side)),
        Kind::Chequered { .. }
        | Kind::Squares { .. }
        | Kind::Rectangle { .. }
        | Kind::Centred { .. }
        | Kind::Mill
        | Kind::Other => {}
    }
    let (low, high) = board.bounds();
    let (first, last) = (board.place(*near.first()?), board.place(*far.last()?));
    let corners = (first.x - low.x, high.x - last.x);
    let (left, right) = (board.name(*near.first()?), board.name(*far.last()?));
    let and = spanish::and(right);
    match corners {
        (0, 0) => Some((
            format!(" Seen from {en_side} side, {left} is at the bottom left and {right} at the top right."),
            format!(
                " Visto desde el lado {es_side}, {left} queda abajo a la izquierda {and} {right} arriba a la derecha."
            ),
        )),
        _ => {
            let (right, left) = (board.name(*near.last()?), board.name(*far.first()?));
            Some((
                format!(" Seen from {en_side} side, {right} is at the bottom right and {left} at the top left."),
                format!(
                    " Visto desde el lado {es_side}, {right} queda abajo a la derecha y {left} arriba a la izquierda."
                ),
            ))
        }
    }
}

/// The names of two opposite corners of the square between the triangles.
fn square_names(say: &Speech<'_>, en_side: &str, es_side: &str) -> Option<(String, String)> {
    let board = &say.ruleset.board;
    let name = |at| Some(board.name(board.points().find(|&point| board.place(point) == at)?));
    let (left, right) = (name(Place { x: 0, y: 0 })?, name(Place { x: 4, y: 4 })?);
    Some((
        format!(
            " Seen from {en_side} side, the corners of the square at the bottom left and the top right are {left} and {right}."
        ),
        format!(
            " Visto desde el lado {es_side}, las esquinas del cuadrado abajo a la izquierda y arriba a la derecha son {left} {} \
             {right}.",
            spanish::and(right)
        ),
    ))
}

/// The names of the outermost points of the three rows of a strip.
fn strip_names(board: &Board, rows: &[Vec<Point>], en_side: &str, es_side: &str) -> (String, String) {
    let ends = |row: &Vec<Point>| {
        let name = |point: Option<&Point>| point.map(|&point| board.name(point)).unwrap_or_default();
        format!("{}–{}", name(row.first()), name(row.last()))
    };
    let ends: Vec<_> = rows.iter().rev().map(ends).collect();
    let ends: Vec<_> = ends.iter().map(String::as_str).collect();
    (
        format!(
            " Seen from {en_side} side, the rows are {} from near to far, each from left to right.",
            english::list(&ends)
        ),
        format!(
            " Vistas desde el lado {es_side}, las filas son {}, de la más próxima a la más lejana, y cada una va de izquierda a \
             derecha.",
            spanish::list(&ends)
        ),
    )
}
