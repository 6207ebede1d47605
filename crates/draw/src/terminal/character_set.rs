//! Characters of which a drawing consists.

use super::strokes::Stroke;
use quirkat_rules::{Colour, Piece};

/// Set of characters that a drawing may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CharacterSet {
    /// Lines, discs and rings in Unicode.
    #[default]
    Unicode,
    /// ASCII only: `w` and `b` for men, capital letters for higher ranks.
    Ascii,
}

impl CharacterSet {
    /// Returns ASCII on request, otherwise Unicode.
    pub fn of(ascii: bool) -> CharacterSet {
        if ascii { CharacterSet::Ascii } else { CharacterSet::Unicode }
    }

    /// Returns the character of a piece, by its colour and rank.
    pub fn piece(self, colour: Colour, piece: Piece) -> char {
        let ranks = match (self, colour) {
            (CharacterSet::Unicode, Colour::White) => ['○', '△', '◎'],
            (CharacterSet::Unicode, Colour::Black) => ['●', '▲', '◉'],
            (CharacterSet::Ascii, Colour::White) => ['w', 'p', 'W'],
            (CharacterSet::Ascii, Colour::Black) => ['b', 'q', 'B'],
        };
        ranks[piece.rank.index()]
    }

    /// Returns the character of an empty point.
    pub fn empty(self) -> char {
        self.choose('·', '+')
    }

    /// Returns the character of an empty point to which a piece may go.
    pub fn target(self) -> char {
        self.choose('◇', '*')
    }

    /// Returns the character of an empty point on which a piece was captured.
    pub fn taken(self) -> char {
        self.choose('×', 'x')
    }

    /// Returns the character of an empty point that a piece has left.
    pub fn left(self) -> char {
        self.choose('◦', '.')
    }

    /// Returns the character of a permanently closed point.
    pub fn closed(self) -> char {
        self.choose('▒', '#')
    }

    /// Returns the character of squares that are not played on.
    pub(super) fn shade(self) -> char {
        self.choose('░', ':')
    }

    /// Returns the corners of a frame: upper left, upper right, lower left, lower right.
    pub(super) fn corners(self) -> [char; 4] {
        match self {
            CharacterSet::Unicode => ['┌', '┐', '└', '┘'],
            CharacterSet::Ascii => ['+'; 4],
        }
    }

    pub(super) fn stroke(self, stroke: Stroke) -> char {
        match stroke {
            Stroke::Across => self.choose('─', '-'),
            Stroke::Down => self.choose('│', '|'),
            Stroke::Falling => self.choose('╲', '\\'),
            Stroke::Rising => self.choose('╱', '/'),
            Stroke::Plus => self.choose('┼', '+'),
            Stroke::Saltire => self.choose('╳', 'X'),
            Stroke::MeetRight => '>',
            Stroke::MeetLeft => '<',
        }
    }

    /// Returns the character of a stroke on the path of the shown turn.
    pub(super) fn trail(self, stroke: Stroke) -> char {
        match stroke {
            Stroke::Across => self.choose('━', '='),
            Stroke::Down => self.choose('┃', ':'),
            // Unicode has no heavy diagonals.
            _ => self.choose('•', ':'),
        }
    }

    fn choose(self, unicode: char, ascii: char) -> char {
        match self {
            CharacterSet::Unicode => unicode,
            CharacterSet::Ascii => ascii,
        }
    }
}

/// Returns the pieces on a point from top to bottom, one character each.
pub fn column(characters: CharacterSet, colours: [Colour; 2], pieces: &[Piece]) -> String {
    pieces.iter().rev().map(|&piece| characters.piece(colours[piece.side.index()], piece)).collect()
}
