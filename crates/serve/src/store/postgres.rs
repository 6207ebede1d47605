//! The storage in a PostgreSQL database that any number of servers share.
//!
//! **The event log decides.** A game is the list of its events, as in the SQLite storage. A server appends events only if the
//! list has the length that it expects, which is checked under a lock on the game. If another server appended first, the act is
//! judged again after reading those events. So no move is lost or played twice, whatever the servers assume.
//!
//! **One server has the lease of a game.** `games.owner` is the number of that server, `servers.until` the end of its life
//! unless it renews it, which its [`heartbeat`] does twice a second. A server is dead two seconds after its last heartbeat; all
//! times are the database's. Only the server with the lease appends events that no person causes: the engine's moves and answers,
//! the dice, flags, rematches ([`Cause::Server`](super::Cause::Server)). The transaction that appends checks the lease, so a
//! server that lost a lease appends no such events. Numbers are never reused: a server that the others have declared dead
//! returns under another number.
//!
//! **A lease moves to the server at which a person acts** ([`Cause::Person`](super::Cause::Person)), in the transaction that
//! appends the act. So there are no messages between servers that could be lost, no server waits for another that may be dead,
//! and the server that received an act answers it. The previous server had nothing to do but let the engine think, which the act
//! ends anyway. (Forwarding acts to the server with the lease, by a table of messages, would need answers, time-outs, and a way
//! to find out what a server did before it died.) The other servers take over the games of a dead server: those in memory when
//! they notice, and any other on demand.
//!
//! **Servers notify each other** by `LISTEN`. A notification names a server and a game, and every server with a connection to
//! the game reads its new events. Correctness does not depend on it: a request reads the current log, and after a broken
//! connection all games are read again.
//!
//! **There is one schema at a time.** A newer program migrates the database while older ones run. Those notice at their next
//! heartbeat, release their leases and end ([`Postgres::outdated`]).
//!
//! Each server has three connections: one for commits ([`writer`]), whose transactions many changes share; one for queries
//! ([`reader`]); and one for the heartbeat.

mod admin;
#[cfg(feature = "trial")]
pub mod conformance;
mod connection;
mod encryption;
mod heartbeat;
mod reader;
mod writer;

use super::columns::FIND_UNPLAYED;
use super::{Cluster, ClusterEvent, GameUpdate, Store, StoreChange, StoreError, StoreFuture, StoredGame};
use crate::model::{EngineResults, Millis};
use crate::{counters, tokens};
pub use admin::PostgresAdmin;
use connection::{ConnectTarget, Connection};
use encryption::Encryption;
use heartbeat::Heartbeat;
use percent_encoding::percent_decode_str;
use quirkat_play::{MoveResults, PositionKey};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use thiserror::Error;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, oneshot};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use writer::Job;

/// Migrations of the schema: each entry leads from one version to the next. A released entry never changes. A new entry, possibly
/// empty, is needed whenever older programs cannot read the stored data. Until those have ended, a migrated schema must accept
/// what they write.
const MIGRATIONS: [&str; 3] = [
    include_str!("migrations/postgres/1.sql"),
    include_str!("migrations/postgres/2.sql"),
    include_str!("migrations/postgres/3.sql"),
];

/// Selects the version of the schema.
const VERSION: &str = "SELECT coalesce(max(version), 0) FROM quirkat_schema";

/// Channel of the notifications between servers.
const CHANNEL: &str = "quirkat";

/// Connect timeout.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Setup of the connection for queries. It also writes leases and presence, which matter only while servers run: those need not
/// wait for the disk, which has them before any later event.
const READ_SETUP: &str = "SET synchronous_commit = off; SET statement_timeout = '5s'";

/// Setup of the connection for commits. The time-outs release the locks of a server that dies within a transaction.
const WRITE_SETUP: &str = "SET idle_in_transaction_session_timeout = '2s'; SET statement_timeout = '5s'";

/// Address of a database, with its encryption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Database {
    config: Config,
    encryption: Encryption,
}

