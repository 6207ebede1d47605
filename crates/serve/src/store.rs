//! The storage of games: a narrow trait, implemented by one SQLite file and by a PostgreSQL database that several servers share.
//!
//! A stored game is its terms, its seats and the list of its events; everything else follows from them. Events are appended only
//! if the list has the length that the caller expects. The file of a visitor's own game is stored once for all games played by
//! it, and is deleted with the last of them. [`cluster`] is the interface between servers that share a database.

mod admin;
mod backup;
pub mod cluster;
mod columns;
mod listing;
mod postgres;
mod sqlite;
#[cfg(any(test, feature = "trial"))]
pub(crate) mod suite;

pub use crate::model::{EngineResults, GameResult, StoredGame, TurnSchedule};

pub use admin::Admin;
pub use backup::{BackupError, BackupSummary, Existing, backup, restore};
pub use cluster::{Cluster, ClusterEvent, GameUpdate, SingleServer};
pub use listing::{AdminError, ColumnKind, Deletion, Listing, ListingRow};
#[cfg(feature = "trial")]
pub use postgres::conformance as postgres_conformance;
pub use postgres::{Database, DatabaseError, Postgres};
pub use sqlite::{FILE, Sqlite};

use crate::errors::Problem;
use crate::model::{LogEntry, Millis, Seat};
use quirkat_play::{MoveResults, PositionKey};
use quirkat_rules::Side;
use std::future::Future;
use std::ops::Range;
use std::pin::Pin;
use thiserror::Error;

/// A change to the storage. The changes of one [`Store::commit`] are committed together or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreChange {
    /// Stores a new game with its seats and events.
    Create(Box<StoredGame>),
    /// Appends events to a game.
    Append {
        /// Id of the game.
        id: String,
        /// Number of events that the game must have.
        after: usize,
        /// New events.
        entries: Vec<LogEntry>,
        /// Cause of the events.
        cause: Cause,
    },
    /// Replaces a seat of a game.
    Seat {
        /// Id of the game.
        id: String,
        /// Side of the seat.
        side: Side,
        /// New seat.
        seat: Seat,
    },
    /// Replaces the schedule of a game.
    Schedule {
        /// Id of the game.
        id: String,
        /// New schedule.
        schedule: TurnSchedule,
    },
    /// Blocks a player from another player's open seats.
    Block {
        /// Hash of the key of the player who blocks.
        by: String,
        /// Hash of the key of the blocked player.
        against: String,
        /// Name of the blocked player.
        name: String,
        /// Time of the block, in milliseconds since 1970.
        at: Millis,
    },
    /// Removes all blocks of a player.
    UnblockAll {
        /// Hash of the player's key.
        by: String,
    },
    /// Moves all seats and blocks of a key to another key.
    Rekey {
        /// Hash of the old key.
        from: String,
        /// Hash of the new key.
        to: String,
    },
    /// Stores the review of a game. A game keeps its first review.
    Review {
        /// Id of the game.
        id: String,
        /// Review, as JSON.
        text: String,
    },
    /// Stores the result of a finished game, and counts its opening. A game keeps its first result.
    Result {
        /// Id of the game.
        id: String,
        /// Winner and opening.
        result: GameResult,
    },
    /// Deletes those of the games that are still [unplayed](Store::unplayed), and files without a game.
    DeleteUnplayed {
        /// Ids of the games.
        ids: Vec<String>,
    },
    /// Removes a game from the list of a key. The game is deleted if no other person has a seat in it; otherwise the seat
    /// keeps its name.
    Leave {
        /// Id of the game.
        id: String,
        /// Hash of the key.
        key: String,
    },
    /// Deletes all data of a key: games without another person are deleted; in the others the seat stays without a name.
    DeleteKey {
        /// Hash of the key.
        key: String,
    },
}

/// Cause of an event. It determines which of the servers that share the games may append the event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A person acted. The game's lease moves to the server that received the act.
    Person,
    /// The engine, the dice or the clock acted. Only the server that has the game's lease may append the event.
    Server,
}

/// Reason why a storage operation failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// The operation failed for this reason.
    #[error("{0}")]
    Failed(String),
    /// The storage cannot be reached or written now, for this reason.
    #[error("{0}")]
    Unavailable(String),
    /// The game has more events than the caller expects, or was deleted: another server was first.
    #[error("another server was first")]
    Conflict,
    /// Another server has the game's lease.
    #[error("another server has the game")]
    NotOwner,
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(why) => {
                tracing::error!(%why, "the storage cannot be reached or written");
                Problem::Unavailable
            }
            error => Problem::internal(error),
        }
    }
}

/// Future of a storage operation.
pub type StoreFuture<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// A storage of games. Players are identified by the hash of their key.
pub trait Store: Send + Sync {
    /// Commits changes, all or none. A completed commit survives a crash of the program.
    fn commit(&self, changes: Vec<StoreChange>) -> StoreFuture<()>;

    /// Loads the game of an id.
    fn game(&self, id: &str) -> StoreFuture<Option<StoredGame>>;

    /// Returns the ids of the games in which a key has a seat, latest first, restricted to a range of that order.
    fn games_of(&self, key: &str, range: Range<usize>) -> StoreFuture<Vec<String>>;

    /// Returns the ids of at most `limit` games that await a move of a key, most urgent first. The flag is `false` for games
    /// that an older program stored without a schedule: they may await another player.
    fn awaiting(&self, key: &str, limit: usize) -> StoreFuture<Vec<(String, bool)>>;

    /// Returns the ids of at most `limit` games whose side to move had run out of time by `at`.
    fn overdue(&self, at: Millis, limit: usize) -> StoreFuture<Vec<String>>;

    /// Returns the ids and creation times of at most `limit` games with an open seat, latest first.
    fn open_games(&self, limit: usize) -> StoreFuture<Vec<(String, Millis)>>;

    /// Returns the hashes of the keys that have blocked a key or that it has blocked.
    fn blocked_keys(&self, key: &str) -> StoreFuture<Vec<String>>;

    /// Returns the names of the players that a key has blocked, latest first.
    fn blocked_names(&self, key: &str) -> StoreFuture<Vec<String>>;

    /// Loads the game file of a name.
    fn file(&self, name: &str) -> StoreFuture<Option<String>>;

    /// Loads the review of a game, as JSON.
    fn review(&self, id: &str) -> StoreFuture<Option<String>>;

    /// Returns the results of a key's finished games against the engine, by rule set and level. Games by own files are left out.
    fn engine_results(&self, key: &str) -> StoreFuture<Vec<EngineResults>>;

    /// Returns the moves that were played from a position of a rule set, in finished games without house rules.
    fn opening_moves(&self, title: &str, position: PositionKey) -> StoreFuture<Vec<(String, MoveResults)>>;

    /// Returns the number of stored game files.
    fn files(&self) -> StoreFuture<u64>;

    /// Returns the ids of at most `limit` games by own files that were created before a time and in which no person has moved.
    fn unplayed(&self, created_before: Millis, limit: usize) -> StoreFuture<Vec<String>>;

    /// Returns those of the ids whose games another program has deleted or taken a player from since the last call.
    fn changed_elsewhere(&self, ids: Vec<String>) -> StoreFuture<Vec<String>>;

    /// Checks that the storage can be written, by a small commit.
    fn probe(&self) -> StoreFuture<()>;

    /// Returns the size of the storage in bytes.
    fn size(&self) -> StoreFuture<u64>;

    /// Returns the server's secret of 64 bytes; creates it on the first call.
    fn secret(&self) -> StoreFuture<Vec<u8>>;
}
