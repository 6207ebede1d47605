//! The board in words: what kind of board it is, so far as its shape tells.

use super::speech::{Rule, Speech};
use super::{english, naming, spanish};
use quirkat_rules::BoardChoice;
use quirkat_rules::Ruleset;
use quirkat_rules::Side;
use quirkat_rules::{Board, Place, Point};

/// Which lines a board has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// Diagonals and others, or such as bend.
    Mixed,
    /// Diagonals only.
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

    /// The lines as people speak of them.
    pub fn spoken(ruleset: &Ruleset) -> Self {
        match Lines::of(&ruleset.board) {
            Lines::Straight if !has_squares(ruleset) => Lines::Grid,
            lines => lines,
        }
    }
}

/// The kinds of board that have words of their own.
pub enum Kind {
    /// The squares of one colour, of so many in a row and so many rows.
    Chequered { width: usize, height: usize },
    /// All squares of a board without diagonals.
    Squares { width: usize, height: usize },
    /// Points in rows of the same length.
    Rectangle { width: usize, height: usize },
    /// The crossings of so many columns and rows and the middles of the squares between them.
    Centred { columns: usize, rows: usize },
    /// The board of alquerque with so many triangles.
    Triangles(usize),
    /// Three squares within one another.
    Mill,
    /// The strip of the Zuni, with so many points in an outer row.
    Strip { outer: usize, drawn: bool },
    /// Any other.
    Other,
}

