//! Folders of tables, found by what their files say.

use super::any::AnyTables;
use crate::game::AnyLaw;
use crate::store::{EmbeddedFile, TableError, TableFile, TableSource};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// No more folders are looked into.
const MAX_FOLDERS: usize = 1000;

/// Tables of any games: those of one in a folder, or of each in a folder below it, and those within the program.
#[derive(Debug, Default)]
pub struct TableCatalog {
    folders: Vec<TableFolder>,
}

/// The tables of one law in one folder.
#[derive(Debug)]
struct TableFolder {
    source: TableSource,
    /// The text of a file, which ends with the law.
    lines: String,
    /// Of all its tables.
    bytes: u64,
}

impl TableCatalog {
    /// Looks for tables in a folder and in those that lie in it; `on_error` hears of files that are of no use.
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

    /// The same shelf with the tables of one more game, within the program, if there are any among these files.
    pub fn with_embedded(mut self, files: &'static [EmbeddedFile]) -> TableCatalog {
        let bytes = files.iter().map(|file| file.bytes.len() as u64).sum();
        let opened = files.iter().map(|&file| TableFile::embedded(file));
        self.folders.extend(TableFolder::find(TableSource::Embedded(files), bytes, opened, &mut |_| ()));
        self
    }

    /// Whether there are no tables at all.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// The games of which there are tables, each once, as people name them.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        let games: BTreeSet<_> = self
            .folders
            .iter()
            .flat_map(|folder| folder.lines.lines())
            .filter_map(|line| line.strip_prefix("game: "))
            .collect();
        games.into_iter()
    }

    /// Opens the tables of a law, where there are some: of several folders those of the one that has most of them.
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
    /// The tables of a source, if there are some; by the first file that is whole it is known whose they are.
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

/// What lies in a folder, in the order of its names.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    let entries = fs::read_dir(folder).map_err(TableError::io(folder))?;
    let paths: std::io::Result<Vec<_>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(TableError::io(folder))?;
    paths.sort_unstable();
    Ok(paths)
}
