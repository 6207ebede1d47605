//! Games and positions of the Python package `baghchal`.
//!
//! A PGN has moves only: `1. G33 B1122 2. G44 Bx2244`, with rows from the top and columns from the left, both from 1. A FEN is
//! `B3B/5/2G2/5/B3B B 1`: the rows from the top, the side to move (`B` for bagh, the tiger) and the number of goat moves.
//! Tags before the moves are ignored by the package.

use super::games::{self, Ply};
use super::goats::{GAMES, GOATS, SIZE, point, position, row_and_column};
use super::{Exported, FormatError, Imported};
use crate::GameResult;
use quirkat_rules::{AnyGame, Board, Pdn, PdnTurn, Point, Setup, Side, write_fen};

const PROGRAM: &str = "the package baghchal";

/// Description of moves.
const FORM: &str = "moves such as G33, G3332, B1122 or Bx1133";

/// Returns whether a text begins like a game or position of bagh-chal.
pub fn begins(text: &str) -> bool {
    let movetext = text.lines().find(|line| !line.starts_with('[') && !line.trim().is_empty()).unwrap_or_default();
    let after_number = movetext.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
    let is_drop = after_number
        .trim_start()
        .strip_prefix('G')
        .is_some_and(|rest| rest.len() >= 2 && rest.bytes().take(2).all(|digit| (b'1'..=b'5').contains(&digit)));
    is_drop || is_position(text)
}

/// Returns whether a text is a FEN.
fn is_position(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let rows = words.next().unwrap_or_default();
    rows.split('/').count() == SIZE
        && rows.chars().all(|sign| matches!(sign, 'B' | 'G' | '1'..='5' | '/'))
        && words.count() == 2
}

pub fn read(text: &str) -> Result<Imported, FormatError> {
    if is_position(text) {
        return read_position(text.trim());
    }
    let bare: Vec<_> =
        text.lines().map(|line| if line.starts_with('[') { line.to_owned() } else { line.replace('#', " ") }).collect();
    let bare = bare.join("\n");
    let mut entries = Pdn::entries(&bare);
    let entry = entries.next().ok_or_else(|| FormatError::new("game", "no moves", FORM))?;
    if let Some(fault) = entry.fault {
        return Err(FormatError::new("game", fault, FORM));
    }
    if entries.next().is_some() {
        return Err(FormatError::new("text", "several games", "one game"));
    }
    let game = &GAMES[0];
    let ruleset = game.ruleset();
    let written = entry.pdn;
    let mut pdn = game.record(written.tags.iter().filter(|(name, _)| name != "Result").cloned().collect());
    for (number, mut turn) in (0..).zip(written.turns) {
        let place = || format!("move {} of the {}", number / 2 + 1, ["goats", "tigers"][number % 2]);
        turn.text =
            our_text(&ruleset.board, &turn.text).ok_or_else(|| FormatError::quoting(place(), &turn.text, FORM))?;
        pdn.turns.push(turn);
    }
    pdn.comments = written.comments;
    games::set_result(&mut pdn, written.result.parse().unwrap_or(GameResult::Unknown));
    Ok(Imported { pdn, notes: Vec::new() })
}

/// Returns a move in our notation.
fn our_text(board: &Board, text: &str) -> Option<String> {
    let (squares, sign) = match (text.strip_prefix("Bx"), text.strip_prefix(['B', 'G'])) {
        (Some(squares), _) => (squares, "x"),
        (None, squares) => (squares?, "-"),
    };
    let digits: Vec<usize> =
        squares.chars().map(|digit| digit.to_digit(10).map(|digit| digit as usize)).collect::<Option<_>>()?;
    let name = |row: usize, column: usize| {
        Some(board.name(point(board, row.checked_sub(1)?, column.checked_sub(1)?)?).to_owned())
    };
    match digits[..] {
        [row, column] if text.starts_with('G') => Some(format!("drop @{}", name(row, column)?)),
        [row, column, to_row, to_column] => Some(format!("{}{sign}{}", name(row, column)?, name(to_row, to_column)?)),
        _ => None,
    }
}

