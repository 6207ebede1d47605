//! What a person wrote: a turn in words of the notation, before it is held against the position.
//!
//! A turn is `[claim path,] [huff b2,] [drop @c3,] [path,] [xb4, …]`, of which something must be there, or one of `roll 654`,
//! `combat` and `pass`. A path is points joined by `-`, or by `x` where something is leapt over; a hop by approach or
//! withdrawal ends in `A` or `W`. Points in between may be left out where no doubt can arise, and so may those marks; `:`,
//! `*` and `×` are read as `x`, spaces and capital letters do no harm. Who has pieces in hand may write a point alone for one
//! that enters there.

use super::TurnError;
use crate::engine::turn::{RunCaptureKind, Turn};
use crate::ground::board::{Board, Point};
use std::mem::take;

/// A turn as it was written, before it is held against the position.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub claim: Vec<Point>,
    pub huff: Option<Point>,
    pub drops: Vec<Point>,
    pub path: Vec<Point>,
    /// For each hop that names what it takes, its number from 0 and that.
    pub over: Vec<(usize, Point)>,
    /// For each hop that is marked as approach or withdrawal, its number from 0 and that.
    pub marks: Vec<(usize, RunCaptureKind)>,
    /// Whether a hop is written as a capture.
    pub takes: bool,
    pub removed: Vec<Point>,
    pub roll: Option<[u8; 3]>,
    pub calls: bool,
    pub pass: bool,
}

/// Whether the points are the turn's way with some of the points in between left out.
fn shortens(points: &[Point], path: &[Point]) -> bool {
    let ([start, .., end], [first, .., last]) = (path, points) else { return false };
    let mut way = path.iter();
    path.len() > 2 && start == first && end == last && points.iter().all(|point| way.any(|at| at == point))
}

impl Written {
    /// Reads what was written, without the blanks around it; a point alone only where pieces may enter.
    pub fn read(board: &Board, text: &str, may_enter: impl Fn() -> bool) -> Result<Written, TurnError> {
        let mut written = Written::default();
        if text.eq_ignore_ascii_case("pass") {
            written.pass = true;
            return Ok(written);
        }
        if text.is_empty() {
            return Err(TurnError::form(board, ""));
        }
        if text.eq_ignore_ascii_case("combat") {
            written.calls = true;
            return Ok(written);
        }
        if let Some(shown) = after_word(text, "roll") {
            let dice: Vec<u8> =
                shown.bytes().filter(|byte| (b'1'..=b'6').contains(byte)).map(|byte| byte - b'0').collect();
            let fault = || TurnError::form(board, text);
            written.roll = Some(<[u8; 3]>::try_from(dice).map_err(|_| fault())?);
            let others = shown.chars().any(|other| !matches!(other, '1'..='6' | ' ' | '-' | ','));
            return if others { Err(fault()) } else { Ok(written) };
        }
        let mut rest = text;
        if let Some(after) = after_word(rest, "claim") {
            let mut claim = Written::default();
            rest = read_path(board, after, &mut claim)?;
            written.claim = claim.path;
        }
        if let Some(after) = after_word(rest, "huff") {
            let (point, after) = read_point(board, after)?;
            written.huff = Some(point);
            rest = after_comma(after);
        }
        let begun = written.huff.is_some() || !written.claim.is_empty();
        if rest.is_empty() && begun {
            return Ok(written);
        }
        let mut drops = after_word(rest, "drop").or_else(|| rest.starts_with('@').then_some(rest));
        while let Some(after) = drops {
            let (point, after) = read_point(board, after.trim_start_matches('@'))?;
            written.drops.push(point);
            let goes_on = after.trim_start();
            drops = goes_on.starts_with('@').then_some(goes_on);
            rest = after_comma(after);
        }
        if !rest.is_empty() && !starts_removal(board, rest) {
            rest = read_path(board, rest, &mut written)?;
            if written.path.len() < 2 {
                if !written.drops.is_empty() || !may_enter() {
                    return Err(TurnError::form(board, text));
                }
                written.drops = take(&mut written.path);
            }
        }
        while starts_removal(board, rest) {
            let (point, after) = read_point(board, after_sign(rest))?;
            written.removed.push(point);
            rest = after_comma(after);
        }
        if rest.is_empty() { Ok(written) } else { Err(TurnError::form(board, rest)) }
    }

