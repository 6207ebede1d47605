//! Scenes drawn into a grid of characters.

use super::character_set::CharacterSet;
use super::margin::Margin;
use super::scale::{Scale, is_loose};
use super::strokes::{GridPoint, Stroke, strokes};
use crate::names::Naming;
use crate::scene::{Mark, Scene};
use crate::squares::Squares;
use quirkat_rules::{Board, Colour, Point, Ray, Side};
use std::collections::BTreeMap;
use std::fmt;

/// Role of a character in the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// Empty background of the drawing.
    Ground,
    /// A square that is not played on.
    Shade,
    /// A point or square that is closed for good.
    Closed,
    /// A line or the frame of the board.
    Line,
    /// The path of the shown turn.
    Trail,
    /// The name of a point, a column or a row.
    Name,
    /// A point without a piece or a mark.
    Empty,
    /// A piece of this colour, or the height of its column.
    Piece(Colour),
    /// An empty point to which a piece may go.
    Target,
    /// An empty point where a piece was captured or started.
    Trace,
    /// A bracket around a point with this mark.
    Bracket(Mark),
}

/// One character of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Character that the cell shows.
    pub sign: char,
    /// Role of the character in the drawing.
    pub ink: Ink,
    /// Point that the character shows, or whose bracket it is.
    pub point: Option<Point>,
}

/// Mapping of board coordinates to cells of a picture.
struct Frame {
    origin: (i32, i32),
    margin: Margin,
    scale: Scale,
    /// Offset from the upper left of a square to its piece; zero where points lie on lines.
    inset: GridPoint,
}

impl Frame {
    fn new(scene: &Scene, scale: Scale) -> Frame {
        let (low, high) = scene.board.bounds();
        let origin = if scene.bottom == Side::First { (low.x, high.y) } else { (high.x, low.y) };
        let inset = if Squares::of(&scene.board).is_some() { ((scale.across - 1) / 2, scale.down / 2) } else { (0, 0) };
        Frame { origin, margin: Margin::of(scene, &Naming::of(&scene.board)), scale, inset }
    }

    fn column(&self, x: i32) -> usize {
        self.margin.left + x.abs_diff(self.origin.0) as usize * self.scale.across + self.inset.0
    }

    fn row(&self, y: i32) -> usize {
        self.margin.above + y.abs_diff(self.origin.1) as usize * self.scale.down + self.inset.1
    }

    fn spot(&self, board: &Board, point: Point) -> GridPoint {
        let place = board.place(point);
        (self.column(place.x), self.row(place.y))
    }
}

/// A scene as a grid of characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    width: usize,
    height: usize,
    cells: Vec<Cell>,
    spots: Vec<GridPoint>,
}

