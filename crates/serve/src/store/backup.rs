//! Copies of the games, made while they are being played, and put back.
//!
//! A copy is one file, the state of a single moment, and whole or not there: it is written beside its name and gets it when
//! the disk has it. It holds the server's secret and what seats are known by, so that only its owner may read it.

use super::sqlite::{self, FILE};
use crate::folder::Folder;
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What a copy holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// How many games.
    pub games: u64,
    /// How many events of games: turns, offers and all else that happened.
    pub events: u64,
    /// How large it is, in bytes.
    pub bytes: u64,
    /// Where the games are that it has replaced.
    pub replaced: Option<PathBuf>,
}

/// Whether what is there already may be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It stays, and nothing is done.
    Keep,
    /// It may be replaced.
    Replace,
}

/// Why a copy was not made or not put back, in words that say what to do. What was there is as it was.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BackupError(String);

/// Copies the games of a folder into a file, whether or not a server has the folder: it goes on meanwhile.
///
/// # Errors
/// When there are no games, the file is there and may not be replaced, or something cannot be read or written.
pub fn backup(data: &Path, to: &Path, existing: Existing) -> Result<Copied, BackupError> {
    if existing == Existing::Keep && to.exists() {
        return Err(BackupError(format!("{} is there already: name another file, or say --replace", to.display())));
    }
    copy(&data.join(FILE), to)
}

/// Puts the games of a copy into a folder, which no server may have. Games that are there may be replaced; they are kept
/// beside them.
///
/// # Errors
/// When the copy is damaged or no copy, there are games that may not be replaced, a server has the folder, or something
/// cannot be read or written.
pub fn restore(from: &Path, data: &Path, existing: Existing) -> Result<Copied, BackupError> {
    let _own = Folder::take(data).map_err(BackupError)?;
    let file = data.join(FILE);
    let mut replaced = None;
    if file.exists() {
        if existing == Existing::Keep {
            return Err(BackupError(format!(
                "there are games in {} already: name another folder with --data, or say --replace",
                data.display()
            )));
        }
        // Whether the new ones are good is known before the old ones go.
        checked(from)?;
        let aside = data.join(format!("{FILE}.replaced"));
        copy(&file, &aside)?;
        replaced = Some(aside);
    }
    Ok(Copied { replaced, ..copy(from, &file)? })
}

/// Copies the games of a file into another, which is replaced.
fn copy(from: &Path, to: &Path) -> Result<Copied, BackupError> {
    let source = checked(from)?;
    let partial = to.with_file_name(format!("{}.partial", to.file_name().unwrap_or_default().to_string_lossy()));
    let written = || -> Result<(), BackupError> {
        let cannot =
            |error: &dyn std::fmt::Display| BackupError(format!("cannot write {}: {error}", partial.display()));
        // What an earlier attempt has left.
        drop(fs::remove_file(&partial));
        private(&partial).map_err(|error| cannot(&error))?;
        let mut copy = Connection::open(&partial).map_err(|error| cannot(&error))?;
        // All in one step: the state of one moment, however much is written meanwhile.
        Backup::new(&source, &mut copy).and_then(|backup| backup.step(-1)).map_err(|error| cannot(&error))?;
        // One file, without a log beside it.
        copy.pragma_update(None, "journal_mode", "DELETE").map_err(|error| cannot(&error))?;
        drop(copy);
        File::open(&partial).and_then(|file| file.sync_all()).map_err(|error| cannot(&error))
    };
    let copied = written().and_then(|()| count(&checked(&partial)?).map_err(|error| unreadable(&partial, &error)));
    // The last connection to a file takes what waits beside it into it.
    drop(source);
    let moved = copied.and_then(|copied| {
        let cannot = |error: std::io::Error| BackupError(format!("cannot write {}: {error}", to.display()));
        fs::rename(&partial, to).and_then(|()| settle(to)).map_err(cannot)?;
        Ok(copied)
    });
    if moved.is_err() {
        // There may be nothing to take away.
        drop(fs::remove_file(&partial));
    }
    moved
}

/// Opens a file if it holds games that this program understands, undamaged.
fn checked(path: &Path) -> Result<Connection, BackupError> {
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
    sqlite::known(version).map_err(|why| BackupError(format!("cannot use {}: {why}", path.display())))?;
    if version == 0 {
        return Err(BackupError(format!("{} holds no games of Quirkat", path.display())));
    }
    Ok(connection)
}

fn unreadable(path: &Path, error: &rusqlite::Error) -> BackupError {
    BackupError(format!("cannot read {}: {error}", path.display()))
}

fn count(connection: &Connection) -> rusqlite::Result<Copied> {
    let number = |query: &str| {
        let number = connection.query_row(query, [], |row| row.get::<_, i64>(0))?;
        Ok::<_, rusqlite::Error>(u64::try_from(number).unwrap_or_default())
    };
    Ok(Copied {
        games: number("SELECT count(*) FROM games")?,
        events: number("SELECT count(*) FROM events")?,
        bytes: sqlite::size(connection)?,
        replaced: None,
    })
}

/// Makes a file that nobody else may read.
fn private(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Waits until the disk has a file's name.
fn settle(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    let _ = path;
    Ok(())
}
