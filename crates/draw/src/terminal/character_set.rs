//! Looks: which characters a drawing is made of.

use super::strokes::Stroke;
use quirkat_rules::{Colour, Piece};

/// Which characters a drawing may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CharacterSet {
    /// Lines, discs and rings.
    #[default]
    Unicode,
    /// ASCII alone: `w` and `b` for men, capital letters for higher ranks.
    Ascii,
}

impl CharacterSet {
    /// The look that keeps to ASCII if that is asked for, and the fine one otherwise.
    pub fn of(ascii: bool) -> CharacterSet {
        if ascii { CharacterSet::Ascii } else { CharacterSet::Unicode }
    }

    /// The character of a piece: its colour and its rank.
    pub fn piece(self, colour: Colour, piece: Piece) -> char {
        let ranks = match (self, colour) {
            (CharacterSet::Unicode, Colour::White) => ['○', '△', '◎'],
            (CharacterSet::Unicode, Colour::Black) => ['●', '▲', '◉'],
            (CharacterSet::Ascii, Colour::White) => ['w', 'p', 'W'],
            (CharacterSet::Ascii, Colour::Black) => ['b', 'q', 'B'],
        };
        ranks[piece.rank.index()]
    }

    /// An empty point.
    pub fn empty(self) -> char {
        self.choose('·', '+')
    }

    /// An empty point to which a piece may go.
    pub fn target(self) -> char {
        self.choose('◇', '*')
    }

    /// An empty point on which a piece was taken.
    pub fn taken(self) -> char {
        self.choose('×', 'x')
    }

    /// An empty point that a piece has left.
    pub fn left(self) -> char {
        self.choose('◦', '.')
    }

    /// A point that nothing can enter any more.
    pub fn closed(self) -> char {
        self.choose('▒', '#')
    }

    /// The ground of the squares that are not played on.
    pub(super) fn shade(self) -> char {
        self.choose('░', ':')
    }

    /// The corners of a frame: upper left, upper right, lower left, lower right.
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

    /// A stroke of the way that the shown turn took.
    pub(super) fn trail(self, stroke: Stroke) -> char {
        match stroke {
            Stroke::Across => self.choose('━', '='),
            Stroke::Down => self.choose('┃', ':'),
            // There are no heavy slants.
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

/// What stands on one point, from top to bottom, a character a piece.
pub fn column(look: CharacterSet, colours: [Colour; 2], pieces: &[Piece]) -> String {
    pieces.iter().rev().map(|&piece| look.piece(colours[piece.side.index()], piece)).collect()
}