/// An invalid address of a database. The message describes the allowed form.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct DatabaseError(String);

impl FromStr for Database {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Database, DatabaseError> {
        const ALLOWED: &str = "allowed: an address such as postgres://quirkat:PASSWORD@db.example.org/quirkat";
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(DatabaseError(ALLOWED.to_owned()));
        }
        let (address, encryption) = encryption(text).map_err(DatabaseError)?;
        let mut config: Config = address.parse().map_err(|_| DatabaseError(ALLOWED.to_owned()))?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(DatabaseError(format!("no host: {ALLOWED}")));
        }
        let is_encrypted = encryption != Encryption::None;
        config.ssl_mode(if is_encrypted { SslMode::Require } else { SslMode::Disable });
        config.application_name("quirkat").connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(connection::QUERY_TIMEOUT);
        Ok(Database { config, encryption })
    }
}

/// Splits an address into the address without its encryption parameters, which the client supports only in part, and those
/// parameters.
fn encryption(address: &str) -> Result<(String, Encryption), String> {
    let Some((place, query)) = address.split_once('?') else { return Ok((address.to_owned(), Encryption::None)) };
    let mut others = vec![];
    let [mut mode, mut authorities] = [None, None];
    for pair in query.split('&') {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = || percent_decode_str(value).decode_utf8_lossy().into_owned();
        match key {
            "sslmode" => mode = Some(value()),
            "sslrootcert" => authorities = Some(value()),
            _ => others.push(pair),
        }
    }
    let mark = if others.is_empty() { "" } else { "?" };
    let encryption = Encryption::parse(mode.as_deref(), authorities.as_deref())?;
    Ok((format!("{place}{mark}{}", others.join("&")), encryption))
}

impl Database {
    /// Returns the target of connections.
    ///
    /// # Errors
    /// When there are no certificate authorities to trust.
    fn target(&self) -> Result<ConnectTarget, String> {
        Ok(ConnectTarget { config: self.config.clone(), tls: self.encryption.connector()? })
    }
}

/// Formats the address without the password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts = self.config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        let hosts: Vec<_> = hosts.collect();
        write!(f, "PostgreSQL, {} at {}", self.config.get_dbname().unwrap_or("the user's database"), hosts.join(", "))
    }
}

/// A storage in a PostgreSQL database, and this server's membership in its cluster.
#[derive(Debug)]
pub struct Postgres {
    jobs: UnboundedSender<Job>,
    reads: Arc<Connection>,
    /// Number of this server.
    me: Arc<AtomicI64>,
    outdated: Arc<Notify>,
}

impl Postgres {
    /// Connects to a database, migrates it, and joins its servers. The channel receives the events of the others.
    ///
    /// # Errors
    /// When the database cannot be reached or written, or is of a newer version.
    pub async fn open(database: &Database) -> Result<(Arc<Postgres>, UnboundedReceiver<ClusterEvent>), StoreError> {
        let named = |error: StoreError| StoreError::Failed(format!("cannot use {database}: {error}"));
        let target = database.target().map_err(|error| named(StoreError::Failed(error)))?;
        let reads = Arc::new(Connection::new(target.clone(), READ_SETUP));
        reader::migrate(&*reads.session().await.map_err(named)?, &MIGRATIONS).await.map_err(named)?;
        let (me, outdated) = (Arc::default(), Arc::default());
        let heartbeat =
            Heartbeat::start(target.clone(), Arc::clone(&me), Arc::clone(&outdated)).await.map_err(named)?;
        let (events, receiver) = unbounded_channel();
        tokio::spawn(heartbeat.run(events));
        let (jobs, inbox) = unbounded_channel();
        tokio::spawn(writer::run(Connection::new(target, WRITE_SETUP), Arc::clone(&me), inbox));
        Ok((Arc::new(Postgres { jobs, reads, me, outdated }), receiver))
    }

    fn me(&self) -> i64 {
        self.me.load(Ordering::Acquire)
    }

