//! FEN fields and piece letters, shared by FENs, setup diagrams and game files. The module of [`crate::write_fen`] defines
//! the format.

use crate::ground::board::{Board, Point};
use crate::ground::clip::clip;
use crate::ground::setup::{ClaimablePosition, Piece, Rank, RollResult, Setup, Side};
use thiserror::Error;

/// Colour of a side's pieces, written `W` or `B` in positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// The light pieces, written `W`.
    White,
    /// The dark pieces, written `B`.
    Black,
}

/// Maximum length of a FEN, in bytes.
pub const MAX_FEN_LEN: usize = 1 << 16;

/// Error from reading a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// The text has this many bytes, more than [`MAX_FEN_LEN`].
    #[error("the position has {0} bytes; allowed: at most {MAX_FEN_LEN}")]
    TooLong(usize),
    /// The first field is not a colour.
    #[error("`{}` is to move; allowed: W, B", clip(.0))]
    ToMove(String),
    /// A field holds neither the pieces of a colour nor known state.
    #[error(
        "`{}` is not part of a position; allowed: W or B and the points of its pieces, as in W:Wa1,Kb2:Bc3(wb), then huff=…, last=…, been=…, closed=…, hand=…, roll=654, combat=…, kings=…, before=…",
        clip(.0)
    )]
    UnknownField(String),
    /// The board has no point of this name.
    #[error("the board has no point `{}`", clip(.0))]
    UnknownPoint(String),
    /// Two pieces are on the same point.
    #[error("there are two pieces on {0}")]
    OccupiedTwice(String),
    /// A field with this name occurs twice.
    #[error("`{0}` is given twice")]
    DuplicateField(String),
    /// A field refers to a piece on this point, which is empty.
    #[error("there is no piece on {0}")]
    NoPiece(String),
    /// A tower is malformed, or its top piece belongs to the other colour.
    #[error(
        "`{}` is not a tower; allowed: a point and its pieces from bottom to top, w b W B, as in c3(bbw), with those of the colour on top",
        clip(.0)
    )]
    Tower(String),
    /// A piece that a capture in progress has taken: `G` or `P`, as lidraughts writes it.
    #[error("`{}` is a piece taken by a capture that has not ended; allowed: positions between moves", clip(.0))]
    TakenPiece(String),
}

impl Colour {
    /// Returns the colour of a side's pieces. `white` is the side with the white ones.
    pub(crate) fn of(side: Side, white: Side) -> Colour {
        if side == white { Colour::White } else { Colour::Black }
    }

    /// Returns the side with this colour. `white` is the side with the white pieces.
    fn side(self, white: Side) -> Side {
        match self {
            Colour::White => white,
            Colour::Black => white.other(),
        }
    }

