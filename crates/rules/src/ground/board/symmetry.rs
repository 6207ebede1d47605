//! Symmetries of a board.

use super::{Board, Place, Point};
use std::collections::{BTreeSet, HashMap};

/// A symmetry of a board: the image of each point.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry(Vec<Point>);

impl Symmetry {
    /// Returns the image of a point.
    pub fn image(&self, point: Point) -> Point {
        self.0[point.index()]
    }

    /// Returns the composition of this symmetry and then `next`.
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry(self.0.iter().map(|&point| next.image(point)).collect())
    }
}

impl Board {
    /// Returns the rotations and reflections of the plane that map the board's points to points and its lines to lines.
    ///
    /// There are at most eight, the identity included. Symmetries that would bend the drawing are not found.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let (low, high) = self.bounds();
        let by_place: HashMap<Place, Point> = self.points().map(|point| (self.place(point), point)).collect();
        let canonical = |line: Vec<Point>| {
            let back: Vec<_> = line.iter().rev().copied().collect();
            line.min(back)
        };
        let lines: BTreeSet<_> = self.lines().iter().cloned().map(canonical).collect();
        // Rotates around the middle of the bounding box, in doubled coordinates, which are whole numbers.
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
                let image_of_line =
                    |line: &Vec<Point>| canonical(line.iter().map(|&point| symmetry.image(point)).collect());
                self.lines().iter().all(|line| lines.contains(&image_of_line(line))).then_some(symmetry)
            })
            .collect()
    }
}
