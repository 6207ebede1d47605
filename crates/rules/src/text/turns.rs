//! Turns as text: reading what a person wrote, and saying why it cannot be played.

mod errors;
mod hop;
mod relaxed;
mod why;
mod written;

pub use errors::{LONGEST_TURN, MOST_NAMED, TurnError, Why};

use crate::engine::turn::Turn;
use crate::game::Play;
use why::Explanation;
use written::Written;

/// Reads the turn that a text means in the present position of a game.
///
/// # Errors
/// When the text is no turn, fits several turns with different effects, or none; the error says which rule it breaks
/// and what is legal.
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
    if text.len() > LONGEST_TURN {
        return Err(TurnError::TooLong(text.len()));
    }
    let board = &game.ruleset().board;
    let written = Written::read(board, text.trim())?;
    let turns = game.turns()?;
    if turns.is_empty() {
        return Err(TurnError::Over);
    }
    let exact: Vec<_> =
        turns.iter().filter(|turn| written.is(turn) && turn.path == written.path && written.names(turn)).collect();
    let takes = |turn: &&Turn| !turn.captures.is_empty();
    // A path may be that of a step and of a capture: `-` means the step, unless only marks tell captures.
    let mut of_kind: Vec<_> = exact.iter().copied().filter(|turn| takes(turn) == written.takes).collect();
    if of_kind.is_empty() && !written.takes {
        of_kind = exact;
    }
    let whole = |turn: &&&Turn| turn.removed == written.removed;
    if let Some(turn) = of_kind.iter().find(whole)
        && of_kind.iter().all(|other| other.effect == turn.effect || other.removed != turn.removed)
    {
        return Ok((*turn).clone());
    }
    let shorter = |turn: &&Turn| written.is(turn) && written.fits(turn);
    let fits: Vec<_> = if of_kind.is_empty() { turns.iter().filter(shorter).collect() } else { of_kind };
    let fits: Vec<_> = fits.into_iter().filter(|turn| written.removes(turn)).collect();
    match fits[..] {
        [] => {
            let explanation = Explanation { game, setup: &game.setup(), turns: &turns, written: &written };
            Err(TurnError::Illegal(text.trim().to_owned(), explanation.why()))
        }
        [first, ..] if fits.iter().all(|turn| turn.effect == first.effect) => Ok(first.clone()),
        _ => {
            let texts = fits.iter().map(|turn| turn.text(board)).collect();
            Err(TurnError::Ambiguous(text.trim().to_owned(), texts))
        }
    }
}
