//! Start positions of openings in a file.

use crate::errors::bad_input;
use crate::source::read_text;
use quirkat_play::read_position;
use quirkat_rules::{AnyGame, AnyRules};
use std::path::Path;

/// Reads the positions of a file: one on each line that is neither empty nor a comment.
///
/// # Errors
/// When the file cannot be read, a line is not a position of the game, or there is no position.
pub fn read_starts(rules: &AnyRules, file: &Path) -> anyhow::Result<Vec<AnyGame>> {
    let (text, ruleset) = (read_text(file)?, rules.ruleset());
    let lines = (1..).zip(text.lines().map(str::trim));
    let games = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(number, line)| {
        let invalid = |error: String| bad_input(format!("{}, line {number}: {error}", file.display()));
        let setup = read_position(&ruleset, line).map_err(|error| invalid(error.to_string()))?;
        let fits = ruleset.refuse_unpromoted_men(&setup).and_then(|()| rules.game(Some(&setup)));
        fits.map_err(|error| invalid(error.to_string()))
    });
    let games = games.collect::<Result<Vec<_>, _>>()?;
    if games.is_empty() {
        return Err(bad_input(format!("{} holds no position; allowed: a position on each line", file.display())));
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{find_game, write_fen};
    use std::fs;

    #[test]
    fn positions_are_read_and_errors_name_their_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("positions");
        let rules = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[]).unwrap()).unwrap();
        fs::write(&file, "# two\nW:Wa1,c3:Be5\n\n  B:Wa1:Be5,d4\n").unwrap();
        let starts = read_starts(&rules, &file).unwrap();
        let fens: Vec<_> = starts.iter().map(|game| write_fen(game.ruleset(), &game.setup())).collect();
        assert_eq!(fens, ["W:Wa1,c3:Be5", "B:Wa1:Bd4,e5"]);
        for (text, expected) in [("", "holds no position"), ("W:Wa1,c3:Be5\nW:Wz9:Be5\n", "line 2")] {
            fs::write(&file, text).unwrap();
            let error = read_starts(&rules, &file).err().unwrap().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
