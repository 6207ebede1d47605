//! Pieces: their shapes, towers of them, and those in hand.

use super::paint::Tint;
use super::pen::Pen;
use crate::scene::Scene;
use quirkat_rules::{Colour, Piece, Point, Rank, Side, Turn};
use std::collections::BTreeSet;

/// By how much each disc of a tower lies higher than the one below it.
const LIFT: i32 = 9;
/// The most discs of a tower that are drawn; a taller one tells its height.
const TALLEST: usize = 6;
/// The space at the right of a board for the men in hand.
const HAND: i32 = 116;

/// The shape of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shape {
    is_black: bool,
    rank: Rank,
}

impl Shape {
    /// The shapes of both colours.
    pub fn all() -> impl Iterator<Item = Shape> {
        [false, true].into_iter().flat_map(|is_black| Rank::ALL.into_iter().map(move |rank| Shape { is_black, rank }))
    }

    fn of(scene: &Scene, piece: Piece) -> Shape {
        Shape { is_black: scene.colours[piece.side.index()] == Colour::Black, rank: piece.rank }
    }

    /// Its letter, as in plain text.
    fn letter(self) -> char {
        let letters = if self.is_black { ['b', 'q', 'B'] } else { ['w', 'p', 'W'] };
        letters[self.rank.index()]
    }
}

/// The shapes that a figure needs.
pub fn shapes(scene: &Scene, turns: &[Turn]) -> BTreeSet<Shape> {
    let in_hand = |side: &Side| scene.hand[side.index()] > 0 || turns.iter().any(|turn| !turn.drops.is_empty());
    let men = Side::BOTH.into_iter().filter(in_hand).map(|side| Piece { side, rank: Rank::Man });
    scene.setup.columns.iter().flatten().copied().chain(men).map(|piece| Shape::of(scene, piece)).collect()
}

/// A shape, to be used under its id: a light disc with a ring, a dark one with a dot; princes have a wreath of dots and
/// kings a crown.
pub fn defined(pen: &Pen<'_>, shape: Shape) -> String {
    let (fill, edge) = if shape.is_black { (Tint::Black, Tint::BlackEdge) } else { (Tint::White, Tint::WhiteEdge) };
    let (fill, edge) = (pen.paint(fill), pen.paint(edge));
    let part = |share: i32| (pen.radius * share + 19) / 38;
    let inside = match shape.rank {
        Rank::Man if shape.is_black => format!("<circle r=\"{}\" fill=\"{edge}\" stroke=\"none\"/>", part(6)),
        Rank::Man => format!("<circle r=\"{}\" fill=\"none\" stroke-width=\"2\"/>", part(26)),
        Rank::Prince => wreath(pen.radius, &edge),
        Rank::King => crown(pen.radius, &edge),
    };
    format!(
        "<g id=\"q-{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\"><circle r=\"{}\"/>{inside}</g>\n",
        shape.letter(),
        pen.radius - 1
    )
}

/// Ten dots in a ring around a larger one.
fn wreath(radius: i32, edge: &str) -> String {
    let dot = |number: i32| {
        let angle = std::f64::consts::TAU * f64::from(number) / 10.0;
        let far = f64::from(radius) * 0.63;
        let (x, y) = ((far * angle.sin()).round() as i32, (-far * angle.cos()).round() as i32);
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>")
    };
    let dots: String = (0..10).map(dot).collect();
    format!("<g fill=\"{edge}\" stroke=\"none\">{dots}<circle r=\"7\"/></g>")
}

