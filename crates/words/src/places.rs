//! Describes where the pieces stand at the start: by full rows if possible, otherwise by points.

use super::grammar::Name;
use super::speech::{Rule, Speech};
use super::texts::{Slot, Value, capitalised, number, text};
use super::triangles;
use quirkat_rules::{Board, Middle, OptionKey, Place as At, Point, Rank, Ruleset, Side};

/// Returns the occupied and the empty points at the start.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let filled = match triangles::rule(say).or_else(|| chequered(say)) {
        Some(rule) => vec![rule],
        None => {
            let places = Places::of(say);
            [full_rows(say, &places), other_points(say, &places)].concat()
        }
    };
    filled.into_iter().chain(empty_points(say)).collect()
}

/// Returns the sentence for a full board on which the sides alternate along every row and every column.
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
    let slots = [say.side("side", Side::First), text("point", board.name(corner))];
    is_chequered.then(|| say.rule(&[], "places.chequered", &slots))
}

/// Points of a side's pieces at the start.
struct Place {
    /// Rows that are full of its men, counted from 1 at its own end.
    full_rows: Vec<usize>,
    /// Points of its other pieces.
    others: Vec<Point>,
}

/// Points of all pieces at the start.
struct Places {
    sides: [Place; 2],
    /// Side of the owner on which the other pieces of both stand, if they share the middle row.
    middle: Option<Hand>,
}

/// Side of a row as a player sees it: right, left or neither.
#[derive(PartialEq, Eq)]
enum Hand {
    Right,
    Left,
    Neither,
}

