//! Where games are kept: a narrow interface, with one file behind it, or a database that several servers share.
//!
//! A game is kept as its terms, its seats and the list of its events; everything else follows from them. Events are appended
//! only where the list is as long as whoever appends believes. Where a game is somebody's own, its file is kept beside it,
//! once for all that are played by it, and goes with the last of them.

mod backup;
mod columns;
mod postgres;
mod sqlite;
#[cfg(any(test, feature = "trial"))]
pub(crate) mod suite;

pub use backup::{BackupError, Copied, Existing, backup, restore};
#[cfg(feature = "trial")]
pub use postgres::trial as postgres_trial;
pub use postgres::{Database, DatabaseError, Heard, News, Postgres};
pub use sqlite::{FILE, Sqlite};

use crate::live::{Entry, Millis, Seat, Terms};
use quirkat_rules::Side;
use std::future::Future;
use std::ops::Range;
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
    /// Whether anybody might take the open seat, and may be told of the game.
    pub open: bool,
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
        /// What they come of.
        cause: Cause,
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
    /// For whom and until when a game waits.
    Standing {
        /// The game.
        id: String,
        /// For whom and until when.
        standing: Standing,
    },
    /// Somebody's seats are closed to somebody else.
    Close {
        /// What the key of the former is known by.
        by: String,
        /// What the key of the latter is known by.
        against: String,
        /// What the latter was called.
        name: String,
        /// When.
        at: Millis,
    },
    /// Somebody's seats are closed to nobody any more.
    OpenAgain {
        /// What their key is known by.
        by: String,
    },
    /// All that belongs to one key belongs to another.
    Rekey {
        /// What the one is known by.
        from: String,
        /// What the other is known by.
        to: String,
    },
    /// Nothing is kept of a key: games that are nobody else's go, and in those of others it leaves a seat without a name.
    Forget {
        /// What it is known by.
        key: String,
    },
}

/// For whom and until when a game waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The side of the person for whose turn another person waits.
    pub awaits: Option<Side>,
    /// When that side's time is over.
    pub due: Option<Millis>,
}

/// What an event comes of. Where several servers share the games, it says who may let it happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Somebody has acted: the game is from now on the server's at which they did.
    Person,
    /// Nobody has: the engine, the dice or the clock. That is for the server that has the game, and for no other.
    Server,
}

/// Why something could not be kept or found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// It failed, in words.
    #[error("{0}")]
    Failed(String),
    /// The storage cannot be reached now, in words.
    #[error("{0}")]
    Away(String),
    /// The game has more events than whoever appends has seen, or is gone: another server was first.
    #[error("another server was first")]
    Behind,
    /// It is for another server, which has the game.
    #[error("another server has the game")]
    Elsewhere,
}

/// An answer that takes its time.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// What the server asks of a storage.
pub trait Store: Send + Sync {
    /// Keeps changes, all or none; when the answer is there, no crash of the program loses them.
    fn keep(&self, changes: Vec<Change>) -> Answer<()>;

    /// The game of an id.
    fn game(&self, id: &str) -> Answer<Option<StoredGame>>;

    /// The ids of the games in which a key has a seat, by what it is known by, the latest first: those at these places.
    fn games_of(&self, key: &str, places: Range<usize>) -> Answer<Vec<String>>;

    /// The games that wait for a turn of somebody, by what their key is known by, at most so many. Of games that were kept by
    /// an older program it may not be known: they are among them, and are told from the others by `false`.
    fn awaiting(&self, key: &str, most: usize) -> Answer<Vec<(String, bool)>>;

    /// The games in which the time of the side to move was over by then, at most so many.
    fn overdue(&self, at: Millis, most: usize) -> Answer<Vec<String>>;

    /// The games with a seat that anybody may take, with when they were created, the latest first, at most so many.
    fn open_games(&self, most: usize) -> Answer<Vec<(String, Millis)>>;

    /// By what the keys are known that have closed their seats to a key, or to which it has closed its own.
    fn closed_between(&self, key: &str) -> Answer<Vec<String>>;

    /// What those were called to whom a key has closed its seats, the latest first.
    fn closed_by(&self, key: &str) -> Answer<Vec<String>>;

    /// The game file of this name, which games are played by.
    fn file(&self, name: &str) -> Answer<Option<String>>;

    /// How many game files there are.
    fn files(&self) -> Answer<u64>;

    /// Finds out whether anything can be kept.
    fn probe(&self) -> Answer<()>;

    /// How large it is, in bytes.
    fn size(&self) -> Answer<u64>;

    /// The server's own secret, made when it is first asked for.
    fn secret(&self) -> Answer<Vec<u8>>;
}
