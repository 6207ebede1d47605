//! Points and lines of the Alquerque boards (alquerque.md, "Board alq5").

use std::collections::BTreeSet;

use super::{P, Side};

/// The eight ways a line can leave a point.
pub const DIRECTIONS: [P; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A board: its points, and the pairs of neighbours joined by a line, in both orders.
#[derive(Clone, Debug)]
pub struct Board {
    pub width: i32,
    pub height: i32,
    pub points: BTreeSet<P>,
    pub edges: BTreeSet<(P, P)>,
}

impl Board {
    /// The board `alq(width, height)`, both odd: orthogonal neighbours are always joined,
    /// diagonal neighbours only where x + y is even.
    pub fn alq(width: i32, height: i32) -> Board {
        assert!(width % 2 == 1 && height % 2 == 1, "both sides are odd");
        let mut points = BTreeSet::new();
        for x in 0..width {
            for y in 0..height {
                points.insert((x, y));
            }
        }
        let mut edges = BTreeSet::new();
        for &(x, y) in &points {
            for (dx, dy) in DIRECTIONS {
                let neighbour = (x + dx, y + dy);
                let is_diagonal = dx != 0 && dy != 0;
                let is_drawn = !is_diagonal || (x + y) % 2 == 0;
                if is_drawn && points.contains(&neighbour) {
                    edges.insert(((x, y), neighbour));
                }
            }
        }
        Board { width, height, points, edges }
    }

    /// The points met one after the other when leaving `from` along drawn lines, straight on, to
    /// the edge of the board. Collinear coordinates make a straight line (README, conventions).
    pub fn ray(&self, from: P, direction: P) -> Vec<P> {
        let mut met = Vec::new();
        let mut here = from;
        loop {
            let next = (here.0 + direction.0, here.1 + direction.1);
            if !self.edges.contains(&(here, next)) {
                return met;
            }
            met.push(next);
            here = next;
        }
    }

    /// Whether `point` is on the row farthest from the side's own end.
    pub fn is_far_row(&self, side: Side, point: P) -> bool {
        match side {
            Side::First => point.1 == self.height - 1,
            Side::Second => point.1 == 0,
        }
    }
}
