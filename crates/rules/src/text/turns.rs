//! Move notation: parsing a move and explaining why it is illegal.
//!
//! A text is parsed without rules ([`parsed`]), matched against the legal turns, and, if none matches, explained
//! ([`explanation`]). Matching is lenient: points in between and marks may be left out if only one effect remains.

mod errors;
mod explanation;
mod illegal_hop;
mod parsed;
mod relaxation;

pub use errors::{IllegalReason, MAX_LISTED_TURNS, MAX_TURN_LEN, TurnError};

use crate::engine::turn::Turn;
use crate::game::Play;
use crate::game::any::AnyGame;
use crate::ground::board::Point;
use crate::options::{KingReach, Return};
use crate::ruleset::Ruleset;
use explanation::Explanation;
use parsed::{ColumnTurn, ParsedTurn};
use std::collections::BTreeSet;

/// Finds the legal turn that a text denotes in the current position of a game.
///
/// The reader accepts every text that [`Turn::text`] writes, and shorter forms if they are unambiguous.
///
/// # Errors
/// A [`TurnError`] if the text is not a move, fits several turns with different effects, or fits none. The error names the
/// broken rule and legal alternatives.
///
/// # Examples
/// ```
/// # use quirkat_rules::{AnyRules, find_game, read_turn};
/// let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
/// let game = AnyRules::compile(walker).unwrap().new_game();
/// assert_eq!(read_turn(&*game, "b2-c3").unwrap().text(&game.ruleset().board), "b2-c3");
/// assert_eq!(read_turn(&*game, "b2-b3").unwrap_err().to_string(), "b2-b3: b3 is occupied");
/// ```
pub fn read_turn(game: &dyn Play, text: &str) -> Result<Turn, TurnError> {
    let mut turns = read_turns(game, text)?;
    if turns.len() > 1 {
        let board = &game.ruleset().board;
        let texts = turns.iter().map(|turn| turn.text(board)).collect();
        return Err(TurnError::Ambiguous(text.trim().to_owned(), texts));
    }
    Ok(turns.remove(0))
}

/// Finds the legal turns that a text denotes: a single one, or all that it fits if they have different effects.
///
/// # Errors
/// As [`read_turn`], except that an ambiguous text is no error.
pub(crate) fn read_turns(game: &dyn Play, text: &str) -> Result<Vec<Turn>, TurnError> {
    if text.len() > MAX_TURN_LEN {
        return Err(TurnError::TooLong(text.len()));
    }
    let text = text.trim();
    let board = &game.ruleset().board;
    if let Some(error) = lone_word(game, text)? {
        return Err(error);
    }
    let may_enter = || game.setup().memory.hand[game.to_move().index()] > 0;
    let parsed = match (ParsedTurn::read(board, text, may_enter), ColumnTurn::read(board, text)) {
        (Err(_), Some(short)) => return turns_of_column(game, text, &short),
        (parsed, _) => parsed?,
    };
    let turns = game.turns()?;
    if turns.is_empty() {
        return Err(TurnError::GameOver);
    }
    let exact: Vec<_> = turns
        .iter()
        .filter(|turn| parsed.agrees_beside_path(turn) && turn.path == parsed.path && parsed.agrees_on_captures(turn))
        .collect();
    let takes = |turn: &&Turn| !turn.captures.is_empty();
    // A path may be a step and a capture at once. `-` means the step, unless only marks distinguish captures.
    let mut of_kind: Vec<_> = exact.iter().copied().filter(|turn| takes(turn) == parsed.takes).collect();
    if of_kind.is_empty() && !parsed.takes {
        of_kind = exact;
    }
    let removes_the_same = |turn: &&&Turn| turn.removed == parsed.removed;
    if let Some(turn) = of_kind.iter().find(removes_the_same)
        && of_kind.iter().all(|other| other.effect == turn.effect || other.removed != turn.removed)
    {
        return Ok(vec![(*turn).clone()]);
    }
    let shorter = |turn: &&Turn| parsed.agrees_beside_path(turn) && parsed.abbreviates_path_of(turn);
    let fits: Vec<_> = match parsed.lone_point() {
        Some(point) => with_lone_point(&turns, &parsed, point),
        None if of_kind.is_empty() => turns.iter().filter(shorter).collect(),
        None => of_kind,
    };
    let fits: Vec<_> = fits.into_iter().filter(|turn| parsed.agrees_on_removals(turn)).cloned().collect();
    if fits.is_empty() {
        let explanation = Explanation { game, setup: &game.setup(), turns: &turns, parsed: &parsed };
        return Err(TurnError::Illegal(text.to_owned(), explanation.reason()));
    }
    Ok(distinct(fits))
}

/// Finds the legal turns that a short text denotes.
///
/// # Errors
/// A [`TurnError`] if there is none.
fn turns_of_column(game: &dyn Play, text: &str, short: &ColumnTurn<'_>) -> Result<Vec<Turn>, TurnError> {
    let (board, turns) = (&game.ruleset().board, game.turns()?);
    if turns.is_empty() {
        return Err(TurnError::GameOver);
    }
    let fits: Vec<_> = turns.iter().filter(|turn| short.fits(board, turn)).cloned().collect();
    if !fits.is_empty() {
        return Ok(distinct(fits));
    }
    let must_capture = turns.iter().all(|turn| !turn.captures.is_empty());
    let texts = || turns.iter().map(|turn| turn.text(board)).collect();
    let reason = match game.setup().top(short.to) {
        Some(_) => IllegalReason::Occupied(board.name(short.to).to_owned()),
        None if must_capture => IllegalReason::MustCapture(texts()),
        None => IllegalReason::Other(texts()),
    };
    Err(TurnError::Illegal(text.to_owned(), reason))
}

