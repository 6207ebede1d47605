//! Pieces: their shapes, columns of pieces, and men in hand.

use super::materials::PieceMaterial;
use super::paint::Tint;
use super::pen::Pen;
use crate::figures::{Figure, FigurePart};
use crate::scene::Scene;
use quirkat_rules::{Colour, Piece, Point, Rank, Side, Turn};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Vertical offset of each disc of a column.
const LIFT: i32 = 10;
/// Maximum number of discs of a column that are drawn.
const TALLEST: usize = 6;
/// Height from which a column is labelled with its height; lower ones can be counted at a glance.
const NUMBERED: usize = 4;
/// Space right of a board for the men in hand.
const HAND: i32 = 116;

/// Shape of a piece: its colour and its rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shape {
    is_black: bool,
    rank: Rank,
}

impl Shape {
    /// Returns the shapes of both colours.
    pub fn all() -> impl Iterator<Item = Shape> {
        [false, true].into_iter().flat_map(|is_black| Rank::ALL.into_iter().map(move |rank| Shape { is_black, rank }))
    }

    fn of(scene: &Scene, piece: Piece) -> Shape {
        Shape { is_black: scene.colours[piece.side.index()] == Colour::Black, rank: piece.rank }
    }

    /// Returns the letter of the shape, as in plain text.
    fn letter(self) -> char {
        let letters = if self.is_black { ['b', 'q', 'B'] } else { ['w', 'p', 'W'] };
        letters[self.rank.index()]
    }
}

/// Returns the shapes that a drawing needs.
pub fn shapes(scene: &Scene, turns: &[Turn]) -> BTreeSet<Shape> {
    let in_hand = |side: &Side| scene.hand[side.index()] > 0 || turns.iter().any(|turn| !turn.drops.is_empty());
    let men = Side::BOTH.into_iter().filter(in_hand).map(|side| Piece { side, rank: Rank::Man });
    scene.setup.columns.iter().flatten().copied().chain(men).map(|piece| Shape::of(scene, piece)).collect()
}

/// Percentage of a piece's size that an animal fills.
const PICTURE: i32 = 84;

/// Defines the highlights and shadows that all pieces share.
pub fn materials(pen: &Pen<'_>) -> String {
    let mut defined = "<radialGradient id=\"q-shadow\"><stop offset=\".78\" stop-opacity=\".34\"/><stop offset=\"1\" \
                       stop-opacity=\"0\"/></radialGradient>\n"
        .to_owned();
    for (pieces, _) in pen.palette.pieces() {
        // Turned wood is flat; a pebble is round.
        let (kind, place) = match pieces {
            PieceMaterial::Turned => ("linearGradient", "x1=\".15\" y1=\".05\" x2=\".85\" y2=\".95\""),
            PieceMaterial::Pebbles => ("radialGradient", "cx=\".36\" cy=\".3\" r=\".8\""),
            PieceMaterial::Flat => continue,
        };
        let sides =
            [("w", Tint::WhiteLit, Tint::White, Tint::WhiteDim), ("b", Tint::BlackLit, Tint::Black, Tint::BlackDim)];
        for (letter, lit, face, dim) in sides {
            let stop = |offset: &str, tint| format!("<stop offset=\"{offset}\" stop-color=\"{}\"/>", pen.paint(tint));
            let stops = stop("0", lit) + &stop(".45", face) + &stop("1", dim);
            let _ = writeln!(defined, "<{kind} id=\"q-{}-{letter}\" {place}>{stops}</{kind}>", pieces.name());
        }
    }
    defined
}

/// Defines a shape under its id: a disc of each material with its figure.
pub fn defined(pen: &Pen<'_>, shape: Shape, men: [Figure; 2]) -> String {
    let bodies: String =
        pen.palette.pieces().into_iter().map(|(pieces, display)| body(pen, shape, pieces, &display)).collect();
    let figure = match shape.rank {
        Rank::Man => men[usize::from(shape.is_black)],
        Rank::Prince => Figure::Dots,
        Rank::King => Figure::Crown,
    };
    let ink = if shape.is_black { Tint::BlackEdge } else { Tint::WhiteEdge };
    let face = if shape.is_black { Tint::Black } else { Tint::White };
    let drawn = draw_figure(figure, pen, ink, face);
    format!("<g id=\"q-{}\">{bodies}{drawn}</g>\n", shape.letter())
}

/// Draws the disc of a piece in a material.
fn body(pen: &Pen<'_>, shape: Shape, pieces: PieceMaterial, display: &str) -> String {
    let letter = if shape.is_black { "b" } else { "w" };
    let tints = if shape.is_black {
        [Tint::Black, Tint::BlackLit, Tint::BlackSide, Tint::BlackEdge]
    } else {
        [Tint::White, Tint::WhiteLit, Tint::WhiteSide, Tint::WhiteEdge]
    };
    let [face, lit, side, edge] = tints.map(|tint| pen.paint(tint));
    let r = pen.radius;
    let shadow = format!("<circle cx=\"3\" cy=\"6\" r=\"{}\" fill=\"url(#q-shadow)\"/>", r + 6);
    match pieces {
        PieceMaterial::Turned => format!(
            "<g{display}>{shadow}<circle cy=\"3\" r=\"{}\" fill=\"{side}\"/><circle cy=\"-1\" r=\"{}\" \
             fill=\"url(#q-turned-{letter})\" stroke=\"{rim}\" stroke-width=\"2\"/><circle cx=\"1\" r=\"{groove}\" fill=\"none\" \
             stroke=\"{lit}\" stroke-width=\"2\" opacity=\".7\"/><circle cy=\"-1\" r=\"{groove}\" fill=\"none\" \
             stroke=\"{side}\" stroke-width=\"2\"/></g>",
            r - 1,
            r - 2,
            rim = if shape.is_black { &lit } else { &side },
            groove = r - 7
        ),
        PieceMaterial::Pebbles => format!(
            "<g{display}>{shadow}<circle cy=\"1\" r=\"{}\" fill=\"url(#q-pebbles-{letter})\" stroke=\"{side}\"/><ellipse \
             cx=\"-{}\" cy=\"-{}\" rx=\"{}\" ry=\"{}\" transform=\"rotate(-38)\" fill=\"#fff\" opacity=\".4\"/></g>",
            r - 1,
            r / 14,
            r * 2 / 3,
            r / 3,
            r / 8
        ),
        PieceMaterial::Flat => {
            format!("<circle r=\"{}\" fill=\"{face}\" stroke=\"{edge}\" stroke-width=\"3\"{display}/>", r - 1)
        }
    }
}

