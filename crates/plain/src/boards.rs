//! Constructors of the boards, each from its own rules file.

use std::collections::BTreeSet;

use super::{Board, P};

/// Corner square of a chequered board that is in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corner {
    /// Near left corner, at the smallest x and y.
    Left,
    /// Near right corner, at the largest x and the smallest y.
    Right,
}

/// Diagonals of a square grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Diagonals {
    /// No diagonals: rows and columns only.
    None,
    /// The two diagonals from corner to corner (crand).
    Great,
    /// Both diagonals of every square.
    All,
}

fn rectangle(width: i32, height: i32) -> BTreeSet<P> {
    (0..width).flat_map(|x| (0..height).map(move |y| (x, y))).collect()
}

fn is_beside(a: P, b: P) -> bool {
    (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1
}

fn is_diagonal(a: P, b: P) -> bool {
    (a.0 - b.0).abs() == 1 && (a.1 - b.1).abs() == 1
}

impl Board {
    /// `alq(width, height)`, both odd or both even: orthogonal neighbours are always joined, diagonal neighbours only where
    /// x + y is even (alquerque.md, "Board alq5").
    pub fn alq(width: i32, height: i32) -> Board {
        assert!(width % 2 == height % 2, "both sides are odd or both are even");
        Board::of(rectangle(width, height), |a, b| is_beside(a, b) || (is_diagonal(a, b) && (a.0 + a.1) % 2 == 0))
    }

    /// `grid(width, height)`: orthogonal neighbours (draughts.md, Turkish) and the given diagonals (zamma-kharbaga.md:
    /// `crand` has the great ones, kharbaga with crossings has all).
    pub fn grid(width: i32, height: i32, diagonals: Diagonals) -> Board {
        let is_drawn = |a: P, b: P| match diagonals {
            Diagonals::None => false,
            Diagonals::Great => (a.0 == a.1 && b.0 == b.1) || (a.0 + a.1 == width - 1 && b.0 + b.1 == width - 1),
            Diagonals::All => true,
        };
        Board::of(rectangle(width, height), |a, b| is_beside(a, b) || (is_diagonal(a, b) && is_drawn(a, b)))
    }

    /// `checker(width, height, corner)`: the squares of one colour, joined with their diagonal neighbours (draughts.md,
    /// "Board"). `lasca7` is the same on seven by seven (bashni-lasca.md).
    pub fn checker(width: i32, height: i32, corner: Corner) -> Board {
        let parity = match corner {
            Corner::Left => 0,
            Corner::Right => (width - 1) % 2,
        };
        let is_played = |point: &P| (point.0 + point.1) % 2 == parity;
        Board::of(rectangle(width, height).into_iter().filter(is_played).collect(), is_diagonal)
    }

    /// `cross(columns, rows)`: a grid with the centre of each cell, in doubled coordinates. Grid neighbours are joined,
    /// and each centre with its four corners (zamma-kharbaga.md, `cross5`).
    pub fn cross(columns: i32, rows: i32) -> Board {
        let all = rectangle(2 * columns - 1, 2 * rows - 1);
        let points = all.into_iter().filter(|(x, y)| x % 2 == y % 2).collect();
        let is_grid = |point: P| point.0 % 2 == 0;
        let are_next = |a: P, b: P| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 2 && (a.0 == b.0 || a.1 == b.1);
        Board::of(points, |a, b| is_diagonal(a, b) || (is_grid(a) && is_grid(b) && are_next(a, b)))
    }

    /// `tri(2)` or `tri(4)`: the alquerque board with a triangle on two or on all sides (peralikatuma-sixteen.md,
    /// "Boards").
    pub fn tri(sides: i32) -> Board {
        let mut board = Board::alq(5, 5);
        let south: [(P, P); 10] = [
            ((2, 0), (1, -1)),
            ((2, 0), (2, -1)),
            ((2, 0), (3, -1)),
            ((1, -1), (2, -1)),
            ((2, -1), (3, -1)),
            ((1, -1), (0, -2)),
            ((2, -1), (2, -2)),
            ((3, -1), (4, -2)),
            ((0, -2), (2, -2)),
            ((2, -2), (4, -2)),
        ];
        let placed: [fn(P) -> P; 4] = [|at| at, north, west, east];
        for place in &placed[..sides as usize] {
            for (a, b) in south {
                let (a, b) = (place(a), place(b));
                board.points.extend([a, b]);
                board.edges.insert((a, b));
            }
        }
        Board::of(board.points, |a, b| board.edges.contains(&(a, b)))
    }

    /// `tri(8)`: `tri(4)` with a triangle at each corner too, in half steps. The tip of a corner triangle is the
    /// corner, its axis continues the diagonal, and its two rows of three lie across it.
    pub fn cornered() -> Board {
        let doubled = |(x, y): P| (2 * x, 2 * y);
        let mut edges: BTreeSet<(P, P)> =
            Board::tri(4).edges.into_iter().map(|(a, b)| (doubled(a), doubled(b))).collect();
        for (sign_x, sign_y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            // Steps out along the diagonal and across it, around the middle (4,4).
            let at = |out: i32, across: i32| (4 + sign_x * (out - across), 4 + sign_y * (out + across));
            let tip = at(4, 0);
            for across in [-1, 0, 1] {
                edges.extend([(tip, at(6, across)), (at(6, across), at(8, 2 * across))]);
            }
            for row in [[at(6, -1), at(6, 0), at(6, 1)], [at(8, -2), at(8, 0), at(8, 2)]] {
                edges.extend([(row[0], row[1]), (row[1], row[2])]);
            }
        }
        let points = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
        Board::of(points, |a, b| edges.contains(&(a, b)) || edges.contains(&(b, a)))
    }

    /// `serpent(n, outer)`: rows A, B and C, zigzags between them, the middle line, and the outer lines if they are
    /// drawn (zuni.md, "Board").
    pub fn serpent(n: i32, outer: bool) -> Board {
        let a = |i: i32| (2 * i - 1, 2);
        let b = |i: i32| (2 * i - 2, 1);
        let c = |i: i32| (2 * i - 1, 0);
        let mut edges = BTreeSet::new();
        for i in 1..=n {
            edges.extend([(a(i), b(i)), (a(i), b(i + 1)), (c(i), b(i)), (c(i), b(i + 1)), (b(i), b(i + 1))]);
            if outer && i < n {
                edges.extend([(a(i), a(i + 1)), (c(i), c(i + 1))]);
            }
        }
        let points = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
        Board::of(points, |a, b| edges.contains(&(a, b)))
    }

    /// `queah13`: two lattices, each point of one joined with the points of the other around it (queah.md, "Board").
    pub fn queah13() -> Board {
        let lattice = |values: &'static [i32]| values.iter().flat_map(move |&u| values.iter().map(move |&v| (u, v)));
        Board::of(lattice(&[-2, 0, 2]).chain(lattice(&[-1, 1])).collect(), is_diagonal)
    }

    /// `mill24`: three squares around (3,3), each of eight points, joined at the middles of their sides (morris.md,
    /// "Alquerque de nueve").
    pub fn mill24() -> Board {
        let ring = |(x, y): P| (x - 3).abs().max((y - 3).abs());
        let is_played = |&(x, y): &P| {
            let size = ring((x, y));
            size > 0 && [x - 3, y - 3].iter().all(|&off| off == 0 || off.abs() == size)
        };
        let distance = |a: P, b: P| (a.0 - b.0).abs() + (a.1 - b.1).abs();
        Board::of(rectangle(7, 7).into_iter().filter(is_played).collect(), |a, b| {
            let is_straight = a.0 == b.0 || a.1 == b.1;
            let is_side = ring(a) == ring(b) && distance(a, b) == ring(a);
            let is_bar = ring(a) != ring(b) && distance(a, b) == 1;
            is_straight && (is_side || is_bar)
        })
    }
}

/// Points of the south triangle, with its tip.
pub const SOUTH_TRIANGLE: [P; 7] = [(2, 0), (1, -1), (2, -1), (3, -1), (0, -2), (2, -2), (4, -2)];

/// Moves a point of the south triangle to the north one.
pub fn north((x, y): P) -> P {
    (x, 4 - y)
}

/// Moves a point of the south triangle to the west one.
pub fn west((x, y): P) -> P {
    (y, x)
}

/// Moves a point of the south triangle to the east one.
pub fn east((x, y): P) -> P {
    (4 - y, x)
}
