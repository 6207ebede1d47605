//! Endgame tables and values of starts that ship with Quirkat, and the library that opens them together with tables in folders.
//!
//! The feature `embedded`, on by default, embeds the tables: 31 MB. Without it only tables in folders are found.
//!
//! # Examples
//! ```
//! use quirkat_rules::find_game;
//! use quirkat_solve::{AnyLaw, TableCatalog};
//!
//! let law = AnyLaw::of(&find_game("english").unwrap().ruleset(None, &[])?)?;
//! let tables = quirkat_endings::with_shipped(TableCatalog::default()).tables(&law)?.expect("tables of english draughts are embedded");
//! assert_eq!(tables.max_pieces(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod library;
mod proved;
mod solution;

pub use library::{TableLibrary, TableSources, TableWarning, into_probe, split_game_title};
pub use proved::{ProofMethod, ProvedStart, known, proved_starts, proved_values};
pub use solution::{Counted, Solution, ToMove, in_csv, solutions};

use include_dir::{Dir, File};
use quirkat_solve::{EmbeddedFile, TableCatalog};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::LazyLock;

/// The parts of the tables, each with one folder per game, made as `README.md` describes.
#[cfg(feature = "embedded")]
static PARTS: [&Dir<'_>; 3] =
    [&quirkat_endings_part1::TABLES, &quirkat_endings_part2::TABLES, &quirkat_endings_part3::TABLES];
#[cfg(not(feature = "embedded"))]
static PARTS: [&Dir<'_>; 0] = [];

/// Folder names and the tables in each folder. Other files of `quirkat solve` are ignored.
static GAMES: LazyLock<Vec<(&str, Vec<EmbeddedFile>)>> = LazyLock::new(|| {
    let file = |file: &'static File<'_>| EmbeddedFile { name: name(file.path()), bytes: file.contents() };
    let files = |folder: &'static Dir<'_>| {
        (name(folder.path()), folder.files().map(file).filter(|file| file.name.ends_with(".table")).collect())
    };
    let mut games: Vec<_> = PARTS.iter().flat_map(|part| part.dirs()).map(files).collect();
    games.sort_by_key(|(name, _)| *name);
    games
});

fn name(path: &'static Path) -> &'static str {
    path.file_name().and_then(OsStr::to_str).expect("the names are plain")
}

/// Returns the name of each game's folder and the files in it.
pub fn folders() -> impl Iterator<Item = (&'static str, &'static [EmbeddedFile])> {
    GAMES.iter().map(|(name, files)| (*name, &**files))
}

/// Returns the catalog with the shipped tables added.
pub fn with_shipped(catalog: TableCatalog) -> TableCatalog {
    folders().fold(catalog, |catalog, (_, files)| catalog.with_embedded(files))
}
