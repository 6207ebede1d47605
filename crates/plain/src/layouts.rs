//! Boards and starts of the games.

use litemap::LiteMap;
use std::collections::BTreeSet;

use super::boards::{SOUTH_TRIANGLE, east, west};
use super::far_layouts::far_layout;
use super::{Board, Corner, Diagonals, P, Rank, Side};

pub type Pieces = LiteMap<P, (Side, Rank)>;

/// A board, the pieces at the start, and the hands.
pub struct Layout {
    pub board: Board,
    pub pieces: Pieces,
    pub hand: [usize; 2],
}

/// Keys that affect only layouts, with the defaults of the rules files.
pub const LAYOUT_KEYS: [(&str, &str); 11] = [
    ("n", "8"),
    ("outer", "yes"),
    ("tips", "filled"),
    ("reading", "grains20"),
    ("side_triangle", "left"),
    ("centres", "points"),
    ("corner", "right"),
    ("middle", "right"),
    ("size", "10x10"),
    ("hunters", "12"),
    ("board", "usual"),
];

/// Returns the layout of a game's variant with these options; the last value of a repeated key counts.
pub fn layout(game: &str, variant: &str, options: &[(&str, &str)]) -> Layout {
    let value = |key: &str| {
        let given = options.iter().rev().find(|(other, _)| *other == key);
        given.or_else(|| LAYOUT_KEYS.iter().find(|(other, _)| *other == key)).expect("a layout key").1
    };
    let middle = value("middle");
    match (game, variant) {
        // alquerque.md; "Use the alquerque start" (buruj.md); "on alq5, 12 + 12 as alquerque" (zamma-kharbaga.md).
        ("alquerque" | "buruj" | "kharberg", _) => in_full(Board::alq(5, 5), middle),
        // bashni-lasca.md: y = 0, 1, 2 and y = 4, 5, 6.
        ("lasca", _) => in_rows(Board::checker(7, 7, Corner::Left), &[0, 1, 2], &[4, 5, 6]),
        // draughts.md, "Parameters by game", and "Dark at left", "Dark at right".
        ("bashni" | "shashki" | "english" | "brazilian" | "czech" | "pool" | "unified-pool", _) => {
            in_rows(Board::checker(8, 8, Corner::Left), &[0, 1, 2], &[5, 6, 7])
        }
        ("damas" | "italian" | "portuguese" | "jamaican", _) => {
            in_rows(Board::checker(8, 8, Corner::Right), &[0, 1, 2], &[5, 6, 7])
        }
        ("international", _) => in_rows(Board::checker(10, 10, Corner::Left), &[0, 1, 2, 3], &[6, 7, 8, 9]),
        // Frysk! begins with the five men of the first row.
        ("frisian", "frysk") => in_rows(Board::checker(10, 10, Corner::Left), &[0], &[9]),
        ("frisian", _) => in_rows(Board::checker(10, 10, Corner::Left), &[0, 1, 2, 3], &[6, 7, 8, 9]),
        ("canadian", "sri_lanka") => {
            in_rows(Board::checker(12, 12, Corner::Right), &[0, 1, 2, 3, 4], &[7, 8, 9, 10, 11])
        }
        ("canadian", _) => in_rows(Board::checker(12, 12, Corner::Left), &[0, 1, 2, 3, 4], &[7, 8, 9, 10, 11]),
        ("spantsiretti", _) => in_rows(Board::checker(10, 8, Corner::Left), &[0, 1, 2], &[5, 6, 7]),
        ("thai", _) => in_rows(Board::checker(8, 8, Corner::Left), &[0, 1], &[6, 7]),
        ("tama", _) => in_rows(Board::grid(8, 8, Diagonals::All), &[1, 2], &[5, 6]),
        ("dameo", _) => trapezoids(),
        ("dama", _) => in_rows(Board::grid(8, 8, Diagonals::None), &[1, 2], &[5, 6]),
        // pinoy-dama.md: (7,0) is playable; the other orientation is the mirror image.
        ("pinoy-dama", _) => {
            let corner = if value("corner") == "left" { Corner::Left } else { Corner::Right };
            in_rows(Board::checker(8, 8, corner), &[0, 1, 2], &[5, 6, 7])
        }
        // zamma-kharbaga.md: the four men of the middle row on one's own right.
        ("zamma", "crand") => in_full(Board::grid(9, 9, Diagonals::Great), middle),
        ("zamma", _) => in_full(Board::alq(9, 9), middle),
        ("kharbaga", _) if value("centres") == "crossings" => in_full(Board::grid(5, 5, Diagonals::All), middle),
        ("kharbaga" | "tukvnanawopi" | "tuknanavuhpi", _) => in_full(Board::cross(5, 5), middle),
        ("aiyawatstani", _) => match value("reading") {
            "board45" => in_full(Board::alq(9, 5), middle),
            "eleven" => eleven(),
            "reserve" => Layout { hand: [2, 2], ..in_full(Board::cross(5, 5), middle) },
            _ => in_full(Board::cross(5, 5), middle),
        },
        ("peralikatuma", _) => peralikatuma(value("side_triangle")),
        // The own triangle and the other nine points of the two near rows.
        ("sixteen-soldiers", _) => {
            let board = Board::tri(2);
            let south: BTreeSet<P> = board.points.iter().copied().filter(|point| point.1 < 2).collect();
            with_half_turn(board, &south)
        }
        ("awithlaknannai" | "awithlaknan-mosona", _) => {
            let n = value("n").parse().expect("a number");
            let mut layout = in_full(Board::serpent(n, value("outer") == "yes"), middle);
            if value("tips") == "empty" {
                layout.pieces.remove(&(0, 1));
                layout.pieces.remove(&(2 * n, 1));
            }
            layout
        }
        _ => far_layout(game, variant, value),
    }
}

