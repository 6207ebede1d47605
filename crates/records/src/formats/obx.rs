//! Positions of bagh-chal in OBX, the notation of baghchal.net, one a line: `TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1`.
//!
//! The fields are the rows from the top, the side to move, the goats in hand in newer versions (`@19`), the captured goats,
//! the last move and its number. Columns are letters and rows are numbers from the top. Consecutive positions make a game.

use super::games::{self, Ply};
use super::goats::{GAMES, GOATS, SIZE, captured, point, position, row_and_column};
use super::{Exported, FormatError, Imported};
use crate::GameResult;
use quirkat_rules::{AnyGame, AnyRules, Board, Pdn, PdnTurn, Point, Ruleset, Setup, Side, read_turn, write_fen};

const PROGRAM: &str = "baghchal.net";
const FORM: &str = "a position such as `TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1`";

/// Returns whether a text begins like a position.
pub fn begins(text: &str) -> bool {
    let rows = without_name(text).split_whitespace().next().unwrap_or_default();
    rows.len() == SIZE * (SIZE + 1) - 1 && rows.split('/').all(|row| row.chars().all(|sign| "TGX".contains(sign)))
}

/// Leaves out the name of the format before a position.
fn without_name(line: &str) -> &str {
    let line = line.trim_start();
    line.strip_prefix("OBX:").unwrap_or(line).trim_start()
}

/// Reads a position and the move that led to it.
fn read_line<'t>(ruleset: &Ruleset, place: &str, line: &'t str) -> Result<(Setup, Option<&'t str>), FormatError> {
    let words: Vec<_> = without_name(line).split_whitespace().collect();
    let fault = || FormatError::quoting(place, line, FORM);
    let [rows, to_move, others @ ..] = &words[..] else { return Err(fault()) };
    if !begins(line) || rows.split('/').any(|row| row.len() != SIZE) {
        return Err(fault());
    }
    let piece = |sign| match sign {
        'T' => Some(Side::Second),
        'G' => Some(Side::First),
        _ => None,
    };
    let rows: Vec<Vec<_>> = rows.split('/').map(|row| row.chars().map(piece).collect()).collect();
    let side = match *to_move {
        "g" => Side::First,
        "t" => Side::Second,
        _ => return Err(FormatError::quoting(format_args!("{place}, side to move"), to_move, "g or t")),
    };
    let number = |sign: char| others.iter().find_map(|word| word.strip_prefix(sign)?.parse::<usize>().ok());
    let taken = number('c').ok_or_else(|| FormatError::quoting(place, line, "captured goats, such as c0"))?;
    let setup = position(ruleset, &rows, side, |goats| GOATS.checked_sub(goats + taken))?;
    let in_hand = usize::from(setup.memory.hand[0]);
    if number('@').is_some_and(|stated| stated != in_hand) {
        let allowed = format!("@{in_hand}, by the goats on the board and the captured ones");
        return Err(FormatError::quoting(format_args!("{place}, goats in hand"), line, allowed));
    }
    Ok((setup, others.iter().find_map(|word| word.strip_prefix('m'))))
}

/// Returns a move in our notation: `C3`, `A1B1` or `A1C1(B1)`.
fn our_text(board: &Board, text: &str) -> Option<String> {
    let (points, captured) = text.split_once('(').map_or((text, None), |(points, rest)| (points, Some(rest)));
    let name = |text: &str| {
        let (letter, row) = text.split_at_checked(1)?;
        let column = usize::from(letter.to_ascii_uppercase().bytes().next()?.checked_sub(b'A')?);
        let row = row.parse::<usize>().ok()?.checked_sub(1)?;
        (column < SIZE).then_some(())?;
        Some(board.name(point(board, row, column)?).to_owned())
    };
    if let Some(captured) = captured {
        name(captured.strip_suffix(')')?)?;
    }
    match points.len() {
        2 => Some(format!("drop @{}", name(points)?)),
        4 => {
            let (from, to) = points.split_at_checked(2)?;
            let (from, to) = (name(from)?, name(to)?);
            Some(format!("{from}{}{to}", if captured.is_some() { "x" } else { "-" }))
        }
        _ => None,
    }
}

