//! Describes the board: its kind, derived from its shape, and the names of its points.

use super::naming;
use super::speech::{Rule, Speech};
use super::texts::{digits, number, text};
use quirkat_rules::{Board, BoardChoice, BoardForm, OptionKey, Options, Place, Point, Ruleset, Side, construct};

/// Directions of the lines of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// Straight and diagonal lines, or lines that bend.
    Mixed,
    /// Diagonal lines only, as on a chequered board.
    Diagonal,
    /// Rows and columns only, between squares that no line joins.
    Straight,
    /// Rows and columns only, as drawn lines.
    Grid,
}

impl Lines {
    pub fn of(board: &Board) -> Self {
        let edges = board.edges();
        let all = |test: fn(i32, i32) -> bool| {
            edges.iter().all(|&(a, b)| {
                let (Place { x, y }, to) = (board.place(a), board.place(b));
                test((to.x - x).abs(), (to.y - y).abs())
            })
        };
        match (all(|dx, dy| dx == dy), all(|dx, dy| dx == 0 || dy == 0)) {
            (true, _) => Lines::Diagonal,
            (_, true) => Lines::Straight,
            (false, false) => Lines::Mixed,
        }
    }

    /// Returns the kind of lines by which the text describes directions.
    pub fn for_directions(ruleset: &Ruleset, options: &Options) -> Self {
        match Lines::of(&ruleset.board) {
            Lines::Straight if !has_squares(ruleset, options) => Lines::Grid,
            lines => lines,
        }
    }
}

/// Kinds of board that the text describes in specific terms.
pub enum Kind {
    /// Squares of one colour on a board of `width` columns and `height` rows.
    Chequered { width: usize, height: usize },
    /// All squares of a board without diagonals.
    Squares { width: usize, height: usize },
    /// Points in rows of equal length.
    Rectangle { width: usize, height: usize },
    /// Crossings of `columns` columns and `rows` rows, and the middles of the squares between them.
    Centred { columns: usize, rows: usize },
    /// Board of alquerque with this number of triangles.
    Triangles(usize),
    /// Board of alquerque with triangles at all sides and corners.
    TrianglesAtCorners,
    /// Three concentric squares, as for nine men's morris.
    Mill,
    /// Zuni strip with `outer` points in each outer row; `drawn` if lines also run along the rows.
    Strip { outer: usize, drawn: bool },
    /// Board that fits none of the other kinds.
    Other,
}

/// Returns whether the points of the board are called squares.
pub fn has_squares(ruleset: &Ruleset, options: &Options) -> bool {
    match ruleset.board.form() {
        Some(BoardForm::Lines) => return false,
        Some(BoardForm::Squares) => return true,
        None if options.board == BoardChoice::NoDiagonals => return false,
        None => {}
    }
    match Kind::of(&ruleset.board) {
        Kind::Chequered { .. } | Kind::Squares { .. } => true,
        Kind::Rectangle { .. }
        | Kind::Centred { .. }
        | Kind::Triangles(_)
        | Kind::TrianglesAtCorners
        | Kind::Mill
        | Kind::Strip { .. }
        | Kind::Other => false,
    }
}

impl Kind {
    pub fn of(board: &Board) -> Kind {
        let (low, high) = board.bounds();
        let (width, height) = ((high.x - low.x + 1) as usize, (high.y - low.y + 1) as usize);
        let rows = board.rows();
        let points = board.len();
        let edges = board.edges().len();
        let all_places = |all: fn(i32, i32) -> bool| {
            board.points().all(|point| all(board.place(point).x - low.x, board.place(point).y - low.y))
        };
        let lines = Lines::of(board);
        let triangles = triangles(board).len();
        if points == width * height {
            return match lines {
                Lines::Straight | Lines::Grid => Kind::Squares { width, height },
                Lines::Mixed | Lines::Diagonal => Kind::Rectangle { width, height },
            };
        }
        if lines == Lines::Diagonal && edges == (width - 1) * (height - 1) {
            return Kind::Chequered { width, height };
        }
        let (columns, crossings) = (width.div_ceil(2), height.div_ceil(2));
        if points == columns * crossings + (columns - 1) * (crossings - 1)
            && all_places(|x, y| (x + y) % 2 == 0)
            && height > 3
        {
            return Kind::Centred { columns, rows: crossings };
        }
        if triangles > 0 && points == 25 + 6 * triangles {
            return Kind::Triangles(triangles);
        }
        if points == 25 + 6 * 8 && construct("tri(8)").is_ok_and(|cornered| cornered == *board) {
            return Kind::TrianglesAtCorners;
        }
        if lines == Lines::Straight && (points, edges, width, height) == (24, 32, 7, 7) {
            return Kind::Mill;
        }
        match &rows[..] {
            [far, middle, near] if far.len() == near.len() && middle.len() == far.len() + 1 => {
                let outer = far.len();
                Kind::Strip { outer, drawn: edges > 5 * outer }
            }
            _ => Kind::Other,
        }
    }
}

