//! The faces of counters: sides and ranks told apart by shape, as on the boards of screens.

use super::inks::{HAIR, Inks};
use super::measure::{Mm, Spot};
use super::shapes::{Ink, Paint, Shape};
use quirkat_rules::{Colour, Rank};
use std::f64::consts::TAU;

/// A counter's face around this middle. The circle around it is where to cut.
pub fn face(middle: Spot, radius: Mm, colour: Colour, rank: Rank, inks: &Inks) -> Vec<Shape> {
    let (ground, figure) = match colour {
        Colour::White => (inks.light, inks.line),
        Colour::Black => (inks.dark, Ink::WHITE),
    };
    let disc = Shape::circle(middle, radius, Paint { fill: Some(ground), line: Some((inks.line, HAIR * 2)) });
    let part = |share: f64| radius.times(share);
    let dot = |at: Spot, share: f64| Shape::circle(at, part(share), Paint::fill(figure));
    let inside = match (rank, colour) {
        (Rank::Man, Colour::White) => vec![Shape::circle(middle, part(0.68), Paint::line(figure, part(0.06)))],
        (Rank::Man, Colour::Black) => vec![dot(middle, 0.17)],
        (Rank::Prince, _) => {
            let around = |number: i32| {
                let angle = TAU * f64::from(number) / 10.0;
                middle + Spot::new(part(0.63 * angle.sin()), -part(0.63 * angle.cos()))
            };
            (0..10).map(|number| dot(around(number), 0.11)).chain([dot(middle, 0.19)]).collect()
        }
        (Rank::King, _) => crown(middle, radius, figure),
    };
    [disc].into_iter().chain(inside).collect()
}

/// Three points with pearls, and a band below them.
fn crown(middle: Spot, radius: Mm, ink: Ink) -> Vec<Shape> {
    const OUTLINE: [(i32, i32); 7] = [(-15, 9), (-20, -9), (-9, 0), (0, -14), (9, 0), (20, -9), (15, 9)];
    const BAND: [(i32, i32); 4] = [(-15, 13), (15, 13), (15, 18), (-15, 18)];
    const PEARLS: [(i32, i32); 3] = [(-20, -12), (0, -17), (20, -12)];
    // They are drawn on a disc with a radius of 38.
    let part = |share: i32| radius.times(f64::from(share) / 38.0);
    let at = |&(x, y): &(i32, i32)| middle + Spot::new(part(x), part(y));
    let outline = |corners: &[(i32, i32)]| Shape::closed(corners.iter().map(at).collect(), Paint::fill(ink));
    let pearls = PEARLS.iter().map(|place| Shape::circle(at(place), part(4), Paint::fill(ink)));
    [outline(&OUTLINE), outline(&BAND)].into_iter().chain(pearls).collect()
}
