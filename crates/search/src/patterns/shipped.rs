//! What was learned of the games that come with the engine.

use super::Patterns;
use quirkat_rules::{Removal, Ruleset, find_game};
use std::sync::OnceLock;

/// The games and variants that were learned, with their files, embedded.
macro_rules! files {
    ($($game:literal $variant:literal,)*) => {
        &[$(($game, $variant, include_bytes!(concat!("../../patterns/", $game, ".", $variant, ".patterns"))),)*]
    };
}

/// Each made by `quirkat train` with the command that stands in it.
const FILES: &[(&str, &str, &[u8])] = files![
    "bagh-chal" "nepal",
    "brazilian" "cbd",
    "buruj" "max",
    "dama" "turkish",
    "english" "wcdf",
    "fanorona" "tsivy",
    "international" "fmjd",
    "kharbaga" "kharbaga",
    "konane" "hawaii10",
    "shashki" "russian",
    "zamma" "zamma",
];

/// Patterns, and the rules by which they were learned.
struct Shipped {
    patterns: Patterns,
    learned_by: Ruleset,
}

impl Patterns {
    /// What comes with the engine for these rules: what was learned of the variant, or of another variant of the game on the
    /// same board and with the same pieces.
    pub fn of(ruleset: &Ruleset) -> Option<&'static Patterns> {
        // A file is read when it is first asked for.
        static SHIPPED: [OnceLock<Option<Shipped>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
        let of_game = FILES.iter().zip(&SHIPPED).filter(|((game, ..), _)| *game == ruleset.game);
        let fitting = of_game.filter_map(|(&(game, variant, bytes), shipped)| {
            let shipped = shipped.get_or_init(|| Shipped::read(game, variant, bytes)).as_ref()?;
            shipped.fits(ruleset).then_some((variant, &shipped.patterns))
        });
        // The variant's own before those of others.
        fitting.min_by_key(|(variant, _)| *variant != ruleset.variant).map(|(_, patterns)| patterns)
    }
}

impl Shipped {
    fn read(game: &str, variant: &str, bytes: &[u8]) -> Option<Shipped> {
        let learned_by = find_game(game)?.ruleset(Some(variant), &[]).ok()?;
        Some(Shipped { patterns: Patterns::read(bytes).ok()?, learned_by })
    }

    fn fits(&self, ruleset: &Ruleset) -> bool {
        let what = |ruleset: &Ruleset| (ruleset.highest_rank(), ruleset.options.removal == Removal::Under);
        ruleset.board == self.learned_by.board && what(ruleset) == what(&self.learned_by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::Size;
    use crate::patterns::layout::Layout;
    use quirkat_rules::{AnyRules, Rules, RulesVisitor};
    use std::sync::Arc;

    #[test]
    fn what_is_shipped_is_whole_and_fits_the_variant_that_it_was_learned_of() {
        for (game, variant, bytes) in FILES {
            let patterns = Patterns::read(bytes).unwrap_or_else(|error| panic!("{game}: {error}"));
            assert_eq!(patterns.title(), format!("{game}:{variant}"));
            assert!(patterns.made().starts_with(&format!("quirkat train {game}:{variant} ")), "{}", patterns.made());
            let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
            assert_eq!(Patterns::of(&ruleset), Some(&patterns));
            let rules = AnyRules::compile(ruleset).unwrap();
            assert!(patterns.size == rules.visit(SizeOf), "{game}: the layout is another than when it was learned");
        }
        let small = find_game("konane").unwrap().ruleset(Some("six"), &[]).unwrap();
        assert_eq!(Patterns::of(&small), None, "the board is another");
    }

    struct SizeOf;

    impl RulesVisitor for SizeOf {
        type Output = Size;
        fn visit<G: Rules>(self, rules: &Arc<G>) -> Size {
            Size::of(&Layout::new(&**rules))
        }
    }
}