/// Returns the first of the turns if all have the same effect, and otherwise all of them.
fn distinct(mut turns: Vec<Turn>) -> Vec<Turn> {
    if turns.iter().all(|turn| turn.effect == turns[0].effect) {
        turns.truncate(1);
    }
    turns
}

/// Returns the turns that end on a point, or else those that begin on it.
fn with_lone_point<'t>(turns: &'t [Turn], parsed: &ParsedTurn, point: Point) -> Vec<&'t Turn> {
    let agreeing = || turns.iter().filter(|turn| parsed.agrees_beside_path(turn));
    let ending: Vec<_> = agreeing().filter(|turn| turn.path.last() == Some(&point)).collect();
    if ending.is_empty() { agreeing().filter(|turn| turn.path.first() == Some(&point)).collect() } else { ending }
}

/// Returns the error of `huff` or `claim` without a point: what may be huffed or claimed.
fn lone_word(game: &dyn Play, text: &str) -> Result<Option<TurnError>, TurnError> {
    let bare: fn(Turn) -> Turn = match text.to_ascii_lowercase().as_str() {
        "huff" => |turn| Turn { huff: turn.huff, ..Turn::default() },
        "claim" => |turn| Turn { claim: turn.claim, ..Turn::default() },
        _ => return Ok(None),
    };
    let bare_turns = game.turns()?.into_iter().map(bare).filter(|turn| !turn.is_off_board());
    let texts: BTreeSet<_> = bare_turns.map(|turn| turn.text(&game.ruleset().board)).collect();
    let texts: Vec<_> = texts.into_iter().collect();
    Ok(Some(match &texts[..] {
        [] if text.eq_ignore_ascii_case("huff") => TurnError::Illegal(text.to_owned(), IllegalReason::NothingToHuff),
        [] => TurnError::Illegal(text.to_owned(), IllegalReason::NoClaim(vec![])),
        _ => TurnError::Ambiguous(text.to_owned(), texts),
    }))
}

/// Writes a turn as the PDN standard does. Where a flying king captures on in the same direction, the point between is the
/// one directly behind the captured piece, wherever the king landed: `5x19x41`, not `5x23x41`. Otherwise writes the turn as
/// [`Turn::text`] does.
pub fn standard_text(ruleset: &Ruleset, turn: &Turn) -> String {
    let (options, board) = (&ruleset.options, &ruleset.board);
    // With other values the landing decides which points and captures remain.
    let landings_are_equal = options.returning == Return::Free && options.king_reach == KingReach::Any;
    if !landings_are_equal || turn.captures.len() + 1 != turn.path.len() {
        return turn.text(board);
    }
    let mut path = turn.path.clone();
    for (hop, captured) in turn.captures.windows(2).enumerate() {
        let behind = board.capture_rays(turn.path[hop]).into_iter().find_map(|ray| {
            let place = |point: Point| ray.points.iter().position(|&at| at == point);
            let (taken, landing, next) = (place(captured[0])?, place(turn.path[hop + 1])?, place(captured[1])?);
            (taken < landing && landing < next).then(|| ray.points[taken + 1])
        });
        path[hop + 1] = behind.unwrap_or(path[hop + 1]);
    }
    Turn { path, ..turn.clone() }.text(board)
}

/// Writes a turn of the current position in its short form. On numbered boards a capture is `32x3`, without the squares in
/// between, if no turn with another effect fits that form. A piece that enters is written as its point, `c3`; with more
/// in the same turn as `@c3@d3` or `@c3, xe3`. Otherwise writes the turn as [`standard_text`] does.
///
/// # Examples
/// ```
/// # use quirkat_rules::{AnyRules, find_game, read_fen, read_turn, short_text};
/// let ruleset = find_game("international").unwrap().ruleset(None, &[]).unwrap();
/// let start = read_fen(&ruleset, "W:W32:B28,19,5").unwrap();
/// let game = AnyRules::compile(ruleset).unwrap().game(Some(&start)).unwrap();
/// let turn = read_turn(&*game, "32x23x14").unwrap();
/// assert_eq!(short_text(&*game, &turn), "32x14");
/// let game = AnyRules::compile(find_game("bagh-chal").unwrap().ruleset(None, &[]).unwrap()).unwrap().game(None).unwrap();
/// assert_eq!(short_text(&*game, &read_turn(&*game, "drop @c3").unwrap()), "c3");
/// ```
pub fn short_text(game: &dyn Play, turn: &Turn) -> String {
    let board = &game.ruleset().board;
    let full = standard_text(game.ruleset(), turn);
    let is_plain = turn.claim.is_none() && turn.huff.is_none() && turn.removed.is_empty();
    if let [point] = turn.drops[..]
        && is_plain
        && turn.path.is_empty()
    {
        return board.name(point).to_owned();
    }
    if let Some(entered) = full.strip_prefix("drop ") {
        return entered.to_owned();
    }
    let ([from, _, .., to], true) = (&turn.path[..], is_plain) else { return full };
    let [from, to] = [from, to].map(|&point| board.name(point));
    if [from, to].iter().any(|name| name.parse::<u8>().is_err()) {
        return full;
    }
    let short = format!("{from}x{to}");
    let is_meant = read_turn(game, &short).is_ok_and(|read| read.effect == turn.effect);
    if is_meant { short } else { full }
}

/// Writes every turn of a game's history as [`short_text`] does.
pub fn short_texts(game: &AnyGame) -> Vec<String> {
    let mut before = game.clone();
    let back = || before.undo().map(|turn| short_text(&*before, &turn));
    let mut texts: Vec<_> = std::iter::from_fn(back).collect();
    texts.reverse();
    texts
}
