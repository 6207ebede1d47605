//! The board, the pieces on it, and who starts.

use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::{Rule, Speech, capitalised};
use crate::board::{Board, Point};
use crate::options::First;
use crate::ruleset::{Language, Ruleset};
use crate::setup::{Rank, Side};

/// The most points that are named one by one.
const NAMED: usize = 12;

/// The board and the set-up.
pub fn setup(say: &Speech<'_>) -> Vec<Rule> {
    let places = Places::of(say.ruleset);
    let rules = [board(say), Some(men(say))].into_iter().flatten();
    rules.chain(full_rows(say, &places)).chain(other_points(say, &places)).chain(empty_points(say)).collect()
}

/// Who starts, and that turns alternate.
pub fn start(say: &Speech<'_>) -> Vec<Rule> {
    let alternate = say.rule(&[], "After that the players take turns.", "Después los jugadores se alternan.");
    vec![who_starts(say), alternate]
}

fn who_starts(say: &Speech<'_>) -> Rule {
    let starts = |side| {
        let es = Spanish::of(say.ruleset, side);
        (
            English::of(say.ruleset, side).does("starts.", "start."),
            format!("{} {}.", es.verb("Empieza", "Empiezan"), es.the()),
        )
    };
    let (en, es) = match say.options.first {
        First::Lot => {
            ("Lots are drawn to decide who starts.".to_owned(), "Se echa a suertes quién empieza.".to_owned())
        }
        First::Agreed => {
            ("The players agree on who starts.".to_owned(), "Los jugadores acuerdan quién empieza.".to_owned())
        }
        First::First => starts(Side::First),
        First::Second => starts(Side::Second),
    };
    say.rule(&["first"], &en, &es)
}

/// The number of points, and how they are named if they fill a rectangle.
fn board(say: &Speech<'_>) -> Option<Rule> {
    let board = &say.ruleset.board;
    let rows = board.rows();
    let points = board.len();
    let (far, near) = (rows.first()?, rows.last()?);
    if rows.iter().any(|row| row.len() != near.len()) {
        let en = format!("The board has {points} points, joined by lines.");
        return Some(say.rule(&[], &en, &format!("El tablero tiene {points} puntos, unidos por líneas.")));
    }
    let (left, right) = (board.name(*near.first()?), board.name(*far.last()?));
    let en = format!(
        "The board has {points} points in {} rows of {}, joined by lines. Seen from {} side, {left} is at the bottom left \
         and {right} at the top right.",
        english::number(rows.len()),
        english::number(near.len()),
        English::of(say.ruleset, Side::First).owning(),
    );
    let es = format!(
        "El tablero tiene {points} puntos en {} filas de {}, unidos por líneas. Visto desde el lado {}, {left} queda abajo \
         a la izquierda y {right} arriba a la derecha.",
        spanish::number(rows.len()),
        spanish::number(near.len()),
        Spanish::of(say.ruleset, Side::First).of_the(),
    );
    Some(say.rule(&[], &en, &es))
}

/// How many pieces each side has, rank by rank.
fn men(say: &Speech<'_>) -> Rule {
    let [first, second] = Side::BOTH.map(|side| counts(say.ruleset, side));
    let (en, es) = if first == second {
        let [white, black] = Side::BOTH.map(|side| English::of(say.ruleset, side).name());
        let [blancas, negras] = Side::BOTH.map(|side| Spanish::of(say.ruleset, side).the());
        (
            format!("There are two sides, {white} and {black}, with {} each.", counted(say, &first)),
            format!("Hay dos bandos, {blancas} y {negras}, con {} cada uno.", counted(say, &first)),
        )
    } else {
        let en =
            |side, counts| format!("{} {}", English::of(say.ruleset, side).does("has", "have"), counted(say, counts));
        let es = |side, counts| {
            let name = Spanish::of(say.ruleset, side);
            format!("{} {} {}", name.the(), name.verb("tiene", "tienen"), counted(say, counts))
        };
        (
            format!("{}; {}.", en(Side::First, &first), en(Side::Second, &second)),
            capitalised(&format!("{}; {}.", es(Side::First, &first), es(Side::Second, &second))),
        )
    };
    say.rule(&[], &en, &es)
}

