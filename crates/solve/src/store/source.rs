//! Sources of table files: folders and files embedded in the program.

use super::file::{TableError, TableFile};
use std::fs;
use std::path::{Path, PathBuf};

/// Source of a game's table files.
#[derive(Clone, Debug)]
pub enum TableSource {
    /// Folder on the disk that contains the table files.
    Folder(PathBuf),
    /// Files embedded in the program.
    Embedded(&'static [EmbeddedFile]),
}

/// Table file embedded in the program.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedFile {
    /// Name that the file has in a folder.
    pub name: &'static str,
    /// Content of the whole file.
    pub bytes: &'static [u8],
}

impl TableSource {
    /// Returns the names of all files, tables or not.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn names(&self) -> Result<Vec<String>, TableError> {
        match self {
            TableSource::Folder(folder) => {
                let names = fs::read_dir(folder).and_then(|entries| {
                    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
                });
                names.map_err(TableError::io(folder))
            }
            TableSource::Embedded(files) => Ok(files.iter().map(|file| file.name.to_owned()).collect()),
        }
    }

    /// Opens a file; `None` where it does not exist.
    ///
    /// # Errors
    /// When the file cannot be read or is incomplete.
    pub fn open(&self, name: &str) -> Result<Option<TableFile>, TableError> {
        match self {
            TableSource::Folder(folder) => {
                let path = folder.join(name);
                path.exists().then(|| TableFile::open(&path)).transpose()
            }
            TableSource::Embedded(files) => {
                files.iter().find(|file| file.name == name).map(|&file| TableFile::embedded(file)).transpose()
            }
        }
    }
}

impl From<&Path> for TableSource {
    fn from(folder: &Path) -> TableSource {
        TableSource::Folder(folder.to_owned())
    }
}

impl From<&PathBuf> for TableSource {
    fn from(folder: &PathBuf) -> TableSource {
        TableSource::Folder(folder.clone())
    }
}

impl From<&TableSource> for TableSource {
    fn from(source: &TableSource) -> TableSource {
        source.clone()
    }
}
