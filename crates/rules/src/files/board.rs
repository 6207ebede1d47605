//! Reads boards from files: a constructor call, or points with places and lines of points.

use super::finding::Finding;
use super::format::BOARD;
use super::reader::{FileErrors, Severity, TomlNode, all, read};
use crate::ground::board::{Board, BoardError, Place, construct};
use std::collections::HashMap;

/// Built-in board files, by name.
pub(super) const BOARDS: &[(&str, &str)] = &[("alq5", include_str!("../../boards/alq5.toml"))];

/// Parses a board file: a constructor call, or points with their places and lines of points. `file` is the name to use in
/// errors.
///
/// # Errors
/// All errors of the file, each with its line and key.
///
/// # Examples
/// ```
/// use quirkat_rules::parse_board;
///
/// let text = "points = { a1 = [0, 0], b1 = [1, 0], c1 = [2, 0] }\nlines = [\"a1 b1 c1\"]";
/// assert_eq!(parse_board("row.toml", text)?.leaps().len(), 2);
/// let errors = parse_board("row.toml", "construct = \"alq(4,5)\"").unwrap_err();
/// assert!(errors.to_string().starts_with("row.toml:1: construct: "));
/// # Ok::<(), quirkat_rules::FileErrors>(())
/// ```
pub fn parse_board(file: &str, text: &str) -> Result<Board, FileErrors> {
    read(file, text, read_board)
}

pub(crate) fn read_board(root: &TomlNode<'_>) -> Option<Board> {
    let table = root.table(&BOARD)?;
    if let Some(call) = table.get("construct") {
        return construct(call.text()?).map_or_else(|error| call.error(error), Some);
    }
    let (Some(points), Some(lines)) = (table.get("points"), table.get("lines")) else {
        return root.error(Finding::MissingPoints);
    };
    let (places, along) = (read_places(points), read_lines(lines));
    let (places, along) = (places?, along?);
    let faults = Board::errors(&places, &along);
    let is_sound = faults.is_empty();
    for fault in faults {
        faulty_node(&fault, points, lines).error::<()>(fault);
    }
    if !is_sound {
        return None;
    }
    let nodes = lines.list().unwrap_or_default();
    for (line, node) in along.iter().zip(&nodes) {
        crooked(line, &places).into_iter().for_each(|finding| node.report(Severity::Warning, finding));
    }
    Board::new(places, &along).ok()
}

/// Returns where a line of points passes over another point, and where it turns back.
fn crooked(line: &[String], places: &[(String, Place)]) -> Vec<Finding> {
    let place: HashMap<&String, Place> = places.iter().map(|(name, place)| (name, *place)).collect();
    let vector = |from: &String, to: &String| {
        let (from, to) = (place[from], place[to]);
        (i64::from(to.x - from.x), i64::from(to.y - from.y))
    };
    let along = |a: (i64, i64), b: (i64, i64)| a.0 * b.0 + a.1 * b.1;
    let across = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 - a.1 * b.0;
    let mut findings = Vec::new();
    for (from, to) in line.windows(2).map(|pair| (&pair[0], &pair[1])) {
        let step = vector(from, to);
        let is_between = |name: &&String| {
            let part = vector(from, name);
            across(step, part) == 0 && (1..along(step, step)).contains(&along(step, part))
        };
        if let Some(skipped) = places.iter().map(|(name, _)| name).find(is_between) {
            let [from, to, skipped] = [from, to, skipped].map(String::clone);
            findings.push(Finding::SkippedPoint { from, to, skipped });
        }
    }
    let is_back = |points: &&[String]| along(vector(&points[0], &points[1]), vector(&points[1], &points[2])) < 0;
    findings.extend(line.windows(3).filter(is_back).map(|points| Finding::TurnsBack(points[1].clone())));
    findings
}

/// Reads the points with their places and sorts them by row from the first side, then by column.
fn read_places(points: &TomlNode<'_>) -> Option<Vec<(String, Place)>> {
    let coordinate = |node: &TomlNode<'_>| node.number(-1000..=1000).map(|number| number as i32);
    let places = points.entries()?.into_iter().map(|(name, node)| match &node.list()?[..] {
        [x, y] => {
            let (x, y) = (coordinate(x), coordinate(y));
            Some((name.to_owned(), Place { x: x?, y: y? }))
        }
        _ => node.error(Finding::InvalidPlace),
    });
    let mut places = all(places)?;
    places.sort_by_key(|(_, place)| (place.y, place.x));
    Some(places)
}

fn read_lines(lines: &TomlNode<'_>) -> Option<Vec<Vec<String>>> {
    all(lines.list()?.iter().map(|node| Some(node.text()?.split_whitespace().map(str::to_owned).collect())))
}

/// Returns the value that causes a board error.
fn faulty_node<'a>(fault: &BoardError, points: &TomlNode<'a>, lines: &TomlNode<'a>) -> TomlNode<'a> {
    let own = |node: &TomlNode<'a>| node.at(&[]);
    match fault {
        BoardError::InvalidName(name) | BoardError::PlaceOutOfRange(name) | BoardError::DuplicatePlace(_, name) => {
            points.at(&[name])
        }
        BoardError::ShortLine(line) | BoardError::UnknownPoint(line, _) | BoardError::RepeatedPoint(line, _) => {
            lines.list().and_then(|lines| lines.into_iter().nth(line - 1))
        }
        BoardError::DuplicateEdge(..) | BoardError::TooManyLines(_) => own(lines),
        BoardError::Size(_) | BoardError::DuplicateName(_) => None,
    }
    .or_else(|| own(points))
    .expect("a value has its own position")
}