    /// Whether a turn begins with the claim and the huff that were written.
    pub fn begins(&self, turn: &Turn) -> bool {
        let claims = match &turn.claim {
            None => self.claim.is_empty(),
            Some(claim) => claim.path == self.claim || shortens(&self.claim, &claim.path),
        };
        claims && turn.huff == self.huff
    }

    /// Whether a turn is the one that was written, as far as neither its way nor what it takes off tells.
    pub fn is(&self, turn: &Turn) -> bool {
        let off_board = self.pass == (turn.is_off_board() && turn.roll.is_none() && !turn.calls);
        let entered =
            if turn.drops.len() > 1 { same_points(&turn.drops, &self.drops) } else { turn.drops == self.drops };
        self.begins(turn) && off_board && turn.roll == self.roll && turn.calls == self.calls && entered
    }

    /// Whether a turn takes what was named, and in the way that was named.
    pub fn names(&self, turn: &Turn) -> bool {
        self.over.iter().all(|&(hop, over)| turn.captures.get(hop) == Some(&over))
            && self.marks.iter().all(|&(hop, mark)| turn.runs.get(hop).is_some_and(|run| run.kind == mark))
    }

    /// Whether what was written is the turn's way with points left out.
    pub fn fits(&self, turn: &Turn) -> bool {
        self.marks.is_empty() && shortens(&self.path, &turn.path)
    }

    /// Whether what was written to be taken off is what the turn takes off, or nothing was written.
    pub fn removes(&self, turn: &Turn) -> bool {
        self.removed.is_empty() || same_points(&turn.removed, &self.removed)
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

fn is_capture_sign(sign: char) -> bool {
    matches!(sign, 'x' | 'X' | ':' | '*' | '×')
}

/// Whether the text goes on with a piece that is taken off. An `x` may begin the name of a point, too: a path follows it
/// then, of more points than that.
fn starts_removal(board: &Board, text: &str) -> bool {
    let begins_path =
        read_point(board, text).is_ok_and(|(_, after)| !matches!(after.trim_start().chars().next(), None | Some(',')));
    text.starts_with(is_capture_sign) && !begins_path
}

/// What follows the sign at the beginning of the text.
fn after_sign(text: &str) -> &str {
    let mut letters = text.chars();
    letters.next();
    letters.as_str().trim_start()
}

/// What follows a word at the beginning of the text.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, after) = text.split_once(char::is_whitespace)?;
    first.eq_ignore_ascii_case(word).then(|| after.trim_start())
}

/// What follows a comma, or nothing at all.
fn after_comma(text: &str) -> &str {
    text.trim_start().trim_start_matches(',').trim_start()
}

/// Reads the path at the beginning of the text: its points, what its hops name as taken and how, whether it takes; gives
/// what follows it after a comma.
fn read_path<'t>(board: &Board, text: &'t str, written: &mut Written) -> Result<&'t str, TurnError> {
    let mut rest = text;
    loop {
        let (point, after) = read_point(board, rest)?;
        written.path.push(point);
        let mut after = after.trim_start();
        let hop = written.path.len().checked_sub(2);
        if let (Some(hop), Some(rest)) = (hop, after.strip_prefix('+')) {
            let (over, rest) = read_point(board, rest)?;
            written.over.push((hop, over));
            after = rest.trim_start();
        }
        let marked = [RunCaptureKind::Approach, RunCaptureKind::Withdrawal]
            .into_iter()
            .find(|approach| after.starts_with(approach.mark()));
        if let (Some(hop), Some(approach)) = (hop, marked) {
            written.marks.push((hop, approach));
            after = after[1..].trim_start();
        }
        let Some(separator) = after.chars().next().filter(|&separator| separator != ',') else {
            return Ok(after_comma(after));
        };
        // Where no point's name follows an `x`, it may be the first letter of one itself.
        let is_letter = || read_point(board, after_sign(after)).is_err() && read_point(board, after).is_ok();
        rest = after;
        if separator == '-' || is_capture_sign(separator) && !is_letter() {
            written.takes |= separator != '-';
            rest = after_sign(after);
        }
    }
}

/// The longest point name at the beginning of the text, and what follows it.
fn read_point<'t>(board: &Board, text: &'t str) -> Result<(Point, &'t str), TurnError> {
    let name_length = text.bytes().take_while(u8::is_ascii_alphanumeric).count().min(4);
    (1..=name_length)
        .rev()
        .find_map(|length| Some((board.point(&text[..length])?, &text[length..])))
        .ok_or_else(|| TurnError::form(board, text))
}
