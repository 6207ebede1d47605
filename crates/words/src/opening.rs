//! What comes before the usual turns: the stones that leave a full board, pieces that are placed, a handicap.

use super::english::{self, SideName as English};
use super::places::owner;
use super::spanish::{self, SideName as Spanish};
use super::speech::{Rule, Speech};
use super::{placing, runs};
use quirkat_rules::Opening;
use quirkat_rules::Side;
use quirkat_rules::{Board, Point};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    removals(say).into_iter().chain(placing::rules(say)).chain(runs::handicap(say)).collect()
}

/// The two stones that leave a full board.
fn removals(say: &Speech<'_>) -> Vec<Rule> {
    if say.ruleset.start.columns.iter().any(Vec::is_empty) {
        return vec![];
    }
    let [starter, other] = match say.ruleset.start.to_move {
        Side::First => Side::BOTH,
        Side::Second => [Side::Second, Side::First],
    };
    let [en_starter, en_other] = [starter, other].map(|side| English::of(say.ruleset, side));
    let [es_starter, es_other] = [starter, other].map(|side| Spanish::of(say.ruleset, side));
    let (en_corner, es_corner) = named(say, &corners(&say.ruleset.board), starter);
    let (en_middle, es_middle) = in_the_middle(say, starter);
    let (en, es) = match say.options.opening {
        Opening::None => return vec![],
        Opening::CentreOrCorner => (
            format!(": one {en_middle}, or one in a corner, on {en_corner}"),
            format!(": un{{o peón}} {es_middle}, o un{{o peón}} de una esquina, en {es_corner}"),
        ),
        Opening::Centre => (format!(": one {en_middle}"), format!(": un{{o peón}} {es_middle}")),
        Opening::Anywhere => (
            format!(", whichever {}", en_starter.verb("it likes", "they like")),
            format!(", {{que peón}} {}", es_starter.verb("quiera", "quieran")),
        ),
    };
    let takes = |es: &Spanish<'_>| format!("{} {}", es.the(), es.verb("retira", "retiran"));
    vec![
        say.rule(
            &["opening"],
            &format!(
                "First {} one of {} own {{men}} off the board{en}.",
                en_starter.does("takes", "take"),
                en_starter.verb("its", "their"),
            ),
            &format!("Primero {} del tablero un{{o peón}} de sus {{peones}}{es}.", takes(&es_starter)),
        ),
        say.rule(
            &["opening"],
            &format!(
                "Then {} off one of {} own that stands next to the hole, not diagonally. After that the moves begin.",
                en_other.does("takes", "take"),
                en_other.verb("its", "their"),
            ),
            &format!(
                "Después {} un{{o peón}} de sus {{peones}} que esté junto al hueco, no en diagonal. A continuación empiezan las \
                 jugadas.",
                takes(&es_other),
            ),
        ),
    ]
}

/// A side's pieces in the middle of the board, or next to it where another stands on the only point there.
fn in_the_middle(say: &Speech<'_>, side: Side) -> (String, String) {
    let board = &say.ruleset.board;
    let middle = middle(board);
    let has_own = middle.iter().any(|&point| owner(say.ruleset, point) == Some(side));
    match middle[..] {
        [point] if !has_own => {
            let around: Vec<_> = board.rays(point).iter().map(|ray| ray.points[0]).collect();
            let (en, es) = named(say, &around, side);
            (format!("next to the middle of the board, on {en}"), format!("de junto al centro del tablero, en {es}"))
        }
        _ => {
            let (en, es) = named(say, &middle, side);
            (format!("in the middle of the board, on {en}"), format!("del centro del tablero, en {es}"))
        }
    }
}

/// The names of those of these points on which a side has pieces, one or another, in both languages.
fn named(say: &Speech<'_>, points: &[Point], side: Side) -> (String, String) {
    let own = points.iter().filter(|&&point| owner(say.ruleset, point) == Some(side));
    let names: Vec<_> = own.map(|&point| say.ruleset.board.name(point)).collect();
    (english::either(&names), spanish::either(&names))
}

/// The points nearest to the middle of the board.
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
