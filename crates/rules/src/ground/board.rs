//! Boards: points joined by lines.
//!
//! A *line* is a sequence of points that lie straight behind one another. Neighbours (two points in a row), short leaps
//! (three in a row), rays for flying kings, the drawing and the symmetries all follow from the lines. Lines are
//! declared and not computed from coordinates, because some boards bend on paper. Coordinates only place the drawing
//! and define which way is forward.

mod construct;
mod notation;
mod symmetry;

pub(crate) use construct::Constructor;
pub use construct::{BoardKind, ConstructError, construct};
pub use notation::{Corner, SquareNames, SquareNotation};
pub use symmetry::Symmetry;

use crate::ground::clip::clip;
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// Maximum number of points of a board.
pub const MAX_POINTS: usize = 512;

/// Maximum number of lines of a board.
pub const MAX_LINES: usize = 4096;

/// A point of a board by its number, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(pub u16);

impl Point {
    /// Returns the number as an index.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<usize> for Point {
    /// Returns the point with this number. Boards stop far below the limit of the type.
    #[inline(always)]
    fn from(index: usize) -> Self {
        Point(index as u16)
    }
}

/// Coordinates of a point: x grows to the first player's right, y away from that player. Boards with points in the
/// centres of cells use half steps as units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Coordinate to the first player's right.
    pub x: i32,
    /// Coordinate away from the first player.
    pub y: i32,
}

/// A short leap: three points in a row on a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Leap {
    /// Start point.
    pub from: Point,
    /// Point of the captured piece.
    pub over: Point,
    /// Landing point.
    pub to: Point,
    /// Direction of the leap.
    pub direction: Direction,
}

/// One sense of one line. Hops with equal directions go straight on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(pub u16);

impl Direction {
    /// Returns the other sense of the same line.
    pub fn reverse(self) -> Direction {
        Direction(self.0 ^ 1)
    }
}

/// The points of a line that lie ahead of a point in one direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ray {
    /// Direction of the ray.
    pub direction: Direction,
    /// Points after the start, nearest first; never empty.
    pub points: Vec<Point>,
}

/// A board: named points with coordinates, and the lines that join them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    names: Vec<String>,
    places: Vec<Place>,
    /// Drawn lines, then the lines that only captures follow.
    lines: Vec<Vec<Point>>,
    /// Number of drawn lines.
    drawn: usize,
    /// Whether captures follow each line.
    captures: Vec<bool>,
    /// For each point, the lines through it, each with the index of the point in the line.
    through: Vec<Vec<(usize, usize)>>,
    by_name: HashMap<String, Point>,
    /// Notation of the names and the other one that is read, on chequered boards.
    notations: Option<[SquareNotation; 2]>,
    form: Option<BoardForm>,
}

/// Form in which a board is drawn although its shape suggests another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardForm {
    /// Points and lines, though the points are the squares of one colour of a chequered rectangle.
    Lines,
    /// Squares of one colour, though the points fill a rectangle.
    Squares,
}

/// Reason why points and lines make no board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// There are no points, or more than [`MAX_POINTS`].
    #[error("a board has 1 to {MAX_POINTS} points, found {0}")]
    Size(usize),
    /// Two points have this name.
    #[error("two points are called `{0}`")]
    DuplicateName(String),
    /// The name could be confused with another word of a turn or a position.
    #[error("`{0}` cannot be a point's name: one to four small letters or digits, and neither x nor a word of a turn")]
    InvalidName(String),
    /// Two points, named here, have the same coordinates.
    #[error("`{0}` and `{1}` have the same place")]
    DuplicatePlace(String, String),
    /// A coordinate is more than 1000 from the middle.
    #[error("the place of `{0}` is more than 1000 from the middle")]
    PlaceOutOfRange(String),
    /// The line with this number, from 1, has fewer than two points.
    #[error("line {0} has fewer than two points")]
    ShortLine(usize),
    /// A line, by its number from 1, names an unknown point.
    #[error("line {0} names `{1}`, which is no point of the board")]
    UnknownPoint(usize, String),
    /// A line, by its number from 1, visits a point twice.
    #[error("line {0} visits `{1}` twice")]
    RepeatedPoint(usize, String),
    /// Two neighbouring points are joined by two lines.
    #[error("`{0}` and `{1}` are joined by two lines")]
    DuplicateEdge(String, String),
    /// There are more than [`MAX_LINES`] lines.
    #[error("a board has at most {MAX_LINES} lines, found {0}")]
    TooManyLines(usize),
}

