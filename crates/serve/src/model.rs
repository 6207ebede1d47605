//! Types that the storage and the live games share: a stored game, its seats, and the time at which it needs attention.
//!
//! The module imports nothing else of this crate, so that storage and live games depend on it and not on each other.

pub use quirkat_play::{
    ABSENT_DAYS, Act, ClockTerms, DAY, Event, LiveGame, LogEntry, Millis, NextActor, Offer, OfferKind, Phrase, Player,
    Refusal, Seats, Termination, Terms,
};

use quirkat_play::PositionKey;
use quirkat_rules::Side;
use std::time::{SystemTime, UNIX_EPOCH};

/// A player of a game, and the hashes by which the server recognises them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The player: a person, the engine, or none yet.
    pub player: Player,
    /// Hash of the seat holder's key.
    pub key: Option<String>,
    /// Digest of the token by which a program proves that the seat is its own.
    pub token: Option<Vec<u8>>,
}

/// A game as the storage holds it. The position, the clock and the outcome follow from its terms and events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Id of the game, 12 letters and digits.
    pub id: String,
    /// Time of creation, in milliseconds since 1970.
    pub created: Millis,
    /// Rules, start position and clock.
    pub terms: Terms,
    /// Seats, the first side's first.
    pub seats: [Seat; 2],
    /// Events in the order in which they happened.
    pub entries: Vec<LogEntry>,
    /// Whether the game may be listed publicly and its open seat taken without an invitation.
    pub open: bool,
}

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Title of the rule set and first moves, each with the position before it. `None` if the game has house rules, its own
    /// file, or another start position.
    pub opening: Option<(String, Vec<(PositionKey, String)>)>,
}

/// Results of a player against the engine in a rule set at a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineResults {
    /// Title of the rule set.
    pub title: String,
    /// The engine's level; `None` for perfect play.
    pub level: Option<u8>,
    /// Number of games that the player won.
    pub won: u64,
    /// Number of drawn games.
    pub drawn: u64,
    /// Number of games that the player lost.
    pub lost: u64,
}

/// Which player a game awaits, and when that player's time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnSchedule {
    /// Side to move, if both players are people.
    pub awaits: Option<Side>,
    /// Time at which the side to move loses on time.
    pub due: Option<Millis>,
}

/// How a visitor proves that a seat is theirs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credentials {
    /// Hash of the visitor's key.
    pub key: Option<String>,
    /// Token of a seat, as a program sends it.
    pub token: Option<String>,
}

/// Returns the current time, in milliseconds since 1970.
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}