/// Whether people call the places of the board squares.
pub fn has_squares(ruleset: &Ruleset) -> bool {
    if ruleset.board.is_drawn_as_lines() || ruleset.options.board == BoardChoice::NoDiagonals {
        return false;
    }
    match Kind::of(&ruleset.board) {
        Kind::Chequered { .. } | Kind::Squares { .. } => true,
        Kind::Rectangle { .. }
        | Kind::Centred { .. }
        | Kind::Triangles(_)
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
        let even = |all: fn(i32, i32) -> bool| {
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
            && even(|x, y| (x + y) % 2 == 0)
            && height > 3
        {
            return Kind::Centred { columns, rows: crossings };
        }
        if triangles > 0 && points == 25 + 6 * triangles {
            return Kind::Triangles(triangles);
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

/// The triangles of a board whose middle is that of alquerque: the points of each with its apex, and where it lies.
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

/// Where a triangle lies, seen from the first player's seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Flank {
    Near,
    Far,
    Left,
    Right,
}

impl Flank {
    /// Where it lies as that side sees it.
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

/// The board, and how its points are named.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let keys = say.stated(&["board", "size", "n", "outer", "reading", "centres", "corner"]);
    let (en, es) = shape(say);
    let (en_names, es_names) = naming::names(say).unwrap_or_default();
    vec![say.rule(&keys, &format!("{en}{en_names}"), &format!("{es}{es_names}"))]
}

fn shape(say: &Speech<'_>) -> (String, String) {
    let board = &say.ruleset.board;
    let points = board.len();
    match Kind::of(board) {
        Kind::Chequered { width, height } if has_squares(say.ruleset) => chequered(say, width, height),
        Kind::Chequered { width, height } if width % 2 == 1 && height % 2 == 1 => lattice(points, width, height),
        Kind::Chequered { .. } => {
            let (en, es) = corner(say);
            (
                format!("The board has {points} points, joined by diagonal lines; they include {en}."),
                format!("El tablero tiene {points} puntos, unidos por líneas diagonales; entre ellos, {es}."),
            )
        }
        Kind::Squares { width, height } if !has_squares(say.ruleset) => {
            let (en, es) = points_in_rows(points, width, height);
            (
                format!("{en}, joined by lines along the rows and columns; there are no diagonals."),
                format!("{es}, unidos por líneas a lo largo de las filas y columnas; no hay diagonales."),
            )
        }
        Kind::Squares { width, height } => (
            format!("The board has {} rows of {} squares.", english::number(height), english::number(width)),
            format!("El tablero tiene {} filas de {} casillas.", spanish::number(height), spanish::number(width)),
        ),
        Kind::Rectangle { width, height } => rectangle(board, width, height),
        Kind::Centred { columns, rows } => (
            format!(
                "The board has {points} points: the crossings of {} rows and {} columns, and the middles of the squares \
                 between them. Lines run along the rows and columns, and both diagonals of every square are drawn.",
                english::number(rows),
                english::number(columns)
            ),
            format!(
                "El tablero tiene {points} puntos: los cruces de {} filas y {} columnas y los centros de los cuadros que hay \
                 entre ellas. Las líneas siguen las filas y las columnas, y todos los cuadros tienen trazadas las dos \
                 diagonales.",
                spanish::number(rows),
                spanish::number(columns)
            ),
        ),
        Kind::Triangles(count) => {
            let (en, es) = if count == 2 {
                ("at each player's end", "en el extremo de cada jugador")
            } else {
                ("on each of its four sides", "en cada uno de sus cuatro lados")
            };
            (
                format!(
                    "The board has {points} points, joined by lines: a square of five rows of five, as in alquerque, and {en} a \
                     triangle of seven, whose tip is the middle of that side."
                ),
                format!(
                    "El tablero tiene {points} puntos, unidos por líneas: un cuadrado de cinco filas de cinco, como el del \
                     alquerque, y, {es}, un triángulo de siete, cuyo vértice es el centro de ese lado."
                ),
            )
        }
        Kind::Mill => (
            format!(
                "The board has {points} points on three squares, one within another: their corners and the middles of their \
                 sides. Lines run along the sides of the squares and from each square to the next through the middles of the \
                 sides."
            ),
            format!(
                "El tablero tiene {points} puntos en tres cuadrados, uno dentro de otro: sus esquinas y los centros de sus \
                 lados. Las líneas siguen los lados de los cuadrados y pasan de un cuadrado al siguiente por los centros de \
                 los lados."
            ),
        ),
        Kind::Strip { outer, drawn } => strip(points, outer, drawn),
        Kind::Other => (
            format!("The board has {points} points, joined by lines."),
            format!("El tablero tiene {points} puntos, unidos por líneas."),
        ),
    }
}

fn chequered(say: &Speech<'_>, width: usize, height: usize) -> (String, String) {
    let points = say.ruleset.board.len();
    let (en, es) = corner(say);
    (
        format!(
            "The board has {} rows of {} squares in two colours. Only the {points} squares of one colour are played on; they include {en}.",
            english::number(height),
            english::number(width)
        ),
        format!(
            "El tablero tiene {} filas de {} casillas de dos colores. Solo se juega en las {points} casillas de un color, que incluyen {es}.",
            spanish::number(height),
            spanish::number(width)
        ),
    )
}

/// The near corner that belongs to a chequered board.
fn corner(say: &Speech<'_>) -> (&'static str, &'static str) {
    let board = &say.ruleset.board;
    let (low, high) = board.bounds();
    let has = |x| board.points().any(|point| board.place(point) == Place { x, y: low.y });
    match (has(low.x), has(high.x)) {
        (true, false) => ("the corner at each player's left", "la esquina izquierda de cada jugador"),
        (false, true) => ("the corner at each player's right", "la esquina derecha de cada jugador"),
        (true, true) | (false, false) => ("all four corners", "las cuatro esquinas"),
    }
}

/// Rows of a chequered board that are drawn as lines, the outer ones the longer.
fn lattice(points: usize, width: usize, height: usize) -> (String, String) {
    let (long, short) = (width.div_ceil(2), width / 2);
    (
        format!(
            "The board has {points} points in {} rows, of {} and of {} by turns, joined by diagonal lines. Where it is drawn as \
             slanting squares, the lines join the squares that share a side.",
            english::number(height),
            english::number(long),
            english::number(short)
        ),
        format!(
            "El tablero tiene {points} puntos en {} filas, alternadas de {} y de {}, unidos por líneas diagonales. Cuando se \
             dibuja con casillas inclinadas, las líneas unen las casillas que comparten un lado.",
            spanish::number(height),
            spanish::number(long),
            spanish::number(short)
        ),
    )
}

fn rectangle(board: &Board, width: usize, height: usize) -> (String, String) {
    let (en, es) = points_in_rows(board.len(), width, height);
    let (en_lines, es_lines) = diagonals(board, width, height);
    (format!("{en}, joined by lines{en_lines}."), format!("{es}, unidos por líneas{es_lines}."))
}

fn points_in_rows(points: usize, width: usize, height: usize) -> (String, String) {
    let (en_rows, es_rows) = (english::number(height), spanish::number(height));
    let (en_points, es_points) = (english::number(points), spanish::number(points));
    (
        format!("The board has {en_points} points in {en_rows} rows of {}", english::number(width)),
        format!("El tablero tiene {es_points} puntos en {es_rows} filas de {}", spanish::number(width)),
    )
}

/// Which diagonals there are, where they are not those of alquerque.
fn diagonals(board: &Board, width: usize, height: usize) -> (&'static str, &'static str) {
    let straight = width * (height - 1) + height * (width - 1);
    let cells = (width - 1) * (height - 1);
    match board.edges().len() - straight {
        some if some == cells => ("", ""),
        all if all == 2 * cells => (
            ", with both diagonals of every square; where they cross between four points, there is no point",
            ", con las dos diagonales de cada cuadro; donde estas se cruzan, entre cuatro puntos, no hay ninguno",
        ),
        _ => (
            "; the only diagonals are the two from corner to corner of the board",
            "; las únicas diagonales son las dos que van de esquina a esquina del tablero",
        ),
    }
}

fn strip(points: usize, outer: usize, drawn: bool) -> (String, String) {
    let (en_number, es_number) = (english::number(outer), spanish::number(outer));
    let (en_middle, es_middle) = (english::number(outer + 1), spanish::number(outer + 1));
    let (en_lines, es_lines) = if drawn {
        ("Lines also run along all three rows", "También hay líneas a lo largo de las tres filas")
    } else {
        (
            "A line also runs along the middle row, but none along the outer rows",
            "También hay una línea a lo largo de la fila central, pero ninguna a lo largo de las exteriores",
        )
    };
    (
        format!(
            "The board is a strip of {points} points in three rows: {en_number} in each outer row and {en_middle} in the middle \
             row, joined by slanting lines. {en_lines}."
        ),
        format!(
            "El tablero es una banda de {points} puntos en tres filas: {es_number} en cada fila exterior y {es_middle} en la \
             central, unidos por líneas inclinadas. {es_lines}."
        ),
    )
}
