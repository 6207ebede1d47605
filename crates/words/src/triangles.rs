//! Describes the triangles that the sides fill at the start, on boards that have them.

use super::board::{self, Flank};
use super::places::owner;
use super::speech::{Rule, Speech};
use super::texts::{number, text};
use quirkat_rules::{OptionKey, Point, Ruleset, Side};

/// Returns the triangles and the rows of the square that each side fills, if both fill the same ones and have no other
/// pieces.
pub fn rule(say: &Speech<'_>) -> Option<Rule> {
    let [first, second] = Side::BOTH.map(|side| triangles_of(say.ruleset, side));
    let (flanks, rows) = first.filter(|first| second.as_ref() == Some(first))?;
    let triangle = |flank| {
        let key = match flank {
            Flank::Near => "places.triangle_near",
            Flank::Far => "places.triangle_far",
            Flank::Left => "places.triangle_left",
            Flank::Right => "places.triangle_right",
        };
        say.text(key, &[])
    };
    let mut parts: Vec<_> = flanks.into_iter().map(triangle).collect();
    parts.push(say.text("places.square_rows", &[number("rows", rows)]));
    let parts = text("parts", say.grammar().list(&parts));
    Some(say.rule(&say.stated(&[OptionKey::SideTriangle]), "places.triangles", &[parts]))
}

/// Returns the triangles that a side fills, as it sees them, and the number of rows of the square from its own end.
fn triangles_of(ruleset: &Ruleset, side: Side) -> Option<(Vec<Flank>, usize)> {
    let board = &ruleset.board;
    let owns = |point: &Point| owner(ruleset, *point) == Some(side);
    let full: Vec<_> = board::triangles(board).into_iter().filter(|(_, points)| points.iter().all(owns)).collect();
    let mut flanks: Vec<_> = full.iter().map(|(flank, _)| flank.seen_by(side)).collect();
    flanks.sort_unstable();
    let row = |number: i32| {
        let y = match side {
            Side::First => number,
            Side::Second => 4 - number,
        };
        board.points().filter(move |&point| board.place(point).y == y && (0..5).contains(&board.place(point).x))
    };
    let rows = (0..5).take_while(|&number| row(number).all(|point| owns(&point))).count();
    let mut points_of_triangles: Vec<Point> = full.iter().flat_map(|(_, points)| points.iter().copied()).collect();
    points_of_triangles.extend((0..rows as i32).flat_map(row));
    points_of_triangles.sort_unstable();
    points_of_triangles.dedup();
    let all = board.points().filter(|point| owns(point)).count();
    (!flanks.is_empty() && rows > 1 && points_of_triangles.len() == all).then_some((flanks, rows))
}
