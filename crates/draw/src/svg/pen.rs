//! The pen: where a board's points lie on the paper, and how large everything on it is.

use super::paint::{Palette, Tint};
use crate::names::Naming;
use crate::squares::is_chequered;
use quirkat_rules::{Board, Place, Point, Side};
use std::fmt::Write;

/// The length of a step of the board's coordinates; the width of a square.
pub const UNIT: i32 = 100;
/// The space around the outermost points: half a square or a piece with a ring, and a name beyond it.
const MARGIN: i32 = 94;
/// The space around a board whose names stand in its squares.
const NARROW_MARGIN: i32 = 70;

/// A place on the paper: to the right, and down.
pub type Coordinates = (i32, i32);

/// What draws a board from one seat.
pub struct Pen<'a> {
    /// The board.
    pub board: &'a Board,
    /// How colours are written down.
    pub palette: Palette,
    /// Whether pieces stand in the squares of a chequered board.
    pub is_chequered: bool,
    /// Where the names of the points stand.
    pub naming: Naming,
    /// The radius of a piece.
    pub radius: i32,
    sense: i32,
}

impl<'a> Pen<'a> {
    /// A pen for a board, seen from the side that sits at the bottom.
    pub fn new(board: &'a Board, bottom: Side, palette: Palette) -> Self {
        let is_chequered = is_chequered(board);
        Pen {
            board,
            palette,
            is_chequered,
            naming: Naming::of(board),
            radius: radius(board, is_chequered),
            sense: if bottom == Side::First { 1 } else { -1 },
        }
    }

    /// The colour for a purpose, as the palette writes it.
    pub fn paint(&self, tint: Tint) -> String {
        self.palette.paint(tint)
    }

    /// Where a point lies.
    pub fn at(&self, point: Point) -> Coordinates {
        let place = self.board.place(point);
        (self.across(place.x), self.down(place.y))
    }

    /// Where an x of the board's coordinates lies.
    pub fn across(&self, x: i32) -> i32 {
        UNIT * x * self.sense
    }

    /// Where a y of the board's coordinates lies.
    pub fn down(&self, y: i32) -> i32 {
        -UNIT * y * self.sense
    }

    /// The smallest box around all points: its upper left and its lower right corner.
    pub fn bounds(&self) -> (Coordinates, Coordinates) {
        let (low, high) = self.board.bounds();
        let corner = |place: Place| (self.across(place.x), self.down(place.y));
        let (a, b) = (corner(low), corner(high));
        ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)))
    }

    /// The box of the drawing: left, top, width and height.
    pub fn frame(&self) -> [i32; 4] {
        let ((left, top), (right, bottom)) = self.bounds();
        let margin = if self.naming == Naming::Inside { NARROW_MARGIN } else { MARGIN };
        [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin]
    }

    /// The height of the letters of names on paper.
    pub fn type_size(&self) -> i32 {
        if self.naming == Naming::Inside {
            return 22;
        }
        // A wide board is seen smaller.
        let ((left, top), (right, bottom)) = self.bounds();
        if (right - left).max(bottom - top) > 5 * UNIT { 28 } else { 24 }
    }

    /// The height of the letters of names on screens, where they are quiet.
    pub fn letter_size(&self) -> i32 {
        if self.palette.is_solid() { self.type_size() * 4 / 5 } else { self.type_size() }
    }

    /// The points from the far edge to the near one, so that what stands nearer hides what stands behind it.
    pub fn far_first(&self) -> Vec<Point> {
        let mut points: Vec<_> = self.board.points().collect();
        points.sort_by_key(|&point| {
            let (x, y) = self.at(point);
            (y, x)
        });
        points
    }
}

/// The radius of a piece: on a square, or so that neighbours on lines leave some air between them.
fn radius(board: &Board, is_chequered: bool) -> i32 {
    let squared = |a: Place, b: Place| i64::from(a.x - b.x).pow(2) + i64::from(a.y - b.y).pow(2);
    let places: Vec<_> = board.points().map(|point| board.place(point)).collect();
    let has_near = || places.iter().enumerate().any(|(number, &a)| places[..number].iter().any(|&b| squared(a, b) < 2));
    if is_chequered || has_near() { 38 } else { 46 }
}

/// A way along places, as the data of a path: straight on where it is straight, in as few words as it can be said.
pub fn way(places: &[Coordinates]) -> String {
    let mut data = String::new();
    let Some(&start) = places.first() else { return data };
    let _ = write!(data, "M{} {}", start.0, start.1);
    let mut from = start;
    for (number, &to) in places.iter().enumerate().skip(1) {
        if places.get(number + 1).is_some_and(|&next| goes_on(from, to, next)) {
            continue;
        }
        let _ = match (to.0 == from.0, to.1 == from.1) {
            (true, _) => write!(data, "V{}", to.1),
            (_, true) => write!(data, "H{}", to.0),
            _ => write!(data, "L{} {}", to.0, to.1),
        };
        from = to;
    }
    data
}

/// Whether the third place lies straight behind the other two.
fn goes_on(a: Coordinates, b: Coordinates, c: Coordinates) -> bool {
    let ((x, y), (to_x, to_y)) = ((b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1));
    let (cross, along) = (i64::from(x) * i64::from(to_y) - i64::from(y) * i64::from(to_x), x * to_x + y * to_y);
    cross == 0 && along > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_says_only_where_it_bends() {
        assert_eq!(way(&[(0, 0), (100, 0), (200, 0)]), "M0 0H200");
        assert_eq!(way(&[(0, 0), (100, -100), (200, -200), (200, 0)]), "M0 0L200 -200V0");
        assert_eq!(way(&[(0, 0), (100, 0), (0, 0)]), "M0 0H100H0", "back again");
    }
}