fn read_position(text: &str) -> Result<Imported, FormatError> {
    let words: Vec<_> = text.split_whitespace().collect();
    let fault = |place: &str, allowed: &str| FormatError::quoting(place, text, allowed);
    let [rows, to_move, moves] = words[..] else { return Err(fault("FEN", "rows, G or B, and the goat moves")) };
    let mut pieces = Vec::new();
    for row in rows.split('/') {
        let mut points = Vec::new();
        for sign in row.chars() {
            match sign {
                'G' => points.push(Some(Side::First)),
                'B' => points.push(Some(Side::Second)),
                _ => points.extend(std::iter::repeat_n(None, sign.to_digit(10).unwrap_or(0) as usize)),
            }
        }
        if points.len() != SIZE {
            return Err(FormatError::quoting("row of the FEN", row, "five points"));
        }
        pieces.push(points);
    }
    let side = match to_move {
        "G" => Side::First,
        "B" => Side::Second,
        _ => return Err(FormatError::quoting("side to move", to_move, "G or B")),
    };
    let moves: usize = moves.parse().map_err(|_| FormatError::quoting("goat moves", moves, "a number"))?;
    let game = &GAMES[0];
    let ruleset = game.ruleset();
    let setup = position(&ruleset, &pieces, side, |goats| {
        let placed = moves.min(GOATS);
        (goats <= placed).then_some(GOATS - placed)
    })?;
    let mut pdn = game.record(Vec::new());
    pdn.tags.push(("SetUp".to_owned(), "1".to_owned()));
    pdn.tags.push(("FEN".to_owned(), write_fen(&ruleset, &setup)));
    "*".clone_into(&mut pdn.result);
    Ok(Imported { pdn, notes: Vec::new() })
}

pub fn write(pdn: &Pdn, game: &AnyGame) -> Result<Exported, FormatError> {
    let ruleset = game.ruleset();
    if game.history().is_empty() && ruleset.game == "bagh-chal" && game.setup_after(0) != ruleset.start {
        let note = "the FEN of the package tells the number of goat moves only while goats are in hand";
        return Ok(Exported { text: fen(&ruleset.board, &game.setup()) + "\n", notes: vec![note.to_owned()] });
    }
    let other = games::counterpart(&GAMES, game)?;
    let (theirs, plies, note) = other.replay(PROGRAM, game)?;
    let board = &theirs.ruleset().board;
    let mut written = Pdn { tags: games::own_tags(pdn).cloned().collect(), ..Pdn::default() };
    games::set_result(&mut written, GameResult::of(pdn));
    written.tags.extend(pdn.tags.iter().find(|(name, _)| name == "Termination").cloned());
    written.turns = plies.iter().map(|ply| PdnTurn { text: their_text(board, ply), ..PdnTurn::default() }).collect();
    // The package finds the moves of a pair only side by side, so that nothing may stand between them.
    let tags: Vec<_> = pdn.tags.iter().map(|(name, _)| name.as_str()).collect();
    let notes = note.into_iter().chain(games::notes_on_loss(pdn, &tags, false)).collect();
    Ok(Exported { text: written.to_string(), notes })
}

/// Returns a move in the notation of the package.
fn their_text(board: &Board, ply: &Ply) -> String {
    let digits = |point: &Point| {
        let (row, column) = row_and_column(board, *point);
        format!("{}{}", row + 1, column + 1)
    };
    let piece = if ply.by == Side::First { "G" } else { "B" };
    let sign = if ply.turn.captures.is_empty() { "" } else { "x" };
    let points: String = ply.turn.drops.iter().chain(&ply.turn.path).map(digits).collect();
    format!("{piece}{sign}{points}")
}

/// Writes a position as the package does.
fn fen(board: &Board, setup: &Setup) -> String {
    let mut rows = Vec::new();
    for row in 0..SIZE {
        let mut text = String::new();
        let mut empty = 0;
        for column in 0..=SIZE {
            let top = (column < SIZE).then(|| point(board, row, column).and_then(|point| setup.top(point)));
            if top == Some(None) {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            text += match top.flatten().map(|piece| piece.side) {
                Some(Side::First) => "G",
                Some(Side::Second) => "B",
                None => "",
            };
        }
        rows.push(text);
    }
    let to_move = if setup.to_move == Side::First { "G" } else { "B" };
    format!("{} {to_move} {}", rows.join("/"), GOATS - usize::from(setup.memory.hand[0]))
}
