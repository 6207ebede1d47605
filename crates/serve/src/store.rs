//! Where games are kept: a narrow interface, so that a larger site may keep them elsewhere.
//!
//! A game is kept as its terms, its seats and the list of its events; everything else follows from them.

mod backup;
mod sqlite;

pub use backup::{BackupError, Copied, Existing, backup, restore};
pub use sqlite::{FILE, Sqlite};

use crate::live::{Entry, Millis, Seat, Terms};
use quirkat_rules::Side;
use std::future::Future;
use std::pin::Pin;
use thiserror::Error;

/// A game as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its id.
    pub id: String,
    /// When it was created.
    pub created: Millis,
    /// What is played.
    pub terms: Terms,
    /// Who plays.
    pub seats: [Seat; 2],
    /// What happened.
    pub entries: Vec<Entry>,
}

/// Something that is to be kept. Whatever belongs together is kept together or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A new game.
    Create(Box<StoredGame>),
    /// Further events of a game, after so many.
    Append {
        /// The game.
        id: String,
        /// The events before them.
        after: usize,
        /// The events.
        entries: Vec<Entry>,
    },
    /// Who sits at a side of a game.
    Seat {
        /// The game.
        id: String,
        /// The side.
        side: Side,
        /// The seat.
        seat: Seat,
    },
}

/// Why something could not be kept or found, in words.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct StoreError(pub String);

/// An answer that takes its time.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// What the server asks of a storage.
pub trait Store: Send + Sync {
    /// Keeps changes, all or none; when the answer is there, no crash of the program loses them.
    fn keep(&self, changes: Vec<Change>) -> Answer<()>;

    /// The game of an id.
    fn game(&self, id: &str) -> Answer<Option<StoredGame>>;

    /// The ids of the games in which a device has a seat, the latest first, at most so many.
    fn games_of(&self, device: &str, most: usize) -> Answer<Vec<String>>;

    /// Finds out whether anything can be kept.
    fn probe(&self) -> Answer<()>;

    /// How large it is, in bytes.
    fn size(&self) -> Answer<u64>;

    /// The server's own secret, made when it is first asked for.
    fn secret(&self) -> Answer<Vec<u8>>;
}
