//! Constructors: boards of the family from a few numbers.
//!
//! A constructor defines points and edges. The lines follow from them: on these boards a line continues exactly where
//! two successive edges are the same vector.

use super::notation::{Corner, SquareNotation};
use super::{Board, BoardForm, MAX_POINTS, Place};
use std::collections::{BTreeSet, HashMap};
use thiserror::Error;

/// Reason why a constructor call makes no board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConstructError {
    /// There is no constructor with this name.
    #[error("`{0}` is no constructor of a board; allowed: {forms}", forms = forms())]
    Unknown(String),
    /// The call does not have the form of its constructor.
    #[error("`{found}` makes no board; allowed: {form}", form = kind.constructor().form)]
    Form {
        /// Call as written.
        found: String,
        /// Kind of board that the call names.
        kind: BoardKind,
    },
}

/// Returns the forms of all constructors.
fn forms() -> String {
    BoardKind::ALL.map(|kind| kind.constructor().form).join("; ")
}

/// A kind of board that a constructor makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardKind {
    /// Alquerque lattice.
    Alq,
    /// Rows, columns and diagonals whose crossings are points.
    Cross,
    /// Alquerque board with triangles at its sides.
    Tri,
    /// Zuni strip.
    Serpent,
    /// Board of Liberian queah.
    Queah13,
    /// Rows and columns.
    Grid,
    /// Squares of one colour of a draughts board.
    Checker,
    /// Lasker's board.
    Lasca7,
    /// Three nested squares of the mill games.
    Mill24,
}

/// Form and meaning of a constructor.
pub(crate) struct Constructor {
    name: &'static str,
    /// Form of a call.
    pub form: &'static str,
    /// Description of its boards.
    pub meaning: &'static str,
    make: fn(&[&str]) -> Option<Plan>,
}

impl BoardKind {
    /// All kinds of boards.
    pub const ALL: [BoardKind; 9] = [
        BoardKind::Alq,
        BoardKind::Cross,
        BoardKind::Tri,
        BoardKind::Serpent,
        BoardKind::Queah13,
        BoardKind::Grid,
        BoardKind::Checker,
        BoardKind::Lasca7,
        BoardKind::Mill24,
    ];

    pub(crate) fn constructor(self) -> Constructor {
        match self {
            BoardKind::Alq => Constructor {
                name: "alq",
                form: "alq(w,h) with w and h from 3 to 22, both odd or both even",
                meaning: "the alquerque lattice of w by h points: rows and columns, and diagonals through every second point, \
                          also through the corner on each player's left; both sides see the same lattice, which they would \
                          not if only one number were odd",
                make: alq,
            },
            BoardKind::Cross => Constructor {
                name: "cross",
                form: "cross(columns,rows) with 2 to 16 of each",
                meaning: "rows and columns, and both diagonals of every cell, whose crossing is a point",
                make: cross,
            },
            BoardKind::Tri => Constructor {
                name: "tri",
                form: "tri(2), tri(4) or tri(8), the number of triangles",
                meaning: "the alquerque board of 5 by 5 with a triangle of six points at both ends, at all sides, or at all \
                          sides and corners",
                make: tri,
            },
            BoardKind::Serpent => Constructor {
                name: "serpent",
                form: "serpent(n,outer) or serpent(n,inner) with even n from 2 to 100",
                meaning: "a strip of three rows, the outer ones of n points, with or without the outer lines",
                make: serpent,
            },
            BoardKind::Queah13 => Constructor {
                name: "queah13",
                form: "queah13()",
                meaning: "nine points and the four between them, joined by diagonals",
                make: queah13,
            },
            BoardKind::Grid => Constructor {
                name: "grid",
                form: "grid(w,h), grid(w,h,great_diagonals) or grid(w,h,all_diagonals) with 2 to 22 of each; grid(wxh) is the same; drawn as squares grid(w,h,squares), grid(w,h,all_diagonals,squares)",
                meaning: "rows and columns; with the two diagonals from corner to corner, or with both of every cell",
                make: grid,
            },
            BoardKind::Checker => Constructor {
                name: "checker",
                form: "checker(w,h,left) or checker(w,h,right) with 2 to 30 of each; with numbers checker(w,h,left,far), \
                       checker(w,h,left,near); drawn as lines checker(w,h,left,lines)",
                meaning: "the squares of one colour of a chequered board, joined by its diagonals; the corner on that side of \
                          the first player is one of them",
                make: checker,
            },
            BoardKind::Lasca7 => Constructor {
                name: "lasca7",
                form: "lasca7()",
                meaning: "the 25 squares of one colour of a board of 7 by 7",
                make: lasca7,
            },
            BoardKind::Mill24 => Constructor {
                name: "mill24",
                form: "mill24()",
                meaning: "three squares within one another, joined at the middles of their sides",
                make: mill24,
            },
        }
    }
}

