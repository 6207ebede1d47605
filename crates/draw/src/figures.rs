//! Figures on pieces. Their shape alone identifies the piece, on screens and on printed counters.

use quirkat_rules::{Colour, Language, Rank, Ruleset, Side};
use std::f64::consts::TAU;

/// Figure that a piece shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Figure {
    /// Ring of a white man.
    Ring,
    /// Dot of a black man.
    Dot,
    /// Ring of dots of a prince.
    Dots,
    /// Crown of a king, whatever the game calls it.
    Crown,
    /// Head of a tiger, for hunts.
    Tiger,
    /// Head of a leopard with spots.
    Leopard,
    /// Long head of a goat with horns that bend backwards.
    Goat,
    /// Broad head of a cow with horns that point upwards.
    Cow,
    /// Round head of a hare with long ears.
    Hare,
    /// Bow and arrow of a hunter.
    Hunter,
    /// Head of a dog with hanging ears.
    Dog,
}

/// Position in a figure, right and down, in hundredths of the disc's radius.
pub type Coordinates = (i32, i32);

/// Drawing element of a figure. Lengths are in hundredths of the disc's radius.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FigurePart {
    /// Filled disc: centre and radius.
    Dot(Coordinates, i32),
    /// Disc in the background colour: centre and radius.
    Hole(Coordinates, i32),
    /// Ring: centre, radius and stroke width.
    Ring(Coordinates, i32, i32),
    /// Filled polygon, by its corners.
    Outline(Vec<Coordinates>),
    /// Polygon in the background colour, by its corners.
    Cut(Vec<Coordinates>),
    /// Polyline with its stroke width.
    Stroke(Vec<Coordinates>, i32),
}

impl Figure {
    /// Returns the figure of a rank. A man shows the animal that its side is named after, if any.
    pub fn of(ruleset: &Ruleset, side: Side, rank: Rank) -> Figure {
        let name = ruleset.rank_name(Some(side), rank).map(|noun| noun.one.get(Language::En));
        match (rank, name) {
            (Rank::King, _) => Figure::Crown,
            (Rank::Prince, _) => Figure::Dots,
            (Rank::Man, Some("tiger")) => Figure::Tiger,
            (Rank::Man, Some("leopard" | "jaguar")) => Figure::Leopard,
            (Rank::Man, Some("goat")) => Figure::Goat,
            (Rank::Man, Some("cow")) => Figure::Cow,
            (Rank::Man, Some("hare")) => Figure::Hare,
            (Rank::Man, Some("hunter")) => Figure::Hunter,
            (Rank::Man, Some("dog" | "hound")) => Figure::Dog,
            (Rank::Man, _) if ruleset.colour(side) == Colour::White => Figure::Ring,
            (Rank::Man, _) => Figure::Dot,
        }
    }

    /// Returns whether the figure shows an animal or a hunter, rather than only a rank.
    pub fn is_picture(self) -> bool {
        !matches!(self, Figure::Ring | Figure::Dot | Figure::Dots | Figure::Crown)
    }

    /// Returns the drawing elements from the lowest to the topmost.
    pub fn parts(self) -> Vec<FigurePart> {
        match self {
            Figure::Ring => vec![FigurePart::Ring((0, 0), 68, 6)],
            Figure::Dot => vec![dot((0, 0), 17)],
            Figure::Dots => dots(),
            Figure::Crown => crown(),
            Figure::Tiger => tiger(),
            Figure::Leopard => leopard(),
            Figure::Goat => goat(),
            Figure::Cow => cow(),
            Figure::Hare => hare(),
            Figure::Hunter => hunter(),
            Figure::Dog => dog(),
        }
    }
}

fn dot(at: Coordinates, radius: i32) -> FigurePart {
    FigurePart::Dot(at, radius)
}

fn hole(at: Coordinates, radius: i32) -> FigurePart {
    FigurePart::Hole(at, radius)
}

fn outline(corners: &[Coordinates]) -> FigurePart {
    FigurePart::Outline(corners.to_vec())
}

fn cut(corners: &[Coordinates]) -> FigurePart {
    FigurePart::Cut(corners.to_vec())
}

fn stroke(corners: &[Coordinates], width: i32) -> FigurePart {
    FigurePart::Stroke(corners.to_vec(), width)
}

/// Draws an element and its mirror image.
fn twice(draw: impl Fn(&dyn Fn(Coordinates) -> Coordinates) -> FigurePart) -> [FigurePart; 2] {
    [draw(&|at| at), draw(&|(x, y)| (-x, y))]
}

/// Draws a polygon and its mirror image, filled or cut out.
fn mirrored_pair(corners: &[Coordinates], paint: impl Fn(&[Coordinates]) -> FigurePart) -> [FigurePart; 2] {
    twice(|turned| paint(&corners.iter().map(|&at| turned(at)).collect::<Vec<_>>()))
}

/// Returns ten dots around a central one.
fn dots() -> Vec<FigurePart> {
    let around = |number: i32| {
        let angle = TAU * f64::from(number) / 10.0;
        dot(((63.0 * angle.sin()).round() as i32, (-63.0 * angle.cos()).round() as i32), 11)
    };
    (0..10).map(around).chain([dot((0, 0), 19)]).collect()
}

/// Returns a crown: three points with pearls above a band.
fn crown() -> Vec<FigurePart> {
    const OUTLINE: [Coordinates; 7] = [(-39, 24), (-53, -24), (-24, 0), (0, -37), (24, 0), (53, -24), (39, 24)];
    const BAND: [Coordinates; 4] = [(-39, 34), (39, 34), (39, 47), (-39, 47)];
    const PEARLS: [Coordinates; 3] = [(-53, -32), (0, -45), (53, -32)];
    let pearls = PEARLS.iter().map(|&at| dot(at, 11));
    [outline(&OUTLINE), outline(&BAND)].into_iter().chain(pearls).collect()
}

