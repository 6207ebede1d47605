//! Where the pieces stand at the start: in whole rows as far as possible, otherwise point by point.

use super::english::{self, SideName as English};
use super::setting::list;
use super::spanish::{self, SideName as Spanish};
use super::speech::{Rule, Speech, names_men};
use super::triangles;
use quirkat_rules::Middle;
use quirkat_rules::Ruleset;
use quirkat_rules::{Board, Place as At, Point};
use quirkat_rules::{Rank, Side};

/// Which points the pieces stand on, and which are empty.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let filled = match triangles::rule(say).or_else(|| chequered(say)) {
        Some(rule) => vec![rule],
        None => {
            let places = Places::of(say.ruleset);
            [full_rows(say, &places), other_points(say, &places)].concat()
        }
    };
    filled.into_iter().chain(empty_points(say)).collect()
}

/// A full board on which the sides alternate along every row and every column.
fn chequered(say: &Speech<'_>) -> Option<Rule> {
    let board = &say.ruleset.board;
    let (low, _) = board.bounds();
    let is_first = |point: Point| {
        let At { x, y } = board.place(point);
        (x - low.x + y - low.y) % 2 == 0
    };
    let is_chequered = board
        .points()
        .all(|point| owner(say.ruleset, point) == Some(if is_first(point) { Side::First } else { Side::Second }));
    let corner = *board.rows().last()?.first()?;
    let (en, es) = (English::of(say.ruleset, Side::First), Spanish::of(say.ruleset, Side::First));
    let name = board.name(corner);
    is_chequered.then(|| {
        say.rule(
            &[],
            &format!(
                "The {{pieces}} of both sides fill the whole board, by turns along every row and every column; {} stand on {name} \
                 and on all {{points}} that would have the same colour on a chessboard.",
                en.owning()
            ),
            &format!(
                "{{Las piezas}} de los dos bandos llenan todo el tablero, alternad{{os pieza}} en cada fila y en cada columna; \
                 l{{os pieza}} {} ocupan {name} y tod{{os punto}} {{los puntos}} que en el ajedrez serían del mismo color.",
                es.of_the()
            ),
        )
    })
}

/// Where a side's pieces stand at the start.
struct Place {
    /// The rows that are full of its men, counted from 1 at its own end.
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
        let middle =
            middle_hand(&ruleset.board, &sides).filter(|_| !Side::BOTH.iter().any(|&side| names_men(ruleset, side)));
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
        let is_man = |point: &Point| ruleset.start.top(*point).is_some_and(|piece| piece.rank == Rank::Man);
        let is_full = |row: &Vec<Point>| row.iter().all(|point| owns(point) && is_man(point));
        let full_rows = (1..).zip(&rows).filter(|(_, row)| is_full(row)).map(|(number, _)| number).collect();
        let others = rows.iter().filter(|row| !is_full(row)).flatten().copied().filter(owns).collect();
        Place { full_rows, others }
    }
}

/// Whose piece stands on a point at the start.
pub fn owner(ruleset: &Ruleset, point: Point) -> Option<Side> {
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
    let (en_men, es_men) = if say.has_ranks() { (" with {men}", " de {peones}") } else { ("", "") };
    let rule = |en: &str, es: &str, en_rows: &str, rows: &[usize]| {
        say.rule(&[], &format!("{en} {en_rows}{en_men}."), &format!("{es}{es_men} {}.", es_rows(rows)))
    };
    if first == second && !first.is_empty() {
        return vec![rule("Each side fills", "Cada bando llena", &en_rows(first, ["it", "its"]), first)];
    }
    let of_side = |(side, rows): (Side, &Vec<usize>)| {
        let (en, es) = (English::of(say.ruleset, side), Spanish::of(say.ruleset, side));
        let whose = [en.verb("it", "them"), en.verb("its", "their")];
        let fills = format!("{} {}", es.the(), es.verb("llena", "llenan"));
        rule(&en.does("fills", "fill"), &fills, &en_rows(rows, whose), rows)
    };
    Side::BOTH.into_iter().zip([first, second]).filter(|(_, rows)| !rows.is_empty()).map(of_side).collect()
}

