//! Arrows that show a turn on the position before it.

use super::field::cross;
use super::marks::{cross_mark, points_of_path};
use super::paint::Tint;
use super::pen::{Coordinates, Pen, path_data};
use super::pieces::{placed, top};
use crate::scene::Scene;
use quirkat_rules::{Piece, Point, Rank, Turn};

/// Length of an arrow's head, and half its width.
const HEAD: (f64, f64) = (32.0, 18.0);

/// Draws the arrows of turns, the men that they place, and crosses on the pieces that they capture.
pub fn turns(pen: &Pen<'_>, scene: &Scene, turns: &[Turn]) -> String {
    let mut drawn = String::new();
    for turn in turns {
        for &point in &turn.drops {
            let man = placed(scene, Piece { side: scene.setup.to_move, rank: Rank::Man }, pen.at(point));
            drawn += &format!("<g opacity=\".6\">{}</g>\n", man.trim_end());
        }
        let claim = turn.claim.as_ref();
        for path in claim.map(|claim| &claim.path).into_iter().chain([&turn.path]) {
            drawn += &arrow(pen, scene, path);
        }
        let claimed = claim.map_or(&[][..], |claim| &claim.captures);
        let taken = claimed.iter().chain(&turn.huff).chain(&turn.captures).chain(&turn.removed);
        drawn += &taken.map(|&point| cross_mark(pen, &cross(top(pen, scene, point), 17))).collect::<String>();
    }
    drawn
}

/// Draws an arrow from the edge of the moving piece to its destination, with a dot on every intermediate landing.
fn arrow(pen: &Pen<'_>, scene: &Scene, path: &[Point]) -> String {
    let places: Vec<Coordinates> = points_of_path(scene, path).into_iter().map(|point| pen.at(point)).collect();
    let [start, second, ..] = places[..] else { return String::new() };
    let [.., before, end] = places[..] else { return String::new() };
    let neck = toward(end, before, HEAD.0 + 4.0);
    let tip = toward(end, before, 6.0);
    let mut shaft = places.clone();
    shaft[0] = toward(start, second, f64::from(pen.radius) + 5.0);
    shaft[places.len() - 1] = neck;
    let (data, paper, mark) = (path_data(&shaft), pen.paint(Tint::Field), pen.paint(Tint::Mark));
    let (left, right) = wings(tip, neck);
    let head = format!("M{} {}L{} {}L{} {}z", tip.0, tip.1, left.0, left.1, right.0, right.1);
    let dot = |point: &Point| {
        let (x, y) = pen.at(*point);
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{mark}\" stroke=\"{paper}\" stroke-width=\"3\"/>")
    };
    let landings: String = path[1..path.len() - 1].iter().map(dot).collect();
    format!(
        "<path stroke=\"{paper}\" stroke-width=\"14\" d=\"{data}{head}\"/><path stroke=\"{mark}\" stroke-width=\"9\" \
         d=\"{data}\"/><path fill=\"{mark}\" d=\"{head}\"/>{landings}\n"
    )
}

/// Returns the position at a distance from one position towards another.
fn toward(from: Coordinates, to: Coordinates, distance: f64) -> Coordinates {
    let (x, y) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let share = distance / x.hypot(y).max(1.0);
    (from.0 + (x * share).round() as i32, from.1 + (y * share).round() as i32)
}

/// Returns the two corners behind the tip of an arrow's head.
fn wings(tip: Coordinates, neck: Coordinates) -> (Coordinates, Coordinates) {
    let (x, y) = (f64::from(neck.0 - tip.0), f64::from(neck.1 - tip.1));
    let share = HEAD.1 / x.hypot(y).max(1.0);
    let (right, down) = ((-y * share).round() as i32, (x * share).round() as i32);
    ((neck.0 + right, neck.1 + down), (neck.0 - right, neck.1 - down))
}
