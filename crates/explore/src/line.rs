//! Lines: moves from a start position, as requests give them.

use crate::error::RequestError;
use crate::explanation::refusal;
use crate::wording::Wording;
use quirkat_play::Ruling;
use quirkat_rules::{AnyGame, Budget, read_turn};
use quirkat_wire::LineRequest;
use quirkat_words::ErrorText;

/// Maximum legal moves of an accepted position. Positions of real games are far below it, and a list of this length takes
/// moments.
pub const MAX_LEGAL_TURNS: u64 = 5_000;

/// Maximum work of one request, for everything that it does, in the unit of [`Budget`]: capturing hops tried and turns listed. A
/// unit takes from 50 ns to 1 µs of native code, so that a request ends within a second.
pub const MAX_JOB_WORK: u64 = 500_000;

/// Maximum moves of a line.
const MAX_LINE_TURNS: usize = 2_000;

/// Starts a game from a position, or from the start position, with the limit of legal moves.
///
/// # Errors
/// When the position cannot be read, breaks the rules, or has too many legal moves.
pub fn start_game(ruling: &Ruling, position: Option<&str>) -> Result<AnyGame, RequestError> {
    let mut game = ruling.game(position)?;
    game.limit_turns(MAX_LEGAL_TURNS);
    game.turns()?;
    Ok(game)
}

/// Plays a line and returns the game at its end.
///
/// # Errors
/// When the line cannot be played.
pub fn play_line(line: &LineRequest, wording: impl Into<Wording>) -> Result<AnyGame, RequestError> {
    let ruling = Ruling::new(&line.game, &line.rules)?;
    continue_line(start_game(&ruling, line.position.as_deref())?, &line.turns, wording)
}

/// Plays a line and returns the game at its end, which is not over.
///
/// # Errors
/// When the line cannot be played, or the game is over after it.
pub fn unfinished_game(line: &LineRequest, wording: impl Into<Wording>) -> Result<AnyGame, RequestError> {
    let game = play_line(line, wording)?;
    if game.outcome().is_some() { Err(RequestError::GameOver) } else { Ok(game) }
}

/// Plays further moves and returns the game after them.
///
/// # Errors
/// When they cannot be played, or there are too many.
pub fn continue_line(
    mut game: AnyGame,
    turns: &[String],
    wording: impl Into<Wording>,
) -> Result<AnyGame, RequestError> {
    if turns.len() > MAX_LINE_TURNS {
        return Err(RequestError::out_of_range("turns", turns.len(), [0, MAX_LINE_TURNS]));
    }
    play_turns(&mut game, turns, wording)?;
    game.turns()?;
    Ok(game)
}

/// Plays further moves in place, also after a draw that no player claimed.
///
/// # Errors
/// When they cannot be played, or that takes too much work.
pub fn play_turns<'t>(
    game: &mut AnyGame,
    turns: impl IntoIterator<Item = &'t String>,
    wording: impl Into<Wording>,
) -> Result<(), RequestError> {
    let (wording, budget) = (wording.into(), Budget::new(MAX_JOB_WORK));
    for (number, text) in (1..).zip(turns) {
        if budget.is_spent() {
            return Err(RequestError::LineTooLong(number));
        }
        let refuse = |reason: String| RequestError::Turn { number, text: text.clone(), reason };
        // Players need not claim a draw by history.
        game.play_on();
        let turn = read_turn(&**game, text).map_err(|error| refuse(refusal(game.ruleset(), &error, wording)))?;
        game.play(&turn).map_err(|error| refuse(error.in_words(wording.language)))?;
    }
    Ok(())
}