impl Board {
    /// Creates a board from named points with coordinates, and lines given by point names.
    ///
    /// # Errors
    /// Returns the first error, in the order of [`BoardError`]'s checks.
    pub fn new(points: Vec<(String, Place)>, lines: &[Vec<String>]) -> Result<Self, BoardError> {
        if let Some(error) = Board::errors(&points, lines).into_iter().next() {
            return Err(error);
        }
        let by_name: HashMap<_, _> =
            points.iter().enumerate().map(|(number, (name, _))| (name.clone(), Point::from(number))).collect();
        let lines: Vec<Vec<_>> = lines.iter().map(|line| line.iter().map(|name| by_name[name]).collect()).collect();
        let (names, places): (Vec<_>, _) = points.into_iter().unzip();
        let (drawn, captures) = (lines.len(), vec![true; lines.len()]);
        let through = lines_through(&lines, names.len());
        Ok(Board { names, places, lines, drawn, captures, through, by_name, notations: None, form: None })
    }

    /// Returns all errors of the points and lines. If there are too many of either, that is the only error.
    pub(crate) fn errors(points: &[(String, Place)], lines: &[Vec<String>]) -> Vec<BoardError> {
        if points.is_empty() || points.len() > MAX_POINTS {
            return vec![BoardError::Size(points.len())];
        }
        if lines.len() > MAX_LINES {
            return vec![BoardError::TooManyLines(lines.len())];
        }
        let mut errors = vec![];
        let mut names = HashSet::new();
        let mut by_place: HashMap<Place, &str> = HashMap::new();
        for (name, place) in points {
            if !is_point_name(name) {
                errors.push(BoardError::InvalidName(clip(name)));
            }
            if place.x.abs() > 1000 || place.y.abs() > 1000 {
                errors.push(BoardError::PlaceOutOfRange(clip(name)));
            }
            if !names.insert(name.as_str()) {
                errors.push(BoardError::DuplicateName(clip(name)));
            }
            if let Some(other) = by_place.insert(*place, name) {
                errors.push(BoardError::DuplicatePlace(clip(other), clip(name)));
            }
        }
        let mut edges = HashSet::new();
        for (number, line) in (1..).zip(lines) {
            if line.len() < 2 {
                errors.push(BoardError::ShortLine(number));
            }
            let mut seen = HashSet::new();
            for name in line {
                if !names.contains(name.as_str()) {
                    errors.push(BoardError::UnknownPoint(number, clip(name)));
                } else if !seen.insert(name) {
                    errors.push(BoardError::RepeatedPoint(number, clip(name)));
                }
            }
            for pair in line.windows(2).filter(|pair| pair[0] != pair[1]) {
                let (a, b) = (&pair[0], &pair[1]);
                if !edges.insert((a.min(b), a.max(b))) {
                    errors.push(BoardError::DuplicateEdge(clip(a), clip(b)));
                }
            }
        }
        errors
    }

    /// Returns the board, drawn in a form that its shape does not suggest.
    pub(crate) fn in_form(self, form: BoardForm) -> Board {
        Board { form: Some(form), ..self }
    }

    /// Returns the form in which the board is drawn if its shape suggests another.
    pub fn form(&self) -> Option<BoardForm> {
        self.form
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns `false`: every board has points.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns all points in the order of their numbers.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        (0..self.len()).map(Point::from)
    }

    /// Returns the name of a point.
    pub fn name(&self, point: Point) -> &str {
        &self.names[point.index()]
    }

    /// Returns the coordinates of a point.
    pub fn place(&self, point: Point) -> Place {
        self.places[point.index()]
    }

