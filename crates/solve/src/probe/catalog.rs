//! Catalog of table folders, identified by the text of their files.

use super::any::AnyTables;
use crate::game::AnyLaw;
use crate::store::{EmbeddedFile, TableError, TableFile, TableSource};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of folders that are searched.
const MAX_FOLDERS: usize = 1000;

/// Catalog of the tables of any games: in a folder and the folders below it, and embedded in the program.
///
/// # Examples
/// ```
/// use quirkat_rules::find_game;
/// use quirkat_solve::{AnyLaw, TableCatalog};
///
/// let law = AnyLaw::of(&find_game("english").unwrap().ruleset(None, &[])?)?;
/// assert!(TableCatalog::default().tables(&law)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct TableCatalog {
    folders: Vec<TableFolder>,
}

/// Tables of one law in one source.
#[derive(Debug)]
struct TableFolder {
    source: TableSource,
    /// Text of a file, which ends with the law.
    lines: String,
    /// Total size of the tables.
    bytes: u64,
}

impl TableCatalog {
    /// Searches a folder and the folders in it for tables. Calls `on_error` for each file that cannot be used.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(folder: &Path, on_error: &mut dyn FnMut(TableError)) -> Result<TableCatalog, TableError> {
        let below = entries(folder)?.into_iter().filter(|path| path.is_dir());
        let mut shelf = TableCatalog::default();
        for folder in [folder.to_owned()].into_iter().chain(below).take(MAX_FOLDERS) {
            match entries(&folder) {
                Ok(mut files) => {
                    files.retain(|path| path.extension().is_some_and(|extension| extension == "table"));
                    let bytes = files.iter().filter_map(|path| Some(path.metadata().ok()?.len())).sum();
                    let opened = files.iter().map(|path| TableFile::open(path));
                    shelf.folders.extend(TableFolder::find(TableSource::Folder(folder), bytes, opened, on_error));
                }
                Err(error) => on_error(error),
            }
        }
        Ok(shelf)
    }

    /// Returns the catalog with the embedded tables of one more game, if there are any.
    pub fn with_embedded(mut self, files: &'static [EmbeddedFile]) -> TableCatalog {
        let bytes = files.iter().map(|file| file.bytes.len() as u64).sum();
        let opened = files.iter().map(|&file| TableFile::embedded(file));
        self.folders.extend(TableFolder::find(TableSource::Embedded(files), bytes, opened, &mut |_| ()));
        self
    }

    /// Returns whether the catalog has no tables.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// Returns the titles of the games that have tables, each once.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        let games: BTreeSet<_> = self
            .folders
            .iter()
            .flat_map(|folder| folder.lines.lines())
            .filter_map(|line| line.strip_prefix("game: "))
            .collect();
        games.into_iter()
    }

    /// Opens the tables of a law; `None` without any. Of several folders the one with the largest tables is used.
    ///
    /// # Errors
    /// When a file is damaged.
    pub fn tables(&self, law: &AnyLaw) -> Result<Option<AnyTables>, TableError> {
        let text = law.text();
        let fitting = self.folders.iter().filter(|folder| folder.lines.ends_with(text.trim_end()));
        let Some(folder) = fitting.max_by_key(|folder| folder.bytes) else { return Ok(None) };
        let tables = AnyTables::open(law.clone(), &folder.source)?;
        Ok((!tables.is_empty()).then_some(tables))
    }
}

impl TableFolder {
    /// Returns the entry of a source, identified by its first valid file; `None` without any.
    fn find(
        source: TableSource,
        bytes: u64,
        files: impl Iterator<Item = Result<TableFile, TableError>>,
        on_error: &mut dyn FnMut(TableError),
    ) -> Option<TableFolder> {
        for file in files {
            match file {
                Ok(file) => return Some(TableFolder { source, lines: file.lines().to_owned(), bytes }),
                Err(error) => on_error(error),
            }
        }
        None
    }
}

/// Returns the paths in a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    let entries = fs::read_dir(folder).map_err(TableError::io(folder))?;
    let paths: std::io::Result<Vec<_>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(TableError::io(folder))?;
    paths.sort_unstable();
    Ok(paths)
}