    /// Waits until a newer program has migrated the database.
    pub async fn outdated(&self) {
        self.outdated.notified().await;
    }

    /// Leaves the cluster, so that the other servers take over the games at once.
    pub async fn leave(&self) {
        let stopped = async {
            let session = self.reads.session().await?;
            session.bounded(session.change("DELETE FROM servers WHERE id = $1", &[&self.me()])).await
        };
        if let Err(error) = stopped.await {
            tracing::debug!(%error, "cannot tell the other servers that this one ends");
        }
    }
}

impl Cluster for Postgres {
    fn is_shared(&self) -> bool {
        true
    }

    fn updates(&self, id: &str, after: usize) -> StoreFuture<Option<GameUpdate>> {
        let (reads, me, id) = (Arc::clone(&self.reads), self.me(), id.to_owned());
        Box::pin(async move { reader::updates(&*reads.session().await?, me, &id, after).await })
    }

    fn take_over(&self, ids: &[String], renew: bool) -> StoreFuture<Vec<String>> {
        let (reads, me, ids) = (Arc::clone(&self.reads), self.me(), ids.to_vec());
        Box::pin(async move {
            let take = "UPDATE games SET owner = $1 WHERE id IN (SELECT id FROM games WHERE id = ANY($2) \
                 AND (owner IS NULL OR (owner = $1 AND $3) OR owner <> $1 AND NOT EXISTS \
                 (SELECT 1 FROM servers WHERE servers.id = games.owner AND until > clock_timestamp())) \
                 ORDER BY id FOR UPDATE) RETURNING id";
            reader::strings(&*reads.session().await?, take, &[&me, &ids, &renew]).await
        })
    }

    fn publish_presence(&self, id: &str, connections: [usize; 3]) -> StoreFuture<()> {
        let (reads, me, id) = (Arc::clone(&self.reads), self.me(), id.to_owned());
        Box::pin(async move {
            let session = reads.session().await?;
            let [first, second, others] = connections.map(|number| i32::try_from(number).unwrap_or(i32::MAX));
            let published = async {
                if connections == [0; 3] {
                    session.change("DELETE FROM presence WHERE game = $1 AND server = $2", &[&id, &me]).await?;
                } else {
                    let put = "INSERT INTO presence(game, server, first, second, others) VALUES($1, $2, $3, $4, $5) \
                         ON CONFLICT(game, server) DO UPDATE SET first = $3, second = $4, others = $5";
                    session.change(put, &[&id, &me, &first, &second, &others]).await?;
                }
                session.rows("SELECT pg_notify($1, $2)", &[&CHANNEL, &format!("{me} {id}")]).await
            };
            session.bounded(published).await.map(drop)
        })
    }

    fn active_elsewhere(&self, limit: usize) -> StoreFuture<Vec<String>> {
        let (reads, me) = (Arc::clone(&self.reads), self.me());
        Box::pin(async move {
            let find = "SELECT game FROM presence JOIN servers ON servers.id = server JOIN games ON games.id = game \
                 WHERE open AND first + second > 0 AND server <> $1 AND until > clock_timestamp() \
                 GROUP BY game ORDER BY sum(others) DESC LIMIT $2";
            reader::strings(&*reads.session().await?, find, &[&me, &sql_limit(limit)]).await
        })
    }
}

/// Returns a `LIMIT` as PostgreSQL takes it.
fn sql_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

impl Store for Postgres {
    fn commit(&self, changes: Vec<StoreChange>) -> StoreFuture<()> {
        let (reply, answer) = oneshot::channel();
        counters::storage_pending(1.0);
        let sent = self.jobs.send(Job { changes, reply });
        Box::pin(async move {
            let stopped = || StoreError::Failed("the storage has stopped".to_owned());
            sent.map_err(|_| stopped())?;
            answer.await.map_err(|_| stopped())?
        })
    }

