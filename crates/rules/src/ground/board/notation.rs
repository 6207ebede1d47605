//! The two ways to name the squares of a chequered board: letters and numbers.
//!
//! Source: the notation field of the PDN tag `GameType`, as <https://github.com/wiegerw/pdn> describes it.

use super::construct::algebraic;
use super::{Board, Place};
use std::fmt;

/// Kind of the names of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareNames {
    /// Letters for columns and numbers for rows, as in `c3`.
    Letters,
    /// Numbers from 1, row by row.
    Numbers,
}

impl SquareNames {
    /// Returns the names of this word, `letters` or `numbers`.
    pub fn from_word(word: &str) -> Option<SquareNames> {
        [SquareNames::Letters, SquareNames::Numbers].into_iter().find(|names| names.to_string() == word)
    }
}

/// Corner of a board as the first player sees it. Its number is the one in `GameType`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Corner {
    /// Near the first player, at the left: 0.
    NearLeft,
    /// Near the first player, at the right: 1.
    NearRight,
    /// Far from the first player, at the left: 2.
    FarLeft,
    /// Far from the first player, at the right: 3.
    FarRight,
}

impl Corner {
    /// All corners, in the order of their numbers in `GameType`.
    pub const ALL: [Corner; 4] = [Corner::NearLeft, Corner::NearRight, Corner::FarLeft, Corner::FarRight];

    /// Returns a place as if this corner were the near left one.
    fn seen(self, Place { x, y }: Place) -> Place {
        match self {
            Corner::NearLeft => Place { x, y },
            Corner::NearRight => Place { x: -x, y },
            Corner::FarLeft => Place { x, y: -y },
            Corner::FarRight => Place { x: -x, y: -y },
        }
    }
}

/// How the squares of a chequered board are named.
///
/// # Examples
/// ```
/// use quirkat_rules::{SquareNotation, construct};
///
/// let board = construct("checker(8,8,left)").unwrap();
/// let numbers = SquareNotation::of_game_type("25,W,8,8,N2,0", &board).unwrap();
/// let point = board.point("a1").unwrap();
/// assert_eq!(board.in_notation(numbers).unwrap().name(point), "29");
/// assert_eq!(board.point("29"), Some(point), "both names are read");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareNotation {
    /// Kind of the names.
    pub names: SquareNames,
    /// Corner at which the names begin.
    pub corner: Corner,
    /// Whether the names are those of the mirrored board, whose squares have the other colour.
    pub mirrored: bool,
}

impl SquareNotation {
    /// Names with letters from the first player's left, as in chess.
    pub const LETTERS: SquareNotation =
        SquareNotation { names: SquareNames::Letters, corner: Corner::NearLeft, mirrored: false };
    /// Numbers from the far left, as in international draughts.
    pub const NUMBERS: SquareNotation =
        SquareNotation { names: SquareNames::Numbers, corner: Corner::FarLeft, mirrored: false };

    /// Returns the notation that a PDN tag `GameType` states for a board; `None` if it states none.
    pub fn of_game_type(tag: &str, board: &Board) -> Option<SquareNotation> {
        let mut fields = tag.split(',').map(str::trim).skip(4);
        let mut notation = fields.next()?.chars();
        let names = match notation.next()? {
            'A' | 'S' => SquareNames::Letters,
            'N' => SquareNames::Numbers,
            _ => return None,
        };
        let corner = Corner::ALL[notation.next()?.to_digit(4)? as usize];
        let (low, _) = board.bounds();
        let is_inverted = !board.points().any(|point| board.place(point) == low);
        let mirrored = fields.next().is_some_and(|flag| (flag == "1") != is_inverted);
        Some(SquareNotation { names, corner, mirrored })
    }

    /// Returns the name of each point of a board.
    pub(super) fn name_all(self, board: &Board) -> Vec<String> {
        let (low, high) = board.bounds();
        let seen = |place: Place| {
            let x = if self.mirrored { low.x + high.x - place.x } else { place.x };
            self.corner.seen(Place { x, ..place })
        };
        let places: Vec<_> = board.points().map(|point| seen(board.place(point))).collect();
        let corners = [low, high].map(seen);
        let origin = Place { x: corners[0].x.min(corners[1].x), y: corners[0].y.min(corners[1].y) };
        let mut in_order: Vec<_> = places.iter().map(|place| (place.y, place.x)).collect();
        in_order.sort_unstable();
        let name = |place: &Place| match self.names {
            SquareNames::Letters => algebraic((place.x, place.y), (origin.x, origin.y)),
            SquareNames::Numbers => (in_order.partition_point(|&other| other < (place.y, place.x)) + 1).to_string(),
        };
        places.iter().map(name).collect()
    }
}

