//! Positions as one line: PDN's FEN, `W:Wa1,b1,Kc5:Bd4`, extended for what legality remembers.
//!
//! First the colour to move, then the pieces of each colour, kings with a `K`. Further fields say what the pieces do not
//! show: `huff=b2,c3`, pieces that may be huffed now; `last=a3<a2`, where a side's last piece stands and where its turn
//! began; `been=c3<a1+b2`, where a piece may not return to. Reading accepts the colours in any order, spaces, small
//! letters where they are no other point, and a full stop at the end.

use crate::board::{Board, Point};
use crate::options::clip;
use crate::ruleset::{Colour, Ruleset};
use crate::setup::{Piece, Rank, Setup, Side};
use std::fmt;

/// The longest text that is read as a position, in bytes.
const LONGEST: usize = 1 << 16;

/// Why a text is no position of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// It is too long.
    TooLong(usize),
    /// The first field is no colour.
    ToMove(String),
    /// A field is neither the pieces of a colour nor something remembered.
    Field(String),
    /// A word is no point of the board.
    Point(String),
    /// Two pieces on the point of this name.
    Twice(String),
    /// A field is there twice.
    FieldTwice(String),
    /// No pieces on the point of this name, of which something is remembered.
    NoPiece(String),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(found) => write!(f, "the position has {found} bytes; allowed: at most {LONGEST}"),
            Self::ToMove(found) => write!(f, "`{}` is to move; allowed: W, B", clip(found)),
            Self::Field(found) => write!(
                f,
                "`{}` is no part of a position; allowed: W or B and the points of its pieces, as in W:Wa1,Kb2:Bc3, then huff=…, last=…, been=…",
                clip(found)
            ),
            Self::Point(found) => write!(f, "the board has no point `{}`", clip(found)),
            Self::Twice(point) => write!(f, "there are two pieces on {point}"),
            Self::FieldTwice(field) => write!(f, "`{field}` is given twice"),
            Self::NoPiece(point) => write!(f, "there is no piece on {point}"),
        }
    }
}

impl std::error::Error for FenError {}

impl Colour {
    /// The colour's letter in positions: `W` or `B`.
    pub fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Black => 'B',
        }
    }
}

fn colour_of(letter: char) -> Option<Colour> {
    match letter {
        'W' | 'w' => Some(Colour::White),
        'B' | 'b' => Some(Colour::Black),
        _ => None,
    }
}

/// Writes a setup of a ruleset's board as one line.
///
/// # Examples
/// ```
/// # use quirkat_rules::{find_game, read_fen, write_fen};
/// let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
/// let setup = read_fen(&walker, "B:Wa1,c3:Be5").unwrap();
/// assert_eq!(write_fen(&walker, &setup), "B:Wa1,c3:Be5");
/// ```
pub fn write_fen(ruleset: &Ruleset, setup: &Setup) -> String {
    let board = &ruleset.board;
    let mut fen = ruleset.colour(setup.to_move).letter().to_string();
    for side in [ruleset.white(), ruleset.white().other()] {
        let words: Vec<_> = board
            .points()
            .filter_map(|point| {
                let piece = setup.top(point).filter(|piece| piece.side == side)?;
                let mark = if piece.rank == Rank::MAN { "" } else { "K" };
                Some(format!("{mark}{}", board.name(point)))
            })
            .collect();
        fen += &format!(":{}{}", ruleset.colour(side).letter(), words.join(","));
    }
    fen + &write_recollection(board, setup)
}

/// The fields of what legality remembers, each after a colon.
pub(super) fn write_recollection(board: &Board, setup: &Setup) -> String {
    let names = |points: &[Point], between: &str| {
        points.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join(between)
    };
    let recollection = &setup.recollection;
    let mut text = String::new();
    if !recollection.huffable.is_empty() {
        text += &format!(":huff={}", names(&recollection.huffable, ","));
    }
    let last: Vec<_> = recollection
        .last
        .iter()
        .flatten()
        .map(|&(stands, began)| format!("{}<{}", board.name(stands), board.name(began)))
        .collect();
    if !last.is_empty() {
        text += &format!(":last={}", last.join(","));
    }
    let been: Vec<_> = recollection
        .been
        .iter()
        .map(|(point, places)| format!("{}<{}", board.name(*point), names(places, "+")))
        .collect();
    if !been.is_empty() {
        text += &format!(":been={}", been.join(","));
    }
    text
}

