//! Where the pieces stand at the start: in whole rows as far as possible, otherwise point by point.

use super::board::{self, Flank};
use super::english::{self, SideName as English};
use super::setting::list;
use super::spanish::{self, SideName as Spanish};
use super::speech::{Rule, Speech, capitalised};
use crate::board::{Board, Point};
use crate::options::Middle;
use crate::ruleset::Ruleset;
use crate::setup::Side;

/// Which points the pieces stand on, and which are empty.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let filled = match triangles(say) {
        Some(rule) => vec![rule],
        None => {
            let places = Places::of(say.ruleset);
            [full_rows(say, &places), other_points(say, &places)].concat()
        }
    };
    filled.into_iter().chain(empty_points(say)).collect()
}

/// Where a side's pieces stand at the start.
struct Place {
    /// The rows that are full of its pieces, counted from 1 at its own end.
    full_rows: Vec<usize>,
    /// The points of its other pieces.
    others: Vec<Point>,
}

/// Where all pieces stand at the start.
struct Places {
    sides: [Place; 2],
    /// The side of their owner to which the other pieces of both sides stand, if they share the row in the middle.
    middle: Option<Hand>,
}

/// Right, left, or neither in particular, as a player sees it.
#[derive(PartialEq, Eq)]
enum Hand {
    Right,
    Left,
    Neither,
}

impl Places {
    fn of(ruleset: &Ruleset) -> Self {
        let sides = Side::BOTH.map(|side| Place::of(ruleset, side));
        let middle = middle_hand(&ruleset.board, &sides);
        Places { sides, middle }
    }
}

impl Place {
    fn of(ruleset: &Ruleset, side: Side) -> Self {
        let mut rows = ruleset.board.rows();
        if side == Side::First {
            rows.reverse();
        }
        let owns = |&point: &Point| owner(ruleset, point) == Some(side);
        let is_full = |row: &Vec<Point>| row.iter().all(owns);
        let full_rows = (1..).zip(&rows).filter(|(_, row)| is_full(row)).map(|(number, _)| number).collect();
        let others = rows.iter().filter(|row| !is_full(row)).flatten().copied().filter(owns).collect();
        Place { full_rows, others }
    }
}

fn owner(ruleset: &Ruleset, point: Point) -> Option<Side> {
    ruleset.start.top(point).map(|piece| piece.side)
}

fn middle_hand(board: &Board, sides: &[Place; 2]) -> Option<Hand> {
    let rows = board.rows();
    let middle = (rows.len() % 2 == 1).then(|| &rows[rows.len() / 2])?;
    let mut xs: Vec<Vec<i32>> = vec![];
    for place in sides {
        if place.others.is_empty() || place.others.iter().any(|point| !middle.contains(point)) {
            return None;
        }
        xs.push(place.others.iter().map(|&point| board.place(point).x).collect());
    }
    let all = |test: fn(&i32, &i32) -> bool| xs[0].iter().all(|first| xs[1].iter().all(|second| test(first, second)));
    Some(match (all(i32::gt), all(i32::lt)) {
        (true, _) => Hand::Right,
        (_, true) => Hand::Left,
        _ => Hand::Neither,
    })
}

fn full_rows(say: &Speech<'_>, places: &Places) -> Vec<Rule> {
    let [first, second] = [&places.sides[0].full_rows, &places.sides[1].full_rows];
    let rule = |en: &str, es: &str, rows: &[usize]| {
        say.rule(&[], &format!("{en} {}.", en_rows(rows)), &format!("{es} {}.", es_rows(rows)))
    };
    if first == second && !first.is_empty() {
        return vec![rule("Each side fills", "Cada bando llena", first)];
    }
    let of_side = |(side, rows): (Side, &Vec<usize>)| {
        let es = Spanish::of(say.ruleset, side);
        let en = English::of(say.ruleset, side).does("fills", "fill");
        rule(&en, &capitalised(&format!("{} {}", es.the(), es.verb("llena", "llenan"))), rows)
    };
    Side::BOTH.into_iter().zip([first, second]).filter(|(_, rows)| !rows.is_empty()).map(of_side).collect()
}

/// Whether the rows are the first ones, so that their number says which.
fn are_nearest(rows: &[usize]) -> bool {
    rows.iter().copied().eq(1..=rows.len())
}

fn en_rows(rows: &[usize]) -> String {
    match rows.len() {
        1 if are_nearest(rows) => "the row nearest to it".to_owned(),
        many if are_nearest(rows) => format!("the {} rows nearest to it", english::number(many)),
        many => {
            let ordinals: Vec<_> = rows.iter().map(|&row| english::ordinal(row)).collect();
            let ordinals = english::list(&ordinals.iter().map(String::as_str).collect::<Vec<_>>());
            format!("the {ordinals} {}, counted from its own end", if many == 1 { "row" } else { "rows" })
        }
    }
}