/// Three points with pearls, and a band below them.
fn crown(radius: i32, edge: &str) -> String {
    const OUTLINE: [(i32, i32); 7] = [(-15, 9), (-20, -9), (-9, 0), (0, -14), (9, 0), (20, -9), (15, 9)];
    const BAND: [(i32, i32); 4] = [(-15, 13), (15, 13), (15, 18), (-15, 18)];
    const PEARLS: [(i32, i32); 3] = [(-20, -12), (0, -17), (20, -12)];
    let part = |share: i32| (f64::from(radius * share) / 38.0).round() as i32;
    let outline = |corners: &[(i32, i32)]| {
        let corners: Vec<_> = corners.iter().map(|&(x, y)| format!("{} {}", part(x), part(y))).collect();
        format!("M{}z", corners.join("L"))
    };
    let pearl = |(x, y)| format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", part(x), part(y), part(4));
    let pearls: String = PEARLS.into_iter().map(pearl).collect();
    format!("<g fill=\"{edge}\" stroke=\"none\"><path d=\"{}{}\"/>{pearls}</g>", outline(&OUTLINE), outline(&BAND))
}

/// A piece of a shape, whole or as a shadow.
pub fn placed(scene: &Scene, piece: Piece, (x, y): (i32, i32)) -> String {
    format!("<use href=\"#q-{}\" x=\"{x}\" y=\"{y}\"/>\n", Shape::of(scene, piece).letter())
}

/// The place of what is on top of a point.
pub fn top(pen: &Pen<'_>, scene: &Scene, point: Point) -> (i32, i32) {
    let (x, y) = pen.at(point);
    let lifted = scene.setup.columns[point.index()].len().clamp(1, TALLEST) - 1;
    (x, y - LIFT * lifted as i32)
}

/// What stands on the board, from the far edge to the near one.
pub fn standing(pen: &Pen<'_>, scene: &Scene) -> String {
    let mut drawn = String::new();
    for point in pen.far_first() {
        let column = &scene.setup.columns[point.index()];
        let (x, mut y) = pen.at(point);
        for &piece in &column[column.len().saturating_sub(TALLEST)..] {
            drawn += &placed(scene, piece, (x, y));
            y -= LIFT;
        }
        if column.len() > TALLEST {
            let (x, y) = (x + pen.radius - 8, top(pen, scene, point).1 - pen.radius + 12);
            drawn += &badge(pen, (x, y), &column.len().to_string());
        }
    }
    drawn
}

/// A number on a small label.
fn badge(pen: &Pen<'_>, (x, y): (i32, i32), number: &str) -> String {
    let half = 8 + 6 * number.len() as i32;
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"28\" rx=\"14\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>\
         <text x=\"{x}\" y=\"{}\" fill=\"{}\" font-family=\"Georgia,'Liberation Serif',serif\" font-size=\"21\" \
         font-weight=\"bold\" text-anchor=\"middle\">{number}</text>\n",
        x - half,
        y - 14,
        2 * half,
        pen.paint(Tint::Field),
        pen.paint(Tint::Text),
        y + 7,
        pen.paint(Tint::Text),
    )
}

/// The men in hand, each side's at its own edge.
pub fn hands(pen: &Pen<'_>, scene: &Scene) -> String {
    let [x, y, width, height] = pen.frame();
    let held = Side::BOTH.into_iter().filter(|side| scene.hand[side.index()] > 0);
    let hand = |side: Side| {
        // The man and the number below it fill a hundred and thirty units.
        let at = (x + width + HAND / 2 - 10, if side == scene.bottom { y + height - 140 } else { y + 84 });
        let man = placed(scene, Piece { side, rank: Rank::Man }, at);
        format!("{man}<text x=\"{}\" y=\"{}\">×{}</text>\n", at.0, at.1 + pen.radius + 40, scene.hand[side.index()])
    };
    held.map(hand).collect()
}

/// The box of a scene's drawing: that of the board, with room for the men in hand and for the towers at its far edge.
pub fn room(pen: &Pen<'_>, scene: &Scene) -> [i32; 4] {
    let [x, y, mut width, height] = pen.frame();
    if scene.hand != [0, 0] {
        width += HAND;
    }
    let over = |point: Point| {
        let badge = if scene.setup.columns[point.index()].len() > TALLEST { 4 } else { 0 };
        y + pen.radius + 4 + badge - top(pen, scene, point).1
    };
    let above = pen.board.points().map(over).max().unwrap_or(0).max(0);
    [x, y - above, width, height + above]
}
