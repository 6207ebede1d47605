//! What all requests share.

use crate::connections::Crowd;
use crate::errors::Problem;
use crate::folder::Folder;
use crate::health::Health;
use crate::live::Rooms;
use crate::owner::Owner;
use crate::pace::Paces;
use crate::site::{Base, PublicUrl};
use crate::tokens;
use crate::workers::Kind;
use axum::extract::FromRef;
use axum_extra::extract::cookie::Key;
use quirkat_endings::TableLibrary;
use quirkat_rules::{AnyGame, TooManyTurns};
use quirkat_search::{Library, TableReport};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::sleep;

/// What all requests share.
#[derive(Debug)]
pub struct App {
    /// The live games, and with them the storage and the engine.
    pub rooms: Arc<Rooms>,
    /// The tables of true results, if there are some.
    pub tables: Option<Arc<TableLibrary>>,
    /// The key that signs cookies.
    pub key: Key,
    /// The secret from which invitations are made.
    pub secret: Vec<u8>,
    /// The folder of the games, which is this server's alone; there is none where they are in a database.
    pub _folder: Option<Folder>,
    /// Who looks at live games.
    pub lookers: Arc<Crowd>,
    /// Whether the storage is well.
    pub health: Health,
    /// Whether the server is ending.
    pub closing: watch::Sender<bool>,
    /// Through how many proxies of one's own everybody comes.
    pub proxies: usize,
    /// The path below which everything is.
    pub base: Base,
    /// Where visitors find the server, if that was said.
    pub public: Option<PublicUrl>,
    /// How fast an owner may begin games.
    pub creating: Paces,
    /// How fast an owner may begin games whose files have to be kept.
    pub filing: Paces,
    /// How fast an owner may ask for work that takes the processor.
    pub asking: Paces,
    /// How fast an owner may ask for what takes it for long: pictures, prints, records.
    pub drawing: Paces,
}

impl App {
    /// Closes all live connections, and waits until they are closed.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        while !self.lookers.is_empty() {
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Does something that takes the processor for a while, beside the threads that answer, when it is its turn.
    ///
    /// # Errors
    /// What it says itself, that too much waits, or that it broke.
    pub async fn work<T: Send + 'static>(
        &self,
        kind: Kind,
        owner: Owner,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.rooms.workers().work(kind, owner, work).await?
    }

    /// What tables say of a game's position and of each of its turns; `None` where there are no tables of the game, or they
    /// hold nothing of it. It takes the processor for a while.
    ///
    /// # Errors
    /// When the position has too many turns.
    pub fn certain(&self, game: &AnyGame) -> Result<Option<TableReport>, TooManyTurns> {
        self.tables.as_ref().map_or(Ok(None), |tables| tables.report(game))
    }

    /// Whether it is known what a game's position is worth, so that the engine can play perfectly from there. It takes the
    /// processor for a while.
    pub fn is_solved(&self, game: &AnyGame) -> bool {
        self.tables.as_ref().is_some_and(|tables| tables.is_solved(game))
    }

    /// The path by which the open seat of a game can be taken.
    pub fn invitation(&self, game: &str) -> String {
        format!("/join/{game}/{}", tokens::invitation(&self.secret, game))
    }

    /// Whether a token is the invitation to a game; the log is told of one that is not.
    pub fn invites(&self, game: &str, token: &str) -> bool {
        let fits = tokens::fits(token, &tokens::digest(&tokens::invitation(&self.secret, game)));
        if !fits {
            tracing::warn!(%game, "a wrong invitation was refused");
        }
        fits
    }
}

/// The state as axum hands it round.
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
