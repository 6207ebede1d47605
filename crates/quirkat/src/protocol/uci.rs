//! The dialect of UCI, as `docs/engine.md` writes it down: UCI with the games, the positions and the turns of Quirkat.

use quirkat_rules::{Board, Play, Turn, TurnError};

/// The option that names the game and its variant.
pub const VARIANT: &str = "UCI_Variant";
/// The option that holds the house rules, as `key=value` with spaces between them.
pub const RULES: &str = "Rules";
/// How an empty text is written where UCI asks for one.
pub const EMPTY: &str = "<empty>";

/// A turn as one word: where the notation has a space, this has `_`, which no point's name contains.
pub fn write_turn(board: &Board, turn: &Turn) -> String {
    turn.text(board).replace(' ', "_")
}

/// Reads such a word as a turn of a game's position.
///
/// # Errors
/// When it means no turn, or several.
pub fn read_turn(game: &dyn Play, word: &str) -> Result<Turn, TurnError> {
    quirkat_rules::read_turn(game, &word.replace('_', " "))
}
