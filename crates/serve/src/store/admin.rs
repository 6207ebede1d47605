//! Listing and deleting what a storage holds, while servers use it.

use super::listing::{AdminError, Deletion, Listing, ListingRow};
use super::postgres::{Database, PostgresAdmin};
use super::sqlite::{self, FILE};
use rusqlite::{Connection, params};
use std::path::Path;
use std::time::Duration;

/// Time to wait for a transaction of the server.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// A storage that is listed and changed while servers use it.
pub struct Admin(Backend);

enum Backend {
    Sqlite(Connection),
    Postgres(Box<PostgresAdmin>),
}

impl std::fmt::Debug for Admin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Admin")
    }
}

impl Admin {
    /// Opens the games of a data folder.
    ///
    /// # Errors
    /// When there are none, they cannot be opened, or are of another version.
    pub fn open_folder(data: &Path) -> Result<Admin, AdminError> {
        let path = data.join(FILE);
        let named = |error: &dyn std::fmt::Display| AdminError(format!("cannot use {}: {error}", path.display()));
        if !path.is_file() {
            return Err(AdminError(format!("there is no file {}: name another folder with --data", path.display())));
        }
        let connection = sqlite::open_own(&path).map_err(|error| named(&error))?;
        let prepare = || {
            connection.busy_timeout(BUSY_TIMEOUT)?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "secure_delete", true)?;
            connection.query_row("PRAGMA user_version", [], |row| row.get(0))
        };
        let version: i64 = prepare().map_err(|error| named(&error))?;
        if version < sqlite::VERSION {
            return Err(named(&"it is of an older Quirkat: run `quirkat serve` once"));
        }
        Ok(Admin(Backend::Sqlite(connection)))
    }

    /// Opens a database.
    ///
    /// # Errors
    /// When it cannot be reached, or is of another version.
    pub fn open_database(database: &Database) -> Result<Admin, AdminError> {
        PostgresAdmin::open(database).map(Box::new).map(Backend::Postgres).map(Admin)
    }

    /// Returns at most `limit` rows of a list, of which some value contains `find`.
    ///
    /// # Errors
    /// When the storage fails.
    pub fn list(&self, listing: Listing, find: &str, limit: usize) -> Result<Vec<ListingRow>, AdminError> {
        // A pattern character stands for itself or for any other, which finds more rows and never fewer.
        let pattern = if find.is_empty() { String::new() } else { format!("%{}%", find.to_lowercase()) };
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let columns = listing.columns().len();
        match &self.0 {
            Backend::Postgres(postgres) => postgres.list(listing.query(), &pattern, limit, columns),
            Backend::Sqlite(connection) => {
                let rows = || {
                    let mut query = connection.prepare(listing.query())?;
                    let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
                    query.query_map(params![pattern, limit], row)?.collect::<Result<Vec<ListingRow>, _>>()
                };
                rows().map_err(failed)
            }
        }
    }

    /// Returns the ids of the games that a deletion deletes or takes a player from.
    ///
    /// # Errors
    /// When the storage fails.
    pub fn games_of(&self, deletion: &Deletion) -> Result<Vec<String>, AdminError> {
        match &self.0 {
            Backend::Postgres(postgres) => postgres.games_of(deletion),
            Backend::Sqlite(connection) => games_of(connection, deletion).map_err(failed),
        }
    }

    /// Performs a deletion, and makes running servers notice it.
    ///
    /// # Errors
    /// When the storage fails; nothing is deleted then.
    pub fn delete(&mut self, deletion: &Deletion) -> Result<(), AdminError> {
        let connection = match &mut self.0 {
            Backend::Postgres(postgres) => return postgres.delete(deletion),
            Backend::Sqlite(connection) => connection,
        };
        let mut delete = || {
            let step = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            match deletion {
                Deletion::Owner(key) => sqlite::delete_key(&step, key)?,
                Deletion::Game(_) | Deletion::File(_) => sqlite::delete_games(&step, &games_of(&step, deletion)?)?,
            }
            step.commit()?;
            // Deleted data also leaves the log. A server that reads at the moment delays this to its next checkpoint.
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        };
        delete().map_err(failed)
    }
}

fn games_of(connection: &Connection, deletion: &Deletion) -> rusqlite::Result<Vec<String>> {
    connection.prepare(deletion.query())?.query_map([deletion.name()], |row| row.get(0))?.collect()
}

fn failed(error: rusqlite::Error) -> AdminError {
    AdminError(format!("the games cannot be read or changed: {error}"))
}