/// Reads a position of a ruleset's board.
///
/// # Errors
/// When the text is not of the form, or a point is not on the board; whether the position suits the rules is judged when
/// a game is made of it.
pub fn read_fen(ruleset: &Ruleset, text: &str) -> Result<Setup, FenError> {
    if text.len() > LONGEST {
        return Err(FenError::TooLong(text.len()));
    }
    let board = &ruleset.board;
    let text = text.trim().trim_end_matches('.');
    let mut setup = Setup::empty(board);
    let mut fields = text.split(':').map(str::trim);
    let to_move = fields.next().unwrap_or_default();
    setup.to_move = single(to_move)
        .and_then(colour_of)
        .map(|colour| side_of(ruleset, colour))
        .ok_or_else(|| FenError::ToMove(to_move.to_owned()))?;
    let mut seen = Vec::new();
    let mut rest = Vec::new();
    for field in fields {
        if field.contains('=') {
            rest.push(field);
            continue;
        }
        let mut letters = field.chars();
        let colour = letters.next().and_then(colour_of).ok_or_else(|| FenError::Field(field.to_owned()))?;
        if seen.contains(&colour) {
            return Err(FenError::FieldTwice(colour.letter().to_string()));
        }
        seen.push(colour);
        let side = side_of(ruleset, colour);
        for word in letters.as_str().split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (point, rank) = read_piece(board, word)?;
            let column = &mut setup.columns[point.index()];
            if !column.is_empty() {
                return Err(FenError::Twice(board.name(point).to_owned()));
            }
            column.push(Piece { side, rank });
        }
    }
    for field in rest {
        read_recollection(board, &mut setup, field)?;
    }
    Ok(setup)
}

fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn side_of(ruleset: &Ruleset, colour: Colour) -> Side {
    if colour == Colour::White { ruleset.white() } else { ruleset.white().other() }
}

fn read_piece(board: &Board, word: &str) -> Result<(Point, Rank), FenError> {
    let king = word.strip_prefix('K').and_then(|name| board.point(name));
    king.map(|point| (point, Rank::KING))
        .or_else(|| board.point(word).map(|point| (point, Rank::MAN)))
        .ok_or_else(|| FenError::Point(word.to_owned()))
}

fn read_point(board: &Board, word: &str) -> Result<Point, FenError> {
    board.point(word.trim()).ok_or_else(|| FenError::Point(word.trim().to_owned()))
}

/// Reads one field of what legality remembers.
pub(super) fn read_recollection(board: &Board, setup: &mut Setup, field: &str) -> Result<(), FenError> {
    let (key, value) = field.trim().split_once('=').ok_or_else(|| FenError::Field(field.to_owned()))?;
    let pairs = || {
        value.split(',').map(|pair| {
            let (stands, rest) = pair.split_once('<').ok_or_else(|| FenError::Field(field.to_owned()))?;
            Ok((read_point(board, stands)?, rest))
        })
    };
    let twice = || Err(FenError::FieldTwice(key.to_owned()));
    match key {
        "huff" => {
            if !setup.recollection.huffable.is_empty() {
                return twice();
            }
            let mut points: Vec<_> = value.split(',').map(|word| read_point(board, word)).collect::<Result<_, _>>()?;
            points.sort_unstable();
            points.dedup();
            setup.recollection.huffable = points;
        }
        "last" => {
            for pair in pairs() {
                let (stands, began) = pair?;
                let began = read_point(board, began)?;
                let Some(piece) = setup.top(stands) else {
                    return Err(FenError::NoPiece(board.name(stands).to_owned()));
                };
                if setup.recollection.last[piece.side.index()].replace((stands, began)).is_some() {
                    return twice();
                }
            }
        }
        "been" => {
            if !setup.recollection.been.is_empty() {
                return twice();
            }
            let mut been = Vec::new();
            for pair in pairs() {
                let (stands, places) = pair?;
                let mut places: Vec<_> =
                    places.split('+').map(|word| read_point(board, word)).collect::<Result<_, _>>()?;
                places.sort_unstable();
                places.dedup();
                places.retain(|&place| place != stands);
                been.push((stands, places));
            }
            been.sort_unstable();
            if been.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                return twice();
            }
            been.retain(|(_, places)| !places.is_empty());
            setup.recollection.been = been;
        }
        _ => return Err(FenError::Field(field.to_owned())),
    }
    Ok(())
}