/// Creates a board from a constructor call such as `alq(5,5)`.
///
/// # Errors
/// Returns an error if there is no such constructor or its arguments are out of range.
///
/// # Examples
/// ```
/// let board = quirkat_rules::construct("alq(5,5)").unwrap();
/// assert_eq!((board.len(), board.edges().len(), board.leaps().len()), (25, 56, 80));
/// ```
pub fn construct(call: &str) -> Result<Board, ConstructError> {
    let call = call.trim();
    let (name, rest) = call.split_once('(').unwrap_or((call, ""));
    let kind = BoardKind::ALL.into_iter().find(|kind| kind.constructor().name == name);
    let kind = kind.ok_or_else(|| ConstructError::Unknown(call.to_owned()))?;
    let wrong = || ConstructError::Form { found: call.to_owned(), kind };
    let inside = rest.strip_suffix(')').ok_or_else(wrong)?;
    let arguments: Vec<_> = if inside.is_empty() { vec![] } else { inside.split(',').map(str::trim).collect() };
    let plan =
        (kind.constructor().make)(&arguments).filter(|plan| plan.points.len() <= MAX_POINTS).ok_or_else(wrong)?;
    Ok(plan.board())
}

type At = (i32, i32);

/// Points and edges, before names and lines.
struct Plan {
    points: BTreeSet<At>,
    edges: BTreeSet<(At, At)>,
    name: fn(at: At, low: At) -> String,
    /// Notation of the names and the other one that is read, on chequered boards.
    notations: Option<[SquareNotation; 2]>,
    form: Option<BoardForm>,
}

impl Plan {
    fn new(points: impl IntoIterator<Item = At>) -> Self {
        Plan {
            points: points.into_iter().collect(),
            edges: BTreeSet::new(),
            name: algebraic,
            notations: None,
            form: None,
        }
    }

    /// Joins every two points that differ by one of the vectors, where `joined` accepts the first of them.
    fn join(mut self, vectors: &[At], joined: impl Fn(At) -> bool) -> Self {
        for &from in &self.points {
            for &(dx, dy) in vectors {
                let to = (from.0 + dx, from.1 + dy);
                if self.points.contains(&to) && joined(from) {
                    self.edges.insert((from.min(to), from.max(to)));
                }
            }
        }
        self
    }

    /// Extends each edge along its vector to a whole line.
    fn lines(&self) -> Vec<Vec<At>> {
        let step = |&(a, b): &(At, At)| (b.0 - a.0, b.1 - a.1);
        let goes_on = |a: At, (dx, dy): At| self.edges.contains(&(a, (a.0 + dx, a.1 + dy)));
        let starts = self.edges.iter().filter(|edge| {
            let (dx, dy) = step(edge);
            !goes_on((edge.0.0 - dx, edge.0.1 - dy), (dx, dy))
        });
        starts
            .map(|edge| {
                let vector = step(edge);
                let mut line = vec![edge.0, edge.1];
                while goes_on(line[line.len() - 1], vector) {
                    let last = line[line.len() - 1];
                    line.push((last.0 + vector.0, last.1 + vector.1));
                }
                line
            })
            .collect()
    }

    fn board(self) -> Board {
        let low = (
            self.points.iter().map(|point| point.0).min().unwrap_or(0),
            self.points.iter().map(|point| point.1).min().unwrap_or(0),
        );
        let names: HashMap<At, String> = self.points.iter().map(|&at| (at, (self.name)(at, low))).collect();
        let mut points: Vec<_> = self.points.iter().copied().collect();
        points.sort_by_key(|&(x, y)| (y, x));
        let lines: Vec<Vec<String>> =
            self.lines().iter().map(|line| line.iter().map(|at| names[at].clone()).collect()).collect();
        let points = points.into_iter().map(|(x, y)| (names[&(x, y)].clone(), Place { x, y })).collect();
        let mut board = Board::new(points, &lines).expect("constructors make sound boards");
        if let Some(notations) = self.notations {
            board = board.with_notations(notations);
        }
        match self.form {
            Some(form) => board.in_form(form),
            None => board,
        }
    }
}

/// Returns an algebraic name: `a1` at the lower left, letters for columns and numbers for rows; `aa` follows `z`.
pub(super) fn algebraic((x, y): At, low: At) -> String {
    format!("{}{}", column((x - low.0) as u32), y - low.1 + 1)
}

fn column(number: u32) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    if number < 26 { last.to_string() } else { format!("{}{last}", column(number / 26 - 1)) }
}

fn rectangle(w: i32, h: i32) -> impl Iterator<Item = At> {
    (0..h).flat_map(move |y| (0..w).map(move |x| (x, y)))
}