/// Draws a figure in its ink, with cut-outs in the colour of its disc.
fn draw_figure(figure: Figure, pen: &Pen<'_>, ink: Tint, ground: Tint) -> String {
    let within = if figure.is_picture() { pen.radius * PICTURE } else { pen.radius * 100 };
    let part = |share: i32| (f64::from(within * share) / 10_000.0).round() as i32;
    let (ink, ground) = (pen.paint(ink), pen.paint(ground));
    let disc = |&(x, y): &(i32, i32), radius: i32| {
        format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", part(x), part(y), part(radius))
    };
    let data = |corners: &[(i32, i32)]| {
        let corners: Vec<_> = corners.iter().map(|&(x, y)| format!("{} {}", part(x), part(y))).collect();
        format!("M{}", corners.join("L"))
    };
    let each = |part_of: &FigurePart| match part_of {
        FigurePart::Dot(at, radius) => format!("{}/>", disc(at, *radius)),
        FigurePart::Hole(at, radius) => format!("{} fill=\"{ground}\"/>", disc(at, *radius)),
        FigurePart::Ring(at, radius, width) => {
            format!("{} fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\"/>", disc(at, *radius), part(*width))
        }
        FigurePart::Outline(corners) => {
            format!("<path stroke=\"{ink}\" stroke-width=\"2\" stroke-linejoin=\"round\" d=\"{}z\"/>", data(corners))
        }
        FigurePart::Cut(corners) => format!("<path fill=\"{ground}\" d=\"{}z\"/>", data(corners)),
        FigurePart::Stroke(corners, width) => format!(
            "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\" stroke-linejoin=\"round\" d=\"{}\"/>",
            part(*width),
            data(corners)
        ),
    };
    let parts: String = figure.parts().iter().map(each).collect();
    format!("<g fill=\"{ink}\">{parts}</g>")
}

/// Places a piece by reference to its shape.
pub fn placed(scene: &Scene, piece: Piece, (x, y): (i32, i32)) -> String {
    format!("<use href=\"#q-{}\" x=\"{x}\" y=\"{y}\"/>\n", Shape::of(scene, piece).letter())
}

/// Returns the position of the top piece on a point.
pub fn top(pen: &Pen<'_>, scene: &Scene, point: Point) -> (i32, i32) {
    let (x, y) = pen.at(point);
    let lifted = scene.setup.columns[point.index()].len().clamp(1, TALLEST) - 1;
    (x, y - LIFT * lifted as i32)
}

/// Draws the pieces on the board from the far edge to the near one.
pub fn standing(pen: &Pen<'_>, scene: &Scene) -> String {
    let mut drawn = String::new();
    for point in pen.far_first() {
        let column = &scene.setup.columns[point.index()];
        let (x, mut y) = pen.at(point);
        for &piece in &column[column.len().saturating_sub(TALLEST)..] {
            drawn += &placed(scene, piece, (x, y));
            y -= LIFT;
        }
        if column.len() >= NUMBERED {
            let (x, y) = (x + pen.radius - 8, top(pen, scene, point).1 - pen.radius + 12);
            drawn += &badge(pen, (x, y), &column.len().to_string());
        }
    }
    drawn
}

/// Draws a number on a small label.
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

/// Returns the type size of the number of men in hand. Drawings are small on paper.
pub fn hand_size(pen: &Pen<'_>) -> i32 {
    if pen.palette.is_solid() { 32 } else { 56 }
}

/// Draws the men in hand at the edge of each side.
pub fn hands(pen: &Pen<'_>, scene: &Scene) -> String {
    let [x, y, width, height] = pen.frame();
    let sides_with_hand = Side::BOTH.into_iter().filter(|side| scene.hand[side.index()] > 0);
    let hand = |side: Side| {
        // The man and the number below it are a hundred units higher than the number.
        let at =
            (x + width + HAND / 2 - 10, if side == scene.bottom { y + height - 108 - hand_size(pen) } else { y + 84 });
        let man = placed(scene, Piece { side, rank: Rank::Man }, at);
        format!(
            "{man}<text x=\"{}\" y=\"{}\">×{}</text>\n",
            at.0,
            at.1 + pen.radius + 8 + hand_size(pen),
            scene.hand[side.index()]
        )
    };
    sides_with_hand.map(hand).collect()
}

/// Returns the frame of a scene, with space for the men in hand and for columns at the far edge.
pub fn room(pen: &Pen<'_>, scene: &Scene) -> [i32; 4] {
    let [x, y, mut width, height] = pen.frame();
    if scene.hand != [0, 0] {
        width += HAND;
    }
    let over = |point: Point| {
        let badge = if scene.setup.columns[point.index()].len() >= NUMBERED { 4 } else { 0 };
        y + pen.radius + 4 + badge - top(pen, scene, point).1
    };
    let above = pen.board.points().map(over).max().unwrap_or(0).max(0);
    [x, y - above, width, height + above]
}
