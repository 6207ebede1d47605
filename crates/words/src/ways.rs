//! Names the directions of a man on the lines of the board. On a chequered board all directions are diagonal; on a
//! board without diagonals the text never mentions them.

use super::board::Lines;
use super::speech::Speech;
use quirkat_rules::Directions;

/// Returns the directions, to follow a comma or a colon; `None` if a man may go along every line, or along none.
pub fn ways(say: &Speech<'_>, lines: Lines, directions: Directions) -> Option<String> {
    let key = match (directions, lines) {
        (Directions::All | Directions::None, _) => return None,
        (Directions::NoBack, Lines::Mixed) => "ways.no_back",
        (Directions::NoBack, Lines::Straight | Lines::Grid) => "ways.no_back_straight",
        (Directions::Forward, Lines::Mixed) => "ways.forward",
        (Directions::Forward | Directions::NoBack, Lines::Diagonal) => "ways.forward_diagonally",
        (Directions::Forward, Lines::Straight | Lines::Grid) | (Directions::Straight, _) => "ways.straight",
    };
    Some(say.text(key, &[]))
}

/// Returns how a piece moves that may go in all directions: along a line, or diagonally if all lines are diagonals.
pub fn along(say: &Speech<'_>) -> String {
    let key = match say.lines {
        Lines::Mixed | Lines::Grid => "ways.along_a_line",
        Lines::Diagonal => "ways.along_diagonals",
        Lines::Straight => "ways.along_rows",
    };
    say.text(key, &[])
}
