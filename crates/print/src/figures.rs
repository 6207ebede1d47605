//! The figures on counters, which say what a piece is by their shape alone.

use super::measure::{Mm, Spot};
use super::shapes::{Ink, Paint, Shape};
use quirkat_rules::{Colour, Language, Rank, Ruleset, Side};
use std::f64::consts::TAU;

/// What a counter shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// A white man.
    Ring,
    /// A black man.
    Dot,
    /// A prince.
    Dots,
    /// A king, whatever a game calls it.
    Crown,
    /// Those who hunt, and who are hunted.
    Tiger,
    Leopard,
    Goat,
    Cow,
    Hare,
    Hunter,
}

impl Figure {
    /// The figure for a rank: men have that of the animal by which their side calls them, if there is one.
    pub fn of(ruleset: &Ruleset, side: Side, rank: Rank) -> Figure {
        let name = ruleset.rank_name(Some(side), rank).map(|noun| noun.one.get(Language::En));
        match (rank, name) {
            (Rank::King, _) => Figure::Crown,
            (Rank::Prince, _) => Figure::Dots,
            (Rank::Man, Some("tiger")) => Figure::Tiger,
            (Rank::Man, Some("leopard")) => Figure::Leopard,
            (Rank::Man, Some("goat")) => Figure::Goat,
            (Rank::Man, Some("cow")) => Figure::Cow,
            (Rank::Man, Some("hare")) => Figure::Hare,
            (Rank::Man, Some("hunter")) => Figure::Hunter,
            (Rank::Man, _) if ruleset.colour(side) == Colour::White => Figure::Ring,
            (Rank::Man, _) => Figure::Dot,
        }
    }

    /// Whether it shows an animal or a trade, and not a rank alone.
    pub fn is_picture(self) -> bool {
        !matches!(self, Figure::Ring | Figure::Dot | Figure::Dots | Figure::Crown)
    }

    /// Its shapes.
    pub fn shapes(self, brush: &Brush) -> Vec<Shape> {
        match self {
            Figure::Ring => vec![brush.ring((0, 0), 68, 6)],
            Figure::Dot => vec![brush.dot((0, 0), 17)],
            Figure::Dots => dots(brush),
            Figure::Crown => crown(brush),
            Figure::Tiger => tiger(brush),
            Figure::Leopard => leopard(brush),
            Figure::Goat => goat(brush),
            Figure::Cow => cow(brush),
            Figure::Hare => hare(brush),
            Figure::Hunter => hunter(brush),
        }
    }
}

/// A place in a figure, in hundredths of the radius of its disc: to the right, and down.
type At = (i32, i32);

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
    fn length(&self, share: i32) -> Mm {
        self.radius.times(f64::from(share) / 100.0)
    }

    fn at(&self, (x, y): At) -> Spot {
        self.middle + Spot::new(self.length(x), self.length(y))
    }

    fn dot(&self, at: At, radius: i32) -> Shape {
        Shape::circle(self.at(at), self.length(radius), Paint::fill(self.ink))
    }

    fn hole(&self, at: At, radius: i32) -> Shape {
        Shape::circle(self.at(at), self.length(radius), Paint::fill(self.ground))
    }

    fn ring(&self, at: At, radius: i32, width: i32) -> Shape {
        Shape::circle(self.at(at), self.length(radius), Paint::line(self.ink, self.length(width)))
    }

    fn outline(&self, corners: &[At]) -> Shape {
        Shape::closed(corners.iter().map(|&at| self.at(at)).collect(), Paint::fill(self.ink))
    }

    fn cut(&self, corners: &[At]) -> Shape {
        Shape::closed(corners.iter().map(|&at| self.at(at)).collect(), Paint::fill(self.ground))
    }

    fn stroke(&self, corners: &[At], width: i32) -> Shape {
        let spots = corners.iter().map(|&at| self.at(at)).collect();
        Shape::Way { spots, is_closed: false, paint: Paint::line(self.ink, self.length(width)) }
    }
}

/// The same on the left and on the right.
fn twice(draw: impl Fn(&dyn Fn(At) -> At) -> Shape) -> [Shape; 2] {
    [draw(&|at| at), draw(&|(x, y)| (-x, y))]
}

/// These corners on both sides, as parts of the figure or cut out of it.
fn both(corners: &[At], paint: impl Fn(&[At]) -> Shape) -> [Shape; 2] {
    twice(|turned| paint(&corners.iter().map(|&at| turned(at)).collect::<Vec<_>>()))
}

/// Ten dots around one.
fn dots(brush: &Brush) -> Vec<Shape> {
    let around = |number: i32| {
        let angle = TAU * f64::from(number) / 10.0;
        let at =
            brush.middle + Spot::new(brush.radius.times(0.63 * angle.sin()), -brush.radius.times(0.63 * angle.cos()));
        Shape::circle(at, brush.length(11), Paint::fill(brush.ink))
    };
    (0..10).map(around).chain([brush.dot((0, 0), 19)]).collect()
}

