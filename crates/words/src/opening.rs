//! Sentences on the phases before the usual turns: stones that leave a full board, pieces that are placed, a handicap.

use super::places::owner;
use super::speech::{Rule, Speech};
use super::texts::{Slot, text};
use super::{placing, runs};
use quirkat_rules::{Board, Opening, OptionKey, Point, Side};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    removals(say).into_iter().chain(placing::rules(say)).chain(runs::handicap(say)).collect()
}

/// Returns the sentences on the two stones that leave a full board.
fn removals(say: &Speech<'_>) -> Vec<Rule> {
    if say.ruleset.start.columns.iter().any(Vec::is_empty) {
        return vec![];
    }
    let [starter, other] = match say.ruleset.start.to_move {
        Side::First => Side::BOTH,
        Side::Second => [Side::Second, Side::First],
    };
    let side = say.side("side", starter);
    let which = match say.options.opening {
        Opening::None => return vec![],
        Opening::CentreOrCorner => {
            let corner = named(say, &corners(&say.ruleset.board), starter);
            say.text("opening.centre_or_corner", &[in_the_middle(say, starter), text("corner", corner)])
        }
        Opening::Centre => say.text("opening.centre", &[in_the_middle(say, starter)]),
        Opening::Anywhere => say.text("opening.anywhere", std::slice::from_ref(&side)),
    };
    vec![
        say.rule(&[OptionKey::Opening], "opening.full", &[]),
        say.rule(&[OptionKey::Opening], "opening.first", &[side, text("which", which)]),
        say.rule(&[OptionKey::Opening], "opening.second", &[say.side("side", other)]),
    ]
}

/// Returns a side's pieces in the middle of the board, or next to it if the other side has the only middle point.
fn in_the_middle(say: &Speech<'_>, side: Side) -> Slot {
    let board = &say.ruleset.board;
    let middle = middle(board);
    let has_own = middle.iter().any(|&point| owner(say.ruleset, point) == Some(side));
    text(
        "middle",
        match middle[..] {
            [point] if !has_own => {
                let around: Vec<_> = board.rays(point).iter().map(|ray| ray.points[0]).collect();
                say.text("opening.beside_the_middle", &[text("points", named(say, &around, side))])
            }
            _ => say.text("opening.in_the_middle", &[text("points", named(say, &middle, side))]),
        },
    )
}

/// Returns the names of the points on which a side has pieces, joined by "or".
fn named(say: &Speech<'_>, points: &[Point], side: Side) -> String {
    let own = points.iter().filter(|&&point| owner(say.ruleset, point) == Some(side));
    let names: Vec<_> = own.map(|&point| say.ruleset.board.name(point).to_owned()).collect();
    say.grammar().either(&names)
}

/// Returns the points nearest to the middle of the board.
fn middle(board: &Board) -> Vec<Point> {
    let (low, high) = board.bounds();
    let off = |low: i32, high: i32, at: i32| (2 * at - low - high).abs();
    let is_near = |point: &Point| {
        let place = board.place(*point);
        off(low.x, high.x, place.x) <= 1 && off(low.y, high.y, place.y) <= 1
    };
    board.points().filter(is_near).collect()
}

fn corners(board: &Board) -> Vec<Point> {
    let (low, high) = board.bounds();
    let is_corner = |point: &Point| {
        let place = board.place(*point);
        [low.x, high.x].contains(&place.x) && [low.y, high.y].contains(&place.y)
    };
    board.points().filter(is_corner).collect()
}
