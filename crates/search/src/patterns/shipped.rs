//! What was learned of the games that come with the engine.

use super::Patterns;
use quirkat_rules::Ruleset;
use std::sync::OnceLock;

/// The games and variants that were learned, with their files, embedded.
macro_rules! files {
    ($($game:literal $variant:literal,)*) => {
        &[$(($game, $variant, include_bytes!(concat!("../../patterns/", $game, ".", $variant, ".patterns"))),)*]
    };
}

/// Each made by `quirkat train` with the command that stands in it.
const FILES: &[(&str, &str, &[u8])] = files![];

impl Patterns {
    /// What comes with the engine for these rules: what was learned of the variant, or of another variant of the game. An
    /// engine takes nothing that was learned on another board.
    pub fn of(ruleset: &Ruleset) -> Option<&'static Patterns> {
        // A file is read when it is first asked for.
        static PATTERNS: [OnceLock<Patterns>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
        let of_game = || FILES.iter().zip(&PATTERNS).filter(|((game, ..), _)| *game == ruleset.game);
        let own = of_game().find(|((_, variant, _), _)| *variant == ruleset.variant);
        let ((.., bytes), patterns) = own.or_else(|| of_game().next())?;
        Some(patterns.get_or_init(|| Patterns::read(bytes).unwrap_or_else(|error| panic!("{error}"))))
    }
}
