//! Listing and deleting what a database holds, while servers use it.

use super::super::listing::{AdminError, Deletion, ListingRow};
use super::connection::{Connection, Session};
use super::{CHANNEL, Database, MIGRATIONS, VERSION, WRITE_SETUP, reader, writer};
use crate::store::StoreError;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::Error;

/// Number of no server, under which administration notifies all of them.
const NO_SERVER: i64 = 0;

/// A database that is listed and changed without being a server of it.
pub struct PostgresAdmin {
    runtime: Runtime,
    connection: Connection,
}

impl PostgresAdmin {
    /// Connects to a database.
    ///
    /// # Errors
    /// When it cannot be reached, or is of another version.
    pub fn open(database: &Database) -> Result<PostgresAdmin, AdminError> {
        let named = |error: &dyn std::fmt::Display| AdminError(format!("cannot use {database}: {error}"));
        let runtime =
            Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(|error| named(&error))?;
        let connection = Connection::new(database.target().map_err(|error| named(&error))?, WRITE_SETUP);
        let admin = PostgresAdmin { runtime, connection };
        let version = admin.run(async |session| session.rows(VERSION, &[]).await?[0].try_get::<_, i64>(0));
        match version.map_err(|error| named(&error))? {
            version if version == MIGRATIONS.len() as i64 => Ok(admin),
            _ => Err(named(&"it is of another version: use the program of its servers")),
        }
    }

    fn run<T>(&self, work: impl AsyncFnOnce(&Session) -> Result<T, Error>) -> Result<T, StoreError> {
        self.runtime.block_on(async {
            let session = self.connection.session().await?;
            session.bounded(work(&session)).await
        })
    }

    /// Returns the rows of a list.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(
        &self,
        query: &'static str,
        pattern: &str,
        limit: i64,
        columns: usize,
    ) -> Result<Vec<ListingRow>, AdminError> {
        let rows = self.run(async |session| {
            let rows = session.rows(query, &[&pattern, &limit]).await?;
            rows.iter().map(|row| (0..columns).map(|column| row.try_get(column)).collect()).collect()
        });
        Ok(rows?)
    }

    /// Returns the ids of the games that a deletion concerns.
    ///
    /// # Errors
    /// When the database fails.
    pub fn games_of(&self, deletion: &Deletion) -> Result<Vec<String>, AdminError> {
        let ids = self.runtime.block_on(async {
            reader::strings(&*self.connection.session().await?, deletion.query(), &[&deletion.name()]).await
        });
        Ok(ids?)
    }

    /// Performs a deletion, and notifies the servers.
    ///
    /// # Errors
    /// When the database fails; nothing is deleted then.
    pub fn delete(&self, deletion: &Deletion) -> Result<(), AdminError> {
        let deleted = self.run(async |session| {
            session.batch("BEGIN").await?;
            let work = async {
                let ids = match deletion {
                    Deletion::Owner(key) => writer::delete_key(session, key).await?,
                    _ => {
                        let rows = session.rows(deletion.query(), &[&deletion.name()]).await?;
                        let ids: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
                        let lock = "SELECT id FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE";
                        session.rows(lock, &[&ids]).await?;
                        writer::delete_games(session, &ids).await?;
                        ids
                    }
                };
                let notified: Vec<_> = ids.iter().map(|id| format!("{NO_SERVER} {id}")).collect();
                let notify = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told";
                session.rows(notify, &[&CHANNEL, &notified]).await
            };
            match work.await {
                Ok(_) => session.batch("COMMIT").await,
                Err(error) => {
                    // If the rollback fails, the connection has ended and the transaction with it.
                    let _ = session.batch("ROLLBACK").await;
                    Err(error)
                }
            }
        });
        Ok(deleted?)
    }
}
