//! Quirkat's dialect of UCI, with its own games, positions and turns. `docs/reference/engine-protocols.md` describes it.

use quirkat_rules::{Board, Play, Ruleset, Turn, TurnError, find_game, write_fen};

/// Option with the title of the game and its variant.
pub const VARIANT: &str = "UCI_Variant";
/// Option with the house rules as `key=value`, separated by spaces.
pub const RULES: &str = "Rules";
/// Text form of an empty string value.
pub const EMPTY: &str = "<empty>";

/// Writes a turn as one word. Spaces of the notation become `_`, which no point's name contains.
pub fn write_turn(board: &Board, turn: &Turn) -> String {
    turn.text(board).replace(' ', "_")
}

/// Reads a turn that [`write_turn`] wrote, in a game's position.
///
/// # Errors
/// When it matches no legal turn, or several.
pub fn read_turn(game: &dyn Play, word: &str) -> Result<Turn, TurnError> {
    quirkat_rules::read_turn(game, &word.replace('_', " "))
}

/// Writes the `position` command of a game, with its start position and all turns.
pub fn position_command(game: &dyn Play) -> String {
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

/// Returns the names of a ruleset's variant as values of the option [`VARIANT`]: its title, and for the default variant
/// of a game of the catalogue also the name of the game, as engines of other programs write it.
pub fn variant_names(ruleset: &Ruleset) -> impl Iterator<Item = String> {
    let default = find_game(&ruleset.game).and_then(|file| file.variants().next());
    let plain = (default == Some(&*ruleset.variant)).then(|| ruleset.game.clone());
    std::iter::once(ruleset.title()).chain(plain)
}

/// Writes the value of the option [`RULES`] for a ruleset.
pub fn house_rules(ruleset: &Ruleset) -> String {
    let rules = ruleset.house_rule_texts();
    if rules.is_empty() { EMPTY.to_owned() } else { rules.join(" ") }
}
