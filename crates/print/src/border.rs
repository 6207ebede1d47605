//! Draws borders around boards.

use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::shapes::{Ink, Paint, Shape};
use std::f64::consts::TAU;

/// Returns how often a length fits along an edge, at least once.
fn fits(edge: Mm, length: Mm) -> i32 {
    (edge.millimetres() / length.millimetres().max(0.1)).round().max(1.0) as i32
}

/// Draws two rows of small squares, alternately light and dark, between two lines.
pub fn checked(around: &Area, spacing: Mm, inks: &Inks) -> Vec<Shape> {
    let side = spacing.times(0.22);
    let outer = around.wider(side * 2);
    // An odd number in each direction makes all four corners dark.
    let odd = |number: i32| number | 1;
    let (across, down) = (odd(fits(outer.width(), side)), odd(fits(outer.height(), side)));
    let edge = |from: Mm, length: Mm, number: i32, of: i32| from + length.times(f64::from(number) / f64::from(of));
    let cell = |column: i32, row: i32| Area {
        from: Spot::new(
            edge(outer.from.x, outer.width(), column, across),
            edge(outer.from.y, outer.height(), row, down),
        ),
        to: Spot::new(
            edge(outer.from.x, outer.width(), column + 1, across),
            edge(outer.from.y, outer.height(), row + 1, down),
        ),
    };
    let is_border = |column: i32, row: i32| column < 2 || row < 2 || column >= across - 2 || row >= down - 2;
    let rows = (0..down).flat_map(|row| {
        let columns: Box<dyn Iterator<Item = i32>> = if row < 2 || row >= down - 2 {
            Box::new(0..across)
        } else {
            Box::new((0..2.min(across)).chain((across - 2).max(2)..across))
        };
        columns.map(move |column| (column, row))
    });
    let dark = rows.filter(|&(column, row)| (column + row) % 2 == 0 && is_border(column, row));
    let dark = dark.map(|(column, row)| Shape::area(&cell(column, row), Paint::fill(inks.line)));
    let inner = Area { from: cell(1, 1).to, to: cell(across - 2, down - 2).from };
    let rules = [outer, inner].map(|area| Shape::area(&area, Paint::line(inks.line, HAIR * 2)));
    dark.chain(rules).collect()
}

/// Draws flowers with leaves between them, between two lines.
pub fn floral(around: &Area, spacing: Mm, inks: &Inks) -> Vec<Shape> {
    let band = spacing.times(0.5);
    let outer = around.wider(band);
    let along = around.wider(band.half());
    let mut shapes: Vec<Shape> =
        [*around, outer].iter().map(|area| Shape::area(area, Paint::line(inks.line, HAIR * 2))).collect();
    let corners = along.corners();
    for (number, &from) in corners.iter().enumerate() {
        let to = corners[(number + 1) % 4];
        let vector = to - from;
        let length = Mm::nearest(vector.x.millimetres().hypot(vector.y.millimetres()));
        let flowers = fits(length, band * 2);
        let at = |share: f64| {
            let share = share / f64::from(flowers);
            from + Spot::new(vector.x.times(share), vector.y.times(share))
        };
        let turned = TAU * number as f64 / 4.0;
        for flower in 0..flowers {
            let place = f64::from(flower);
            shapes.extend(leaves(at(place + 0.5), band, turned, inks.leaf));
            shapes.extend(self::flower(at(place), band, inks));
        }
    }
    shapes
}

/// Draws five petals around a centre.
fn flower(middle: Spot, band: Mm, inks: &Inks) -> Vec<Shape> {
    let petal = |number: i32| {
        let at = middle + vector(TAU * f64::from(number) / 5.0 - TAU / 4.0, band.times(0.2));
        Shape::circle(at, band.times(0.15), Paint { fill: Some(inks.petal), line: Some((inks.line, HAIR)) })
    };
    let heart = Shape::circle(middle, band.times(0.1), Paint { fill: Some(Ink::WHITE), line: Some((inks.line, HAIR)) });
    (0..5).map(petal).chain([heart]).collect()
}

/// Draws a stem with a leaf on each side, between two flowers.
fn leaves(middle: Spot, band: Mm, direction: f64, ink: Ink) -> Vec<Shape> {
    let reach = band.times(0.55);
    let stem = Shape::line(middle + vector(direction, reach), middle + vector(direction, -reach), ink, HAIR * 3);
    let leaf = |side: f64| {
        // Two arcs from the stem outwards and back.
        let (root, tip) = (middle + vector(direction, -band.times(0.28)), band.times(0.62));
        let heading = direction + side * TAU / 11.0;
        let edge = |bow: f64| {
            (0..=8).map(move |step| {
                let share = f64::from(step) / 8.0;
                let off = tip.times(bow * (TAU / 2.0 * share).sin() * 0.2);
                root + vector(heading, tip.times(share)) + vector(heading + TAU / 4.0, off)
            })
        };
        let outline: Vec<Spot> = edge(1.0).chain(edge(-1.0).collect::<Vec<_>>().into_iter().rev().skip(1)).collect();
        Shape::closed(outline, Paint::fill(ink))
    };
    vec![stem, leaf(1.0), leaf(-1.0)]
}

/// Returns the vector of this length and direction.
fn vector(angle: f64, length: Mm) -> Spot {
    Spot::new(length.times(angle.cos()), length.times(angle.sin()))
}
