//! Live games, from one event to the next.
//!
//! The rules of a live game are in [`quirkat_play`]: it is the list of its events, replayed from the storage after a restart, so
//! that everything acknowledged survives any interruption. A [`Snapshot`] is the state of a live game after some events. A
//! [`Room`] holds the current snapshot and the connections to the game. The [`GameRegistry`] holds the rooms and lets the
//! engine, the dice and the clocks act.

mod lobby;
mod registry;
mod reviews;
mod room;
mod snapshot;
mod socket;
mod state;

pub use crate::model::*;
pub use registry::{GameRegistry, Opponent};
pub use reviews::ReviewState;
pub use room::{ActError, Room, RoomEvent};
pub use snapshot::{Snapshot, seats_of};
pub use socket::{MAX_MESSAGE_LEN, SocketOptions, in_words, run_socket};
pub use state::{clock_terms, outcome, players, state};