impl Places {
    fn of(say: &Speech<'_>) -> Self {
        let ruleset = say.ruleset;
        let sides = Side::BOTH.map(|side| Place::of(ruleset, side));
        let middle =
            middle_hand(&ruleset.board, &sides).filter(|_| !Side::BOTH.iter().any(|&side| say.names_men(side)));
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

/// Returns the owner of the piece on a point at the start.
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
    let men = || text("men", say.maybe(say.has_ranks().then_some("places.rows_of_men")));
    if first == second && !first.is_empty() {
        let each = ("side", Value::Name(Name::default()));
        return vec![say.rule(&[], "places.each_fills", &[text("rows", rows(say, first, each)), men()])];
    }
    let of_side = |(side, full): (Side, &Vec<usize>)| {
        let side = say.side("side", side);
        let rows = text("rows", rows(say, full, side.clone()));
        say.rule(&[], "places.side_fills", &[side, rows, men()])
    };
    Side::BOTH.into_iter().zip([first, second]).filter(|(_, rows)| !rows.is_empty()).map(of_side).collect()
}

/// Returns whether the rows are the nearest ones, so that their number identifies them.
fn are_nearest(rows: &[usize]) -> bool {
    rows.iter().copied().eq(1..=rows.len())
}

/// Returns the rows, counted from the end of the side to which they are near.
fn rows(say: &Speech<'_>, rows: &[usize], side: Slot) -> String {
    match rows.len() {
        1 if are_nearest(rows) => say.text("places.nearest_row", &[side]),
        many if are_nearest(rows) => say.text("places.nearest_rows", &[side, number("rows", many)]),
        many => {
            let ordinals: Vec<_> = rows.iter().map(|&row| say.grammar().ordinal(row)).collect();
            let ordinals = text("ordinals", say.grammar().list(&ordinals));
            say.text(if many == 1 { "places.row" } else { "places.rows" }, &[side, ordinals])
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
        if say.names_men(side) {
            return Some(by_own_name(say, side, place, points));
        }
        let key = if place.full_rows.is_empty() { "places.on_points" } else { "places.others_on_points" };
        Some(say.rule(&[], key, &[say.side("side", side), text("points", points)]))
    };
    Side::BOTH.into_iter().zip(&places.sides).filter_map(of_side).collect()
}

/// Describes pieces of several ranks, rank by rank.
fn by_rank(say: &Speech<'_>, side: Side, others: &[Point]) -> Rule {
    let of_rank = |rank: Rank| {
        let has_rank = |point: &&Point| say.ruleset.start.top(**point).is_some_and(|piece| piece.rank == rank);
        others.iter().filter(has_rank).copied().collect::<Vec<_>>()
    };
    let mut groups = vec![];
    for (rank, points) in Rank::ALL.map(|rank| (rank, of_rank(rank))).into_iter().filter(|(_, at)| !at.is_empty()) {
        let key = match (groups.is_empty(), points.len() == 1) {
            (true, true) => "places.one_of_rank",
            (true, false) => "places.many_of_rank",
            (false, true) => "places.next_one_of_rank",
            (false, false) => "places.next_many_of_rank",
        };
        let points = text("points", names(say, &points));
        groups.push(say.text(key, &[say.side("side", side), say.noun("piece", side, rank), points]));
    }
    Rule { name: "places.one_of_rank", keys: vec![], text: capitalised(&format!("{}.", say.grammar().list(&groups))) }
}

/// Describes pieces whose name identifies their owner.
fn by_own_name(say: &Speech<'_>, side: Side, place: &Place, points: String) -> Rule {
    let key = match (place.full_rows.is_empty(), place.others.len()) {
        (true, 1) => "places.own_one",
        (true, _) => "places.own_many",
        (false, 1) => "places.own_other",
        (false, _) => "places.own_others",
    };
    say.rule(&[], key, &[say.noun("piece", side, Rank::Man), text("points", points)])
}

fn middle_row(say: &Speech<'_>, places: &Places, hand: &Hand) -> Rule {
    let place = match hand {
        Hand::Right => Some("places.at_the_right"),
        Hand::Left => Some("places.at_the_left"),
        Hand::Neither if say.options.middle == Middle::Alternating => Some("places.by_turns"),
        Hand::Neither => None,
    };
    let [first, second] = Side::BOTH.map(|side| names(say, &places.sides[side.index()].others));
    let slots = [
        text("hand", say.maybe(place)),
        say.side("first", Side::First),
        text("firsts", first),
        say.side("second", Side::Second),
        text("seconds", second),
    ];
    say.rule(&[OptionKey::Middle], "places.middle_row", &slots)
}

fn empty_points(say: &Speech<'_>) -> Option<Rule> {
    let board = &say.ruleset.board;
    let empty: Vec<_> = board.points().filter(|&point| owner(say.ruleset, point).is_none()).collect();
    let keys = say.stated(&[OptionKey::Tips]);
    Some(match empty[..] {
        [] if chequered(say).is_some() => return None,
        [] => say.rule(&keys, "places.full", &[]),
        [point] => {
            let key = if is_centre(board, point) { "places.only_the_middle" } else { "places.only_one" };
            say.rule(&keys, key, &[text("name", board.name(point))])
        }
        _ => match empty_rows(say) {
            Some(rows) => Rule { name: "places.empty", keys, text: rows },
            None if empty.len() > FEW => say.rule(&keys, "places.all_other", &[]),
            None => say.rule(&keys, "places.empty", &[text("points", names(say, &empty))]),
        },
    })
}

fn is_centre(board: &Board, point: Point) -> bool {
    let (low, high) = board.bounds();
    let place = board.place(point);
    (2 * place.x, 2 * place.y) == (low.x + high.x, low.y + high.y)
}

/// Returns the empty rows, if no other point is empty.
fn empty_rows(say: &Speech<'_>) -> Option<String> {
    let rows = say.ruleset.board.rows();
    let empty_in = |row: &Vec<Point>| row.iter().filter(|&&point| owner(say.ruleset, point).is_none()).count();
    if rows.iter().any(|row| ![0, row.len()].contains(&empty_in(row))) {
        return None;
    }
    let empty: Vec<usize> = (0..rows.len()).filter(|&row| empty_in(&rows[row]) > 0).collect();
    let (first, last) = (*empty.first()?, *empty.last()?);
    let in_the_middle = last - first + 1 == empty.len() && first + last + 1 == rows.len();
    Some(match empty.len() {
        1 if in_the_middle => say.text("places.middle_row_empty", &[]),
        many if in_the_middle => say.text("places.middle_rows_empty", &[number("rows", many)]),
        _ => say.text("places.other_rows_empty", &[]),
    })
}

/// Maximum number of points, or runs of points, that a sentence lists.
const NAMED: usize = 12;

/// Maximum number of empty points that a sentence lists.
const FEW: usize = 5;

/// Returns the names of the points, or `None` if there are none or too many to list.
fn named(say: &Speech<'_>, points: &[Point]) -> Option<String> {
    (1..=NAMED).contains(&runs(say.ruleset, points).len()).then(|| names(say, points))
}

fn names(say: &Speech<'_>, points: &[Point]) -> String {
    say.grammar().list(&runs(say.ruleset, points))
}

/// Returns the names of the points in numerical order. Four or more consecutive points of a row are given by their
/// ends.
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

/// Returns whether two names are consecutive: the next letter or the next number.
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
