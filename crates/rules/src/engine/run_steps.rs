//! Steps as captures by approach and withdrawal see them: with what lies before and behind.

use crate::ground::bits::Bits;
use crate::ground::board::{Board, Direction, Point, Ray};

/// A step from a point, and what lies before and behind it on the same line.
#[derive(Debug)]
pub struct RunStep<B> {
    /// Where the step ends.
    pub to: Point,
    /// The same, as a set.
    pub end: B,
    /// Its direction.
    pub direction: Direction,
    /// The nearest points beyond the end and behind the start: only what stands there begins a run.
    pub near: B,
    /// What lies beyond the end, where anything does, and what lies behind the start.
    pub beside: Vec<RunLine<B>>,
}

/// The points on one side of a step.
#[derive(Debug)]
pub struct RunLine<B> {
    /// The nearest of them.
    pub nearest: Point,
    /// All runs that can stand there: from the nearest point alone to the whole line.
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

    /// The pieces in a row from the nearest point on; empty if none stands there.
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

/// The steps from a point.
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