fn es_rows(rows: &[usize]) -> String {
    match rows.len() {
        1 if are_nearest(rows) => "la fila más próxima a su lado".to_owned(),
        many if are_nearest(rows) => format!("las {} filas más próximas a su lado", spanish::number(many)),
        many => {
            let ordinals: Vec<_> = rows.iter().map(|&row| spanish::ordinal(row)).collect();
            let ordinals = spanish::list(&ordinals.iter().map(String::as_str).collect::<Vec<_>>());
            format!("{} {ordinals}, contando desde su lado", if many == 1 { "la fila" } else { "las filas" })
        }
    }
}

fn other_points(say: &Speech<'_>, places: &Places) -> Vec<Rule> {
    if let Some(hand) = &places.middle {
        return vec![middle_row(say, places, hand)];
    }
    let of_side = |(side, place): (Side, &Place)| {
        let points = named(say, &place.others)?;
        let (en, es) = (English::of(say.ruleset, side), Spanish::of(say.ruleset, side));
        let (en_other, es_other) = if !place.full_rows.is_empty() { ("other ", "demás ") } else { ("", "") };
        Some(say.rule(
            &[],
            &format!("{} {en_other}{{prizes}} stand on {points}.", en.owning()),
            &format!("L{{os presa}} {es_other}{{presas}} {} están en {points}.", es.of_the()),
        ))
    };
    Side::BOTH.into_iter().zip(&places.sides).filter_map(of_side).collect()
}

fn middle_row(say: &Speech<'_>, places: &Places, hand: &Hand) -> Rule {
    let (en_hand, es_hand) = match hand {
        Hand::Right => (", on its right-hand side", ", a su derecha"),
        Hand::Left => (", on its left-hand side", ", a su izquierda"),
        Hand::Neither if say.options.middle == Middle::Alternating => {
            (", by turns from the middle outward", ", alternad{os presa} desde el centro hacia fuera")
        }
        Hand::Neither => ("", ""),
    };
    let [first, second] = Side::BOTH.map(|side| names(say, &places.sides[side.index()].others));
    let [white, black] = Side::BOTH.map(|side| English::of(say.ruleset, side).owning());
    let [blancas, negras] = Side::BOTH.map(|side| Spanish::of(say.ruleset, side).of_the());
    say.rule(
        &["middle"],
        &format!(
            "Each side's other {{prizes}} stand on the middle row{en_hand}: {white} on {first}, {black} on {second}."
        ),
        &format!(
            "L{{os presa}} demás {{presas}} de cada bando están en la fila central{es_hand}: l{{os presa}} {blancas} en \
             {first}, l{{os presa}} {negras} en {second}."
        ),
    )
}

fn empty_points(say: &Speech<'_>) -> Option<Rule> {
    let board = &say.ruleset.board;
    let empty: Vec<_> = board.points().filter(|&point| owner(say.ruleset, point).is_none()).collect();
    let (en, es) = match empty[..] {
        [] => ("No {point} is empty.".to_owned(), "{Ningún punto} queda vací{o punto}.".to_owned()),
        [point] => {
            let name = board.name(point);
            if is_centre(board, point) {
                (
                    format!("Only the {{point}} in the middle, {name}, is empty."),
                    format!("Solo queda vací{{o punto}} {{el punto}} central, {name}."),
                )
            } else {
                (format!("Only {name} is empty."), format!("Solo queda vací{{o punto}} {name}."))
            }
        }
        _ => match empty_rows(say.ruleset) {
            Some((en, es)) => (en, es),
            None if empty.len() > FEW => {
                ("All other {points} are empty.".to_owned(), "{Los puntos} restantes quedan vací{os punto}.".to_owned())
            }
            None => {
                let points = names(say, &empty);
                (
                    format!("The {{points}} {points} are empty."),
                    format!("Quedan vací{{os punto}} {{los puntos}} {points}."),
                )
            }
        },
    };
    Some(say.rule(&say.stated(&["tips"]), &en, &es))
}

fn is_centre(board: &Board, point: Point) -> bool {
    let (low, high) = board.bounds();
    let place = board.place(point);
    (2 * place.x, 2 * place.y) == (low.x + high.x, low.y + high.y)
}

/// The rows that are empty, if nothing else is.
fn empty_rows(ruleset: &Ruleset) -> Option<(String, String)> {
    let rows = ruleset.board.rows();
    let empty_in = |row: &Vec<Point>| row.iter().filter(|&&point| owner(ruleset, point).is_none()).count();
    if rows.iter().any(|row| ![0, row.len()].contains(&empty_in(row))) {
        return None;
    }
    let empty: Vec<usize> = (0..rows.len()).filter(|&row| empty_in(&rows[row]) > 0).collect();
    let (first, last) = (*empty.first()?, *empty.last()?);
    let in_the_middle = last - first + 1 == empty.len() && first + last + 1 == rows.len();
    let (en, es) = match empty.len() {
        1 if in_the_middle => ("The row in the middle is empty.".to_owned(), "La fila central queda vacía.".to_owned()),
        many if in_the_middle => (
            format!("The {} rows in the middle are empty.", english::number(many)),
            format!("Las {} filas centrales quedan vacías.", spanish::number(many)),
        ),
        _ => ("The other rows are empty.".to_owned(), "Las demás filas quedan vacías.".to_owned()),
    };
    Some((en, es))
}

