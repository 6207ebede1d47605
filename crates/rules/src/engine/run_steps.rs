//! Steps with the lines of points before and behind them, for captures by approach and withdrawal.

use crate::ground::bits::Bits;
use crate::ground::board::{Board, Direction, Point, Ray};

/// A step from a point, with the points before and behind it on the same line.
#[derive(Debug)]
pub struct RunStep<B> {
    /// End point.
    pub to: Point,
    /// End point as a set.
    pub end: B,
    /// Direction of the step.
    pub direction: Direction,
    /// Nearest point beyond the end and nearest point behind the start. A run begins on one of them.
    pub near: B,
    /// The line beyond the end and the line behind the start, each if it has points.
    pub beside: Vec<RunLine<B>>,
}

/// The points of the line on one side of a step.
#[derive(Debug)]
pub struct RunLine<B> {
    /// Nearest point.
    pub nearest: Point,
    /// All possible runs: the first point, the first two points, and so on.
    runs: Vec<B>,
}

impl<B: Bits> RunLine<B> {
    fn new(points: &[Point]) -> Option<Self> {
        let longer = |run: &mut B, point: &Point| {
            *run |= B::bit(point.index());
            Some(*run)
        };
        let runs = points.iter().scan(B::EMPTY, longer).collect();
        points.first().map(|&nearest| RunLine { nearest, runs })
    }

    /// Returns the unbroken run of these pieces from the nearest point on; empty if none stands there.
    #[inline(always)]
    pub fn run(&self, pieces: B) -> B {
        let mut longest = B::EMPTY;
        for &run in &self.runs {
            if !(run & !pieces).is_empty() {
                break;
            }
            longest = run;
        }
        longest
    }
}

/// Returns the steps from a point.
pub fn run_steps<B: Bits>(board: &Board, from: Point) -> Vec<RunStep<B>> {
    let rays = board.rays(from);
    let way = |ray: &Ray| {
        let back = rays.iter().find(|back| back.direction == ray.direction.reverse());
        let lines = [Some(&ray.points[1..]), back.map(|back| &back.points[..])];
        let beside: Vec<_> = lines.into_iter().flatten().filter_map(RunLine::new).collect();
        RunStep {
            to: ray.points[0],
            end: B::bit(ray.points[0].index()),
            direction: ray.direction,
            near: beside.iter().fold(B::EMPTY, |near, line: &RunLine<B>| near | B::bit(line.nearest.index())),
            beside,
        }
    };
    rays.iter().map(way).collect()
}
