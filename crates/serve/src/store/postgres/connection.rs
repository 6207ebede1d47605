//! Connections to the database, which are made on demand and made again after they have broken.

use super::super::StoreError;
use std::collections::HashMap;
use std::error::Error as _;
use std::fmt;
use std::future::{Future, poll_fn};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Mutex as AsyncMutex;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Error, Notification, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Timeout of queries and transactions.
pub const QUERY_TIMEOUT: Duration = Duration::from_secs(5);
/// Time after a failed attempt to connect in which requests fail at once.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// Parameters of a statement, in order.
pub type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

/// Address, user and TLS of a database.
#[derive(Clone)]
pub struct ConnectTarget {
    /// Address, user, password and database.
    pub config: Config,
    /// TLS connector, which may verify the server.
    pub tls: MakeRustlsConnect,
}

impl fmt::Debug for ConnectTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.config.fmt(f)
    }
}

/// An open connection with its prepared statements.
#[derive(Debug)]
pub struct Session {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
    /// Whether a query has timed out: its effect is unknown, so the connection is not used again.
    has_timed_out: AtomicBool,
}

impl Session {
    /// Connects and runs `setup`. The channel receives the database's notifications.
    ///
    /// # Errors
    /// When the database cannot be reached or refuses the connection.
    pub async fn open(
        target: &ConnectTarget,
        setup: &str,
    ) -> Result<(Session, UnboundedReceiver<Notification>), StoreError> {
        let opened = async {
            let (client, mut connection) = target.config.connect(target.tls.clone()).await?;
            let (sender, notifications) = unbounded_channel();
            tokio::spawn(async move {
                // Pending queries fail by themselves when the connection ends.
                while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                    if let AsyncMessage::Notification(notification) = message {
                        // Most connections receive none and have dropped the receiver.
                        let _ = sender.send(notification);
                    }
                }
            });
            client.batch_execute(setup).await?;
            Ok((Session { client, statements: Mutex::default(), has_timed_out: AtomicBool::new(false) }, notifications))
        };
        match timeout(QUERY_TIMEOUT, opened).await {
            Ok(opened) => opened.map_err(|error| store_error(&error)),
            Err(_) => Err(query_timeout()),
        }
    }

    fn is_usable(&self) -> bool {
        !self.client.is_closed() && !self.has_timed_out.load(Ordering::Relaxed)
    }

    async fn statement(&self, sql: &'static str) -> Result<Statement, Error> {
        let prepared = self.statements.lock().unwrap_or_else(PoisonError::into_inner).get(sql).cloned();
        if let Some(prepared) = prepared {
            return Ok(prepared);
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.lock().unwrap_or_else(PoisonError::into_inner).insert(sql, statement.clone());
        Ok(statement)
    }

    /// Runs a query and returns its rows.
    ///
    /// # Errors
    /// When the database refuses it, or the connection has ended.
    pub async fn rows(&self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, values).await
    }

    /// Runs a statement and returns the number of changed rows.
    ///
    /// # Errors
    /// As [`Session::rows`].
    pub async fn change(&self, sql: &'static str, values: Values<'_>) -> Result<u64, Error> {
        let statement = self.statement(sql).await?;
        self.client.execute(&statement, values).await
    }

    /// Runs statements without parameters.
    ///
    /// # Errors
    /// As [`Session::rows`].
    pub async fn batch(&self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql).await
    }

    /// Waits for an operation, and gives the connection up if that exceeds the timeout.
    ///
    /// # Errors
    /// When the operation fails or times out.
    pub async fn bounded<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, StoreError> {
        match timeout(QUERY_TIMEOUT, work).await {
            Ok(result) => result.map_err(|error| store_error(&error)),
            Err(_) => {
                self.has_timed_out.store(true, Ordering::Relaxed);
                Err(query_timeout())
            }
        }
    }
}

/// A connection that is made on demand, and again after it has broken.
#[derive(Debug)]
pub struct Connection {
    target: ConnectTarget,
    /// Statements that set up each session.
    setup: &'static str,
    state: AsyncMutex<State>,
}

#[derive(Debug, Default)]
struct State {
    session: Option<Arc<Session>>,
    failed: Option<(Instant, StoreError)>,
}

impl Connection {
    /// Returns a connection that is not open yet.
    pub fn new(target: ConnectTarget, setup: &'static str) -> Connection {
        Connection { target, setup, state: AsyncMutex::default() }
    }

    /// Returns the open session; connects if there is none.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn session(&self) -> Result<Arc<Session>, StoreError> {
        let mut state = self.state.lock().await;
        if let Some(session) = state.session.as_ref().filter(|session| session.is_usable()) {
            return Ok(Arc::clone(session));
        }
        if let Some((_, error)) = state.failed.as_ref().filter(|(at, _)| at.elapsed() < RETRY_DELAY) {
            return Err(error.clone());
        }
        match Session::open(&self.target, self.setup).await {
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

fn query_timeout() -> StoreError {
    StoreError::Unavailable(format!("the database does not answer within {} s", QUERY_TIMEOUT.as_secs()))
}

/// Classifies an error of the client: errors that no statement has caused mean that the database is unavailable.
pub fn store_error(error: &Error) -> StoreError {
    let Some(db_error) = error.as_db_error() else {
        let reason = error.source().map(|reason| format!(": {reason}")).unwrap_or_default();
        return StoreError::Unavailable(format!("the database cannot be reached: {error}{reason}"));
    };
    let words = db_error.message().to_owned();
    match db_error.code().code() {
        // Deadlock or serialisation failure: the transaction can be tried again.
        "40P01" | "40001" => StoreError::Conflict,
        // A read-only standby; or no database of that name.
        "25006" | "3D000" => StoreError::Unavailable(words),
        // Connection (08), authorisation (28), resources (53), operator intervention (57), system errors (58).
        code if ["08", "28", "53", "57", "58"].iter().any(|class| code.starts_with(class)) => {
            StoreError::Unavailable(words)
        }
        _ => StoreError::Failed(words),
    }
}