impl Picture {
    /// Draws a scene at a scale.
    pub fn draw(scene: &Scene, look: CharacterSet, scale: Scale) -> Picture {
        let board = &scene.board;
        let frame = Frame::new(scene, scale);
        let (width, height) = scale.size(scene);
        let ground = Cell { sign: ' ', ink: Ink::Ground, point: None };
        let spots = board.points().map(|point| frame.spot(board, point)).collect();
        let mut picture = Picture { width, height, cells: vec![ground; width * height], spots };
        let squares = Squares::of(board);
        if squares.is_some() {
            picture.squares(scene, look, &frame);
        } else {
            picture.lines(scene, look);
        }
        if squares.is_none() || scale.down > 1 {
            picture.trail(scene, look);
        }
        let naming = Naming::of(board);
        for point in board.points() {
            picture.point(scene, look, point);
            if naming == Naming::Inside {
                picture.name_inside(&frame, board, point);
            }
        }
        match naming {
            Naming::Edges { columns, rows } => picture.names_at_edges(&frame, &columns, &rows),
            Naming::Inside => {}
            Naming::Beside { .. } => picture.names_beside(board),
        }
        for point in board.points() {
            picture.enclose(scene, point);
        }
        picture
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the rows of cells, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.width)
    }

    /// Returns the column and the row of a point.
    pub fn spot(&self, point: Point) -> (usize, usize) {
        self.spots[point.index()]
    }

    /// Returns the point nearest to a column and row, if it is near enough to be meant by a click.
    pub fn nearest(&self, column: usize, row: usize) -> Option<Point> {
        // A row is about as high as two columns are wide; distances are squared.
        let distance = |a: GridPoint, b: GridPoint| a.0.abs_diff(b.0).pow(2) + (2 * a.1.abs_diff(b.1)).pow(2);
        let click = (column, row);
        let (number, &spot) = self.spots.iter().enumerate().min_by_key(|&(_, &spot)| distance(spot, click))?;
        let next = self.spots.iter().filter(|&&other| other != spot).map(|&other| distance(spot, other)).min();
        next.is_none_or(|next| 4 * distance(spot, click) <= next).then(|| Point::from(number))
    }

    fn put(&mut self, (column, row): GridPoint, cell: Cell) {
        if column < self.width && row < self.height {
            self.cells[row * self.width + column] = cell;
        }
    }

    /// Draws a frame with the squares that are not played on and those that are closed.
    fn squares(&mut self, scene: &Scene, look: CharacterSet, frame: &Frame) {
        let (left, right) = (frame.margin.left - 1, self.width - frame.margin.right);
        let (above, below) = (frame.margin.above - 1, self.height - frame.margin.below);
        let line = |sign| Cell { sign, ink: Ink::Line, point: None };
        for column in left + 1..right {
            self.put((column, above), line(look.stroke(Stroke::Across)));
            self.put((column, below), line(look.stroke(Stroke::Across)));
        }
        for row in above + 1..below {
            self.put((left, row), line(look.stroke(Stroke::Down)));
            self.put((right, row), line(look.stroke(Stroke::Down)));
            for column in left + 1..right {
                self.put((column, row), Cell { sign: look.shade(), ink: Ink::Shade, point: None });
            }
        }
        let corners = [(left, above), (right, above), (left, below), (right, below)];
        for (at, sign) in corners.into_iter().zip(look.corners()) {
            self.put(at, line(sign));
        }
        for point in scene.board.points() {
            let (column, row) = self.spot(point);
            let (column, row) = (column - frame.inset.0, row - frame.inset.1);
            let (sign, ink) =
                if scene.closed.contains(&point) { (look.closed(), Ink::Closed) } else { (' ', Ink::Ground) };
            for at in (row..row + frame.scale.down)
                .flat_map(|row| (column..column + frame.scale.across).map(move |column| (column, row)))
            {
                self.put(at, Cell { sign, ink, point: None });
            }
        }
    }

    /// Writes a name in the upper left corner of its square, or in place of the piece in a low empty square.
    fn name_inside(&mut self, frame: &Frame, board: &Board, point: Point) {
        let (column, row) = self.spot(point);
        if frame.scale.down > 1 {
            self.write(column - frame.inset.0, row - frame.inset.1, board.name(point));
        } else if self.cells[row * self.width + column].ink == Ink::Empty {
            for (number, sign) in board.name(point).chars().enumerate() {
                self.put((column + number, row), Cell { sign, ink: Ink::Name, point: Some(point) });
            }
        }
    }

    fn lines(&mut self, scene: &Scene, look: CharacterSet) {
        let mut drawn: Vec<Option<Stroke>> = vec![None; self.cells.len()];
        let is_open = |(a, b): &(Point, Point)| !scene.closed.contains(a) && !scene.closed.contains(b);
        for (a, b) in scene.board.edges().into_iter().filter(is_open) {
            for (at, stroke) in self.strokes(&scene.board, a, b) {
                let before = &mut drawn[at.1 * self.width + at.0];
                let stroke = before.map_or(stroke, |before| stroke.over(before));
                *before = Some(stroke);
                self.put(at, Cell { sign: look.stroke(stroke), ink: Ink::Line, point: None });
            }
        }
    }

    /// Returns the strokes of an edge. A diagonal between adjacent rows is drawn beside its loose end, together with
    /// the diagonal that reaches this end from the other side.
    fn strokes(&self, board: &Board, a: Point, b: Point) -> Vec<(GridPoint, Stroke)> {
        let (from, to) = (self.spot(a), self.spot(b));
        if from.1.abs_diff(to.1) != 1 || from.0 == to.0 || Squares::of(board).is_some() {
            return strokes(from, to);
        }
        let (loose, end, other) = if is_loose(board, a) { (a, from, to) } else { (b, to, from) };
        let opposite = (other.0, (2 * end.1).wrapping_sub(other.1));
        let is_joined = |ray: &Ray| self.spot(ray.points[0]) == opposite;
        let stroke = match (board.rays(loose).iter().any(is_joined), end.0 > other.0, end.1 > other.1) {
            (true, true, _) => Stroke::MeetRight,
            (true, false, _) => Stroke::MeetLeft,
            (false, right, below) if right == below => Stroke::Falling,
            (false, ..) => Stroke::Rising,
        };
        vec![((end.0.midpoint(other.0), end.1), stroke)]
    }

    fn trail(&mut self, scene: &Scene, look: CharacterSet) {
        for hop in scene.trail.windows(2) {
            for edge in scene.points_between(hop[0], hop[1]).windows(2) {
                for (at, stroke) in self.strokes(&scene.board, edge[0], edge[1]) {
                    self.put(at, Cell { sign: look.trail(stroke), ink: Ink::Trail, point: None });
                }
            }
        }
    }

    fn point(&mut self, scene: &Scene, look: CharacterSet, point: Point) {
        let (column, row) = self.spot(point);
        let stack = &scene.setup.columns[point.index()];
        let (sign, ink) = match stack.last() {
            Some(&piece) => {
                let colour = scene.colours[piece.side.index()];
                (look.piece(colour, piece), Ink::Piece(colour))
            }
            None if scene.has(point, Mark::Target) => (look.target(), Ink::Target),
            None if scene.has(point, Mark::Taken) => (look.taken(), Ink::Trace),
            None if scene.has(point, Mark::Left) => (look.left(), Ink::Trace),
            None if scene.closed.contains(&point) => (look.closed(), Ink::Closed),
            None if Squares::of(&scene.board) == Some(Squares::Chequered) => (' ', Ink::Empty),
            None => (look.empty(), Ink::Empty),
        };
        let height = if stack.len() > 1 { stack.len().to_string() } else { String::new() };
        for (number, sign) in std::iter::once(sign).chain(height.chars()).enumerate() {
            self.put((column + number, row), Cell { sign, ink, point: Some(point) });
        }
        if !stack.is_empty() && scene.has(point, Mark::Taken) {
            // Only the top of the column was captured.
            self.put((column - 1, row), Cell { sign: look.taken(), ink: Ink::Trace, point: Some(point) });
        }
    }

    /// Draws brackets around a marked point and its contents.
    fn enclose(&mut self, scene: &Scene, point: Point) {
        let (column, row) = self.spot(point);
        let enclosing = [Mark::Cursor, Mark::Selected, Mark::Huffable];
        if let Some(mark) = enclosing.into_iter().find(|&mark| scene.has(point, mark)) {
            let [left, right] = match mark {
                Mark::Cursor => ['[', ']'],
                Mark::Selected => ['(', ')'],
                _ => ['!', '!'],
            };
            let after = self.cells[row * self.width + column..(row + 1) * self.width].iter();
            let length = after.take_while(|cell| cell.point == Some(point)).count();
            let bracket = |sign| Cell { sign, ink: Ink::Bracket(mark), point: Some(point) };
            self.put((column - 1, row), bracket(left));
            self.put((column + length, row), bracket(right));
        }
    }

    fn names_at_edges(&mut self, frame: &Frame, columns: &BTreeMap<i32, String>, rows: &BTreeMap<i32, String>) {
        for (&x, name) in columns {
            self.write(frame.column(x), self.height - 1, name);
        }
        for (&y, name) in rows {
            self.write(frame.margin.left - 2 - name.len(), frame.row(y), name);
        }
    }

    /// Writes every name on free cells beside its point, away from the middle and with space around it where possible.
    fn names_beside(&mut self, board: &Board) {
        for point in board.points() {
            let name = board.name(point);
            let (column, row) = self.spot(point);
            let start = column - (name.len() - 1) / 2;
            let above = row.checked_sub(1).map(|row| (start, row));
            let below = Some((start, row + 1));
            let right = Some((column + 2, row));
            let left = (column - 1).checked_sub(name.len()).map(|start| (start, row));
            let upright = if 2 * row < self.height { [above, below] } else { [below, above] };
            let places = upright.into_iter().chain([left, right]).flatten();
            let roomy = places.clone().find(|&at| self.is_free(at, name.len(), 1));
            if let Some(at) = roomy.or_else(|| places.clone().find(|&at| self.is_free(at, name.len(), 0))) {
                self.write(at.0, at.1, name);
            }
        }
    }

    /// Returns whether a word of a length fits here, with free columns before and after it.
    fn is_free(&self, (column, row): GridPoint, length: usize, around: usize) -> bool {
        let (start, end) = (column.saturating_sub(around), (column + length + around).min(self.width));
        let takes = |cell: &Cell| !matches!(cell.ink, Ink::Ground | Ink::Piece(_) | Ink::Empty);
        column + length <= self.width
            && row < self.height
            && !self.cells[row * self.width + start..row * self.width + end].iter().any(takes)
            && self.cells[row * self.width + column..][..length].iter().all(|cell| cell.ink == Ink::Ground)
    }

    fn write(&mut self, column: usize, row: usize, name: &str) {
        for (number, sign) in name.chars().enumerate() {
            self.put((column + number, row), Cell { sign, ink: Ink::Name, point: None });
        }
    }
}

impl fmt::Display for Picture {
    /// Writes the rows without trailing spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(|cell| cell.sign).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
