//! Shares of tables: a file like that of a whole table, with the blocks of one process's part. The blocks of all
//! shares, taken in turn, are those of the table.

use super::partition::Partition;
use crate::game::{MaterialLaw, MaterialSignature};
use crate::index::MaterialIndex;
use crate::retro::material::SHARE;
use crate::retro::{SolveError, listed_index};
use crate::store::{MaterialTable, TableError, TableFile, TableWriter, ValueFile};
use crate::value::ValueCode;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Extension of a share's file.
const ENDING: &str = ".share";

/// Number of a share, from 0, and number of all shares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ShareId {
    pub process: usize,
    pub of: usize,
}

impl ShareId {
    fn path(self, folder: &Path, signature: &MaterialSignature) -> PathBuf {
        folder.join(format!("ending-{signature}.{}-of-{}{ENDING}", self.process + 1, self.of))
    }

    /// Returns the first line of the text.
    fn kind(self) -> String {
        format!("kind: share {} of {}", self.process + 1, self.of)
    }

    fn read(kind: &str) -> Option<ShareId> {
        let (number, of) = kind.strip_prefix("share ")?.split_once(" of ")?;
        let (number, of): (usize, usize) = (number.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&number).then(|| ShareId { process: number - 1, of })
    }

    fn partition(self) -> Partition {
        Partition { parts: self.of }
    }
}

/// Share of a material table: the values whose numbers belong to one process of a cluster.
pub struct TableShare {
    pub index: MaterialIndex,
    which: ShareId,
    values: ValueFile,
}

impl TableShare {
    /// Returns whether a folder has a share.
    pub fn exists(which: ShareId, folder: &Path, signature: &MaterialSignature) -> bool {
        which.path(folder, signature).exists()
    }

    /// Writes a share. `longest` is the longest distance in the whole table.
    pub fn write(
        which: ShareId,
        (law, title, folder): (&MaterialLaw, &str, &Path),
        index: &MaterialIndex,
        longest: u16,
        code: impl Fn(usize) -> ValueCode,
    ) -> Result<(), TableError> {
        let signature = &index.signature;
        let head = MaterialTable::head(&which.kind(), title, signature);
        let count = which.partition().count(which.process, index.numbers());
        let codes = (0..count).map(code);
        ValueFile::write(&which.path(folder, signature), [&head, law.text()], Some(longest), codes)
    }

    /// Loads a share into memory.
    pub fn read(
        which: ShareId,
        law: &Arc<MaterialLaw>,
        folder: &Path,
        signature: MaterialSignature,
    ) -> Result<TableShare, SolveError> {
        let file = TableFile::open(&which.path(folder, &signature))?;
        if ShareId::read(file.line("kind")?) != Some(which) || file.line("pieces")? != signature.to_string() {
            return Err(file.corrupt("its content is another share than its name says").into());
        }
        file.check_rules(law.text())?;
        let index = listed_index(law, signature)?;
        let mut values = ValueFile::of(file, which.partition().count(which.process, index.numbers()))?;
        values.load()?;
        Ok(TableShare { index, which, values })
    }

    /// Returns the code of a number of this share.
    pub fn code(&self, number: usize) -> ValueCode {
        self.values.loaded(self.which.partition().place(number)).expect("it was read into memory")
    }
}

/// Reason why shares cannot be joined.
#[derive(Debug, Error)]
pub enum JoinError {
    /// A file cannot be read or written, or is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The folders have no shares.
    #[error("there are no shares in these folders")]
    None,
    /// A share of a table is missing, so that the table cannot be joined.
    #[error("share {number} of {of} of {pieces} is missing")]
    Missing {
        /// Number of the share, from 1.
        number: usize,
        /// Number of all shares.
        of: usize,
        /// Signature of the table.
        pieces: String,
    },
    /// Two files do not belong together.
    #[error("{}: it does not belong to {}", .0.display(), .1.display())]
    Foreign(PathBuf, PathBuf),
}

/// Shares of a game's tables.
#[derive(Debug)]
pub struct Shares {
    title: String,
    /// Shares by signature.
    endings: BTreeMap<String, BTreeMap<ShareId, TableFile>>,
}

impl Shares {
    /// Opens all shares in some folders.
    ///
    /// # Errors
    /// When there are none, or one is damaged or belongs to another game.
    pub fn open(folders: &[PathBuf]) -> Result<Shares, JoinError> {
        let mut first: Option<(String, PathBuf)> = None;
        let mut endings: BTreeMap<String, BTreeMap<ShareId, TableFile>> = BTreeMap::new();
        for folder in folders {
            for entry in fs::read_dir(folder).map_err(TableError::io(folder))? {
                let path = entry.map_err(TableError::io(folder))?.path();
                if !path.to_string_lossy().ends_with(ENDING) {
                    continue;
                }
                let file = TableFile::open(&path)?;
                let which = ShareId::read(file.line("kind")?);
                let which = which.ok_or_else(|| file.corrupt("its share number is invalid"))?;
                let (title, path) = first.get_or_insert((file.line("game")?.to_owned(), path));
                if file.line("game")? != title {
                    return Err(JoinError::Foreign(file.path().to_owned(), path.clone()));
                }
                endings.entry(file.line("pieces")?.to_owned()).or_default().insert(which, file);
            }
        }
        let (title, _) = first.ok_or(JoinError::None)?;
        Ok(Shares { title, endings })
    }

    /// Returns the title of the game.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Joins the shares to tables, the same that a single process makes; returns their number.
    ///
    /// # Errors
    /// When a share is missing, damaged or belongs to other rules.
    pub fn join(&self, into: &Path) -> Result<usize, JoinError> {
        // All shares are checked before anything is written.
        let whole = self.endings.iter().map(|(pieces, shares)| all_of(pieces, shares));
        for (signature, files) in whole.collect::<Result<Vec<_>, _>>()? {
            let text = format!("{}\n{}\n", MaterialTable::KIND, whose(files[0]));
            let mut writer = TableWriter::new(&MaterialTable::path(into, &signature), &text)?;
            let together = ValueFile::blocks_of(files[0], SHARE)?;
            let mut at = vec![0; files.len()];
            for number in 0..files.iter().map(|file| file.blocks()).sum() {
                let share = number / together % files.len();
                writer.push(&files[share].packed(at[share])?)?;
                at[share] += 1;
            }
            writer.finish()?;
        }
        Ok(self.endings.len())
    }
}

/// Returns the shares of a table in order.
fn all_of<'a>(
    pieces: &str,
    shares: &'a BTreeMap<ShareId, TableFile>,
) -> Result<(MaterialSignature, Vec<&'a TableFile>), JoinError> {
    let (first, of) =
        shares.first_key_value().map(|(which, file)| (file, which.of)).expect("a table has at least one share");
    let missing = |number| JoinError::Missing { number, of, pieces: pieces.to_owned() };
    let files = (0..of).map(|process| shares.get(&ShareId { process, of }).ok_or_else(|| missing(process + 1)));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    if let Some(other) = files.iter().find(|file| whose(file) != whose(first)) {
        return Err(JoinError::Foreign(other.path().to_owned(), first.path().to_owned()));
    }
    let signature = pieces.parse().map_err(|_| first.corrupt("its pieces are invalid"))?;
    Ok((signature, files))
}

/// Returns the text of a share without its first line.
fn whose(file: &TableFile) -> &str {
    file.lines().split_once('\n').map_or("", |(_, lines)| lines)
}
