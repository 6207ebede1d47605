//! The SQLite file itself: its creation, its checks before it is used, and the migrations of its schema.

use super::residue::truncate_log;
use crate::data_folder::{create_private, make_private};
use crate::tokens;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Migrations of the schema: each entry leads from one version to the next. A released entry never changes.
pub const MIGRATIONS: [Migration; 4] = [
    |connection| connection.execute_batch(include_str!("../migrations/1.sql")),
    |connection| {
        connection.execute_batch(include_str!("../migrations/2.sql"))?;
        hash_keys(connection)
    },
    |connection| connection.execute_batch(include_str!("../migrations/3.sql")),
    |connection| connection.execute_batch(include_str!("../migrations/4.sql")),
];

pub type Migration = fn(&Connection) -> rusqlite::Result<()>;

/// Version of the schema.
pub const VERSION: i64 = MIGRATIONS.len() as i64;

/// Endings of the files that SQLite keeps beside the file.
pub const SIDE_FILES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// `application_id` of the file: "QKAT". Files of older programs have 0.
pub const APPLICATION_ID: i64 = 0x514B_4154;
/// Number of the tables `games`, `seats`, `events` and `secrets`, which every version has.
const OWN_TABLES: &str = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' \
    AND name IN ('games', 'seats', 'events', 'secrets')";

/// Time that a commit waits for a lock of another process.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens a file, creates it if it is missing, and migrates it if it is of an older version.
///
/// # Errors
/// When the file cannot be opened or written, is empty or of another program, or is of a newer version.
pub fn open(path: &Path) -> Result<Connection, String> {
    if !path.exists() {
        create_file(path)?;
    }
    make_private(path);
    SIDE_FILES.iter().for_each(|ending| make_private(&beside(path, ending)));
    let mut connection = open_own(path)?;
    prepare(&mut connection).map_err(|error| error.to_string())?;
    Ok(connection)
}

/// Creates a file without games under a temporary name and renames it, so that an interrupted start leaves no empty file.
fn create_file(path: &Path) -> Result<(), String> {
    remove_side_files(path).map_err(|error| error.to_string())?;
    let new = beside(path, ".new");
    // An earlier attempt may have left them.
    remove_if_present(&new).and_then(|()| remove_side_files(&new)).map_err(|error| error.to_string())?;
    create_private(&new).map_err(|error| error.to_string())?;
    let created = || {
        let mut connection = Connection::open_with_flags(&new, flags()).map_err(|error| error.to_string())?;
        connection.pragma_update(None, "application_id", APPLICATION_ID).map_err(|error| error.to_string())?;
        migrate(&mut connection, 0).map_err(|error| error.to_string())?;
        drop(connection);
        rename_synced(&new, path).map_err(|error| error.to_string())
    };
    created().inspect_err(|_| drop(fs::remove_file(&new)))
}

/// Returns a path with an ending added to the name of the file.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    path.with_file_name(format!("{}{ending}", path.file_name().unwrap_or_default().to_string_lossy()))
}

/// Removes the files that SQLite kept beside a removed file: it would apply them to another file of that name.
///
/// # Errors
/// When the system refuses.
pub fn remove_side_files(path: &Path) -> io::Result<()> {
    SIDE_FILES.iter().try_for_each(|ending| remove_if_present(&beside(path, ending)))
}

fn remove_if_present(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(io::Error::new(error.kind(), format!("cannot remove {}: {error}", path.display())))
        }
        _ => Ok(()),
    }
}

/// Renames a file after the disk has its contents, and waits until the disk has the new name.
///
/// # Errors
/// When the system refuses.
pub fn rename_synced(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    #[cfg(unix)]
    {
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Flags that open only an existing file.
fn flags() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

/// Opens an existing file of Quirkat, and changes nothing.
///
/// # Errors
/// When the file cannot be read, is empty or of another program, or is of a newer version. The message names the remedy.
pub fn open_own(path: &Path) -> Result<Connection, String> {
    let words = |error: rusqlite::Error| error.to_string();
    if fs::metadata(path).map_err(|error| error.to_string())?.len() == 0 {
        return Err("it is empty and holds no games: restore a backup with `quirkat restore FILE --replace`, \
             or delete it to begin without games"
            .to_owned());
    }
    let connection = Connection::open_with_flags(path, flags()).map_err(words)?;
    let number = |query: &str| connection.query_row(query, [], |row| row.get::<_, i64>(0)).map_err(words);
    let is_own = match number("PRAGMA application_id")? {
        APPLICATION_ID => true,
        id => id == 0 && number(OWN_TABLES)? == 4,
    };
    if !is_own {
        return Err("it holds no games of Quirkat, but the data of another program: move it elsewhere, \
             or name another folder with --data"
            .to_owned());
    }
    let version = number("PRAGMA user_version")?;
    if version > VERSION {
        return Err(format!(
            "it was written by a newer Quirkat (version {version} of the file; this one knows {VERSION}): \
             use the newer program, or another folder with --data"
        ));
    }
    connection.busy_timeout(BUSY_TIMEOUT).map_err(words)?;
    Ok(connection)
}

fn prepare(connection: &mut Connection) -> rusqlite::Result<()> {
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A commit returns when the disk has it, so that acknowledged changes survive a power failure.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "secure_delete", true)?;
    migrate(connection, version)?;
    let id: i64 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if id == 0 {
        // Older programs left deleted names in unused parts of the file.
        match connection.execute_batch("VACUUM") {
            Ok(()) => connection.pragma_update(None, "application_id", APPLICATION_ID)?,
            Err(error) => {
                tracing::warn!(%error, "cannot remove deleted data of older programs; the next start tries again")
            }
        }
    }
    truncate_log(connection)?;
    // Fails now and not at the first move if the folder cannot be written.
    probe(connection)
}

/// Brings the schema of a version up to date.
fn migrate(connection: &mut Connection, version: i64) -> rusqlite::Result<()> {
    for (number, migration) in (1_i64..).zip(MIGRATIONS).filter(|(number, _)| *number > version) {
        let step = connection.transaction()?;
        migration(&step)?;
        step.pragma_update(None, "user_version", number)?;
        step.commit()?;
    }
    Ok(())
}

/// Checks that the file can be written, by a commit that changes nothing.
pub fn probe(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Writes the first page, whatever the number was.
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Replaces keys by their hashes.
fn hash_keys(connection: &Connection) -> rusqlite::Result<()> {
    let keys: Vec<String> = connection
        .prepare("SELECT DISTINCT device FROM seats WHERE device IS NOT NULL")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut change = connection.prepare("UPDATE seats SET device = ? WHERE device = ?")?;
    for key in keys {
        change.execute([&tokens::key_hash(&key), &key])?;
    }
    Ok(())
}
