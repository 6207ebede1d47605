//! Boards: points, lines and straightness. `boards.rs` makes the boards.

use litemap::LiteMap;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::{P, Side};

/// A board: its points, and the pairs of neighbours joined by a line, in both orders.
#[derive(Clone, Debug)]
pub struct Board {
    /// Points of the board by their coordinates.
    pub points: BTreeSet<P>,
    /// Pairs of neighbours, in both orders.
    pub edges: BTreeSet<(P, P)>,
    /// Neighbour of each point in each direction in which a line leaves it.
    ways: LiteMap<P, LiteMap<P, P>>,
    /// Distinct values of x and of y, in order.
    columns: Vec<i32>,
    rows: Vec<i32>,
    /// Points ahead of each point in each direction; cached, because it is used most.
    rays: FxHashMap<(P, P), Vec<P>>,
    /// Points ahead of each point along a row or column in which no line is drawn.
    undrawn: FxHashMap<(P, P), Vec<P>>,
}

impl Board {
    /// Creates a board of these points; `joined` returns whether an edge joins two of them.
    pub fn of(points: BTreeSet<P>, joined: impl Fn(P, P) -> bool) -> Board {
        let mut edges = BTreeSet::new();
        let mut ways: LiteMap<P, LiteMap<P, P>> = LiteMap::new();
        for &a in &points {
            for &b in &points {
                if a != b && (joined(a, b) || joined(b, a)) {
                    edges.insert((a, b));
                    let other = ways.entry(a).or_default().insert(towards(a, b), b);
                    assert_eq!(other, None, "two edges leave {a:?} the same way");
                }
            }
        }
        let distinct = |of: fn(&P) -> i32| points.iter().map(of).collect::<BTreeSet<_>>().into_iter().collect();
        let (columns, rows) = (distinct(|point| point.0), distinct(|point| point.1));
        let mut board =
            Board { points, edges, ways, columns, rows, rays: FxHashMap::default(), undrawn: FxHashMap::default() };
        let ways = board.ways.iter().flat_map(|(&from, ways)| ways.keys().map(move |&direction| (from, direction)));
        board.rays = ways.map(|(from, direction)| ((from, direction), board.walk(from, direction))).collect();
        board.undrawn = board.undrawn_rays();
        board
    }

    /// Returns the directions in which a line leaves a point.
    pub fn directions(&self, from: P) -> impl Iterator<Item = P> {
        self.ways.get(&from).into_iter().flat_map(LiteMap::keys).copied()
    }

    /// Returns the neighbours of a point.
    pub fn neighbours(&self, from: P) -> Vec<P> {
        self.ways.get(&from).into_iter().flat_map(LiteMap::values).copied().collect()
    }

    /// Returns the points ahead of `from` along drawn lines, straight on to the edge of the board. Collinear
    /// coordinates make a straight line (README, conventions); edges of one line may differ in length.
    pub fn ray(&self, from: P, direction: P) -> &[P] {
        self.rays.get(&(from, direction)).map_or(&[], Vec::as_slice)
    }

    fn walk(&self, from: P, direction: P) -> Vec<P> {
        let mut met = Vec::new();
        let mut here = from;
        while let Some(&next) = self.ways.get(&here).and_then(|ways| ways.get(&direction)) {
            met.push(next);
            here = next;
        }
        met
    }

    /// Returns the points ahead of `from` along a row or column in which no line is drawn: three or more points at equal
    /// distances, no two in succession joined.
    pub fn undrawn_ray(&self, from: P, direction: P) -> &[P] {
        self.undrawn.get(&(from, direction)).map_or(&[], Vec::as_slice)
    }

    fn undrawn_rays(&self) -> FxHashMap<(P, P), Vec<P>> {
        let mut rays = FxHashMap::default();
        for line in self.undrawn_lines() {
            let backwards: Vec<P> = line.iter().rev().copied().collect();
            for line in [line, backwards] {
                for at in 0..line.len() - 1 {
                    rays.insert((line[at], towards(line[at], line[at + 1])), line[at + 1..].to_vec());
                }
            }
        }
        rays
    }

    /// Returns the longest parts of rows and columns in which no line is drawn, of at least three points.
    fn undrawn_lines(&self) -> Vec<Vec<P>> {
        let of_rows = self.rows.iter().map(|&y| self.points.iter().copied().filter(|point| point.1 == y).collect());
        let of_columns =
            self.columns.iter().map(|&x| self.points.iter().copied().filter(|point| point.0 == x).collect());
        let mut parts: Vec<Vec<P>> = vec![];
        for line in of_rows.chain(of_columns).collect::<Vec<Vec<P>>>() {
            let mut part: Vec<P> = vec![];
            for point in line {
                let goes_on = match part[..] {
                    [.., last] if self.edges.contains(&(last, point)) => false,
                    [.., before, last] => length(before, last) == length(last, point),
                    _ => true,
                };
                if !goes_on {
                    let last = part[part.len() - 1];
                    parts.push(std::mem::take(&mut part));
                    if !self.edges.contains(&(last, point)) {
                        part.push(last);
                    }
                }
                part.push(point);
            }
            parts.push(part);
        }
        parts.retain(|part| part.len() > 2);
        parts
    }

    /// Returns every straight triple from, over, to: the short leaps of an otherwise empty board.
    pub fn leaps(&self) -> Vec<[P; 3]> {
        let mut leaps = Vec::new();
        for &from in &self.points {
            for direction in self.directions(from) {
                if let [over, to, ..] = *self.ray(from, direction) {
                    leaps.push([from, over, to]);
                }
            }
        }
        leaps
    }

    /// Returns the minimum number of edges between two points.
    pub fn distance(&self, from: P, to: P) -> usize {
        let mut reached = BTreeSet::from([from]);
        let mut outermost = reached.clone();
        for distance in 0.. {
            if outermost.contains(&to) {
                return distance;
            }
            let next = outermost.iter().flat_map(|&point| self.neighbours(point));
            outermost = next.filter(|point| !reached.contains(point)).collect();
            assert!(!outermost.is_empty(), "{to:?} cannot be reached from {from:?}");
            reached.extend(&outermost);
        }
        unreachable!("it is reached")
    }

    /// Returns the distinct values of x, in order.
    pub fn columns(&self) -> &[i32] {
        &self.columns
    }

    /// Returns the distinct values of y, in order.
    pub fn rows(&self) -> &[i32] {
        &self.rows
    }

    /// Returns whether `point` is on the row farthest from the side's own end.
    pub fn is_far_row(&self, side: Side, point: P) -> bool {
        match side {
            Side::First => self.rows.last() == Some(&point.1),
            Side::Second => self.rows.first() == Some(&point.1),
        }
    }
}

/// Returns the distance between two points of a row or column.
fn length(a: P, b: P) -> i32 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

/// Returns whether a direction is that of a row or a column.
pub fn is_orthogonal((x, y): P) -> bool {
    x == 0 || y == 0
}

/// Returns the direction from one point to another, reduced to the smallest integers.
pub fn towards(from: P, to: P) -> P {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut a, mut b) = (dx.abs(), dy.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (dx / a, dy / a)
}