/// Whether the rows are the first ones, so that their number says which.
fn are_nearest(rows: &[usize]) -> bool {
    rows.iter().copied().eq(1..=rows.len())
}

fn en_rows(rows: &[usize], [it, its]: [&str; 2]) -> String {
    match rows.len() {
        1 if are_nearest(rows) => format!("the row nearest to {it}"),
        many if are_nearest(rows) => format!("the {} rows nearest to {it}", english::number(many)),
        many => {
            let ordinals: Vec<_> = rows.iter().map(|&row| english::ordinal(row)).collect();
            let ordinals = english::list(&ordinals.iter().map(String::as_str).collect::<Vec<_>>());
            format!("the {ordinals} {}, counted from {its} own end", if many == 1 { "row" } else { "rows" })
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
        if say.has_ranks() {
            return Some(by_rank(say, side, &place.others));
        }
        if names_men(say.ruleset, side) {
            return Some(by_own_name(say, side, place, &points));
        }
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

/// Pieces of several ranks, rank by rank.
fn by_rank(say: &Speech<'_>, side: Side, others: &[Point]) -> Rule {
    let (en_side, es_side) = (English::of(say.ruleset, side), Spanish::of(say.ruleset, side));
    let of_rank = |rank: Rank| {
        let has_rank = |point: &&Point| say.ruleset.start.top(**point).is_some_and(|piece| piece.rank == rank);
        others.iter().filter(has_rank).copied().collect::<Vec<_>>()
    };
    let (mut en, mut es) = (vec![], vec![]);
    for (rank, points) in Rank::ALL.map(|rank| (rank, of_rank(rank))).into_iter().filter(|(_, at)| !at.is_empty()) {
        let (en_noun, es_noun) =
            (english::rank(say.ruleset, Some(side), rank), spanish::rank(say.ruleset, Some(side), rank));
        let (is_first, is_one, names) = (en.is_empty(), points.len() == 1, names(say, &points));
        let noun = if is_one { &en_noun.one } else { &en_noun.many };
        en.push(if is_first {
            format!("{} {noun} {} on {names}", en_side.owning(), if is_one { "stands" } else { "stand" })
        } else {
            format!("{} {noun} on {names}", en_side.verb("its", "their"))
        });
        es.push(match (is_first, is_one) {
            (true, true) => format!("{} {} está en {names}", es_noun.the(), es_side.of_the()),
            (true, false) => format!("{} {} están en {names}", es_noun.the_many(), es_side.of_the()),
            (false, true) => format!("su {} en {names}", es_noun.one),
            (false, false) => format!("sus {} en {names}", es_noun.many),
        });
    }
    let (en, es): (Vec<_>, Vec<_>) = (en.iter().map(String::as_str).collect(), es.iter().map(String::as_str).collect());
    say.rule(&[], &format!("{}.", english::list(&en)), &format!("{}.", spanish::list(&es)))
}

/// Pieces that have a name of their own, which says whose they are.
fn by_own_name(say: &Speech<'_>, side: Side, place: &Place, points: &str) -> Rule {
    let (en, es) =
        (english::rank(say.ruleset, Some(side), Rank::Man), spanish::rank(say.ruleset, Some(side), Rank::Man));
    let (en_which, es_which) = match (place.full_rows.is_empty(), place.others.len()) {
        (true, 1) => (format!("The {} stands", en.one), es.the()),
        (true, _) => (format!("The {} stand", en.many), es.the_many()),
        (false, 1) => {
            (format!("The other {} stands", en.one), format!("{} {}", es.by_gender("el otro", "la otra"), es.one))
        }
        (false, _) => {
            (format!("The other {} stand", en.many), format!("{} demás {}", es.by_gender("los", "las"), es.many))
        }
    };
    let are = if place.others.len() == 1 { "está" } else { "están" };
    say.rule(&[], &format!("{en_which} on {points}."), &format!("{es_which} {are} en {points}."))
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
        [] if chequered(say).is_some() => return None,
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
