//! Turns as text: reading what a person wrote, and saying why it cannot be played.

mod errors;
mod explanation;
mod illegal_hop;
mod parsed;
mod relaxation;

pub use errors::{IllegalReason, MAX_LISTED_TURNS, MAX_TURN_LEN, TurnError};

use crate::engine::turn::Turn;
use crate::game::Play;
use crate::game::any::AnyGame;
use explanation::Explanation;
use parsed::Written;

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
    if text.len() > MAX_TURN_LEN {
        return Err(TurnError::TooLong(text.len()));
    }
    let board = &game.ruleset().board;
    let may_enter = || game.setup().memory.hand[game.to_move().index()] > 0;
    let written = Written::read(board, text.trim(), may_enter)?;
    let turns = game.turns()?;
    if turns.is_empty() {
        return Err(TurnError::GameOver);
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

/// A turn of the present position as short as people write it who number their squares: `32x3`, without the squares in
/// between, where no turn with another effect can be meant. Everything else is written as [`Turn::text`] has it.
///
/// # Examples
/// ```
/// # use quirkat_rules::{AnyRules, find_game, read_fen, read_turn, short_text};
/// let ruleset = find_game("international").unwrap().ruleset(None, &[]).unwrap();
/// let start = read_fen(&ruleset, "W:W32:B28,19,5").unwrap();
/// let game = AnyRules::compile(ruleset).unwrap().game(Some(&start)).unwrap();
/// let turn = read_turn(&*game, "32x23x14").unwrap();
/// assert_eq!(short_text(&*game, &turn), "32x14");
/// ```
pub fn short_text(game: &dyn Play, turn: &Turn) -> String {
    let board = &game.ruleset().board;
    let whole = turn.text(board);
    let is_plain = turn.claim.is_none() && turn.huff.is_none() && turn.removed.is_empty();
    let ([from, _, .., to], true) = (&turn.path[..], is_plain) else { return whole };
    let [from, to] = [from, to].map(|&point| board.name(point));
    if [from, to].iter().any(|name| name.parse::<u8>().is_err()) {
        return whole;
    }
    let short = format!("{from}x{to}");
    let is_meant = read_turn(game, &short).is_ok_and(|read| read.effect == turn.effect);
    if is_meant { short } else { whole }
}

/// All turns of a game's history, each as [`short_text`].
pub fn short_texts(game: &AnyGame) -> Vec<String> {
    let mut before = game.clone();
    let back = || before.undo().map(|turn| short_text(&*before, &turn));
    let mut texts: Vec<_> = std::iter::from_fn(back).collect();
    texts.reverse();
    texts
}