/// Returns the head of a big cat: ears, eyes and nose.
fn cat() -> Vec<FigurePart> {
    let mut shapes = Vec::from(twice(|turned| dot(turned((44, -46)), 23)));
    shapes.extend(twice(|turned| hole(turned((44, -46)), 10)));
    shapes.push(dot((0, 6), 60));
    shapes.extend(twice(|turned| hole(turned((23, 0)), 8)));
    shapes.push(cut(&[(-11, 28), (11, 28), (0, 42)]));
    shapes
}

/// Returns the head of a cat with stripes.
fn tiger() -> Vec<FigurePart> {
    const STRIPES: [[Coordinates; 3]; 4] = [
        [(14, -52), (26, -48), (15, -18)],
        [(62, -4), (60, 10), (34, 12)],
        [(59, 20), (54, 33), (31, 26)],
        [(48, 42), (39, 51), (24, 38)],
    ];
    let mut shapes = cat();
    shapes.push(cut(&[(-6, -54), (6, -54), (0, -16)]));
    shapes.extend(STRIPES.iter().flat_map(|stripe| mirrored_pair(stripe, cut)));
    shapes
}

/// Returns the head of a cat with spots.
fn leopard() -> Vec<FigurePart> {
    const SPOTS: [(Coordinates, i32); 5] =
        [((17, -33), 8), ((38, -20), 7), ((47, 10), 7), ((38, 30), 8), ((20, 50), 6)];
    let mut shapes = cat();
    shapes.extend([hole((0, -17), 7), hole((0, -45), 6)]);
    shapes.extend(SPOTS.iter().flat_map(|&(at, radius)| twice(|turned| hole(turned(at), radius))));
    shapes
}

/// Returns a long head with a beard and horns that bend backwards.
fn goat() -> Vec<FigurePart> {
    const HORN: [Coordinates; 8] =
        [(5, -24), (12, -50), (28, -68), (52, -72), (66, -60), (44, -58), (31, -46), (24, -20)];
    let head = [(-25, -24), (25, -24), (19, 14), (12, 46), (-12, 46), (-19, 14)];
    let mut shapes = vec![outline(&head), outline(&[(-9, 46), (9, 46), (0, 80)])];
    shapes.extend(mirrored_pair(&HORN, outline));
    shapes.extend(mirrored_pair(&[(22, -20), (60, -14), (48, 0), (22, -4)], outline));
    shapes.extend(twice(|turned| hole(turned((12, -4)), 6)));
    shapes
}

/// Returns a broad head with a muzzle and horns that point upwards.
fn cow() -> Vec<FigurePart> {
    const HORN: [Coordinates; 7] = [(14, -28), (40, -36), (50, -50), (48, -74), (66, -52), (60, -32), (30, -16)];
    let head = [(-32, -30), (32, -30), (34, 0), (24, 36), (-24, 36), (-34, 0)];
    let mut shapes = vec![outline(&head)];
    shapes.extend(mirrored_pair(&HORN, outline));
    shapes.extend(mirrored_pair(&[(30, -12), (66, -16), (58, 4), (32, 4)], outline));
    shapes.extend(twice(|turned| dot(turned((14, 44)), 22)));
    shapes.extend(twice(|turned| hole(turned((13, 46)), 6)));
    shapes.extend(twice(|turned| hole(turned((17, -4)), 6)));
    shapes
}

/// Returns a round head with long ears.
fn hare() -> Vec<FigurePart> {
    const EAR: [Coordinates; 7] = [(4, 10), (6, -34), (14, -70), (26, -84), (36, -66), (36, -30), (27, 10)];
    let mut shapes = Vec::from(mirrored_pair(&EAR, outline));
    shapes.extend(mirrored_pair(&[(14, 0), (16, -36), (25, -68), (28, -34), (22, 0)], cut));
    shapes.push(dot((0, 32), 40));
    shapes.extend(twice(|turned| hole(turned((16, 24)), 7)));
    shapes.push(cut(&[(-8, 42), (8, 42), (0, 53)]));
    shapes
}

/// Returns a bow with an arrow.
fn hunter() -> Vec<FigurePart> {
    const BOW: [Coordinates; 9] =
        [(-22, -74), (2, -64), (22, -46), (34, -24), (38, 0), (34, 24), (22, 46), (2, 64), (-22, 74)];
    vec![
        stroke(&BOW, 11),
        stroke(&[(-22, -74), (-36, 0), (-22, 74)], 4),
        stroke(&[(-60, 0), (56, 0)], 8),
        outline(&[(50, -15), (78, 0), (50, 15)]),
        outline(&[(-72, -14), (-58, -14), (-46, 0), (-58, 14), (-72, 14), (-60, 0)]),
    ]
}

/// Returns a broad forehead with hanging ears, and a muzzle with a nose.
fn dog() -> Vec<FigurePart> {
    const EAR: [Coordinates; 6] = [(22, -46), (48, -52), (68, -20), (64, 22), (48, 28), (36, -10)];
    let head = [(-34, -46), (34, -46), (42, -8), (24, 22), (-24, 22), (-42, -8)];
    let mut parts = vec![outline(&head), dot((0, 34), 28)];
    parts.extend(mirrored_pair(&EAR, outline));
    parts.extend(twice(|turned| hole(turned((17, -12)), 7)));
    parts.push(cut(&[(-12, 24), (12, 24), (0, 38)]));
    parts
}
