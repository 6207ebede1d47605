//! What was learned of the games that come with the engine.

use super::PatternWeights;
use super::layout::Layout;
use include_dir::{Dir, File, include_dir};
use quirkat_rules::{AnyRules, Removal, Ruleset, find_game};
use std::sync::{Arc, LazyLock, OnceLock};

/// The pattern files, named `GAME.VARIANT.patterns`, each made by `quirkat train` with the command that stands in it.
/// `include_dir` embeds the folder, so that no list of games is kept here.
static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/patterns");

/// The file of one variant, and its weights once they have been read.
struct ShippedFile {
    game: &'static str,
    variant: &'static str,
    bytes: &'static [u8],
    shipped: OnceLock<Option<Shipped>>,
}

static FILES: LazyLock<Vec<ShippedFile>> = LazyLock::new(|| {
    let file = |file: &'static File<'static>| {
        let (game, variant) = file.path().file_stem()?.to_str()?.split_once('.')?;
        Some(ShippedFile { game, variant, bytes: file.contents(), shipped: OnceLock::new() })
    };
    FOLDER.files().filter_map(file).collect()
});

/// PatternWeights, where they lie, and the rules by which they were learned.
pub(crate) struct Shipped {
    pub patterns: PatternWeights,
    pub layout: Layout,
    learned_by: Arc<Ruleset>,
}

impl PatternWeights {
    /// What comes with the engine for these rules: what was learned of the variant of the game, on the same board and with the
    /// same pieces, whose options differ least.
    pub fn shipped(ruleset: &Ruleset) -> Option<&'static PatternWeights> {
        Some(&Shipped::of(ruleset)?.patterns)
    }
}

impl Shipped {
    /// What comes with the engine for these rules.
    pub fn of(ruleset: &Ruleset) -> Option<&'static Shipped> {
        // A file is read when its game is first searched.
        let of_game = FILES.iter().filter(|file| file.game == ruleset.game);
        let fitting = of_game.filter_map(|file| {
            let shipped = file.shipped.get_or_init(|| Shipped::read(file.game, file.variant, file.bytes));
            shipped.as_ref().filter(|shipped| shipped.fits(ruleset))
        });
        // Of equally near files, the one whose variant comes first in its game file serves.
        let order = |id: &str| find_game(&ruleset.game)?.variants().position(|variant| variant == id);
        fitting.min_by_key(|shipped| {
            let learned_by = &shipped.learned_by;
            let differences = ruleset.options.differences(&learned_by.options).len();
            (differences, learned_by.variant != ruleset.variant, order(&learned_by.variant))
        })
    }

    fn read(game: &str, variant: &str, bytes: &[u8]) -> Option<Shipped> {
        let rules = AnyRules::compile(find_game(game)?.ruleset(Some(variant), &[]).ok()?).ok()?;
        let patterns = PatternWeights::from_bytes(bytes).ok()?;
        let layout = Layout::of(&rules, patterns.size.extent());
        patterns.fits_layout(&layout).then(|| Shipped { patterns, layout, learned_by: rules.ruleset() })
    }

    fn fits(&self, ruleset: &Ruleset) -> bool {
        let what = |ruleset: &Ruleset| (ruleset.highest_rank(), ruleset.options.removal == Removal::Under);
        ruleset.board == self.learned_by.board && what(ruleset) == what(&self.learned_by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_is_whole_and_fits_the_variant_that_it_was_learned_of() {
        for ShippedFile { game, variant, bytes, .. } in FILES.iter() {
            let patterns = PatternWeights::from_bytes(bytes).unwrap_or_else(|error| panic!("{game}: {error}"));
            assert_eq!(patterns.title(), format!("{game}:{variant}"));
            assert!(
                patterns.command().starts_with(&format!("quirkat train {game}:{variant} ")),
                "{}",
                patterns.command()
            );
            let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
            let fits = PatternWeights::shipped(&ruleset) == Some(&patterns);
            assert!(fits, "{game}: the layout is another than when it was learned");
        }
    }

    #[test]
    fn what_is_shipped_serves_house_rules_on_the_same_board() {
        let patterns = |game: &str, variant, changes: &[(&str, &str)]| {
            PatternWeights::shipped(&find_game(game).unwrap().ruleset(variant, changes).unwrap())
        };
        assert!(patterns("konane", None, &[("opening", "centre")]).is_some());
        assert_ne!(patterns("konane", Some("six"), &[]), patterns("konane", None, &[]));
        assert_eq!(patterns("fanorona", Some("telo_align"), &[]), None, "the board is another");
    }

    #[test]
    fn the_nearest_of_what_is_shipped_serves() {
        let title = |game: &str, variant, changes: &[(&str, &str)]| {
            PatternWeights::shipped(&find_game(game).unwrap().ruleset(Some(variant), changes).unwrap()).unwrap().title()
        };
        assert_eq!(title("buruj", "dangerous", &[]), "buruj:max");
        assert_eq!(title("buruj", "dangerous", &[("choice", "free")]), "buruj:free");
        assert_eq!(title("buruj", "max", &[("choice", "free")]), "buruj:free");
        assert_eq!(title("buruj", "protest", &[]), "buruj:max", "the one is as near as the other");
        assert_eq!(title("bashni", "michaelsen", &[]), "bashni:michaelsen");
    }
}