    /// Returns the point with this name. Accepts capital letters, zeros before a number, and on chequered boards the names
    /// of both notations.
    pub fn point(&self, name: &str) -> Option<Point> {
        let by_name = |name: &str| self.by_name.get(name).copied();
        by_name(name).or_else(|| match name.strip_prefix('0') {
            Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => by_name(number.trim_start_matches('0')),
            _ => by_name(&name.to_ascii_lowercase()),
        })
    }

    /// Returns the board with captures along its drawn lines.
    pub(crate) fn without_capture_lines(mut self) -> Board {
        self.lines.truncate(self.drawn);
        self.captures = vec![true; self.drawn];
        self.through = lines_through(&self.lines, self.len());
        self
    }

    /// Returns the board with further lines, which are not drawn and which only captures follow: parts of rows and columns
    /// with three or more points at equal distances, of which no two in succession are joined anyway.
    pub(crate) fn with_orthogonal_captures(mut self) -> Board {
        let joined: HashSet<_> = self.edges().into_iter().collect();
        let is_joined = |a: Point, b: Point| joined.contains(&(a.min(b), a.max(b)));
        let rows = |place: Place| (place.y, place.x);
        let columns = |place: Place| (place.x, place.y);
        for key in [rows as fn(Place) -> (i32, i32), columns] {
            let along = |point: Point| key(self.place(point));
            let mut points: Vec<_> = self.points().collect();
            points.sort_by_key(|&point| along(point));
            let mut runs = vec![];
            for row in points.chunk_by(|&a, &b| along(a).0 == along(b).0) {
                let gaps: Vec<_> = row
                    .windows(2)
                    .map(|pair| (!is_joined(pair[0], pair[1])).then(|| along(pair[1]).1 - along(pair[0]).1))
                    .collect();
                let mut start = 0;
                for same in gaps.chunk_by(|a, b| a == b) {
                    if same[0].is_some() && same.len() > 1 {
                        runs.push(row[start..=start + same.len()].to_vec());
                    }
                    start += same.len();
                }
            }
            self.lines.extend(runs);
        }
        self.captures.resize(self.lines.len(), true);
        self.through = lines_through(&self.lines, self.len());
        self
    }

    /// Returns the board with captures along rows and columns only, drawn or not.
    pub(crate) fn with_captures_along_orthogonals(self) -> Board {
        self.with_orthogonal_captures().with_captures_where(|from, to| from.x == to.x || from.y == to.y)
    }

    /// Returns the board with captures along diagonals only.
    pub(crate) fn with_captures_along_diagonals(self) -> Board {
        self.with_captures_where(|from, to| from.x != to.x && from.y != to.y)
    }

    /// Returns the board with captures only along lines whose steps all satisfy the condition.
    fn with_captures_where(mut self, is_such: fn(Place, Place) -> bool) -> Board {
        let along = |line: &Vec<Point>| line.windows(2).all(|pair| is_such(self.place(pair[0]), self.place(pair[1])));
        self.captures = self.lines.iter().map(along).collect();
        self
    }

    /// Returns whether captures follow other lines than steps.
    pub(crate) fn has_capture_lines(&self) -> bool {
        self.lines.len() > self.drawn || self.captures.contains(&false)
    }

    /// Returns the drawn lines, each as its points in order.
    pub fn lines(&self) -> &[Vec<Point>] {
        &self.lines[..self.drawn]
    }

