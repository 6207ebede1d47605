//! Parser of move notation, without knowledge of the position.
//!
//! A move is `[claim path,] [huff b2,] [drop @c3,] [path,] [xb4, …]`, with at least one part, or one of `roll 654`, `combat`
//! and `pass`. A path is a list of points joined by `-`, or by `x` for a leap over a piece. A hop by approach or withdrawal
//! ends in `A` or `W`.
//!
//! On boards named with letters, `cb4` and `c:e5` name only the column where a move begins ([`ColumnTurn`]).
//!
//! Leniencies: points in between and the marks `A` and `W` may be left out if the rest is unambiguous; `:`, `*` and `×` are
//! read as `x`, and dashes as `-`; spaces and upper case do not matter. A single point is a drop for a side with pieces in
//! hand, and otherwise the point where a move ends.

use super::TurnError;
use crate::engine::turn::{RunCaptureKind, Turn};
use crate::ground::board::{Board, Point};
use std::mem::take;

/// A parsed move, not yet matched against legal turns.
#[derive(Debug, Default)]
pub(super) struct ParsedTurn {
    /// Path of the claim; empty if there is none.
    pub claim: Vec<Point>,
    pub huff: Option<Point>,
    pub drops: Vec<Point>,
    pub path: Vec<Point>,
    /// Hops that name the captured piece: index of the hop and point of the piece.
    pub over: Vec<(usize, Point)>,
    /// Hops marked as approach or withdrawal: index of the hop and the mark.
    pub marks: Vec<(usize, RunCaptureKind)>,
    /// Whether any hop is written as a capture.
    pub takes: bool,
    pub removed: Vec<Point>,
    pub roll: Option<[u8; 3]>,
    pub calls: bool,
    pub pass: bool,
}

/// Returns whether `points` is `path` with some of the points in between left out.
fn abbreviates(points: &[Point], path: &[Point]) -> bool {
    let ([start, .., end], [first, .., last]) = (path, points) else { return false };
    let mut rest = path.iter();
    path.len() > 2 && start == first && end == last && points.iter().all(|point| rest.any(|other| other == point))
}

impl ParsedTurn {
    /// Parses a trimmed text. A single point is a drop if `may_enter` returns true. An error quotes whole words of the text.
    pub fn read(board: &Board, text: &str, may_enter: impl Fn() -> bool) -> Result<ParsedTurn, TurnError> {
        ParsedTurn::parse(board, text, may_enter).map_err(|error| match error {
            TurnError::Syntax { found, .. } => TurnError::form(board, word_around(text, &found)),
            other => other,
        })
    }

    fn parse(board: &Board, text: &str, may_enter: impl Fn() -> bool) -> Result<ParsedTurn, TurnError> {
        let mut parsed = ParsedTurn::default();
        if text.eq_ignore_ascii_case("pass") {
            parsed.pass = true;
            return Ok(parsed);
        }
        if text.is_empty() {
            return Err(TurnError::form(board, ""));
        }
        if text.eq_ignore_ascii_case("combat") {
            parsed.calls = true;
            return Ok(parsed);
        }
        if let Some(shown) = after_word(text, "roll") {
            let dice: Vec<u8> =
                shown.bytes().filter(|byte| (b'1'..=b'6').contains(byte)).map(|byte| byte - b'0').collect();
            let fault = || TurnError::form(board, text);
            parsed.roll = Some(<[u8; 3]>::try_from(dice).map_err(|_| fault())?);
            let others = shown.chars().any(|other| !matches!(other, '1'..='6' | ' ' | '-' | ','));
            return if others { Err(fault()) } else { Ok(parsed) };
        }
        let mut rest = text;
        if let Some(after) = after_word(rest, "claim") {
            let mut claim = ParsedTurn::default();
            rest = read_path(board, after, &mut claim)?;
            parsed.claim = claim.path;
        }
        if let Some(after) = after_word(rest, "huff") {
            let (point, after) = read_point(board, after)?;
            parsed.huff = Some(point);
            rest = after_comma(after);
        }
        let has_prefix = parsed.huff.is_some() || !parsed.claim.is_empty();
        if rest.is_empty() && has_prefix {
            return Ok(parsed);
        }
        let mut drops = after_word(rest, "drop").or_else(|| rest.starts_with('@').then_some(rest));
        while let Some(after) = drops {
            let (point, after) = read_point(board, after.trim_start_matches('@'))?;
            parsed.drops.push(point);
            let goes_on = after.trim_start();
            drops = goes_on.starts_with('@').then_some(goes_on);
            rest = after_comma(after);
        }
        if !rest.is_empty() && !starts_removal(board, rest) {
            rest = read_path(board, rest, &mut parsed)?;
            if parsed.path.len() < 2 {
                if !parsed.drops.is_empty() {
                    return Err(TurnError::form(board, text));
                }
                if may_enter() {
                    parsed.drops = take(&mut parsed.path);
                }
            }
        }
        while starts_removal(board, rest) {
            let (point, after) = read_point(board, after_sign(rest))?;
            parsed.removed.push(point);
            rest = after_comma(after);
        }
        if rest.is_empty() { Ok(parsed) } else { Err(TurnError::form(board, rest)) }
    }