    fn game(&self, id: &str) -> StoreFuture<Option<StoredGame>> {
        let (reads, id) = (Arc::clone(&self.reads), id.to_owned());
        Box::pin(async move { reader::game(&*reads.session().await?, &id).await })
    }

    fn games_of(&self, key: &str, range: Range<usize>) -> StoreFuture<Vec<String>> {
        let (reads, key) = (Arc::clone(&self.reads), key.to_owned());
        Box::pin(async move {
            let find = "SELECT id FROM games WHERE id IN (SELECT game FROM seats WHERE device = $1) \
                 ORDER BY created DESC, id LIMIT $2 OFFSET $3";
            let range = [sql_limit(range.len()), sql_limit(range.start)];
            reader::strings(&*reads.session().await?, find, &[&key, &range[0], &range[1]]).await
        })
    }

    fn awaiting(&self, key: &str, limit: usize) -> StoreFuture<Vec<(String, bool)>> {
        let (reads, key) = (Arc::clone(&self.reads), key.to_owned());
        Box::pin(async move {
            let find = "SELECT id, true FROM games \
                 WHERE EXISTS(SELECT 1 FROM seats WHERE game = id AND device = $1 AND side = awaits) \
                 ORDER BY due NULLS LAST, created LIMIT $2";
            reader::pairs(&*reads.session().await?, find, &[&key, &sql_limit(limit)]).await
        })
    }

    fn overdue(&self, at: Millis, limit: usize) -> StoreFuture<Vec<String>> {
        let reads = Arc::clone(&self.reads);
        Box::pin(async move {
            let find = "SELECT id FROM games WHERE due <= $1 ORDER BY due LIMIT $2";
            reader::strings(&*reads.session().await?, find, &[&at, &sql_limit(limit)]).await
        })
    }

    fn open_games(&self, limit: usize) -> StoreFuture<Vec<(String, Millis)>> {
        let reads = Arc::clone(&self.reads);
        Box::pin(async move {
            let find = "SELECT id, created FROM games WHERE open \
                 AND EXISTS(SELECT 1 FROM seats WHERE game = id AND kind = 'open') \
                 AND NOT EXISTS(SELECT 1 FROM events WHERE game = id AND kind IN ('off', 'resign')) \
                 ORDER BY created DESC LIMIT $1";
            reader::pairs(&*reads.session().await?, find, &[&sql_limit(limit)]).await
        })
    }

    fn blocked_keys(&self, key: &str) -> StoreFuture<Vec<String>> {
        let (reads, key) = (Arc::clone(&self.reads), key.to_owned());
        Box::pin(async move {
            let find = "SELECT by FROM closed WHERE against = $1 UNION SELECT against FROM closed WHERE by = $1";
            reader::strings(&*reads.session().await?, find, &[&key]).await
        })
    }

    fn blocked_names(&self, key: &str) -> StoreFuture<Vec<String>> {
        let (reads, key) = (Arc::clone(&self.reads), key.to_owned());
        Box::pin(async move {
            let find = "SELECT name FROM closed WHERE by = $1 ORDER BY at DESC";
            reader::strings(&*reads.session().await?, find, &[&key]).await
        })
    }

    fn file(&self, name: &str) -> StoreFuture<Option<String>> {
        let (reads, name) = (Arc::clone(&self.reads), name.to_owned());
        Box::pin(async move {
            let find = "SELECT text FROM files WHERE name = $1";
            Ok(reader::strings(&*reads.session().await?, find, &[&name]).await?.pop())
        })
    }

    fn review(&self, id: &str) -> StoreFuture<Option<String>> {
        let (reads, id) = (Arc::clone(&self.reads), id.to_owned());
        Box::pin(async move {
            let find = "SELECT text FROM reviews WHERE game = $1";
            Ok(reader::strings(&*reads.session().await?, find, &[&id]).await?.pop())
        })
    }

    fn engine_results(&self, key: &str) -> StoreFuture<Vec<EngineResults>> {
        let (reads, key) = (Arc::clone(&self.reads), key.to_owned());
        Box::pin(async move { reader::engine_results(&*reads.session().await?, &key).await })
    }

