//! The faces of counters. Shapes tell sides and ranks apart, as on screen boards.

use super::figures::Brush;
use super::inks::{HAIR, Inks};
use super::measure::{Mm, Spot};
use super::shapes::{Ink, Paint, Shape};
use super::text::{self, fitting};
use quirkat_draw::figures::Figure;
use quirkat_rules::{Colour, Language, Rank, Ruleset, Side};
use quirkat_words::counted;
use std::f64::consts::TAU;

/// Smallest type legible at arm's length. A name that would be smaller is replaced by its initial.
const MIN_TYPE_SIZE: Mm = Mm::hundredths(140);
/// Share of a disc's radius inside its rim.
const WITHIN_RIM: f64 = 0.84;

/// One face of a counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    colour: Colour,
    rank: Rank,
    figure: Figure,
    /// Name of the rank, where the figure does not show it.
    name: Option<String>,
    /// Whether the rim shows side and rank. In towers, little more than the rim is visible.
    has_rim: bool,
}

impl Face {
    /// Returns the face for a side and a rank.
    pub fn new(ruleset: &Ruleset, side: Side, rank: Rank, has_rim: bool, language: Language) -> Face {
        let figure = Figure::of(ruleset, side, rank);
        let noun = ruleset.rank_name(Some(side), rank);
        let says_it = match figure {
            Figure::Ring | Figure::Dot => ruleset.info.sides[side.index()].ranks[Rank::Man.index()].is_none(),
            Figure::Crown => noun.is_none_or(|noun| noun.one.get(Language::En) == "king"),
            _ => figure.is_picture(),
        };
        let name = noun.filter(|_| !says_it).map(|noun| counted(Some(noun), 1, language));
        Face { colour: ruleset.colour(side), rank, figure, name, has_rim }
    }

    /// Returns the face without letters and rim, for small pictures.
    pub fn small(self) -> Face {
        Face { name: None, has_rim: false, ..self }
    }

    /// Draws the face around a centre. The outer circle is the cutting line.
    pub fn shapes(&self, middle: Spot, radius: Mm, inks: &Inks) -> Vec<Shape> {
        let (ground, ink) = match self.colour {
            Colour::White => (inks.light, inks.line),
            Colour::Black => (inks.dark, Ink::WHITE),
        };
        let disc = Shape::circle(middle, radius, Paint { fill: Some(ground), line: Some((inks.line, HAIR * 2)) });
        let mut shapes = vec![disc];
        let mut brush = Brush { middle, radius, ink, ground };
        if self.has_rim {
            shapes.extend(self.rim(&brush));
            brush.radius = radius.times(WITHIN_RIM);
        }
        if let Some(name) = &self.name {
            shapes.push(draw_rank_name(name, &brush));
            // The figure moves up to make room for the letters.
            brush.middle = middle - Spot::new(Mm::ZERO, brush.radius.times(0.17));
            brush.radius = brush.radius.times(0.8);
        }
        shapes.extend(brush.shapes(self.figure));
        shapes
    }

    /// Draws a ring near the edge, and outside it dots for ranks above man. The crescent of a counter that a tower
    /// leaves visible then shows side and rank.
    fn rim(&self, brush: &Brush) -> Vec<Shape> {
        let line = Paint::line(brush.ink, brush.radius.times(0.03));
        let mut shapes = vec![Shape::circle(brush.middle, brush.radius.times(0.87), line)];
        let dots = match self.rank {
            Rank::Man => 0,
            Rank::Prince => 12,
            Rank::King => 24,
        };
        shapes.extend((0..dots).map(|number| {
            let angle = TAU * f64::from(number) / f64::from(dots);
            let reach = brush.radius.times(0.935);
            let at = brush.middle + Spot::new(reach.times(angle.sin()), -reach.times(angle.cos()));
            Shape::circle(at, brush.radius.times(0.042), Paint::fill(brush.ink))
        }));
        shapes
    }
}

/// Draws the name of a rank along the lower edge, or its initial where the disc is too small.
fn draw_rank_name(name: &str, brush: &Brush) -> Shape {
    let mut line = fitting(name, text::Face::Regular, brush.radius.times(0.28), brush.radius.times(1.1));
    if line.size < MIN_TYPE_SIZE {
        let initial: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
        line = text::line(&initial, text::Face::Regular, brush.radius.times(0.38));
    }
    Shape::centred(brush.middle + Spot::new(Mm::ZERO, brush.radius.times(0.8)), line, brush.ink)
}
