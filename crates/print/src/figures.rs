//! Draws the figures of counters on paper.

use super::measure::{Mm, Spot};
use super::shapes::{Ink, Paint, Shape};
use quirkat_draw::figures::{Coordinates, Figure, FigurePart};

/// Parameters for drawing a figure on a disc.
#[derive(Clone, Copy)]
pub struct Brush {
    pub middle: Spot,
    pub radius: Mm,
    /// Ink of the figure.
    pub ink: Ink,
    /// Ink of the disc, used for cut-outs in the figure.
    pub ground: Ink,
}

impl Brush {
    /// Returns the shapes of a figure.
    pub fn shapes(&self, figure: Figure) -> Vec<Shape> {
        figure.parts().iter().map(|part| self.shape(part)).collect()
    }

    fn shape(&self, part: &FigurePart) -> Shape {
        match part {
            FigurePart::Dot(at, radius) => Shape::circle(self.at(*at), self.length(*radius), Paint::fill(self.ink)),
            FigurePart::Hole(at, radius) => Shape::circle(self.at(*at), self.length(*radius), Paint::fill(self.ground)),
            FigurePart::Ring(at, radius, width) => {
                Shape::circle(self.at(*at), self.length(*radius), Paint::line(self.ink, self.length(*width)))
            }
            FigurePart::Outline(corners) => Shape::closed(self.spots(corners), Paint::fill(self.ink)),
            FigurePart::Cut(corners) => Shape::closed(self.spots(corners), Paint::fill(self.ground)),
            FigurePart::Stroke(corners, width) => {
                let paint = Paint::line(self.ink, self.length(*width));
                Shape::Polyline { spots: self.spots(corners), is_closed: false, paint }
            }
        }
    }

    fn spots(&self, corners: &[Coordinates]) -> Vec<Spot> {
        corners.iter().map(|&at| self.at(at)).collect()
    }

    fn at(&self, (x, y): Coordinates) -> Spot {
        self.middle + Spot::new(self.length(x), self.length(y))
    }

    fn length(&self, share: i32) -> Mm {
        self.radius.times(f64::from(share) / 100.0)
    }
}