const ORTHOGONAL: &[At] = &[(1, 0), (0, 1)];
const DIAGONAL: &[At] = &[(1, 1), (1, -1)];

fn numbers<const N: usize>(arguments: &[&str], allowed: std::ops::RangeInclusive<i32>) -> Option<[i32; N]> {
    let numbers: Vec<i32> = arguments.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let numbers: [i32; N] = numbers.try_into().ok()?;
    numbers.iter().all(|number| allowed.contains(number)).then_some(numbers)
}

/// Plans the alquerque lattice: orthogonals everywhere, diagonals through the points with an even coordinate sum. A
/// half turn keeps this sum even only if both sizes are odd or both are even.
fn alq(arguments: &[&str]) -> Option<Plan> {
    let [w, h] = numbers(arguments, 3..=22)?;
    (w % 2 == h % 2)
        .then(|| Plan::new(rectangle(w, h)).join(ORTHOGONAL, |_| true).join(DIAGONAL, |(x, y)| (x + y) % 2 == 0))
}

/// Plans grid points and the centres of the cells between them, in half steps: orthogonals between grid points, both
/// diagonals of every cell.
fn cross(arguments: &[&str]) -> Option<Plan> {
    let [columns, rows] = numbers(arguments, 2..=16)?;
    let points = rectangle(2 * columns - 1, 2 * rows - 1).filter(|(x, y)| (x + y) % 2 == 0);
    Some(
        Plan::new(points.filter(|(x, y)| x % 2 == y % 2))
            .join(&[(2, 0), (0, 2)], |(x, y)| x % 2 == 0 && y % 2 == 0)
            .join(DIAGONAL, |_| true),
    )
}

/// Plans the alquerque board with triangles at two or four sides whose legs continue the board's diagonals. With corner
/// triangles, which those diagonals halve, it uses half steps to keep them clear of the others.
fn tri(arguments: &[&str]) -> Option<Plan> {
    type Turn = fn(At) -> At;
    const SIDES: [Turn; 4] = [|at| at, |(x, y)| (x, 4 - y), |(x, y)| (y, x), |(x, y)| (4 - y, x)];
    const CORNERS: [Turn; 4] = [|at| at, |(x, y)| (x, 8 - y), |(x, y)| (8 - x, y), |(x, y)| (8 - x, 8 - y)];
    const SIDE: Triangle =
        Triangle { apex: (2, 0), near: [(1, -1), (2, -1), (3, -1)], far: [(0, -2), (2, -2), (4, -2)] };
    const CORNER: Triangle =
        Triangle { apex: (0, 0), near: [(-3, -1), (-2, -2), (-1, -3)], far: [(-6, -2), (-4, -4), (-2, -6)] };
    let [triangles] = numbers(arguments, 2..=8)?;
    let square = Plan::new(rectangle(5, 5)).join(ORTHOGONAL, |_| true).join(DIAGONAL, |(x, y)| (x + y) % 2 == 0);
    Some(match triangles {
        2 => square.with(&SIDE, &SIDES[..2]),
        4 => square.with(&SIDE, &SIDES),
        8 => square.with(&SIDE, &SIDES).on_half_steps().with(&CORNER, &CORNERS),
        _ => return None,
    })
}

/// A triangle of six points and its tip, by its rows.
struct Triangle {
    apex: At,
    near: [At; 3],
    far: [At; 3],
}

impl Plan {
    /// Adds a triangle in each of these rotations.
    fn with(mut self, triangle: &Triangle, turns: &[fn(At) -> At]) -> Plan {
        let Triangle { apex, near, far } = *triangle;
        for turn in turns {
            let mut join = |a: At, b: At| {
                let (a, b) = (turn(a), turn(b));
                self.points.extend([a, b]);
                self.edges.insert((a.min(b), a.max(b)));
            };
            for i in 0..3 {
                join(apex, near[i]);
                join(near[i], far[i]);
            }
            for i in 0..2 {
                join(near[i], near[i + 1]);
                join(far[i], far[i + 1]);
            }
        }
        self
    }

    /// Returns the plan on half steps.
    fn on_half_steps(self) -> Plan {
        let twice = |(x, y): At| (2 * x, 2 * y);
        Plan {
            points: self.points.into_iter().map(twice).collect(),
            edges: self.edges.into_iter().map(|(a, b)| (twice(a), twice(b))).collect(),
            ..self
        }
    }
}