/// The triangles and the rows of the square that each side fills, if both sides fill theirs in the same way and have no
/// other pieces.
fn triangles(say: &Speech<'_>) -> Option<Rule> {
    let [first, second] = Side::BOTH.map(|side| triangles_of(say.ruleset, side));
    let (flanks, rows) = first.filter(|first| second.as_ref() == Some(first))?;
    let (en, es): (Vec<_>, Vec<_>) = flanks
        .into_iter()
        .map(|flank| match flank {
            Flank::Near => ("the triangle at its own end", "el triángulo de su extremo"),
            Flank::Far => ("the triangle at the other end", "el triángulo del otro extremo"),
            Flank::Left => ("the triangle on its left", "el triángulo de su izquierda"),
            Flank::Right => ("the triangle on its right", "el triángulo de su derecha"),
        })
        .unzip();
    let en_rows = format!("the {} rows of the square nearest to it", english::number(rows));
    let es_rows = format!("las {} filas del cuadrado más próximas a su lado", spanish::number(rows));
    Some(say.rule(
        &say.stated(&["side_triangle"]),
        &format!("Each side fills {}.", english::list(&[&en[..], &[&en_rows]].concat())),
        &format!("Cada bando llena {}.", spanish::list(&[&es[..], &[&es_rows]].concat())),
    ))
}

/// The triangles that a side fills, as it sees them, and the number of rows of the square, counted from its own end.
fn triangles_of(ruleset: &Ruleset, side: Side) -> Option<(Vec<Flank>, usize)> {
    let board = &ruleset.board;
    let owns = |point: &Point| owner(ruleset, *point) == Some(side);
    let full: Vec<_> = board::triangles(board).into_iter().filter(|(_, points)| points.iter().all(owns)).collect();
    let mut flanks: Vec<_> = full.iter().map(|(flank, _)| flank.seen_by(side)).collect();
    flanks.sort_unstable();
    let row = |number: i32| {
        let y = match side {
            Side::First => number,
            Side::Second => 4 - number,
        };
        board.points().filter(move |&point| board.place(point).y == y && (0..5).contains(&board.place(point).x))
    };
    let rows = (0..5).take_while(|&number| row(number).all(|point| owns(&point))).count();
    let mut told: Vec<Point> = full.iter().flat_map(|(_, points)| points.iter().copied()).collect();
    told.extend((0..rows as i32).flat_map(row));
    told.sort_unstable();
    told.dedup();
    let all = board.points().filter(|point| owns(point)).count();
    (!flanks.is_empty() && rows > 1 && told.len() == all).then_some((flanks, rows))
}

/// The most points, or runs of them, that are named one by one.
const NAMED: usize = 12;

/// The most empty points that are named one by one.
const FEW: usize = 5;

/// The names of the points, if there are any and they are not too many to be read.
fn named(say: &Speech<'_>, points: &[Point]) -> Option<String> {
    (1..=NAMED).contains(&runs(say.ruleset, points).len()).then(|| names(say, points))
}

fn names(say: &Speech<'_>, points: &[Point]) -> String {
    list(say, &runs(say.ruleset, points))
}

/// The names of the points in the order of their numbers; four or more next to one another in a row by the outer two.
fn runs(ruleset: &Ruleset, points: &[Point]) -> Vec<String> {
    let board = &ruleset.board;
    let mut runs = vec![];
    for row in board.rows().into_iter().rev() {
        let mut of_row: Vec<usize> = (0..row.len()).filter(|&at| points.contains(&row[at])).collect();
        of_row.sort_unstable();
        for run in
            of_row.chunk_by(|&left, &right| right == left + 1 && follows(board.name(row[left]), board.name(row[right])))
        {
            match run {
                [first, _, _, .., last] => runs.push(format!("{}–{}", board.name(row[*first]), board.name(row[*last]))),
                few => runs.extend(few.iter().map(|&at| board.name(row[at]).to_owned())),
            }
        }
    }
    runs
}

/// Whether a name follows on another: a letter or a number further.
fn follows(name: &str, next: &str) -> bool {
    let split = |name: &str| {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let letters = &name[..name.len() - digits.len()];
        let column = letters.bytes().fold(0, |column, letter| 26 * column + u32::from(letter - b'a') + 1);
        (column, digits.parse::<u32>().unwrap_or(0))
    };
    let ((column, row), (next_column, next_row)) = (split(name), split(next));
    (column == next_column && row.abs_diff(next_row) == 1) || (row == next_row && next_column == column + 1)
}
