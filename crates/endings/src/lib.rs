//! What is true of the ends of games, for whoever has made no tables: files that `quirkat solve` made, within the program.
//!
//! # Examples
//! ```
//! use quirkat_rules::find_game;
//! use quirkat_solve::{AnyLaw, Shelf};
//!
//! let law = AnyLaw::of(&find_game("english").unwrap().ruleset(None, &[])?)?;
//! let tables = quirkat_endings::and(Shelf::default()).tables(&law)?.expect("english draughts are among them");
//! assert_eq!(tables.most_pieces(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod library;
mod solution;

pub use library::{TableLibrary, Warn, WhichTables, as_known, as_probe, game_and_rules};
pub use solution::{Counted, Solution, ToMove, in_csv, solutions};

use include_dir::{Dir, File, include_dir};
use quirkat_solve::{FileWithin, Shelf};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::LazyLock;

/// A folder for each game, made as `README.md` says.
static TABLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tables");

/// The folders of games, by their names, and the tables in each: `quirkat solve` puts a file beside them that is none.
static GAMES: LazyLock<Vec<(&str, Vec<FileWithin>)>> = LazyLock::new(|| {
    let file = |file: &'static File<'_>| FileWithin { name: name(file.path()), bytes: file.contents() };
    let files = |folder: &'static Dir<'_>| {
        (name(folder.path()), folder.files().map(file).filter(|file| file.name.ends_with(".table")).collect())
    };
    TABLES.dirs().map(files).collect()
});

fn name(path: &'static Path) -> &'static str {
    path.file_name().and_then(OsStr::to_str).expect("the names are plain")
}

/// The names of the folders, one for each game, and what lies in them.
pub fn folders() -> impl Iterator<Item = (&'static str, &'static [FileWithin])> {
    GAMES.iter().map(|(name, files)| (*name, &**files))
}

/// A shelf, and beside what stands on it the tables that come along.
pub fn and(shelf: Shelf) -> Shelf {
    folders().fold(shelf, |shelf, (_, files)| shelf.with(files))
}
