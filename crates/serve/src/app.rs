//! The state that all request handlers share.

use crate::bodies::BodyBudget;
use crate::client::ClientAddr;
use crate::connections::ConnectionCounter;
use crate::data_folder::DataFolder;
use crate::errors::Problem;
use crate::live::{GameRegistry, Room};
use crate::module::Module;
use crate::queue::JobLength;
use crate::rate_limit::ClientRateLimiter;
use crate::readiness::Readiness;
use crate::site::{Base, PublicUrl};
use crate::tokens;
use crate::workers::JobKind;
use axum::extract::FromRef;
use axum_extra::extract::cookie::Key;
use quirkat_endings::TableLibrary;
use quirkat_rules::{AnyGame, GameFile, TooManyTurns, games};
use quirkat_search::{Library, TableReport};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::sleep;

/// The state that all request handlers share.
#[derive(Debug)]
pub struct App {
    /// Live games, with the storage and the worker threads.
    pub games: Arc<GameRegistry>,
    /// Endgame tables that the engine and the pages probe; `None` without the option.
    pub tables: Option<Arc<TableLibrary>>,
    /// Module with which browsers analyse by themselves; `None` without the option.
    pub module: Option<Module>,
    /// Key that signs the cookies of visitors' keys.
    pub key: Key,
    /// Secret from which invitations and feed tokens are derived.
    pub secret: Vec<u8>,
    /// Lock on the data folder; `None` if games are in a database.
    pub _folder: Option<DataFolder>,
    /// Counter of sockets and streams of live games.
    pub live_connections: Arc<ConnectionCounter>,
    /// Cached result of the readiness check.
    pub readiness: Readiness,
    /// Whether the server is shutting down.
    pub closing: watch::Sender<bool>,
    /// Number of trusted proxies in front of the server.
    pub proxies: usize,
    /// Base path of the server.
    pub base: Base,
    /// Ids of the games that pages list; empty for all.
    pub listed: BTreeSet<String>,
    /// Public address from the options; `None` uses the address of each request.
    pub public: Option<PublicUrl>,
    /// Rate limit for starting and joining games.
    pub create_rate: ClientRateLimiter,
    /// Rate limit for games whose file must be stored.
    pub file_rate: ClientRateLimiter,
    /// Share of the stored files: files that a client may store in the time after which unplayed ones are deleted.
    pub file_share: ClientRateLimiter,
    /// Rate limit for requests that take the processor briefly.
    pub compute_rate: ClientRateLimiter,
    /// Rate limit for requests that take the processor for long: pictures, prints, records.
    pub render_rate: ClientRateLimiter,
    /// Bodies of requests in memory.
    pub bodies: Arc<BodyBudget>,
}

impl App {
    /// Closes all live connections and waits until they are closed.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        while !self.live_connections.is_empty() {
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Returns the games that pages list, in the order of the catalogue.
    pub fn listed_games(&self) -> impl Iterator<Item = &'static GameFile> {
        games().filter(|file| self.listed.is_empty() || self.listed.contains(&file.id))
    }

    /// Runs a job on a worker thread and waits for its result.
    ///
    /// # Errors
    /// When the job fails or panics, or the queue is full.
    pub async fn work<T: Send + 'static>(
        &self,
        kind: JobKind,
        client: ClientAddr,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.games.workers().work(kind, client, work).await?
    }

    /// Runs a job of the given length, as [`work`](Self::work) does.
    ///
    /// # Errors
    /// As [`work`](Self::work).
    pub async fn work_for<T: Send + 'static>(
        &self,
        kind: JobKind,
        length: JobLength,
        client: ClientAddr,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.games.workers().work_for(kind, length, client, work).await?
    }

    /// Returns the live game of an id; `client` is charged for loading it.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be loaded.
    pub async fn room(&self, id: &str, client: ClientAddr) -> Result<Arc<Room>, Problem> {
        self.games.find(id, client).await?.ok_or(Problem::NotFound)
    }

    /// Returns the value of a position and of each of its moves, by the tables or, at the start of a game, as it is
    /// proved; `None` if neither contains them. Takes the processor for a while: call it on a worker thread.
    ///
    /// # Errors
    /// When the position has too many legal moves.
    pub fn probe_tables(&self, game: &AnyGame) -> Result<Option<TableReport>, TooManyTurns> {
        let of_tables = self.tables.as_ref().map_or(Ok(None), |tables| tables.report(game))?;
        Ok(quirkat_endings::known(game, of_tables))
    }

    /// Returns whether the tables contain a position, so that the engine can play perfectly from there. Takes the
    /// processor for a while: call it on a worker thread.
    pub fn is_solved(&self, game: &AnyGame) -> bool {
        self.tables.as_ref().is_some_and(|tables| tables.is_solved(game))
    }

    /// Returns the path by which the open seat of a game can be taken.
    pub fn invitation(&self, game: &str) -> String {
        format!("/join/{game}/{}", tokens::invitation_token(&self.secret, game))
    }

    /// Returns whether a token is the invitation to a game. Logs a wrong one.
    pub fn is_invitation(&self, game: &str, token: &str) -> bool {
        let is_right = tokens::matches_digest(token, &tokens::digest(&tokens::invitation_token(&self.secret, game)));
        if !is_right {
            tracing::warn!(%game, "rejected a wrong invitation");
        }
        is_right
    }
}

/// [`App`] as the state of axum's routers.
#[derive(Clone, Debug)]
pub struct Shared(pub Arc<App>);

impl FromRef<Shared> for Arc<App> {
    fn from_ref(shared: &Shared) -> Self {
        Arc::clone(&shared.0)
    }
}

impl FromRef<Shared> for Key {
    fn from_ref(shared: &Shared) -> Self {
        shared.0.key.clone()
    }
}
