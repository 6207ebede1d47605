//! Folders of tables, found by what their files say.

use crate::any::{AnyLaw, AnyTables};
use crate::file::{TableError, TableFile};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// No more folders are looked into.
const MOST_FOLDERS: usize = 1000;

/// Tables of any games: those of one in a folder, or of each in a folder below it.
#[derive(Debug)]
pub struct Shelf {
    places: Vec<Place>,
}

/// The tables of one law in one folder.
#[derive(Debug)]
struct Place {
    folder: PathBuf,
    /// The text of a file, which ends with the law.
    lines: String,
    files: usize,
}

impl Shelf {
    /// Looks for tables in a folder and in those that lie in it; `tell` hears of files that are of no use.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(folder: &Path, tell: &mut dyn FnMut(TableError)) -> Result<Shelf, TableError> {
        let below = entries(folder)?.into_iter().filter(|path| path.is_dir());
        let mut places = vec![];
        for folder in [folder.to_owned()].into_iter().chain(below).take(MOST_FOLDERS) {
            match Place::find(&folder, tell) {
                Ok(place) => places.extend(place),
                Err(error) => tell(error),
            }
        }
        Ok(Shelf { places })
    }

    /// Whether there are no tables at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The games of which there are tables, each once, as people name them.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        let games: BTreeSet<_> = self
            .places
            .iter()
            .flat_map(|place| place.lines.lines())
            .filter_map(|line| line.strip_prefix("game: "))
            .collect();
        games.into_iter()
    }

    /// Opens the tables of a law, where there are some: of several folders those of the one with most files.
    ///
    /// # Errors
    /// When a file is damaged.
    pub fn tables(&self, law: &AnyLaw) -> Result<Option<AnyTables>, TableError> {
        let text = law.text();
        let fitting = self.places.iter().filter(|place| place.lines.ends_with(text.trim_end()));
        let Some(place) = fitting.max_by_key(|place| place.files) else { return Ok(None) };
        let tables = AnyTables::open(law.clone(), &place.folder)?;
        Ok((!tables.is_empty()).then_some(tables))
    }
}

impl Place {
    /// The tables in a folder, if there are some; by the first file that is whole it is known whose they are.
    fn find(folder: &Path, tell: &mut dyn FnMut(TableError)) -> Result<Option<Place>, TableError> {
        let mut files = entries(folder)?;
        files.retain(|path| path.extension().is_some_and(|extension| extension == "table"));
        for path in &files {
            match TableFile::open(path) {
                Ok(file) => {
                    let (folder, lines) = (folder.to_owned(), file.lines().to_owned());
                    return Ok(Some(Place { folder, lines, files: files.len() }));
                }
                Err(error) => tell(error),
            }
        }
        Ok(None)
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
