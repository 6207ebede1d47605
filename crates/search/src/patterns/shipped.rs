//! The weights that ship with the engine.

use super::layout::Layout;
use super::{PatternWeights, PatternWeightsError};
use quirkat_rules::{AnyRules, Removal, Ruleset, find_game};
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

/// The file of one variant, and its weights after the first use.
struct ShippedFile {
    game: String,
    variant: String,
    bytes: &'static [u8],
    shipped: OnceLock<Option<Shipped>>,
}

/// The embedded files, and those that [`PatternWeights::add_shipped`] added. They are never dropped.
static FILES: LazyLock<RwLock<Vec<&'static ShippedFile>>> =
    LazyLock::new(|| RwLock::new(embedded().into_iter().map(|file| &*Box::leak(Box::new(file))).collect()));

/// Returns the weight files, named `GAME.VARIANT.patterns`. Each contains the `quirkat train` command that made it.
/// `include_dir` embeds the folder, so that no list of games is needed.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn embedded() -> Vec<ShippedFile> {
    use include_dir::{Dir, include_dir};
    static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/patterns");
    let file = |file: &'static include_dir::File<'static>| {
        let (game, variant) = file.path().file_stem()?.to_str()?.split_once('.')?;
        let (game, variant) = (game.to_owned(), variant.to_owned());
        Some(ShippedFile { game, variant, bytes: file.contents(), shipped: OnceLock::new() })
    };
    FOLDER.files().filter_map(file).collect()
}

/// Returns no files: a WebAssembly module embeds no weights, and its host fetches those of the games that are played.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn embedded() -> Vec<ShippedFile> {
    vec![]
}

/// Returns the files so far.
fn files() -> Vec<&'static ShippedFile> {
    FILES.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Weights with their layout and the rules of their training.
pub(crate) struct Shipped {
    pub weights: PatternWeights,
    pub layout: Layout,
    trained_on: Arc<Ruleset>,
}

impl PatternWeights {
    /// Returns the weights that ship for a ruleset: those of the variant of its game with the same board, pieces and aim and
    /// the fewest different options. `None` if there are none.
    pub fn shipped(ruleset: &Ruleset) -> Option<&'static PatternWeights> {
        Some(&Shipped::of(ruleset)?.weights)
    }

    /// Adds a file to the weights that ship, for builds that embed none (WebAssembly). A file of a variant that has one already
    /// is ignored. Engines that have searched positions of the game must not be used any more.
    ///
    /// # Errors
    /// If the bytes are no weights, or belong to another version of the program.
    pub fn add_shipped(bytes: &[u8]) -> Result<(), PatternWeightsError> {
        let weights = PatternWeights::from_bytes(bytes)?;
        let (game, variant) = weights.title().split_once(':').ok_or(PatternWeightsError::Line("game"))?;
        let mut files = FILES.write().unwrap_or_else(PoisonError::into_inner);
        if !files.iter().any(|file| file.game == game && file.variant == variant) {
            let (game, variant) = (game.to_owned(), variant.to_owned());
            let shipped = Shipped::new(&game, &variant, weights).ok_or(PatternWeightsError::Layout)?;
            files.push(Box::leak(Box::new(ShippedFile {
                game,
                variant,
                bytes: &[],
                shipped: OnceLock::from(Some(shipped)),
            })));
        }
        Ok(())
    }
}

impl Shipped {
    /// Returns the weights that ship for a ruleset, with their layout.
    pub fn of(ruleset: &Ruleset) -> Option<&'static Shipped> {
        // A file is read when its game is first searched.
        let of_game = files().into_iter().filter(|file| file.game == ruleset.game);
        let fitting = of_game.filter_map(|file| {
            let shipped = file
                .shipped
                .get_or_init(|| Shipped::new(&file.game, &file.variant, PatternWeights::from_bytes(file.bytes).ok()?));
            shipped.as_ref().filter(|shipped| shipped.fits(ruleset))
        });
        // Of files with equally few differences, that of the first variant of the game file is used.
        let order = |id: &str| find_game(&ruleset.game)?.variants().position(|variant| variant == id);
        fitting.min_by_key(|shipped| {
            let trained_on = &shipped.trained_on;
            let differences = ruleset.options.differences(&trained_on.options).len();
            (differences, trained_on.variant != ruleset.variant, order(&trained_on.variant))
        })
    }

    /// Returns weights with their layout; `None` if they do not fit that of the variant.
    fn new(game: &str, variant: &str, weights: PatternWeights) -> Option<Shipped> {
        let rules = AnyRules::compile(find_game(game)?.ruleset(Some(variant), &[]).ok()?).ok()?;
        let layout = Layout::of(&rules, weights.counts.window_set());
        weights.fits_layout(&layout).then(|| Shipped { weights, layout, trained_on: rules.ruleset() })
    }

    fn fits(&self, ruleset: &Ruleset) -> bool {
        let pieces = |ruleset: &Ruleset| (ruleset.highest_rank(), ruleset.options.removal == Removal::Under);
        let aims = |ruleset: &Ruleset| (ruleset.options.aim, ruleset.options.promotion_wins);
        let trained_on = &self.trained_on;
        ruleset.board == trained_on.board && pieces(ruleset) == pieces(trained_on) && aims(ruleset) == aims(trained_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_is_valid_and_fits_the_variant_of_its_training() {
        for ShippedFile { game, variant, bytes, .. } in files() {
            let weights = PatternWeights::from_bytes(bytes).unwrap_or_else(|error| panic!("{game}: {error}"));
            assert!(weights.to_bytes() == *bytes, "{game}: the file is written as it was read");
            assert_eq!(weights.title(), format!("{game}:{variant}"));
            assert!(
                weights.command().starts_with(&format!("quirkat train {game}:{variant} ")),
                "{}",
                weights.command()
            );
            let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
            let fits = PatternWeights::shipped(&ruleset) == Some(&weights);
            assert!(fits, "{game}: the layout has changed since the training");
        }
    }

    #[test]
    fn shipped_weights_are_used_with_house_rules_on_the_same_board() {
        let shipped = |game: &str, variant, changes: &[(&str, &str)]| {
            PatternWeights::shipped(&find_game(game).unwrap().ruleset(variant, changes).unwrap())
        };
        assert!(shipped("konane", None, &[("opening", "centre")]).is_some());
        assert_ne!(shipped("konane", Some("six"), &[]), shipped("konane", None, &[]));
        assert_eq!(shipped("fanorona", Some("telo_align"), &[]), None, "another board");
        assert_eq!(shipped("konane", None, &[("aim", "lose")]), None, "another aim");
    }

    #[test]
    fn the_variant_with_the_fewest_differences_is_used() {
        let title = |game: &str, variant, changes: &[(&str, &str)]| {
            PatternWeights::shipped(&find_game(game).unwrap().ruleset(Some(variant), changes).unwrap()).unwrap().title()
        };
        assert_eq!(title("buruj", "dangerous", &[]), "buruj:max");
        assert_eq!(title("buruj", "dangerous", &[("choice", "free")]), "buruj:free");
        assert_eq!(title("buruj", "max", &[("choice", "free")]), "buruj:free");
        assert_eq!(title("buruj", "protest", &[]), "buruj:max", "both variants have equally many differences");
        assert_eq!(title("bashni", "michaelsen", &[]), "bashni:michaelsen");
    }
}
