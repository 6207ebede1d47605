//! Positions as one letter per square, and turns by their ends and captured squares: the forms that draughts programs
//! share.

use quirkat_rules::{Board, Piece, Play, Point, Rank, Ruleset, Setup, Side, TooManyTurns, Turn};
use thiserror::Error;

/// Letter of an empty square.
const EMPTY: char = 'e';

/// Letters of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceLetters {
    /// Letters of a man and a king, White's first. The letter of a king also stands for its side.
    pub of_sides: [[char; 2]; 2],
}

/// Reason why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text has another length.
    #[error("the position has {found} letters; allowed: {allowed}, {white} or {black} and one per square")]
    Length {
        /// Number of letters found.
        found: usize,
        /// Number of letters expected.
        allowed: usize,
        /// Letter of White.
        white: char,
        /// Letter of Black.
        black: char,
    },
    /// A letter is unknown.
    #[error(
        "`{letter}` is letter {at} of the position; allowed: {} or {} first, then {}, {EMPTY}",
        .letters.of_sides[0][1], .letters.of_sides[1][1], .letters.list()
    )]
    Letter {
        /// The unknown letter.
        letter: char,
        /// Its place, from 1.
        at: usize,
        /// The known letters.
        letters: PieceLetters,
    },
}

impl PieceLetters {
    /// Writes a position: the side to move, then a letter per square.
    pub fn write(&self, ruleset: &Ruleset, setup: &Setup) -> String {
        let letters = |side: Side| self.of_sides[usize::from(side != ruleset.white())];
        let letter = |piece: Piece| letters(piece.side)[usize::from(piece.rank == Rank::King)];
        let to_move = letters(setup.to_move)[1];
        let squares = squares(&ruleset.board).map(|square| setup.top(square).map_or(EMPTY, letter));
        std::iter::once(to_move).chain(squares).collect()
    }

    /// Parses a position. It is checked against the rules only when a game is made of it.
    ///
    /// # Errors
    /// When the text is malformed.
    pub fn read(&self, ruleset: &Ruleset, text: &str) -> Result<Setup, PositionError> {
        let (found, allowed) = (text.chars().count(), ruleset.board.len() + 1);
        if found != allowed {
            let [white, black] = self.of_sides.map(|letters| letters[1]);
            return Err(PositionError::Length { found, allowed, white, black });
        }
        let unknown = |letter, at| PositionError::Letter { letter, at, letters: *self };
        let mut setup = Setup::empty(&ruleset.board);
        let mut letters = text.chars().zip(1..);
        if let Some((letter, at)) = letters.next() {
            let to_move = self.piece(ruleset, letter).filter(|piece| piece.rank == Rank::King);
            setup.to_move = to_move.ok_or(unknown(letter, at))?.side;
        }
        for ((letter, at), square) in letters.zip(squares(&ruleset.board)) {
            if letter != EMPTY {
                setup.columns[square.index()].push(self.piece(ruleset, letter).ok_or(unknown(letter, at))?);
            }
        }
        Ok(setup)
    }

    fn piece(&self, ruleset: &Ruleset, letter: char) -> Option<Piece> {
        let sides = [ruleset.white(), ruleset.white().other()];
        let mut pieces = sides.into_iter().zip(self.of_sides).flat_map(|(side, letters)| {
            letters.into_iter().zip([Rank::Man, Rank::King]).map(move |(letter, rank)| (letter, Piece { side, rank }))
        });
        pieces.find_map(|(known, piece)| (known == letter).then_some(piece))
    }

    fn list(&self) -> String {
        self.of_sides.concat().iter().map(char::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the squares of a board in the order of their numbers, which are their names.
fn squares(board: &Board) -> impl Iterator<Item = Point> + '_ {
    (1..=board.len()).filter_map(|number| board.point(&number.to_string()))
}

/// Returns the legal turn between two squares that captures these pieces, in whatever order.
///
/// # Errors
/// When the position has too many turns.
pub fn find_turn(game: &dyn Play, from: Point, to: Point, captured: &[Point]) -> Result<Option<Turn>, TooManyTurns> {
    let sorted = |points: &[Point]| {
        let mut points = points.to_vec();
        points.sort_unstable();
        points
    };
    let captured = sorted(captured);
    let matches = |turn: &Turn| turn.endpoints() == Some((from, to)) && sorted(&turn.captures) == captured;
    Ok(game.turns()?.into_iter().find(matches))
}