/// Plans the Zuni strip: a middle line, zigzags on both sides, and optional outer lines.
fn serpent(arguments: &[&str]) -> Option<Plan> {
    let [length, outer] = arguments else { return None };
    let [n] = numbers([*length].as_slice(), 2..=100)?;
    let outer = match *outer {
        "outer" => true,
        "inner" => false,
        _ => return None,
    };
    if n % 2 == 1 {
        return None;
    }
    let middle = (0..=n).map(|i| (2 * i, 1));
    let edge_rows = (0..n).flat_map(|i| [(2 * i + 1, 0), (2 * i + 1, 2)]);
    let mut plan =
        Plan::new(middle.chain(edge_rows)).join(DIAGONAL, |_| true).join(&[(2, 0)], |(_, y)| y == 1 || outer);
    plan.name = |(x, y), _| match y {
        2 => format!("a{}", (x + 1) / 2),
        1 => format!("b{}", x / 2 + 1),
        _ => format!("c{}", (x + 1) / 2),
    };
    Some(plan)
}

/// Plans the board of Liberian queah: nine points and the four between them, joined by the diagonals.
fn queah13(arguments: &[&str]) -> Option<Plan> {
    let corners = rectangle(3, 3).map(|(x, y)| (2 * x - 2, 2 * y - 2));
    let between = rectangle(2, 2).map(|(x, y)| (2 * x - 1, 2 * y - 1));
    let plan = Plan::new(corners.chain(between)).join(DIAGONAL, |_| true);
    arguments.is_empty().then_some(Plan { form: Some(BoardForm::Lines), ..plan })
}

/// Rows and columns, optionally with the two main diagonals of a square or both diagonals of every cell, and drawn as squares.
fn grid(arguments: &[&str]) -> Option<Plan> {
    if let [size, words @ ..] = arguments
        && let Some((w, h)) = size.split_once('x')
    {
        return grid(&[&[w, h], words].concat());
    }
    let (sizes, words) = arguments.split_at_checked(2)?;
    let [w, h] = numbers(sizes, 2..=22)?;
    let (diagonals, form) = match words {
        [diagonals @ .., "squares"] => (diagonals, Some(BoardForm::Squares)),
        diagonals => (diagonals, None),
    };
    let plan = Plan { form, ..Plan::new(rectangle(w, h)).join(ORTHOGONAL, |_| true) };
    match diagonals {
        [] => Some(plan),
        ["great_diagonals"] if w == h => {
            Some(plan.join(&[(1, 1)], |(x, y)| x == y).join(&[(1, -1)], |(x, y)| x + y == w - 1))
        }
        ["all_diagonals"] => Some(plan.join(DIAGONAL, |_| true)),
        _ => None,
    }
}

/// Plans the squares of one colour of a draughts board, joined by its diagonals.
///
/// The first word names the side of the first player on which the corner square in use lies. A second word numbers the
/// squares from the far left or the near right, or marks the board to be drawn as lines.
fn checker(arguments: &[&str]) -> Option<Plan> {
    let [width, height, corner, more @ ..] = arguments else { return None };
    let [w, h] = numbers([*width, *height].as_slice(), 2..=30)?;
    let parity = match *corner {
        "left" => 0,
        "right" => (w - 1) % 2,
        _ => return None,
    };
    let squares = rectangle(w, h).filter(move |(x, y)| (x + y) % 2 == parity);
    let (letters, numbers) = (SquareNotation::LETTERS, SquareNotation::NUMBERS);
    let (notations, form) = match more {
        [] => ([letters, numbers], None),
        ["far"] => ([numbers, letters], None),
        ["near"] => ([SquareNotation { corner: Corner::NearRight, ..numbers }, letters], None),
        ["lines"] => ([letters, numbers], Some(BoardForm::Lines)),
        _ => return None,
    };
    let plan = Plan::new(squares).join(DIAGONAL, |_| true);
    Some(Plan { notations: Some(notations), form, ..plan })
}

/// Plans Lasker's board: the 25 squares of one colour of 7 × 7.
fn lasca7(arguments: &[&str]) -> Option<Plan> {
    arguments.is_empty().then(|| checker(&["7", "7", "left"]))?
}

/// Plans three nested squares, joined at the middles of their sides.
fn mill24(arguments: &[&str]) -> Option<Plan> {
    let ring =
        |r: i32| rectangle(3, 3).filter(|&at| at != (1, 1)).map(move |(x, y)| (3 + (x - 1) * r, 3 + (y - 1) * r));
    let mut plan = Plan::new((1..=3).flat_map(ring));
    for r in 1..=3 {
        plan = plan.join(&[(r, 0), (0, r)], move |(x, y)| {
            (x - 3).abs().max((y - 3).abs()) == r && {
                // Edges run along this ring only, never across it.
                (x - 3).abs() == r || (y - 3).abs() == r
            }
        });
    }
    plan.edges.retain(|&(a, b)| {
        let across = |a: i32, b: i32| (a - 3) * (b - 3) < 0;
        !across(a.0, b.0) && !across(a.1, b.1)
    });
    arguments.is_empty().then_some(plan.join(ORTHOGONAL, |(x, y)| x == 3 || y == 3))
}