impl fmt::Display for SquareNames {
    /// Writes the word of the command line: `letters` or `numbers`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SquareNames::Letters => "letters",
            SquareNames::Numbers => "numbers",
        })
    }
}

impl Board {
    /// Returns the notation of the names, and the other one that is also read; `None` unless the board is chequered.
    pub fn notations(&self) -> Option<[SquareNotation; 2]> {
        self.notations
    }

    /// Returns the notation of this kind in which the squares can be named; `None` unless the board is chequered.
    pub fn notation_by(&self, names: SquareNames) -> Option<SquareNotation> {
        self.notations?.into_iter().find(|notation| notation.names == names)
    }

    /// Returns the board with names in another notation, which reads the usual names of the other kind too; `None` unless
    /// the board is chequered.
    pub fn in_notation(&self, notation: SquareNotation) -> Option<Board> {
        let other = self.notations?.into_iter().find(|other| other.names != notation.names)?;
        Some(self.clone().with_notations([notation, other]))
    }

    /// Returns the board with names in the other notation that is read; `None` unless the board is chequered.
    pub fn in_other_notation(&self) -> Option<Board> {
        let [names, other] = self.notations?;
        Some(self.clone().with_notations([other, names]))
    }

    /// Names the points in the first notation, and also reads names in the second one.
    pub(super) fn with_notations(mut self, notations: [SquareNotation; 2]) -> Board {
        let [names, others] = notations.map(|notation| notation.name_all(&self));
        let named = |names: &[String]| names.iter().cloned().zip(self.points()).collect::<Vec<_>>();
        self.by_name = named(&others).into_iter().chain(named(&names)).collect();
        self.names = names;
        self.notations = Some(notations);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::board::construct;

    /// Squares of the corners in the notations of [`GameType`](https://github.com/wiegerw/pdn), with their numbers.
    #[test]
    fn numbers_and_letters_name_the_same_squares() {
        for (call, letters, number) in [
            ("checker(10,10,left,far)", "a1", "46"),
            ("checker(10,10,left,far)", "b10", "1"),
            ("checker(8,8,left,near)", "g1", "1"),
            ("checker(8,8,left,near)", "b8", "32"),
            ("checker(8,8,right,near)", "h1", "1"),
            ("checker(8,8,right,far)", "a8", "1"),
            ("checker(8,8,left)", "b8", "1"),
            ("checker(8,8,left)", "g1", "32"),
            ("checker(10,8,left)", "b8", "1"),
            ("lasca7()", "a7", "1"),
        ] {
            let board = construct(call).unwrap();
            assert!(board.point(letters).is_some(), "{call}: {letters}");
            assert_eq!(board.point(letters), board.point(number), "{call}: {letters} is {number}");
            assert_eq!(board.point(&format!("0{number}")), board.point(number));
        }
        assert_eq!(construct("grid(8,8)").unwrap().point("1"), None);
    }

    #[test]
    fn game_type_states_corner_and_mirror() {
        let board = construct("checker(10,10,left,far)").unwrap();
        let named = |tag: &str, name: &str| {
            let named = board.in_notation(SquareNotation::of_game_type(tag, &board).unwrap()).unwrap();
            board.name(named.point(name).unwrap()).to_owned()
        };
        assert_eq!(named("20,W,10,10,N2,0", "1"), "1");
        assert_eq!(named("20,W,10,10,N1,0", "1"), "50");
        assert_eq!(named("20,W,10,10,N0,0", "1"), "46");
        assert_eq!(named("20,W,10,10,N2,1", "1"), "5", "the mirrored board begins at its left");
        assert_eq!(named("20,W,10,10,A0,1", "b1"), "50");
        assert_eq!(named("20,W,10,10,A0", "a1"), "46");
        for tag in ["20", "20,W,10,10", "20,W,10,10,N7,0", "20,W,10,10,X2,0", ""] {
            assert_eq!(SquareNotation::of_game_type(tag, &board), None, "{tag}");
        }
    }
}