    /// Returns all pairs of points that drawn lines join, each once, the lower number first.
    pub fn edges(&self) -> Vec<(Point, Point)> {
        let mut edges: Vec<_> = self
            .lines()
            .iter()
            .flat_map(|line| line.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))))
            .collect();
        edges.sort_unstable();
        edges
    }

    /// Returns all short leaps, in both senses of every line along which pieces capture.
    pub fn leaps(&self) -> Vec<Leap> {
        let mut leaps: Vec<_> = self
            .points()
            .flat_map(|from| {
                self.capture_rays(from).into_iter().filter_map(move |ray| match ray.points[..] {
                    [over, to, ..] => Some(Leap { from, over, to, direction: ray.direction }),
                    _ => None,
                })
            })
            .collect();
        leaps.sort_unstable();
        leaps
    }

    /// Returns all short leaps and those along two drawn edges that bend, each with the direction of its first edge.
    pub fn bent_leaps(&self) -> Vec<Leap> {
        let mut leaps = self.leaps();
        for from in self.points() {
            for first in self.rays(from) {
                let over = first.points[0];
                for second in self.rays(over) {
                    let to = second.points[0];
                    if to != from {
                        leaps.push(Leap { from, over, to, direction: first.direction });
                    }
                }
            }
        }
        leaps.sort_unstable();
        leaps.dedup();
        leaps
    }

    /// Returns the rays of a point along drawn lines, one for each direction with a neighbour.
    pub fn rays(&self, from: Point) -> Vec<Ray> {
        self.rays_along(from, |line| line < self.drawn)
    }

    /// Returns the rays of a point along which pieces capture: the same, unless the option `capture_lines` changes them.
    pub fn capture_rays(&self, from: Point) -> Vec<Ray> {
        self.rays_along(from, |line| self.captures[line])
    }

    /// Returns whether a hop goes beyond the next point or, if it leaps, beyond the point behind the next: only kings move so
    /// far.
    pub fn is_long_hop(&self, from: Point, to: Point, leaps: bool) -> bool {
        let is_followed = |line: usize| if leaps { self.captures[line] } else { line < self.drawn };
        let lines = self.through[from.index()].iter().filter(|(line, _)| is_followed(*line));
        let steps = lines.filter_map(|&(line, at)| {
            let there = self.lines[line].iter().position(|&point| point == to)?;
            Some(there.abs_diff(at))
        });
        steps.min().is_some_and(|steps| steps > 1 + usize::from(leaps))
    }

    /// Returns the rays of a point along the lines with these indices.
    fn rays_along(&self, from: Point, is_followed: impl Fn(usize) -> bool) -> Vec<Ray> {
        let mut rays = Vec::new();
        for &(number, at) in self.through[from.index()].iter().filter(|(number, _)| is_followed(*number)) {
            let line: &[Point] = &self.lines[number];
            let (before, after) = (&line[..at], &line[at + 1..]);
            let senses = [after.to_vec(), before.iter().rev().copied().collect()];
            for (sense, points) in senses.into_iter().enumerate() {
                if !points.is_empty() {
                    rays.push(Ray { direction: Direction((2 * number + sense) as u16), points });
                }
            }
        }
        rays
    }

    /// Returns the rows as the first player sees them: the farthest row first, each from the left.
    pub fn rows(&self) -> Vec<Vec<Point>> {
        let mut points: Vec<_> = self.points().collect();
        points.sort_by_key(|&point| (-self.place(point).y, self.place(point).x));
        points.chunk_by(|&a, &b| self.place(a).y == self.place(b).y).map(<[Point]>::to_vec).collect()
    }

    /// Returns the lower left and the upper right corner of the bounding box.
    pub fn bounds(&self) -> (Place, Place) {
        let xs = || self.places.iter().map(|place| place.x);
        let ys = || self.places.iter().map(|place| place.y);
        let low = Place { x: xs().min().unwrap_or(0), y: ys().min().unwrap_or(0) };
        let high = Place { x: xs().max().unwrap_or(0), y: ys().max().unwrap_or(0) };
        (low, high)
    }
}

/// Returns for each of `count` points the lines through it, each with the index of the point in the line.
fn lines_through(lines: &[Vec<Point>], count: usize) -> Vec<Vec<(usize, usize)>> {
    let mut through = vec![vec![]; count];
    for (number, line) in lines.iter().enumerate() {
        line.iter().enumerate().for_each(|(at, point)| through[point.index()].push((number, at)));
    }
    through
}

/// Returns whether a word can name a point: one to four lower-case letters or digits, and no word of a turn or a
/// position.
fn is_point_name(name: &str) -> bool {
    (1..=4).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        && !matches!(name, "x" | "huff" | "pass" | "drop" | "roll" | "draw")
}
