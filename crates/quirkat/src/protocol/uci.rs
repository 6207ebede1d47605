//! The dialect of UCI, as `docs/reference/engine-protocols.md` writes it down: UCI with the games, the positions and the turns of Quirkat.

use quirkat_rules::{Board, Play, Ruleset, Turn, TurnError, write_fen};

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

/// The command that sets up a game as it stands, with all that led to it.
pub fn position(game: &dyn Play) -> String {
    let (ruleset, start) = (game.ruleset(), game.setup_after(0));
    let mut line = if start == ruleset.start {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", write_fen(ruleset, &start))
    };
    let turns = game.history();
    if !turns.is_empty() {
        line += " moves";
    }
    for turn in turns {
        line.push(' ');
        line += &write_turn(&ruleset.board, turn);
    }
    line
}

/// The house rules of a ruleset as the option holds them.
pub fn house_rules(ruleset: &Ruleset) -> String {
    let rules = ruleset.house_rule_texts();
    if rules.is_empty() { EMPTY.to_owned() } else { rules.join(" ") }
}