    /// Returns the point of a path that consists of a single one.
    pub fn lone_point(&self) -> Option<Point> {
        if let [point] = self.path[..] { Some(point) } else { None }
    }

    /// Returns whether a turn has the parsed claim and huff.
    pub fn begins(&self, turn: &Turn) -> bool {
        let claims = match &turn.claim {
            None => self.claim.is_empty(),
            Some(claim) => claim.path == self.claim || abbreviates(&self.claim, &claim.path),
        };
        claims && turn.huff == self.huff
    }

    /// Returns whether a turn agrees with the parsed move in everything but the path and the removals.
    pub fn agrees_beside_path(&self, turn: &Turn) -> bool {
        let off_board = self.pass == (turn.is_off_board() && turn.roll.is_none() && !turn.calls);
        let entered =
            if turn.drops.len() > 1 { same_points(&turn.drops, &self.drops) } else { turn.drops == self.drops };
        self.begins(turn) && off_board && turn.roll == self.roll && turn.calls == self.calls && entered
    }

    /// Returns whether a turn agrees with the named captured pieces and the marks.
    pub fn agrees_on_captures(&self, turn: &Turn) -> bool {
        self.over.iter().all(|&(hop, over)| turn.captures.get(hop) == Some(&over))
            && self.marks.iter().all(|&(hop, mark)| turn.runs.get(hop).is_some_and(|run| run.kind == mark))
    }

    /// Returns whether the parsed path abbreviates the path of a turn.
    pub fn abbreviates_path_of(&self, turn: &Turn) -> bool {
        self.marks.is_empty() && abbreviates(&self.path, &turn.path)
    }

    /// Returns whether a turn has the parsed removals, or none were parsed.
    pub fn agrees_on_removals(&self, turn: &Turn) -> bool {
        self.removed.is_empty() || same_points(&turn.removed, &self.removed)
    }
}

/// A move in the short notation of Russian draughts: the column where it begins and the square where it ends, `cb4` or
/// `c:e5`.
#[derive(Debug)]
pub(super) struct ColumnTurn<'t> {
    column: &'t str,
    /// Square where the move ends.
    pub to: Point,
    /// Whether the move is written as a capture.
    takes: bool,
}

