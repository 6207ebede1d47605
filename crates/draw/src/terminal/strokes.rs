//! Lines of any slope on a grid of characters.

/// Part of a line within one cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stroke {
    /// From the left edge to the right edge.
    Across,
    /// From the top edge to the bottom edge.
    Down,
    /// From the upper left to the lower right.
    Falling,
    /// From the lower left to the upper right.
    Rising,
    /// Horizontal and vertical strokes that cross.
    Plus,
    /// Both diagonals, crossing in the middle.
    Saltire,
    /// Both diagonals, which meet at the right.
    MeetRight,
    /// Both diagonals, which meet at the left.
    MeetLeft,
}

/// Cell of the grid: column and row, from the upper left.
pub type GridPoint = (usize, usize);

impl Stroke {
    /// Returns the stroke where one line crosses another.
    pub fn over(self, other: Stroke) -> Stroke {
        match (self, other) {
            (Stroke::Across, Stroke::Down | Stroke::Plus) | (Stroke::Down, Stroke::Across | Stroke::Plus) => {
                Stroke::Plus
            }
            (Stroke::Falling, Stroke::Rising | Stroke::Saltire)
            | (Stroke::Rising, Stroke::Falling | Stroke::Saltire) => Stroke::Saltire,
            _ => self,
        }
    }
}

/// Returns the strokes of a line between two cells, without the cells themselves.
///
/// A steep line has a stroke in every row, a flat one in every column.
pub fn strokes(from: GridPoint, to: GridPoint) -> Vec<(GridPoint, Stroke)> {
    let ((x0, y0), (x1, y1)) = if from.1 <= to.1 { (from, to) } else { (to, from) };
    let (columns, rows) = (x0.abs_diff(x1), y1 - y0);
    let slant = if x0 < x1 { Stroke::Falling } else { Stroke::Rising };
    let column = |along: usize| if x0 < x1 { x0 + along } else { x0 - along };
    if rows == 0 {
        (1..columns).map(|along| ((column(along), y0), Stroke::Across)).collect()
    } else if columns == 0 {
        (1..rows).map(|along| ((x0, y0 + along), Stroke::Down)).collect()
    } else if columns <= 3 * rows {
        (1..rows).map(|along| ((column(share(columns, along, rows)), y0 + along), slant)).collect()
    } else {
        let row = |along| share(rows, along, columns);
        (1..columns)
            .map(|along| {
                let stroke = if row(along) == row(along + 1) { Stroke::Across } else { slant };
                ((column(along), y0 + row(along)), stroke)
            })
            .collect()
    }
}

/// Returns the part of `whole` that belongs to `part` of `parts`, rounded.
fn share(whole: usize, part: usize, parts: usize) -> usize {
    (2 * whole * part + parts) / (2 * parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_have_a_stroke_a_row() {
        assert_eq!(strokes((0, 0), (4, 2)), [((2, 1), Stroke::Falling)]);
        assert_eq!(strokes((6, 3), (0, 6)), [((4, 4), Stroke::Rising), ((2, 5), Stroke::Rising)]);
        assert_eq!(strokes((0, 6), (6, 3)), strokes((6, 3), (0, 6)));
    }

    #[test]
    fn flat_lines_have_a_stroke_a_column() {
        let flat = strokes((0, 0), (10, 2));
        assert_eq!(flat.len(), 9);
        assert!(flat.iter().all(|((_, row), _)| *row <= 2));
        assert_eq!(flat.iter().filter(|(_, stroke)| *stroke == Stroke::Falling).count(), 2);
    }

    #[test]
    fn neighbours_have_nothing_between_them() {
        assert_eq!(strokes((3, 3), (3, 4)), []);
        assert_eq!(strokes((3, 3), (4, 4)), []);
    }

    #[test]
    fn crossings_show_both_lines() {
        assert_eq!(Stroke::Across.over(Stroke::Down), Stroke::Plus);
        assert_eq!(Stroke::Rising.over(Stroke::Falling), Stroke::Saltire);
        assert_eq!(Stroke::Rising.over(Stroke::Rising), Stroke::Rising);
    }
}