/// The number of a side's pieces of each rank that it has; of men at least, be they none.
fn counts(ruleset: &Ruleset, side: Side) -> Vec<(Rank, usize)> {
    let pieces = || ruleset.start.columns.iter().flatten().filter(|piece| piece.side == side);
    let mut ranks: Vec<_> = pieces().map(|piece| piece.rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    if ranks.is_empty() {
        ranks.push(Rank::MAN);
    }
    ranks.into_iter().map(|rank| (rank, pieces().filter(|piece| piece.rank == rank).count())).collect()
}

fn counted(say: &Speech<'_>, counts: &[(Rank, usize)]) -> String {
    let counted: Vec<_> = counts
        .iter()
        .map(|&(rank, count)| match say.language {
            Language::En => english::rank(say.ruleset, rank).counted(count),
            Language::Es => spanish::rank(say.ruleset, rank).counted(count),
        })
        .collect();
    list(say, &counted)
}

/// Where a side's pieces stand at the start.
struct Place {
    /// The rows nearest to the side that are full of its pieces.
    full_rows: usize,
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
        let owns = |&point: &Point| ruleset.start.top(point).is_some_and(|piece| piece.side == side);
        let full_rows = rows.iter().take_while(|row| row.iter().all(owns)).count();
        let others = rows.drain(full_rows..).flatten().filter(owns).collect();
        Place { full_rows, others }
    }
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
    let [first, second] = [&places.sides[0], &places.sides[1]].map(|place| place.full_rows);
    let rule = |en: &str, es: &str, rows: usize| {
        let en_rows = match rows {
            1 => "the row nearest to it".to_owned(),
            _ => format!("the {} rows nearest to it", english::number(rows)),
        };
        let es_rows = match rows {
            1 => "la fila más próxima a su lado".to_owned(),
            _ => format!("las {} filas más próximas a su lado", spanish::number(rows)),
        };
        say.rule(&[], &format!("{en} {en_rows}."), &format!("{es} {es_rows}."))
    };
    if first == second && first > 0 {
        return vec![rule("Each side fills", "Cada bando llena", first)];
    }
    let of_side = |(side, rows)| {
        let es = Spanish::of(say.ruleset, side);
        let en = English::of(say.ruleset, side).does("fills", "fill");
        rule(&en, &capitalised(&format!("{} {}", es.the(), es.verb("llena", "llenan"))), rows)
    };
    Side::BOTH.into_iter().zip([first, second]).filter(|&(_, rows)| rows > 0).map(of_side).collect()
}

fn other_points(say: &Speech<'_>, places: &Places) -> Vec<Rule> {
    if let Some(hand) = &places.middle {
        return vec![middle_row(say, places, hand)];
    }
    let of_side = |(side, place): (Side, &Place)| {
        let points = named(say, &place.others)?;
        let (en, es) = (English::of(say.ruleset, side), Spanish::of(say.ruleset, side));
        let (en_other, es_other) = if place.full_rows > 0 { ("other ", "demás ") } else { ("", "") };
        Some(say.rule(
            &[],
            &format!("{} {en_other}{{pieces}} stand on {points}.", en.owning()),
            &format!("L{{os pieza}} {es_other}{{piezas}} {} están en {points}.", es.of_the()),
        ))
    };
    Side::BOTH.into_iter().zip(&places.sides).filter_map(of_side).collect()
}

fn middle_row(say: &Speech<'_>, places: &Places, hand: &Hand) -> Rule {
    let (en_hand, es_hand) = match hand {
        Hand::Right => (", on its right-hand side", ", a su derecha"),
        Hand::Left => (", on its left-hand side", ", a su izquierda"),
        Hand::Neither => ("", ""),
    };
    let [first, second] = Side::BOTH.map(|side| names(say, &places.sides[side.index()].others));
    let [white, black] = Side::BOTH.map(|side| English::of(say.ruleset, side).owning());
    let [blancas, negras] = Side::BOTH.map(|side| Spanish::of(say.ruleset, side).of_the());
    say.rule(
        &["middle"],
        &format!(
            "Each side's other {{pieces}} stand on the middle row{en_hand}: {white} on {first}, {black} on {second}."
        ),
        &format!(
            "L{{os pieza}} demás {{piezas}} de cada bando están en la fila central{es_hand}: l{{os pieza}} {blancas} en \
             {first}, l{{os pieza}} {negras} en {second}."
        ),
    )
}

fn empty_points(say: &Speech<'_>) -> Option<Rule> {
    let board = &say.ruleset.board;
    let empty: Vec<_> = board.points().filter(|&point| say.ruleset.start.top(point).is_none()).collect();
    let (low, high) = board.bounds();
    let is_centre = |point| {
        let place = board.place(point);
        (2 * place.x, 2 * place.y) == (low.x + high.x, low.y + high.y)
    };
    let (en, es) = match empty[..] {
        [] => ("No point is empty.".to_owned(), "Ningún punto queda vacío.".to_owned()),
        [point] => {
            let name = board.name(point);
            if is_centre(point) {
                (
                    format!("Only the point in the middle, {name}, is empty."),
                    format!("Solo queda vacío el punto central, {name}."),
                )
            } else {
                (format!("Only {name} is empty."), format!("Solo queda vacío {name}."))
            }
        }
        _ => {
            let points = named(say, &empty)?;
            (format!("{} are empty.", capitalised(&points)), format!("Quedan vacíos {points}."))
        }
    };
    Some(say.rule(&[], &en, &es))
}

/// The names of the points, if there are any and they are not too many to be read.
fn named(say: &Speech<'_>, points: &[Point]) -> Option<String> {
    (1..=NAMED).contains(&points.len()).then(|| names(say, points))
}

fn names(say: &Speech<'_>, points: &[Point]) -> String {
    let mut points = points.to_vec();
    points.sort_unstable();
    list(say, &points.into_iter().map(|point| say.ruleset.board.name(point)).collect::<Vec<_>>())
}

fn list<T: AsRef<str>>(say: &Speech<'_>, items: &[T]) -> String {
    let items: Vec<_> = items.iter().map(AsRef::as_ref).collect();
    match say.language {
        Language::En => english::list(&items),
        Language::Es => spanish::list(&items),
    }
}