impl<'t> ColumnTurn<'t> {
    /// Parses a trimmed text; `None` if it does not have this form.
    pub fn read(board: &Board, text: &'t str) -> Option<ColumnTurn<'t>> {
        let (column, end) = text.split_at_checked(1)?;
        let to = end.trim_start_matches(is_capture_sign);
        let is_column = column.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_square = to.len() <= 4 && to.starts_with(|first: char| first.is_ascii_lowercase());
        let to_point = board.point(to).filter(|_| is_column && is_square && board.point(text).is_none())?;
        Some(ColumnTurn { column, to: to_point, takes: to.len() < end.len() })
    }

    /// Returns whether a turn moves from the column to the square, and captures if this move is written as a capture.
    pub fn fits(&self, board: &Board, turn: &Turn) -> bool {
        let ([from, .., to], true) = (&turn.path[..], turn.drops.is_empty() && turn.removed.is_empty()) else {
            return false;
        };
        let begins = board.name(*from).strip_prefix(self.column);
        let in_column = begins.is_some_and(|row| row.bytes().all(|byte| byte.is_ascii_digit()));
        in_column && *to == self.to && (!self.takes || !turn.captures.is_empty())
    }
}

fn same_points(a: &[Point], b: &[Point]) -> bool {
    let sorted = |points: &[Point]| {
        let mut points = points.to_vec();
        points.sort_unstable();
        points
    };
    sorted(a) == sorted(b)
}

/// Returns the rest of a text, extended to the beginning of its first word.
fn word_around<'t>(text: &'t str, rest: &'t str) -> &'t str {
    let Some(before) = text.strip_suffix(rest) else { return rest };
    &text[before.trim_end_matches(char::is_alphanumeric).len()..]
}

/// Returns whether a sign is a hyphen, a dash or the minus sign.
fn is_dash(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn is_capture_sign(sign: char) -> bool {
    matches!(sign, 'x' | 'X' | ':' | '*' | '×')
}

/// Returns whether the text continues with a removal. An `x` may also begin the name of a point; in that case more
/// points of a path follow it.
fn starts_removal(board: &Board, text: &str) -> bool {
    let begins_path =
        read_point(board, text).is_ok_and(|(_, after)| !matches!(after.trim_start().chars().next(), None | Some(',')));
    text.starts_with(is_capture_sign) && !begins_path
}

/// Returns the text after its first character, without leading spaces.
fn after_sign(text: &str) -> &str {
    let mut letters = text.chars();
    letters.next();
    letters.as_str().trim_start()
}

/// Returns the text after this word, if it begins with it.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, after) = text.split_once(char::is_whitespace)?;
    first.eq_ignore_ascii_case(word).then(|| after.trim_start())
}

/// Returns the text after leading commas.
fn after_comma(text: &str) -> &str {
    text.trim_start().trim_start_matches(',').trim_start()
}

/// Reads a path at the beginning of the text into `parsed`: its points, named captures, marks and signs. Returns the text
/// after it and a comma.
fn read_path<'t>(board: &Board, text: &'t str, parsed: &mut ParsedTurn) -> Result<&'t str, TurnError> {
    let mut rest = text;
    loop {
        let (point, after) = read_point(board, rest)?;
        parsed.path.push(point);
        let mut after = after.trim_start();
        let hop = parsed.path.len().checked_sub(2);
        if let (Some(hop), Some(rest)) = (hop, after.strip_prefix('+')) {
            let (over, rest) = read_point(board, rest)?;
            parsed.over.push((hop, over));
            after = rest.trim_start();
        }
        let marked = [RunCaptureKind::Approach, RunCaptureKind::Withdrawal]
            .into_iter()
            .find(|approach| approach.mark().is_some_and(|mark| after.starts_with(mark)));
        if let (Some(hop), Some(approach)) = (hop, marked) {
            parsed.marks.push((hop, approach));
            after = after[1..].trim_start();
        }
        let Some(separator) = after.chars().next().filter(|&separator| separator != ',') else {
            return Ok(after_comma(after));
        };
        // An `x` that no point name follows may itself begin a point name.
        let is_letter = || read_point(board, after_sign(after)).is_err() && read_point(board, after).is_ok();
        rest = after;
        if is_dash(separator) || is_capture_sign(separator) && !is_letter() {
            parsed.takes |= !is_dash(separator);
            rest = after_sign(after);
        }
    }
}

/// Reads the longest point name at the beginning of the text and returns the text after it.
fn read_point<'t>(board: &Board, text: &'t str) -> Result<(Point, &'t str), TurnError> {
    let name_length = text.bytes().take_while(u8::is_ascii_alphanumeric).count().min(4);
    (1..=name_length)
        .rev()
        .find_map(|length| Some((board.point(&text[..length])?, &text[length..])))
        .ok_or_else(|| TurnError::form(board, text))
}