    fn opening_moves(&self, title: &str, position: PositionKey) -> StoreFuture<Vec<(String, MoveResults)>> {
        let (reads, title) = (Arc::clone(&self.reads), title.to_owned());
        Box::pin(async move { reader::opening_moves(&*reads.session().await?, &title, position).await })
    }

    fn files(&self) -> StoreFuture<u64> {
        let reads = Arc::clone(&self.reads);
        Box::pin(async move { reader::files(&*reads.session().await?).await })
    }

    fn unplayed(&self, created_before: Millis, limit: usize) -> StoreFuture<Vec<String>> {
        let reads = Arc::clone(&self.reads);
        Box::pin(async move {
            reader::strings(&*reads.session().await?, FIND_UNPLAYED, &[&created_before, &sql_limit(limit)]).await
        })
    }

    fn changed_elsewhere(&self, _: Vec<String>) -> StoreFuture<Vec<String>> {
        // A program that deletes games of a database notifies its servers.
        Box::pin(async { Ok(vec![]) })
    }

    fn probe(&self) -> StoreFuture<()> {
        let (reads, me) = (Arc::clone(&self.reads), self.me());
        Box::pin(async move { reader::probe(&*reads.session().await?, me).await })
    }

    fn size(&self) -> StoreFuture<u64> {
        let reads = Arc::clone(&self.reads);
        Box::pin(async move { reader::size(&*reads.session().await?).await })
    }

    fn secret(&self) -> StoreFuture<Vec<u8>> {
        let reads = Arc::clone(&self.reads);
        Box::pin(async move { reader::secret(&*reads.session().await?, &tokens::random_bytes::<64>()).await })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_parsed_and_shown_without_password() {
        let database: Database = "postgres://quirkat:secret@db.example.org:5433/games".parse().unwrap();
        assert_eq!(database.to_string(), "PostgreSQL, games at db.example.org");
        assert!(!format!("{database:?}").contains("secret"));
        let local: Database = "postgres://quirkat@%2Frun%2Fpostgresql/games".parse().unwrap();
        assert_eq!(local.to_string(), "PostgreSQL, games at /run/postgresql");
        for wrong in ["", "sqlite://x", "host=localhost", "postgres://", "postgres://u@h:port/x"] {
            let refused = wrong.parse::<Database>().unwrap_err().to_string();
            assert!(refused.contains("allowed: an address such as"), "{wrong}: {refused}");
        }
    }

    #[test]
    fn addresses_select_the_encryption_and_its_authorities() {
        let read = |query: &str| format!("postgres://u@h/x?{query}").parse::<Database>();
        for (query, encryption, mode) in [
            ("connect_timeout=3", Encryption::None, SslMode::Disable),
            ("sslmode=disable", Encryption::None, SslMode::Disable),
            ("sslmode=require&connect_timeout=3", Encryption::Unverified, SslMode::Require),
            ("sslmode=verify-full", Encryption::Verified(None), SslMode::Require),
            ("sslrootcert=system&sslmode=verify-full", Encryption::Verified(None), SslMode::Require),
            ("sslmode=verify-full&sslrootcert=%2Fa%20b", Encryption::Verified(Some("/a b".into())), SslMode::Require),
        ] {
            let database = read(query).unwrap();
            assert_eq!((&database.encryption, database.config.get_ssl_mode()), (&encryption, mode), "{query}");
        }
        for (query, allowed) in [
            ("sslmode=verify-ca", "disable, require, verify-full"),
            ("sslmode", "disable, require, verify-full"),
            ("sslrootcert=/a", "sslmode=verify-full"),
            ("sslmode=require&sslrootcert=/a", "sslmode=verify-full"),
        ] {
            let refused = read(query).unwrap_err().to_string();
            assert!(refused.contains(allowed), "{query}: {refused}");
        }
    }
}
