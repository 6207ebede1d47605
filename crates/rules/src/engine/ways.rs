//! Steps as captures by approach and withdrawal see them: with what lies before and behind.

use crate::ground::bits::Bits;
use crate::ground::board::{Board, Direction, Point, Ray};

/// A step from a point, and what lies before and behind it on the same line.
#[derive(Debug)]
pub struct RunWay<B> {
    /// Where the step ends.
    pub to: Point,
    /// The same, as a set.
    pub end: B,
    /// Its direction.
    pub direction: Direction,
    /// The points beyond the end, nearest first.
    pub ahead: Vec<Point>,
    /// The points behind the start, nearest first.
    pub behind: Vec<Point>,
}

/// The steps from a point.
pub fn run_ways<B: Bits>(board: &Board, from: Point) -> Vec<RunWay<B>> {
    let rays = board.rays(from);
    let way = |ray: &Ray| {
        let back = rays.iter().find(|back| back.direction == ray.direction.reverse());
        RunWay {
            to: ray.points[0],
            end: B::bit(ray.points[0].index()),
            direction: ray.direction,
            ahead: ray.points[1..].to_vec(),
            behind: back.map_or_else(Vec::new, |back| back.points.clone()),
        }
    };
    rays.iter().map(way).collect()
}
