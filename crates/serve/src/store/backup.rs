//! Backup and restoration of an SQLite storage while a server uses it.
//!
//! A backup is one file with the state of a single moment. It is written under a temporary name and renamed when the disk has
//! it, so it is complete or missing. It contains the server's secret, so only its owner may read it.

use super::sqlite::{self, FILE};
use crate::data_folder::{DataFolder, give_to_owner};
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
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
        let aside = data.join(format!("{FILE}.replaced"));
        copy(&file, &aside)?;
        replaced = Some(aside);
    } else {
        // SQLite would apply the log of a file that was removed to the restored one.
        for ending in ["-wal", "-shm"] {
            let stale = data.join(format!("{FILE}{ending}"));
            match fs::remove_file(&stale) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(BackupError(format!("cannot remove {}: {error}", stale.display())));
                }
                _ => {}
            }
        }
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
    let partial = to.with_file_name(format!("{}.partial", to.file_name().unwrap_or_default().to_string_lossy()));
    let written = || -> Result<(), BackupError> {
        let cannot =
            |error: &dyn std::fmt::Display| BackupError(format!("cannot write {}: {error}", partial.display()));
        // An earlier attempt may have left the file.
        drop(fs::remove_file(&partial));
        create_private(&partial).map_err(|error| cannot(&error))?;
        let mut copy = Connection::open(&partial).map_err(|error| cannot(&error))?;
        // One step copies the state of one moment, whatever is written meanwhile.
        Backup::new(&source, &mut copy).and_then(|backup| backup.step(-1)).map_err(|error| cannot(&error))?;
        // Without this, the backup would need a log file beside it.
        copy.pragma_update(None, "journal_mode", "DELETE").map_err(|error| cannot(&error))?;
        drop(copy);
        File::open(&partial).and_then(|file| file.sync_all()).map_err(|error| cannot(&error))
    };
    let copied = written().and_then(|()| count(&open_checked(&partial)?).map_err(|error| unreadable(&partial, &error)));
    // Closing the last connection merges the write-ahead log into the file.
    drop(source);
    let moved = copied.and_then(|copied| {
        let cannot = |error: std::io::Error| BackupError(format!("cannot write {}: {error}", to.display()));
        fs::rename(&partial, to).and_then(|()| sync_folder(to)).map_err(cannot)?;
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
    let open = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        let version = connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))?;
        let health = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))?;
        Ok((connection, version, health))
    };
    let (connection, version, health) = open().map_err(|error| unreadable(path, &error))?;
    if health != "ok" {
        return Err(BackupError(format!("{} is damaged: {health}", path.display())));
    }
    sqlite::check_version(version).map_err(|why| BackupError(format!("cannot use {}: {why}", path.display())))?;
    if version == 0 {
        return Err(BackupError(format!("{} holds no games of Quirkat", path.display())));
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

/// Creates a file that only its owner may read.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Waits until the disk has the name of a file.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    let _ = path;
    Ok(())
}
