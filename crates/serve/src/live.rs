//! Live games: what happens between two seats, second by second.
//!
//! A live game is the list of its events: a turn, an offer, an answer, a flag that fell. [`LiveGame`] is what follows from
//! them; it is folded from the list when the server starts and goes on from there, so that whatever was acknowledged
//! comes back after any interruption. [`Room`] is a live game with those who look at it.

mod clock;
mod explain;
mod game;
mod room;
mod rooms;
mod socket;
mod state;

pub use clock::{ClockTerms, Millis, now};
pub use explain::{explain, pressing, refusal};
pub use game::{Act, Deal, Entry, Event, LiveGame, Player, Refusal, Seat, Seated, Terms};
pub use room::{Change, Credentials, Presence, Room, seated};
pub use rooms::{Opponent, Rooms};
pub use socket::{LONGEST, in_words, live};
pub use state::{judge, outcome, players, state};
