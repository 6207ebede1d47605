//! Figures on paper: what draws them on a counter.

use super::measure::{Mm, Spot};
use super::shapes::{Ink, Paint, Shape};
use quirkat_draw::figures::{At, Figure, Part};

/// What draws a figure on a disc.
#[derive(Clone, Copy)]
pub struct Brush {
    pub middle: Spot,
    pub radius: Mm,
    /// The ink of the figure.
    pub ink: Ink,
    /// The ink of the disc, by which the figure is cut out.
    pub ground: Ink,
}

impl Brush {
    /// The shapes of a figure.
    pub fn shapes(&self, figure: Figure) -> Vec<Shape> {
        figure.parts().iter().map(|part| self.shape(part)).collect()
    }

    fn shape(&self, part: &Part) -> Shape {
        match part {
            Part::Dot(at, radius) => Shape::circle(self.at(*at), self.length(*radius), Paint::fill(self.ink)),
            Part::Hole(at, radius) => Shape::circle(self.at(*at), self.length(*radius), Paint::fill(self.ground)),
            Part::Ring(at, radius, width) => {
                Shape::circle(self.at(*at), self.length(*radius), Paint::line(self.ink, self.length(*width)))
            }
            Part::Outline(corners) => Shape::closed(self.spots(corners), Paint::fill(self.ink)),
            Part::Cut(corners) => Shape::closed(self.spots(corners), Paint::fill(self.ground)),
            Part::Stroke(corners, width) => {
                let paint = Paint::line(self.ink, self.length(*width));
                Shape::Way { spots: self.spots(corners), is_closed: false, paint }
            }
        }
    }

    fn spots(&self, corners: &[At]) -> Vec<Spot> {
        corners.iter().map(|&at| self.at(at)).collect()
    }

    fn at(&self, (x, y): At) -> Spot {
        self.middle + Spot::new(self.length(x), self.length(y))
    }

    fn length(&self, share: i32) -> Mm {
        self.radius.times(f64::from(share) / 100.0)
    }
}