/// Three points with pearls, and a band below them.
fn crown(brush: &Brush) -> Vec<Shape> {
    const OUTLINE: [At; 7] = [(-39, 24), (-53, -24), (-24, 0), (0, -37), (24, 0), (53, -24), (39, 24)];
    const BAND: [At; 4] = [(-39, 34), (39, 34), (39, 47), (-39, 47)];
    const PEARLS: [At; 3] = [(-53, -32), (0, -45), (53, -32)];
    let pearls = PEARLS.iter().map(|&at| brush.dot(at, 11));
    [brush.outline(&OUTLINE), brush.outline(&BAND)].into_iter().chain(pearls).collect()
}

/// The head of a big cat: ears, eyes and a nose.
fn cat(brush: &Brush) -> Vec<Shape> {
    let mut shapes = Vec::from(twice(|turned| brush.dot(turned((44, -46)), 23)));
    shapes.extend(twice(|turned| brush.hole(turned((44, -46)), 10)));
    shapes.push(brush.dot((0, 6), 60));
    shapes.extend(twice(|turned| brush.hole(turned((23, 0)), 8)));
    shapes.push(brush.cut(&[(-11, 28), (11, 28), (0, 42)]));
    shapes
}

/// A cat with stripes.
fn tiger(brush: &Brush) -> Vec<Shape> {
    const STRIPES: [[At; 3]; 4] = [
        [(14, -52), (26, -48), (15, -18)],
        [(62, -4), (60, 10), (34, 12)],
        [(59, 20), (54, 33), (31, 26)],
        [(48, 42), (39, 51), (24, 38)],
    ];
    let mut shapes = cat(brush);
    shapes.push(brush.cut(&[(-6, -54), (6, -54), (0, -16)]));
    shapes.extend(STRIPES.iter().flat_map(|stripe| both(stripe, |corners| brush.cut(corners))));
    shapes
}

/// A cat with spots.
fn leopard(brush: &Brush) -> Vec<Shape> {
    const SPOTS: [(At, i32); 5] = [((17, -33), 8), ((38, -20), 7), ((47, 10), 7), ((38, 30), 8), ((20, 50), 6)];
    let mut shapes = cat(brush);
    shapes.extend([brush.hole((0, -17), 7), brush.hole((0, -45), 6)]);
    shapes.extend(SPOTS.iter().flat_map(|&(at, radius)| twice(|turned| brush.hole(turned(at), radius))));
    shapes
}

/// A long head with a beard, and horns that bend backwards.
fn goat(brush: &Brush) -> Vec<Shape> {
    const HORN: [At; 8] = [(5, -24), (12, -50), (28, -68), (52, -72), (66, -60), (44, -58), (31, -46), (24, -20)];
    let head = [(-25, -24), (25, -24), (19, 14), (12, 46), (-12, 46), (-19, 14)];
    let mut shapes = vec![brush.outline(&head), brush.outline(&[(-9, 46), (9, 46), (0, 80)])];
    shapes.extend(both(&HORN, |corners| brush.outline(corners)));
    shapes.extend(both(&[(22, -20), (60, -14), (48, 0), (22, -4)], |corners| brush.outline(corners)));
    shapes.extend(twice(|turned| brush.hole(turned((12, -4)), 6)));
    shapes
}

/// A broad head with a muzzle, and horns that point upwards.
fn cow(brush: &Brush) -> Vec<Shape> {
    const HORN: [At; 7] = [(14, -28), (40, -36), (50, -50), (48, -74), (66, -52), (60, -32), (30, -16)];
    let head = [(-32, -30), (32, -30), (34, 0), (24, 36), (-24, 36), (-34, 0)];
    let mut shapes = vec![brush.outline(&head)];
    shapes.extend(both(&HORN, |corners| brush.outline(corners)));
    shapes.extend(both(&[(30, -12), (66, -16), (58, 4), (32, 4)], |corners| brush.outline(corners)));
    shapes.extend(twice(|turned| brush.dot(turned((14, 44)), 22)));
    shapes.extend(twice(|turned| brush.hole(turned((13, 46)), 6)));
    shapes.extend(twice(|turned| brush.hole(turned((17, -4)), 6)));
    shapes
}

/// A round head with long ears.
fn hare(brush: &Brush) -> Vec<Shape> {
    const EAR: [At; 7] = [(4, 10), (6, -34), (14, -70), (26, -84), (36, -66), (36, -30), (27, 10)];
    let mut shapes = Vec::from(both(&EAR, |corners| brush.outline(corners)));
    shapes.extend(both(&[(14, 0), (16, -36), (25, -68), (28, -34), (22, 0)], |corners| brush.cut(corners)));
    shapes.push(brush.dot((0, 32), 40));
    shapes.extend(twice(|turned| brush.hole(turned((16, 24)), 7)));
    shapes.push(brush.cut(&[(-8, 42), (8, 42), (0, 53)]));
    shapes
}

/// A bow with its arrow.
fn hunter(brush: &Brush) -> Vec<Shape> {
    const BOW: [At; 9] = [(-22, -74), (2, -64), (22, -46), (34, -24), (38, 0), (34, 24), (22, 46), (2, 64), (-22, 74)];
    vec![
        brush.stroke(&BOW, 11),
        brush.stroke(&[(-22, -74), (-36, 0), (-22, 74)], 4),
        brush.stroke(&[(-60, 0), (56, 0)], 8),
        brush.outline(&[(50, -15), (78, 0), (50, 15)]),
        brush.outline(&[(-72, -14), (-58, -14), (-46, 0), (-58, 14), (-72, 14), (-60, 0)]),
    ]
}
