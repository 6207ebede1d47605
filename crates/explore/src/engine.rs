//! The engine's moves, hints and reviews, within the limits of pages.

use crate::error::RequestError;
use crate::wording::Wording;
use quirkat_play::Hint;
use quirkat_rules::{AnyGame, TooManyTurns, Turn, read_turn};
use quirkat_search::{Engine, Level, Limits, Random, Review, ReviewLimits, Stop};
use std::time::Duration;

/// Default level of the engine.
pub const DEFAULT_LEVEL: u8 = 4;
/// Maximum lines of an analysis.
pub const MAX_ANALYSIS_LINES: usize = 10;
/// Maximum time for the engine's move.
pub const MAX_MOVE_TIME: Duration = Duration::from_millis(1_500);
/// Maximum moves of a reviewed game.
pub const MAX_REVIEWED_TURNS: usize = 500;
/// Time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Maximum nodes of each search of a review: one for each position, and another for the best line after a mistake.
const REVIEW_NODES: u64 = 100_000;
/// Maximum nodes of a whole review. Usually nodes and not times limit the searches, so that a review depends on the game
/// alone.
const REVIEW_NODES_IN_ALL: u64 = 20_000_000;
/// Maximum time of each search of a review. Only games whose nodes take unusually long reach it.
const REVIEW_SEARCH_TIME: Duration = Duration::from_millis(500);
/// Maximum time of a whole review.
const REVIEW_TIME: Duration = Duration::from_secs(60);

/// Parses a level of the engine, from 1 to 10; `None` selects the default.
///
/// # Errors
/// When there is no such level.
pub fn level(text: Option<&str>) -> Result<Level, RequestError> {
    let Some(text) = text else { return Ok(Level::new(DEFAULT_LEVEL).unwrap_or(Level::BEST)) };
    text.parse().ok().and_then(Level::new).ok_or_else(|| RequestError::out_of_range("level", text, [1, 10]))
}

/// Chooses the engine's move within `time`. Returns `None` if there is no legal move.
pub fn choose_turn(
    engine: &mut Engine,
    game: &AnyGame,
    level: Level,
    time: Option<Duration>,
    rng: &mut Random,
) -> Option<Turn> {
    let limits = Limits { time: Some(time.unwrap_or(MAX_MOVE_TIME).min(MAX_MOVE_TIME)), ..Limits::default() };
    let turn = engine.choose(game, level, limits, &Stop::default(), rng);
    // If the position has too many moves for the search, any legal one keeps the game going.
    turn.ok().flatten().or_else(|| game.turns().ok()?.into_iter().next())
}

/// Finds a good move and the reason for it. Returns `None` if there is no legal move.
pub fn find_hint(engine: &mut Engine, game: &AnyGame) -> Option<Hint> {
    let limits = Limits { time: Some(HINT_TIME), ..Limits::default() };
    let analysis = engine.analyse(game, limits, 1, &Stop::default(), &mut |_| {}).unwrap_or_default();
    let best = analysis.lines.into_iter().next().and_then(|line| line.turns.into_iter().next());
    // If the search ends before it has a line, any legal move is a hint.
    let turn = best.or_else(|| game.turns().ok()?.into_iter().next())?;
    Some(Hint::new(game, &turn))
}

/// Returns a legal move as the answers describe it.
pub fn legal_turn(game: &AnyGame, turn: &Turn) -> Option<quirkat_wire::Turn> {
    quirkat_wire::Turn::legal(game, [turn]).pop()
}

/// Returns a hint with its move and its reason in words; `None` if the move is not legal.
pub fn hint_answer(game: &AnyGame, hint: &Hint, wording: impl Into<Wording>) -> Option<quirkat_wire::Hint> {
    let turn = read_turn(&**game, hint.turn()).ok()?;
    let (wording, board) = (wording.into(), &game.ruleset().board);
    let named = wording.named(game.ruleset());
    let words = hint.with_names(board, &named.board).in_words(&named, wording.language);
    Some(quirkat_wire::Hint { turn: legal_turn(game, &turn)?, words })
}

/// Checks the number of moves of a game to review.
///
/// # Errors
/// When there are none, or too many.
pub fn check_review_length(turns: usize) -> Result<(), RequestError> {
    let is_allowed = (1..=MAX_REVIEWED_TURNS).contains(&turns);
    is_allowed.then_some(()).ok_or_else(|| RequestError::out_of_range("turns", turns, [1, MAX_REVIEWED_TURNS]))
}

/// Reviews every move of a game. `progress` receives the number of moves that are still to be judged. Returns `None` if the
/// review was stopped.
///
/// # Errors
/// When a position has too many moves.
pub fn review_game(
    engine: &mut Engine,
    game: &AnyGame,
    stop: &Stop,
    progress: &mut dyn FnMut(usize),
) -> Result<Option<Review>, TooManyTurns> {
    // A mistake takes a second search.
    let searches = 2 * (game.history().len() as u32 + 1);
    let limits = Limits {
        nodes: Some(REVIEW_NODES.min(REVIEW_NODES_IN_ALL / u64::from(searches))),
        time: Some(REVIEW_SEARCH_TIME.min(REVIEW_TIME / searches)),
        ..Limits::default()
    };
    engine.review(game, ReviewLimits { limits, lines: 1 }, stop, progress)
}
