//! The interface between servers that share a storage: leases of games, presence, and events of other servers.
//!
//! Live games use it without knowing whether there are other servers: [`SingleServer`] stands for a storage of one server alone.

use super::{StoreError, StoreFuture};
use crate::model::{LogEntry, Seat};

/// An event at another server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClusterEvent {
    /// The events or the presence of the game with this id changed.
    GameChanged(String),
    /// A server is gone: others take over its games.
    ServerGone,
    /// Events were missed while the connection was broken: any game may have changed.
    EventsMissed,
}

/// The changes of a game since a number of events, read in one snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameUpdate {
    /// Current seats, the first side's first.
    pub seats: [Seat; 2],
    /// Events after the known ones, in order.
    pub entries: Vec<LogEntry>,
    /// Connections at other servers: of the first side's player, of the second side's, of spectators.
    pub remote_connections: [usize; 3],
}

/// The other servers of a storage.
pub trait Cluster: Send + Sync + std::fmt::Debug {
    /// Returns whether other servers may share the storage.
    fn is_shared(&self) -> bool;

    /// Returns the changes of a game of which `after` events are known; `None` if the game was deleted.
    fn updates(&self, id: &str, after: usize) -> StoreFuture<Option<GameUpdate>>;

    /// Takes the lease of those games that no running server has, and returns their ids. With `renew`, the result includes
    /// games whose lease this server has already.
    fn take_over(&self, ids: &[String], renew: bool) -> StoreFuture<Vec<String>>;

    /// Publishes the number of connections to a game at this server, as in [`GameUpdate::remote_connections`].
    fn publish_presence(&self, id: &str, connections: [usize; 3]) -> StoreFuture<()>;

    /// Returns the ids of at most `limit` open games with a player at another server.
    fn active_elsewhere(&self, limit: usize) -> StoreFuture<Vec<String>>;
}

/// A cluster of one server, which has the lease of every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SingleServer;

fn ready<T: Send + 'static>(value: T) -> StoreFuture<T> {
    Box::pin(async { Ok::<_, StoreError>(value) })
}

impl Cluster for SingleServer {
    fn is_shared(&self) -> bool {
        false
    }

    fn updates(&self, _: &str, _: usize) -> StoreFuture<Option<GameUpdate>> {
        ready(None)
    }

    fn take_over(&self, ids: &[String], renew: bool) -> StoreFuture<Vec<String>> {
        ready(if renew { ids.to_vec() } else { vec![] })
    }

    fn publish_presence(&self, _: &str, _: [usize; 3]) -> StoreFuture<()> {
        ready(())
    }

    fn active_elsewhere(&self, _: usize) -> StoreFuture<Vec<String>> {
        ready(vec![])
    }
}
