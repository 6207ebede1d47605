//! Connections to the database: made when they are needed, and again when they have broken.

use super::super::StoreError;
use std::collections::HashMap;
use std::error::Error as _;
use std::fmt;
use std::future::{Future, poll_fn};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Mutex as Turnstile;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Error, Notification, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Whatever the database does not answer within this time it does not answer.
pub const QUERY_TIMEOUT: Duration = Duration::from_secs(5);
/// After a connection could not be made nobody tries again for so long: whoever asks meanwhile is told so at once.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// Values of a statement.
pub type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

/// How the database is reached.
#[derive(Clone)]
pub struct ConnectTarget {
    /// Where it is, and as whom.
    pub config: Config,
    /// What encrypts.
    pub tls: MakeRustlsConnect,
}

impl fmt::Debug for ConnectTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.config.fmt(f)
    }
}

/// A connection that is there, and the statements that it knows.
#[derive(Debug)]
pub struct Session {
    client: Client,
    known: Mutex<HashMap<&'static str, Statement>>,
    /// It has not answered in time: what comes of it is not known, and nobody uses it any more.
    given_up: AtomicBool,
}

impl Session {
    /// Connects; what the database tells by itself comes through the channel.
    ///
    /// # Errors
    /// When it cannot be reached or refuses.
    pub async fn open(
        way: &ConnectTarget,
        setup: &str,
    ) -> Result<(Session, UnboundedReceiver<Notification>), StoreError> {
        let opened = async {
            let (client, mut connection) = way.config.connect(way.tls.clone()).await?;
            let (told, heard) = unbounded_channel();
            tokio::spawn(async move {
                // Whoever waits for an answer is told by the client when the connection has ended.
                while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                    if let AsyncMessage::Notification(notification) = message {
                        // Most connections hear nothing, and nobody listens there.
                        let _ = told.send(notification);
                    }
                }
            });
            client.batch_execute(setup).await?;
            Ok((Session { client, known: Mutex::default(), given_up: AtomicBool::new(false) }, heard))
        };
        match timeout(QUERY_TIMEOUT, opened).await {
            Ok(opened) => opened.map_err(|error| store_error(&error)),
            Err(_) => Err(silent()),
        }
    }

    fn is_usable(&self) -> bool {
        !self.client.is_closed() && !self.given_up.load(Ordering::Relaxed)
    }

    async fn statement(&self, sql: &'static str) -> Result<Statement, Error> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(sql).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let statement = self.client.prepare(sql).await?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(sql, statement.clone());
        Ok(statement)
    }

    /// What a statement finds.
    ///
    /// # Errors
    /// When the database refuses it, or the connection has ended.
    pub async fn rows(&self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, values).await
    }

    /// How many rows a statement has changed.
    ///
    /// # Errors
    /// As [`Session::rows`].
    pub async fn change(&self, sql: &'static str, values: Values<'_>) -> Result<u64, Error> {
        let statement = self.statement(sql).await?;
        self.client.execute(&statement, values).await
    }

    /// Statements without values.
    ///
    /// # Errors
    /// As [`Session::rows`].
    pub async fn batch(&self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql).await
    }

    /// Waits for what is done here, and gives the connection up when that takes too long.
    ///
    /// # Errors
    /// What it says itself, or that the database does not answer.
    pub async fn bounded<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, StoreError> {
        match timeout(QUERY_TIMEOUT, work).await {
            Ok(done) => done.map_err(|error| store_error(&error)),
            Err(_) => {
                self.given_up.store(true, Ordering::Relaxed);
                Err(silent())
            }
        }
    }
}

/// A connection that is made again whenever it has broken.
#[derive(Debug)]
pub struct Connection {
    way: ConnectTarget,
    /// What is said first.
    setup: &'static str,
    state: Turnstile<State>,
}

#[derive(Debug, Default)]
struct State {
    session: Option<Arc<Session>>,
    failed: Option<(Instant, StoreError)>,
}

impl Connection {
    /// Nothing is connected yet.
    pub fn new(way: ConnectTarget, setup: &'static str) -> Connection {
        Connection { way, setup, state: Turnstile::default() }
    }

    /// The connection.
    ///
    /// # Errors
    /// When there is none and none can be made.
    pub async fn session(&self) -> Result<Arc<Session>, StoreError> {
        let mut state = self.state.lock().await;
        if let Some(session) = state.session.as_ref().filter(|session| session.is_usable()) {
            return Ok(Arc::clone(session));
        }
        if let Some((_, error)) = state.failed.as_ref().filter(|(at, _)| at.elapsed() < RETRY_DELAY) {
            return Err(error.clone());
        }
        match Session::open(&self.way, self.setup).await {
            Ok((session, _)) => {
                let session = Arc::new(session);
                *state = State { session: Some(Arc::clone(&session)), failed: None };
                Ok(session)
            }
            Err(error) => {
                *state = State { session: None, failed: Some((Instant::now(), error.clone())) };
                Err(error)
            }
        }
    }
}

fn silent() -> StoreError {
    StoreError::Unavailable(format!("the database does not answer within {} s", QUERY_TIMEOUT.as_secs()))
}

/// What an error of the client means: what no statement of ours is the reason of is that the database is away.
pub fn store_error(error: &Error) -> StoreError {
    let Some(known) = error.as_db_error() else {
        let reason = error.source().map(|reason| format!(": {reason}")).unwrap_or_default();
        return StoreError::Unavailable(format!("the database cannot be reached: {error}{reason}"));
    };
    let words = known.message().to_owned();
    match known.code().code() {
        // Two servers stood in each other's way, and this one gave way: all of it can be tried again.
        "40P01" | "40001" => StoreError::Conflict,
        // It is a copy that only follows another; or no database of that name, or not for us.
        "25006" | "3D000" => StoreError::Unavailable(words),
        // Connections (08), who may connect (28), resources (53), an end from outside (57), faults of the system (58).
        code if ["08", "28", "53", "57", "58"].iter().any(|class| code.starts_with(class)) => {
            StoreError::Unavailable(words)
        }
        _ => StoreError::Failed(words),
    }
}
