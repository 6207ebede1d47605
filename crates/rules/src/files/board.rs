//! Boards in files: one of ours, a constructor's call, or points with their places and lines that name them.

use super::finding::Finding;
use super::format::BOARD;
use super::reader::{FileErrors, Node, all, read};
use crate::ground::board::{Board, BoardError, Place, construct};

/// The boards that come with this crate.
pub(super) const BOARDS: &[(&str, &str)] = &[("alq5", include_str!("../../boards/alq5.toml"))];

/// Reads a board file: a constructor's call, or points with their places and lines that name them.
///
/// # Errors
/// All faults of the file, each with its line and key.
pub fn parse_board(file: &str, text: &str) -> Result<Board, FileErrors> {
    read(file, text, read_board)
}

pub(crate) fn read_board(root: &Node<'_>) -> Option<Board> {
    let table = root.table(&BOARD)?;
    if let Some(call) = table.get("construct") {
        return construct(call.text()?).map_or_else(|error| call.fault(error), Some);
    }
    let (Some(points), Some(lines)) = (table.get("points"), table.get("lines")) else {
        return root.fault(Finding::MissingPoints);
    };
    let (places, along) = (read_places(points), read_lines(lines));
    let (places, along) = (places?, along?);
    let faults = Board::faults(&places, &along);
    let is_sound = faults.is_empty();
    for fault in faults {
        blamed(&fault, points, lines).fault::<()>(fault);
    }
    if is_sound { Board::new(places, &along).ok() } else { None }
}

/// The points of a board with their places, in rows from the first side's seat.
fn read_places(points: &Node<'_>) -> Option<Vec<(String, Place)>> {
    let coordinate = |node: &Node<'_>| node.number(-1000..=1000).map(|number| number as i32);
    let places = points.entries()?.into_iter().map(|(name, node)| match &node.list()?[..] {
        [x, y] => {
            let (x, y) = (coordinate(x), coordinate(y));
            Some((name.to_owned(), Place { x: x?, y: y? }))
        }
        _ => node.fault(Finding::InvalidPlace),
    });
    let mut places = all(places)?;
    places.sort_by_key(|(_, place)| (place.y, place.x));
    Some(places)
}

fn read_lines(lines: &Node<'_>) -> Option<Vec<Vec<String>>> {
    all(lines.list()?.iter().map(|node| Some(node.text()?.split_whitespace().map(str::to_owned).collect())))
}

/// The value whose fault it is.
fn blamed<'a>(fault: &BoardError, points: &Node<'a>, lines: &Node<'a>) -> Node<'a> {
    let own = |node: &Node<'a>| node.at(&[]);
    match fault {
        BoardError::BadName(name) | BoardError::FarAway(name) | BoardError::PlaceTwice(_, name) => points.at(&[name]),
        BoardError::ShortLine(line) | BoardError::UnknownPoint(line, _) | BoardError::PointTwiceOnLine(line, _) => {
            lines.list().and_then(|lines| lines.into_iter().nth(line - 1))
        }
        BoardError::EdgeTwice(..) | BoardError::TooManyLines(_) => own(lines),
        BoardError::Size(_) | BoardError::NameTwice(_) => None,
    }
    .or_else(|| own(points))
    .expect("a value is at itself")
}
