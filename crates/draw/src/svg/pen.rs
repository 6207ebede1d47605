//! Mapping of a board to the coordinates and sizes of a drawing.

use super::paint::{Palette, Tint};
use crate::names::Naming;
use crate::squares::Squares;
use quirkat_rules::{Board, Place, Point, Side};
use std::fmt::Write;

/// Length of one step of board coordinates, and width of a square.
pub const UNIT: i32 = 100;
/// Space around the outermost points: half a square or a piece with a ring, and a name.
const MARGIN: i32 = 94;
/// Space around a board with names inside its squares.
const NARROW_MARGIN: i32 = 70;
/// Space around half a square or a piece on paper, for lines. Names are outside.
const PAPER_MARGIN: i32 = 8;

/// Position in the drawing: right and down, in units of 1/100 grid step.
pub type Coordinates = (i32, i32);

/// Mapping of a board to a drawing, seen from one side.
pub struct Pen<'a> {
    /// Board that the drawing shows.
    pub board: &'a Board,
    /// Form in which colours are written.
    pub palette: Palette,
    /// Squares in which the pieces stand; `None` on points and lines.
    pub squares: Option<Squares>,
    /// Placement of the names of points.
    pub naming: Naming,
    /// Radius of a piece, in units of 1/100 grid step.
    pub radius: i32,
    sense: i32,
}

impl<'a> Pen<'a> {
    /// Creates the mapping for a board, seen from the side at the bottom.
    pub fn new(board: &'a Board, bottom: Side, palette: Palette) -> Self {
        let squares = Squares::of(board);
        Pen {
            board,
            palette,
            squares,
            naming: Naming::of(board),
            radius: radius(board, squares),
            sense: if bottom == Side::First { 1 } else { -1 },
        }
    }

    /// Returns the colour for a purpose, as the palette writes it.
    pub fn paint(&self, tint: Tint) -> String {
        self.palette.paint(tint)
    }

    /// Returns the position of a point.
    pub fn at(&self, point: Point) -> Coordinates {
        let place = self.board.place(point);
        (self.across(place.x), self.down(place.y))
    }

    /// Returns the horizontal position of a board coordinate x.
    pub fn across(&self, x: i32) -> i32 {
        UNIT * x * self.sense
    }

    /// Returns the vertical position of a board coordinate y.
    pub fn down(&self, y: i32) -> i32 {
        -UNIT * y * self.sense
    }

    /// Returns the bounding box of all points: its upper left and lower right corner.
    pub fn bounds(&self) -> (Coordinates, Coordinates) {
        let (low, high) = self.board.bounds();
        let corner = |place: Place| (self.across(place.x), self.down(place.y));
        let (a, b) = (corner(low), corner(high));
        ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)))
    }

    /// Returns the distance from the outermost points to the frame of the drawing.
    pub fn margin(&self) -> i32 {
        match (self.palette.is_solid(), &self.naming) {
            (false, _) => PAPER_MARGIN + if self.squares.is_some() { UNIT / 2 } else { self.radius },
            (true, Naming::Inside) => NARROW_MARGIN,
            (true, _) => MARGIN,
        }
    }

    /// Returns the frame of the drawing: left, top, width and height.
    pub fn frame(&self) -> [i32; 4] {
        let ((left, top), (right, bottom)) = self.bounds();
        let margin = self.margin();
        [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin]
    }

    /// Returns the type size of names on paper.
    pub fn type_size(&self) -> i32 {
        if self.naming == Naming::Inside {
            return 22;
        }
        // A wide board is displayed smaller.
        let ((left, top), (right, bottom)) = self.bounds();
        if (right - left).max(bottom - top) > 5 * UNIT { 28 } else { 24 }
    }

    /// Returns the type size of names on screens, where they are unobtrusive.
    pub fn letter_size(&self) -> i32 {
        self.type_size() * 4 / 5
    }

    /// Returns the points from the far edge to the near one, so that nearer pieces cover those behind them.
    pub fn far_first(&self) -> Vec<Point> {
        let mut points: Vec<_> = self.board.points().collect();
        points.sort_by_key(|&point| {
            let (x, y) = self.at(point);
            (y, x)
        });
        points
    }
}

/// Returns the radius of a piece: it fits a square, or leaves space between neighbours on lines.
fn radius(board: &Board, squares: Option<Squares>) -> i32 {
    let squared = |a: Place, b: Place| i64::from(a.x - b.x).pow(2) + i64::from(a.y - b.y).pow(2);
    let places: Vec<_> = board.points().map(|point| board.place(point)).collect();
    let has_near = || places.iter().enumerate().any(|(number, &a)| places[..number].iter().any(|&b| squared(a, b) < 2));
    if squares.is_some() || has_near() { 38 } else { 46 }
}

/// Returns a path along positions as path data, with as few commands as possible.
pub fn path_data(places: &[Coordinates]) -> String {
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

/// Returns whether the third position continues the line of the other two.
fn goes_on(a: Coordinates, b: Coordinates, c: Coordinates) -> bool {
    let ((x, y), (to_x, to_y)) = ((b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1));
    let (cross, along) = (i64::from(x) * i64::from(to_y) - i64::from(y) * i64::from(to_x), x * to_x + y * to_y);
    cross == 0 && along > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_points_only_where_it_bends() {
        assert_eq!(path_data(&[(0, 0), (100, 0), (200, 0)]), "M0 0H200");
        assert_eq!(path_data(&[(0, 0), (100, -100), (200, -200), (200, 0)]), "M0 0L200 -200V0");
        assert_eq!(path_data(&[(0, 0), (100, 0), (0, 0)]), "M0 0H100H0", "back again");
    }
}