/// Returns the triangles of a board with an alquerque square in the middle: where each lies, and its points with the
/// apex.
pub fn triangles(board: &Board) -> Vec<(Flank, Vec<Point>)> {
    let at = |x, y| board.points().find(|&point| board.place(point) == Place { x, y });
    let south = [(2, 0), (1, -1), (2, -1), (3, -1), (0, -2), (2, -2), (4, -2)];
    type Turn = fn((i32, i32)) -> (i32, i32);
    let turns: [(Flank, Turn); 4] = [
        (Flank::Near, |at| at),
        (Flank::Far, |(x, y)| (x, 4 - y)),
        (Flank::Left, |(x, y)| (y, x)),
        (Flank::Right, |(x, y)| (4 - y, x)),
    ];
    let found = turns.into_iter().filter_map(|(flank, turn)| {
        let points: Option<Vec<Point>> = south.iter().map(|&place| turn(place)).map(|(x, y)| at(x, y)).collect();
        Some((flank, points?))
    });
    let is_square = || (0..5).all(|x| (0..5).all(|y| at(x, y).is_some()));
    if is_square() { found.collect() } else { vec![] }
}

/// Position of a triangle, seen from the first player's seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Flank {
    Near,
    Far,
    Left,
    Right,
}

impl Flank {
    /// Returns the position as this side sees it.
    pub fn seen_by(self, side: Side) -> Flank {
        match (side, self) {
            (Side::First, flank) => flank,
            (Side::Second, Flank::Near) => Flank::Far,
            (Side::Second, Flank::Far) => Flank::Near,
            (Side::Second, Flank::Left) => Flank::Right,
            (Side::Second, Flank::Right) => Flank::Left,
        }
    }
}

/// Returns the sentences on the board and the names of its points.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let keys = say.stated(&[
        OptionKey::Board,
        OptionKey::Size,
        OptionKey::N,
        OptionKey::Outer,
        OptionKey::Reading,
        OptionKey::Centres,
        OptionKey::Corner,
    ]);
    let names = naming::names(say).unwrap_or_default();
    vec![Rule { name: "board", keys, text: format!("{}{names}", shape(say)) }]
}

fn shape(say: &Speech<'_>) -> String {
    let board = &say.ruleset.board;
    let points = digits("points", board.len());
    match Kind::of(board) {
        Kind::Chequered { width, height } if say.has_squares() => say.text(
            "board.chequered",
            &[number("rows", height), number("columns", width), points, text("corner", corner(say))],
        ),
        Kind::Chequered { width, height } if width % 2 == 1 && height % 2 == 1 => say.text(
            // The outer rows are the longer ones.
            "board.lattice",
            &[points, number("rows", height), number("long", width.div_ceil(2)), number("short", width / 2)],
        ),
        Kind::Chequered { .. } => say.text("board.diagonal", &[points, text("corner", corner(say))]),
        Kind::Squares { width, height } | Kind::Rectangle { width, height } if say.has_squares() => {
            say.text("board.squares", &[number("rows", height), number("columns", width)])
        }
        Kind::Squares { width, height } => say.text("board.grid", &[text("in_rows", in_rows(say, width, height))]),
        Kind::Rectangle { width, height } => say.text(
            "board.rectangle",
            &[text("in_rows", in_rows(say, width, height)), text("diagonals", diagonals(say, width, height))],
        ),
        Kind::Centred { columns, rows } => {
            let slots = [points, number("all", 2 * rows - 1), number("columns", columns), number("inner", columns - 1)];
            say.text("board.centred", &slots)
        }
        Kind::Triangles(count) => {
            let place = if count == 2 { "board.triangles_two" } else { "board.triangles_four" };
            say.text("board.triangles", &[points, text("where", say.text(place, &[]))])
        }
        Kind::TrianglesAtCorners => say.text("board.triangles_corners", &[points]),
        Kind::Mill => say.text("board.mill", &[points]),
        Kind::Strip { outer, drawn } => {
            let lines = if drawn { "board.strip_drawn" } else { "board.strip_plain" };
            let lines = text("lines", say.text(lines, &[]));
            say.text("board.strip", &[points, number("outer", outer), number("middle", outer + 1), lines])
        }
        Kind::Other => say.text("board.other", &[points]),
    }
}

/// Returns the description of the near corner that belongs to a chequered board.
fn corner(say: &Speech<'_>) -> String {
    let board = &say.ruleset.board;
    let (low, high) = board.bounds();
    let has = |x| board.points().any(|point| board.place(point) == Place { x, y: low.y });
    let key = match (has(low.x), has(high.x)) {
        (true, false) => "board.corner_left",
        (false, true) => "board.corner_right",
        (true, true) | (false, false) => "board.corners_all",
    };
    say.text(key, &[])
}

fn in_rows(say: &Speech<'_>, width: usize, height: usize) -> String {
    let points = say.ruleset.board.len();
    say.text("board.in_rows", &[number("points", points), number("rows", height), number("columns", width)])
}

/// Returns the description of the diagonals, if they differ from those of alquerque.
fn diagonals(say: &Speech<'_>, width: usize, height: usize) -> String {
    let straight = width * (height - 1) + height * (width - 1);
    let cells = (width - 1) * (height - 1);
    say.maybe(match say.ruleset.board.edges().len() - straight {
        some if some == cells => None,
        all if all == 2 * cells => Some("board.diagonals_both"),
        _ => Some("board.diagonals_great"),
    })
}