    /// Returns the colour's letter in positions: `W` or `B`.
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

/// Writes a setup as a FEN. `white` is the side with the white pieces.
pub(crate) fn write_position(board: &Board, white: Side, setup: &Setup) -> String {
    let colour = Colour::of(setup.to_move, white).letter();
    let pieces = write_pieces(board, white, &setup.columns, ':');
    format!("{colour}:{pieces}{}", write_memory(board, white, setup))
}

/// Writes the pieces of both colours, White's first.
fn write_pieces(board: &Board, white: Side, columns: &[Vec<Piece>], between: char) -> String {
    let mut points: Vec<_> = board.points().collect();
    // Numbered squares are listed by number, as the PDN standard requires.
    points.sort_by_key(|&point| board.name(point).parse::<u32>().ok());
    let words = |side: Side| {
        let words = points.iter().filter_map(|&point| {
            let column = &columns[point.index()];
            let piece = column.last().filter(|piece| piece.side == side)?;
            let name = board.name(point);
            Some(match (column.len(), piece.rank) {
                (1, Rank::Man) => name.to_owned(),
                (1, Rank::Prince) => format!("P{name}"),
                (1, Rank::King) => format!("K{name}"),
                _ => format!("{name}({})", write_column(white, column)),
            })
        });
        words.collect::<Vec<_>>().join(",")
    };
    format!("W{}{between}B{}", words(white), words(white.other()))
}

/// Writes the pieces of a column from bottom to top, one letter each.
pub(crate) fn write_column(white: Side, column: &[Piece]) -> String {
    let letter = |piece: &Piece| {
        let letters = LETTERS[usize::from(piece.side != white)];
        letters[piece.rank.index()]
    };
    column.iter().map(letter).collect()
}

/// Letters of White's and Black's pieces, the lowest rank first.
const LETTERS: [[char; 3]; 2] = [['w', 'p', 'W'], ['b', 'q', 'B']];

/// Reads the pieces of a column from bottom to top, one letter each.
pub(crate) fn read_column(white: Side, letters: &str) -> Option<Vec<Piece>> {
    let piece = |letter: char| {
        let colours = LETTERS.iter().zip([white, white.other()]);
        let mut pieces =
            colours.flat_map(|(letters, side)| letters.iter().zip(Rank::ALL.map(|rank| Piece { side, rank })));
        pieces.find(|(found, _)| **found == letter).map(|(_, piece)| piece)
    };
    letters.chars().map(piece).collect()
}

/// Writes the fields of the state beside the pieces, each after a colon.
pub(crate) fn write_memory(board: &Board, white: Side, setup: &Setup) -> String {
    let names = |points: &[Point], between: &str| {
        points.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join(between)
    };
    let memory = &setup.memory;
    let mut text = String::new();
    if !memory.huffable.is_empty() {
        text += &format!(":huff={}", names(&memory.huffable, ","));
    }
    let last: Vec<_> = memory
        .last
        .iter()
        .flatten()
        .map(|&(stands, began)| format!("{}<{}", board.name(stands), board.name(began)))
        .collect();
    if !last.is_empty() {
        text += &format!(":last={}", last.join(","));
    }
    let visited: Vec<_> =
        memory.visited.iter().map(|(point, places)| format!("{}<{}", board.name(*point), names(places, "+"))).collect();
    if !visited.is_empty() {
        text += &format!(":been={}", visited.join(","));
    }
    match memory.closed {
        [0, 0, 0, 0] => {}
        [bottom, top, 0, 0] => text += &format!(":closed={bottom},{top}"),
        [bottom, top, left, right] => text += &format!(":closed={bottom},{top},{left},{right}"),
    }
    if let [first, second] = memory.hand
        && memory.hand != [0; 2]
    {
        text += &format!(":hand={first},{second}");
    }
    if let Some(rolled) = memory.rolled {
        text += &format!(":roll={}", rolled_word(rolled));
    }
    if memory.combat {
        text += ":combat=called";
    }
    let king_moves: Vec<_> =
        memory.king_moves.iter().flatten().map(|(at, count)| format!("{}*{count}", board.name(*at))).collect();
    if !king_moves.is_empty() {
        text += &format!(":kings={}", king_moves.join(","));
    }
    if let Some(before) = &memory.before {
        text += &format!(":before={}/{}", before.taken, write_pieces(board, white, &before.columns, '/'));
    }
    text
}

/// Reads the result of the dice: its word or the three dice.
fn read_rolled(word: &str) -> Option<RollResult> {
    let by_word = [RollResult::One, RollResult::Row].into_iter().find(|rolled| rolled_word(*rolled) == word);
    by_word.or_else(|| {
        let dice: [u8; 3] = word.as_bytes().try_into().ok()?;
        dice.iter().all(|die| (b'1'..=b'6').contains(die)).then(|| RollResult::of(dice.map(|die| die - b'0')))
    })
}

fn rolled_word(rolled: RollResult) -> &'static str {
    match rolled {
        RollResult::One => "one",
        RollResult::Row => "row",
    }
}

/// Parses a FEN of a board. `white` is the side with the white pieces.
///
/// # Errors
/// A [`FenError`] if the text is too long, malformed, or names an unknown point.
pub(crate) fn read_position(board: &Board, white: Side, text: &str) -> Result<Setup, FenError> {
    if text.len() > MAX_FEN_LEN {
        return Err(FenError::TooLong(text.len()));
    }
    let text = text.trim().trim_end_matches('.');
    let mut setup = Setup::empty(board);
    let mut fields = text.split(':').map(str::trim);
    let to_move = fields.next().unwrap_or_default();
    setup.to_move = single(to_move)
        .and_then(colour_of)
        .map(|colour| colour.side(white))
        .ok_or_else(|| FenError::ToMove(to_move.to_owned()))?;
    let (mut rest, mut pieces, mut counters) = (Vec::new(), Vec::new(), None);
    for field in fields {
        if field.contains('=') {
            rest.push(field);
        } else if let Some(counts) = field.strip_prefix('+') {
            counters = Some(counts);
        } else if !is_counter(field) {
            pieces.push(field);
        }
    }
    setup.columns = read_pieces(board, white, &pieces)?;
    if let Some(counts) = counters {
        read_king_counters(board, white, &mut setup, counts)?;
    }
    for field in rest {
        read_memory(board, white, &mut setup, field)?;
    }
    Ok(setup)
}

