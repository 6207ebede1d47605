//! Backup and restoration of an SQLite storage while a server uses it.
//!
//! A backup is one file with the state of a single moment. It is written under a temporary name and renamed when the
//! disk has it, so it is complete or missing. It contains the server's secret, so only its owner may read it. It is
//! written from the stored rows, so it contains no deleted data.

use super::sqlite::{self, FILE, beside, remove_side_files, rename_synced};
use crate::data_folder::{DataFolder, create_private, give_to_owner};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Contents of a backup or restoration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupSummary {
    /// Number of games in the backup.
    pub games: u64,
    /// Number of events of all games: moves, offers and so on.
    pub events: u64,
    /// Size of the backup in bytes.
    pub bytes: u64,
    /// File to which a restoration has moved the replaced games.
    pub replaced: Option<PathBuf>,
}

/// Whether an existing file may be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Fails if the file exists.
    Keep,
    /// Replaces the file if it exists.
    Replace,
}

/// Reason why a backup or a restoration failed. The message names the remedy; nothing has changed.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BackupError(String);

/// Backs up the games of a data folder into a file. A server may use the folder meanwhile.
///
/// # Errors
/// When the folder has no games, the file exists and may not be replaced, or a file cannot be read or written.
pub fn backup(data: &Path, to: &Path, existing: Existing) -> Result<BackupSummary, BackupError> {
    if existing == Existing::Keep && to.exists() {
        return Err(BackupError(format!("{} is there already: name another file, or say --replace", to.display())));
    }
    copy(&data.join(FILE), to)
}

/// Restores a backup into a data folder, which no server may use. Existing games that may be replaced are moved aside. If root
/// restores, the files belong to the owner of the folder.
///
/// # Errors
/// When the file is damaged or no backup, existing games may not be replaced, a server uses the folder, or a file cannot be read
/// or written.
pub fn restore(from: &Path, data: &Path, existing: Existing) -> Result<BackupSummary, BackupError> {
    let _lock = DataFolder::lock(data).map_err(BackupError)?;
    let file = data.join(FILE);
    let mut replaced = None;
    if file.exists() {
        if existing == Existing::Keep {
            return Err(BackupError(format!(
                "there are games in {} already: name another folder with --data, or say --replace",
                data.display()
            )));
        }
        // Checks the backup before it moves the existing games.
        open_checked(from)?;
        // An empty file has nothing to keep.
        if fs::metadata(&file).is_ok_and(|existing| existing.len() > 0) {
            let aside = beside(&file, ".replaced");
            copy(&file, &aside)?;
            replaced = Some(aside);
        }
    }
    if replaced.is_none() {
        remove_side_files(&file).map_err(|error| BackupError(error.to_string()))?;
    }
    let summary = BackupSummary { replaced, ..copy(from, &file)? };
    for written in summary.replaced.iter().chain([&file]) {
        give_to_owner(data, written)
            .map_err(|error| BackupError(format!("cannot change the owner of {}: {error}", written.display())))?;
    }
    Ok(summary)
}

/// Copies the games of a file into another one, which is replaced.
fn copy(from: &Path, to: &Path) -> Result<BackupSummary, BackupError> {
    let source = open_checked(from)?;
    let partial = beside(to, ".partial");
    let written = || -> Result<(), BackupError> {
        let cannot =
            |error: &dyn std::fmt::Display| BackupError(format!("cannot write {}: {error}", partial.display()));
        // An earlier attempt may have left the file.
        drop(fs::remove_file(&partial));
        create_private(&partial).map_err(|error| cannot(&error))?;
        let name = partial.to_str().ok_or_else(|| cannot(&"its name is not UTF-8"))?;
        // One statement copies the state of one moment, whatever is written meanwhile.
        source.execute("VACUUM INTO ?", [name]).map(drop).map_err(|error| cannot(&error))
    };
    let copied = written().and_then(|()| count(&open_checked(&partial)?).map_err(|error| unreadable(&partial, &error)));
    // Closing the last connection merges the write-ahead log into the file.
    drop(source);
    let moved = copied.and_then(|copied| {
        let cannot = |error: std::io::Error| BackupError(format!("cannot write {}: {error}", to.display()));
        rename_synced(&partial, to).map_err(cannot)?;
        Ok(copied)
    });
    if moved.is_err() {
        // The file may be missing.
        drop(fs::remove_file(&partial));
    }
    moved
}

/// Opens a file after checking that it is undamaged and of a supported version.
fn open_checked(path: &Path) -> Result<Connection, BackupError> {
    if !path.is_file() {
        return Err(BackupError(format!("there is no file {}", path.display())));
    }
    let connection =
        sqlite::open_own(path).map_err(|why| BackupError(format!("cannot use {}: {why}", path.display())))?;
    let health = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    let health = health.map_err(|error| unreadable(path, &error))?;
    if health != "ok" {
        return Err(BackupError(format!("{} is damaged: {health}", path.display())));
    }
    Ok(connection)
}

fn unreadable(path: &Path, error: &rusqlite::Error) -> BackupError {
    BackupError(format!("cannot read {}: {error}", path.display()))
}

fn count(connection: &Connection) -> rusqlite::Result<BackupSummary> {
    let number = |query: &str| {
        let number = connection.query_row(query, [], |row| row.get::<_, i64>(0))?;
        Ok::<_, rusqlite::Error>(u64::try_from(number).unwrap_or_default())
    };
    Ok(BackupSummary {
        games: number("SELECT count(*) FROM games")?,
        events: number("SELECT count(*) FROM events")?,
        bytes: sqlite::size(connection)?,
        replaced: None,
    })
}