pub fn read(text: &str) -> Result<Imported, FormatError> {
    let game = &GAMES[0];
    let ruleset = game.ruleset();
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let (number, first) = lines.next().ok_or_else(|| FormatError::new("line 1", "nothing", FORM))?;
    let (start, _) = read_line(&ruleset, &format!("line {number}"), first)?;
    let rules = AnyRules::compile(ruleset).expect("a test compiles the rules of every counterpart");
    let ruleset = rules.ruleset();
    let impossible = |error: &dyn std::fmt::Display| FormatError::new("line 1", error, "a possible position");
    let mut replay = rules.game(Some(&start)).map_err(|error| impossible(&error))?;
    let mut pdn = game.record(Vec::new());
    if start != ruleset.start {
        pdn.tags.push(("SetUp".to_owned(), "1".to_owned()));
        pdn.tags.push(("FEN".to_owned(), write_fen(&ruleset, &start)));
    }
    for (number, line) in lines {
        let place = format!("line {number}");
        let (after, last) = read_line(&ruleset, &place, line)?;
        if after == replay.setup() {
            continue;
        }
        let written = last.ok_or_else(|| FormatError::quoting(&place, line, "the move that led here, such as mC3"))?;
        let fault = |allowed: &dyn std::fmt::Display| FormatError::quoting(&place, written, allowed);
        let text = our_text(&ruleset.board, written).ok_or_else(|| fault(&"moves such as mC3, mA1B1 or mA1C1(B1)"))?;
        replay.play_on();
        let turn = read_turn(&*replay, &text).map_err(|error| fault(&format_args!("a legal move ({error})")))?;
        replay.play(&turn).map_err(|error| fault(&format_args!("a legal move ({error})")))?;
        if replay.setup() != after {
            return Err(FormatError::quoting(&place, line, "the position after the move"));
        }
        pdn.turns.push(PdnTurn { text: turn.text(&ruleset.board), ..PdnTurn::default() });
    }
    games::set_result(&mut pdn, GameResult::Unknown);
    Ok(Imported { pdn, notes: Vec::new() })
}

pub fn write(pdn: &Pdn, game: &AnyGame) -> Result<Exported, FormatError> {
    let ruleset = game.ruleset();
    let mut notes = Vec::new();
    let mut text = line(ruleset, &game.setup_after(0), "- #");
    if !game.history().is_empty() {
        let other = games::counterpart(&GAMES, game)?;
        let (theirs, plies, note) = other.replay(PROGRAM, game)?;
        notes.extend(note);
        for (number, ply) in plies.iter().enumerate() {
            let side = if ply.by == Side::First { 'g' } else { 't' };
            let last = format!("m{} #{side}{}", their_text(&theirs.ruleset().board, ply), number / 2 + 1);
            text += &line(theirs.ruleset(), &theirs.setup_after(number + 1), &last);
        }
    } else if ruleset.game != "bagh-chal" {
        return Err(FormatError::quoting("game", &ruleset.title(), "bagh-chal"));
    }
    let result = GameResult::of(pdn);
    notes.extend((result != GameResult::Unknown).then(|| format!("not kept: the result {result}")));
    notes.extend(games::notes_on_loss(pdn, &[], false));
    Ok(Exported { text, notes })
}

/// Writes a position and the move that led to it.
fn line(ruleset: &Ruleset, setup: &Setup, last: &str) -> String {
    let sign = |row, column| match point(&ruleset.board, row, column).and_then(|point| setup.top(point)) {
        None => 'X',
        Some(piece) if piece.side == Side::First => 'G',
        Some(_) => 'T',
    };
    let rows: Vec<String> = (0..SIZE).map(|row| (0..SIZE).map(|column| sign(row, column)).collect()).collect();
    let to_move = if setup.to_move == Side::First { 'g' } else { 't' };
    format!("{} {to_move} c{} {last}\n", rows.join("/"), captured(setup))
}

/// Returns a move in OBX.
fn their_text(board: &Board, ply: &Ply) -> String {
    let name = |point: &Point| {
        let (row, column) = row_and_column(board, *point);
        format!("{}{}", (b'A' + column as u8) as char, row + 1)
    };
    let points: String = ply.turn.drops.iter().chain(&ply.turn.path).map(name).collect();
    ply.turn.captures.first().map_or(points.clone(), |captured| format!("{points}({})", name(captured)))
}