/// Returns whether a field holds a counter of another program: lidraughts writes `H2` for quiet moves and `F7` for the
/// number of the move.
fn is_counter(field: &str) -> bool {
    field.strip_prefix(['H', 'F']).is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the moves of kings in frisian as lidraughts writes them: `15+246` for one move of Black's king on 5 and two of
/// White's on 46. Counts without a square name no king and are ignored.
fn read_king_counters(board: &Board, white: Side, setup: &mut Setup, counts: &str) -> Result<(), FenError> {
    let unknown = || FenError::UnknownField(format!("+{counts}"));
    let (black, of_white) = counts.split_once('+').ok_or_else(unknown)?;
    for (word, side) in [(black, white.other()), (of_white, white)] {
        if !is_number(word) {
            return Err(unknown());
        }
        let (count, square) = word.split_at(1);
        let count = count.parse().map_err(|_| unknown())?;
        if count > 0 && !square.is_empty() {
            add_king_moves(board, setup, square, count, Some(side))?;
        }
    }
    Ok(())
}

/// Adds the successive moves of the king on a point.
fn add_king_moves(board: &Board, setup: &mut Setup, at: &str, count: u16, of: Option<Side>) -> Result<(), FenError> {
    let at = read_point(board, at)?;
    let king = setup.top(at).filter(|piece| of.is_none_or(|side| piece.side == side));
    let king = king.ok_or_else(|| FenError::NoPiece(board.name(at).to_owned()))?;
    match setup.memory.king_moves[king.side.index()].replace((at, count)) {
        Some(_) => Err(FenError::DuplicateField("kings".to_owned())),
        None => Ok(()),
    }
}

/// Reads the pieces of the colours, one field each.
fn read_pieces(board: &Board, white: Side, fields: &[&str]) -> Result<Vec<Vec<Piece>>, FenError> {
    let mut columns = vec![vec![]; board.len()];
    let mut colours = Vec::new();
    for field in fields {
        let mut letters = field.chars();
        let colour = letters.next().and_then(colour_of).ok_or_else(|| FenError::UnknownField((*field).to_owned()))?;
        if colours.contains(&colour) {
            return Err(FenError::DuplicateField(colour.letter().to_string()));
        }
        colours.push(colour);
        let side = colour.side(white);
        for word in letters.as_str().split(',').map(str::trim).filter(|word| !word.is_empty()) {
            for (point, pieces) in read_word(board, white, side, word)? {
                if !columns[point.index()].is_empty() {
                    return Err(FenError::OccupiedTwice(board.name(point).to_owned()));
                }
                columns[point.index()] = pieces;
            }
        }
    }
    Ok(columns)
}

fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Reads one entry of a colour: a piece, a tower, or a range of numbered squares.
fn read_word(board: &Board, white: Side, side: Side, word: &str) -> Result<Vec<(Point, Vec<Piece>)>, FenError> {
    if let Some((name, rest)) = word.split_once('(') {
        let column = rest.strip_suffix(')').and_then(|letters| read_column(white, letters));
        let column = column.filter(|column| column.last().is_some_and(|top| top.side == side));
        return Ok(vec![(read_point(board, name)?, column.ok_or_else(|| FenError::Tower(word.to_owned()))?)]);
    }
    if let Some((low, high)) = word.split_once('-') {
        return read_range(board, side, low, high).ok_or_else(|| FenError::UnknownPoint(word.to_owned()));
    }
    if word.strip_prefix('G').is_some_and(|name| board.point(name).is_some()) && board.point(word).is_none() {
        return Err(FenError::TakenPiece(word.to_owned()));
    }
    let (point, rank) = read_piece(board, word)?;
    Ok(vec![(point, vec![Piece { side, rank }])])
}

/// Reads a range of numbered squares: `31-50`, `K1-K3` or `K1-3`.
fn read_range(board: &Board, side: Side, low: &str, high: &str) -> Option<Vec<(Point, Vec<Piece>)>> {
    let king = low.trim().strip_prefix('K');
    let rank = if king.is_some() { Rank::King } else { Rank::Man };
    let high = high.trim();
    let high = if king.is_some() { high.strip_prefix('K').unwrap_or(high) } else { high };
    let [first, last]: [u32; 2] = [king.unwrap_or(low.trim()).parse().ok()?, high.parse().ok()?];
    let is_range = (1..=last).contains(&first) && last as usize <= board.len();
    let piece = |number: u32| Some((board.point(&number.to_string())?, vec![Piece { side, rank }]));
    if is_range { (first..=last).map(piece).collect() } else { None }
}

fn read_piece(board: &Board, word: &str) -> Result<(Point, Rank), FenError> {
    let ranked = |letter: char| word.strip_prefix(letter).and_then(|name| board.point(name));
    let king = ranked('K').map(|point| (point, Rank::King));
    king.or_else(|| ranked('P').map(|point| (point, Rank::Prince)))
        .or_else(|| board.point(word).map(|point| (point, Rank::Man)))
        .ok_or_else(|| FenError::UnknownPoint(word.to_owned()))
}

fn read_point(board: &Board, word: &str) -> Result<Point, FenError> {
    board.point(word.trim()).ok_or_else(|| FenError::UnknownPoint(word.trim().to_owned()))
}

/// Reads one field of the state beside the pieces.
pub(crate) fn read_memory(board: &Board, white: Side, setup: &mut Setup, field: &str) -> Result<(), FenError> {
    let (key, value) = field.trim().split_once('=').ok_or_else(|| FenError::UnknownField(field.to_owned()))?;
    let pairs = || {
        value.split(',').map(|pair| {
            let (stands, rest) = pair.split_once('<').ok_or_else(|| FenError::UnknownField(field.to_owned()))?;
            Ok((read_point(board, stands)?, rest))
        })
    };
    let twice = || Err(FenError::DuplicateField(key.to_owned()));
    let numbers = || {
        let numbers = value.split(',').map(|number| number.trim().parse::<u8>().ok());
        numbers.collect::<Option<Vec<u8>>>().ok_or_else(|| FenError::UnknownField(field.to_owned()))
    };
    match key {
        "huff" => {
            if !setup.memory.huffable.is_empty() {
                return twice();
            }
            let mut points: Vec<_> = value.split(',').map(|word| read_point(board, word)).collect::<Result<_, _>>()?;
            points.sort_unstable();
            points.dedup();
            setup.memory.huffable = points;
        }
        "last" => {
            for pair in pairs() {
                let (stands, began) = pair?;
                let began = read_point(board, began)?;
                let Some(piece) = setup.top(stands) else {
                    return Err(FenError::NoPiece(board.name(stands).to_owned()));
                };
                if setup.memory.last[piece.side.index()].replace((stands, began)).is_some() {
                    return twice();
                }
            }
        }
        "been" => {
            if !setup.memory.visited.is_empty() {
                return twice();
            }
            let mut visited = Vec::new();
            for pair in pairs() {
                let (stands, places) = pair?;
                let mut places: Vec<_> =
                    places.split('+').map(|word| read_point(board, word)).collect::<Result<_, _>>()?;
                places.sort_unstable();
                places.dedup();
                places.retain(|&place| place != stands);
                visited.push((stands, places));
            }
            visited.sort_unstable();
            if visited.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                return twice();
            }
            visited.retain(|(_, places)| !places.is_empty());
            setup.memory.visited = visited;
        }
        "closed" => {
            if setup.memory.closed != [0; 4] {
                return twice();
            }
            setup.memory.closed = match numbers()?[..] {
                [bottom, top] => [bottom, top, 0, 0],
                [bottom, top, left, right] => [bottom, top, left, right],
                _ => return Err(FenError::UnknownField(field.to_owned())),
            };
        }
        "hand" => {
            if setup.memory.hand != [0; 2] {
                return twice();
            }
            setup.memory.hand =
                <[u8; 2]>::try_from(numbers()?).map_err(|_| FenError::UnknownField(field.to_owned()))?;
        }
        "roll" => {
            if setup.memory.rolled.is_some() {
                return twice();
            }
            setup.memory.rolled =
                Some(read_rolled(value.trim()).ok_or_else(|| FenError::UnknownField(field.to_owned()))?);
        }
        "combat" if value.trim() == "called" => setup.memory.combat = true,
        "kings" => {
            for word in value.split(',') {
                let (at, count) = word.split_once('*').ok_or_else(|| FenError::UnknownField(field.to_owned()))?;
                let count = count.trim().parse().ok().filter(|&count: &u16| count > 0);
                let count = count.ok_or_else(|| FenError::UnknownField(field.to_owned()))?;
                add_king_moves(board, setup, at, count, None)?;
            }
        }
        "before" => {
            if setup.memory.before.is_some() {
                return twice();
            }
            let mut fields = value.split('/').map(str::trim);
            let taken = fields.next().and_then(|taken| taken.parse().ok());
            let taken = taken.ok_or_else(|| FenError::UnknownField(field.to_owned()))?;
            let columns = read_pieces(board, white, &fields.collect::<Vec<_>>())?;
            setup.memory.before = Some(ClaimablePosition { columns, taken });
        }
        _ => return Err(FenError::UnknownField(field.to_owned())),
    }
    Ok(())
}
