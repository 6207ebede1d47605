//! Reads boards from files: a constructor call, or points with places and lines of points.

use super::finding::Finding;
use super::format::BOARD;
use super::reader::{FileErrors, TomlNode, all, read};
use crate::ground::board::{Board, BoardError, Place, construct};

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
/// let errors = parse_board("row.toml", "construct = \"alq(4,4)\"").unwrap_err();
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
    if is_sound { Board::new(places, &along).ok() } else { None }
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
