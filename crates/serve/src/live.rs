//! Live games: what happens between two seats, second by second.
//!
//! What may happen, and what follows from it, is [`quirkat_play`]'s: a live game is the list of its events, folded from the
//! storage when the server starts, so that whatever was acknowledged comes back after any interruption. A [`Table`] is such
//! a game with what the server knows of its players; a [`Room`] is a table with those who look at it.

mod explain;
mod lobby;
mod room;
mod rooms;
mod socket;
mod state;
mod table;

pub use explain::{explain, pressing, refusal};
pub use lobby::{Lobby, MOST_EACH};
pub use quirkat_play::{
    ABSENT_DAYS, Act, ClockTerms, DAY, Deal, Ending, Entry, Event, Hint, LiveGame, Millis, Next, Offer, Phrase, Player,
    Refusal, Seated, Terms,
};
pub use room::{CatchUp, Change, Failed, Presence, Room};
pub use rooms::{Opponent, Rooms};
pub use socket::{Greeting, LONGEST, in_words, live};
pub use state::{clock_terms, hinted, judge, outcome, players, state};
pub use table::{Credentials, Seat, Table, seated};

/// Now.
pub fn now() -> Millis {
    use std::time::{SystemTime, UNIX_EPOCH};
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}
