//! Where files of tables lie: on the disk, or within the program.

use super::file::{TableError, TableFile};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the files of a game's tables lie.
#[derive(Clone, Debug)]
pub enum TableSource {
    /// A folder on the disk.
    Folder(PathBuf),
    /// Within the program.
    Embedded(&'static [EmbeddedFile]),
}

/// A file of tables within the program.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedFile {
    /// What it would be called in a folder.
    pub name: &'static str,
    /// All of it.
    pub bytes: &'static [u8],
}

impl TableSource {
    /// The names of all files, of tables and others.
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

    /// Opens a file, if it is there.
    ///
    /// # Errors
    /// When it cannot be read or is not whole.
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