pub fn men(first: &BTreeSet<P>, second: &BTreeSet<P>) -> Pieces {
    let of = |side| move |&point: &P| (point, (side, Rank::Man));
    first.iter().map(of(Side::First)).chain(second.iter().map(of(Side::Second))).collect()
}

fn in_rows(board: Board, first: &[i32], second: &[i32]) -> Layout {
    let on = |rows: &[i32]| board.points.iter().copied().filter(|point| rows.contains(&point.1)).collect();
    let pieces = men(&on(first), &on(second));
    Layout { board, pieces, hand: [0, 0] }
}

fn in_full(board: Board, middle: &str) -> Layout {
    let pieces = filled(&board, middle);
    Layout { board, pieces, hand: [0, 0] }
}

/// Returns a start on every point but the centre: the rows on a side's own half, and of the middle row the half on its
/// own right (alquerque.md, "Initial position"; zuni.md, "Setup"). `left` is the mirror image; `alternating` goes
/// outward from the centre, the first side's man first (hopi-keres.md, A1).
pub fn filled(board: &Board, middle: &str) -> Pieces {
    let (columns, rows) = (board.columns(), board.rows());
    let centre = ((columns[0] + columns[columns.len() - 1]) / 2, (rows[0] + rows[rows.len() - 1]) / 2);
    let beside: Vec<P> = board.points.iter().copied().filter(|point| point.1 == centre.1 && *point != centre).collect();
    let is_firsts = |point: P| {
        if point.1 != centre.1 {
            return point.1 < centre.1;
        }
        let is_right = point.0 > centre.0;
        let nearer = beside.iter().filter(|other| {
            (other.0 > centre.0) == is_right && (other.0 - centre.0).abs() < (point.0 - centre.0).abs()
        });
        match middle {
            "right" => is_right,
            "left" => !is_right,
            "alternating" => nearer.count() % 2 == 0,
            _ => panic!("no middle {middle}"),
        }
    };
    let taken = board.points.iter().copied().filter(|&point| point != centre);
    let (first, second): (BTreeSet<P>, BTreeSet<P>) = taken.partition(|&point| is_firsts(point));
    men(&first, &second)
}

/// Returns rows of eight, six and four men, the longest nearest to their player (draughts.md, "Dameo").
fn trapezoids() -> Layout {
    let board = Board::grid(8, 8, Diagonals::All);
    let south: BTreeSet<P> = (0..3).flat_map(|y| (y..8 - y).map(move |x| (x, y))).collect();
    let north = south.iter().map(|&(x, y)| (x, 7 - y)).collect();
    let pieces = men(&south, &north);
    Layout { board, pieces, hand: [0, 0] }
}

/// Returns these points for the first side, and for the second their half turn about (2,2).
fn with_half_turn(board: Board, south: &BTreeSet<P>) -> Layout {
    let north = south.iter().map(|&(x, y)| (4 - x, 4 - y)).collect();
    let pieces = men(south, &north);
    Layout { board, pieces, hand: [0, 0] }
}

/// Returns the own triangle, one side triangle, and the other nine points of the two near rows
/// (peralikatuma-sixteen.md, "Peralikatuma").
fn peralikatuma(side_triangle: &str) -> Layout {
    let board = Board::tri(4);
    let mut south: BTreeSet<P> = SOUTH_TRIANGLE.into();
    south.extend(SOUTH_TRIANGLE.map(if side_triangle == "left" { west } else { east }));
    south.extend((0..5).flat_map(|x| [(x, 0), (x, 1)]));
    with_half_turn(board, &south)
}

/// Reading A4: rows y = 0 and 1, and two of the third row (hopi-keres.md). The source does not say which two; here they
/// are those on a side's own right.
fn eleven() -> Layout {
    let board = Board::cross(5, 5);
    let mut south: BTreeSet<P> = board.points.iter().copied().filter(|point| point.1 < 2).collect();
    south.extend([(6, 2), (8, 2)]);
    let north = south.iter().map(|&(x, y)| (8 - x, 8 - y)).collect();
    let pieces = men(&south, &north);
    Layout { board, pieces, hand: [0, 0] }
}
