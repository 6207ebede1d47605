//! The symmetries of a board: the ways to lay it on itself.

use super::{Board, Place, Point};
use std::collections::{BTreeSet, HashMap};

/// A way to lay a board on itself: the image of each point, by its number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry(Vec<Point>);

impl Symmetry {
    /// Where a point comes to lie.
    pub fn image(&self, point: Point) -> Point {
        self.0[point.index()]
    }

    /// This symmetry followed by another of the same board.
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry(self.0.iter().map(|&point| next.image(point)).collect())
    }
}

impl Board {
    /// The rotations and reflections of the plane that lay the board's points on points and its lines on lines.
    ///
    /// At most eight, the identity among them; symmetries that bend the drawing are not looked for.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let (low, high) = self.bounds();
        let by_place: HashMap<Place, Point> = self.points().map(|point| (self.place(point), point)).collect();
        let canonical = |line: Vec<Point>| {
            let back: Vec<_> = line.iter().rev().copied().collect();
            line.min(back)
        };
        let lines: BTreeSet<_> = self.lines().iter().cloned().map(canonical).collect();
        // Around the middle of the box, in doubled coordinates so that it is a whole number.
        let (middle_x, middle_y) = (low.x + high.x, low.y + high.y);
        type Turn = fn(i32, i32) -> (i32, i32);
        let turns: [Turn; 8] = [
            |x, y| (x, y),
            |x, y| (-x, y),
            |x, y| (x, -y),
            |x, y| (-x, -y),
            |x, y| (y, x),
            |x, y| (-y, x),
            |x, y| (y, -x),
            |x, y| (-y, -x),
        ];
        turns
            .iter()
            .filter_map(|turn| {
                let images = self.points().map(|point| {
                    let place = self.place(point);
                    let (x, y) = turn(2 * place.x - middle_x, 2 * place.y - middle_y);
                    let (x, y) = (x + middle_x, y + middle_y);
                    let whole = x % 2 == 0 && y % 2 == 0;
                    whole.then(|| by_place.get(&Place { x: x / 2, y: y / 2 }).copied()).flatten()
                });
                let symmetry = Symmetry(images.collect::<Option<_>>()?);
                let laid = |line: &Vec<Point>| canonical(line.iter().map(|&point| symmetry.image(point)).collect());
                self.lines().iter().all(|line| lines.contains(&laid(line))).then_some(symmetry)
            })
            .collect()
    }
}
