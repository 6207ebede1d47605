//! The faces of counters: sides and ranks told apart by shape, as on the boards of screens.

use super::figures::Brush;
use super::inks::{HAIR, Inks};
use super::measure::{Mm, Spot};
use super::shapes::{Ink, Paint, Shape};
use super::text::{self, fitting};
use quirkat_draw::figures::Figure;
use quirkat_rules::{Colour, Language, Rank, Ruleset, Side};
use quirkat_words::counted;
use std::f64::consts::TAU;

/// The smallest type that can be read at arm's length: a name that would be smaller is an initial instead.
const SMALLEST_TYPE: Mm = Mm::hundredths(140);
/// What a rim leaves of a disc, as a share of its radius.
const WITHIN_RIM: f64 = 0.84;

/// What one side of a counter looks like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    colour: Colour,
    rank: Rank,
    figure: Figure,
    /// What the rank is called, where the figure does not say it.
    name: Option<String>,
    /// Whether its edge alone shows whose it is and what: in towers little else is seen.
    has_rim: bool,
}

impl Face {
    /// The face for a rank of a side.
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

    /// The same without letters and rim, for pictures too small for them.
    pub fn small(self) -> Face {
        Face { name: None, has_rim: false, ..self }
    }

    /// The face around this middle. The circle around it is where to cut.
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
            shapes.push(lettered(name, &brush));
            // The figure makes room for the letters.
            brush.middle = middle - Spot::new(Mm::ZERO, brush.radius.times(0.17));
            brush.radius = brush.radius.times(0.8);
        }
        shapes.extend(brush.shapes(self.figure));
        shapes
    }

    /// A ring near the edge, and beyond it dots for what is more than a man: the crescent that a tower shows of a counter
    /// tells both side and rank.
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

/// The name of a rank along the lower edge, or its initial where the disc is too small for the name.
fn lettered(name: &str, brush: &Brush) -> Shape {
    let mut line = fitting(name, text::Face::Regular, brush.radius.times(0.28), brush.radius.times(1.1));
    if line.size < SMALLEST_TYPE {
        let initial: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
        line = text::line(&initial, text::Face::Regular, brush.radius.times(0.38));
    }
    Shape::centred(brush.middle + Spot::new(Mm::ZERO, brush.radius.times(0.8)), line, brush.ink)
}
