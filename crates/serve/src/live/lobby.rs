//! The lobby: open games that anyone may join.

use super::snapshot::Snapshot;
use crate::client::ClientAddr;
use crate::model::{ClockTerms, DAY, Millis};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum open games in the lobby.
pub const MAX_OPEN_GAMES: usize = 500;
/// Maximum open games of one client.
pub const MAX_OPEN_PER_CLIENT: usize = 5;
/// Time for which an open game is listed: thirty days.
const MAX_WAIT: Millis = 30 * DAY;

/// Open games by creation time, each with the client that created it.
#[derive(Debug)]
pub struct Lobby {
    games: Mutex<BTreeMap<(Millis, String), ClientAddr>>,
    max_per_client: usize,
}

impl Lobby {
    /// Returns an empty lobby with a limit per client.
    pub fn new(max_per_client: usize) -> Lobby {
        Lobby { games: Mutex::default(), max_per_client }
    }

    /// Whether a client may add another game.
    pub fn has_room(&self, client: ClientAddr) -> bool {
        let games = self.games();
        games.len() < MAX_OPEN_GAMES && games.values().filter(|&&other| other == client).count() < self.max_per_client
    }

    /// Adds a game that `client` has created.
    pub fn add(&self, id: &str, created: Millis, client: ClientAddr) {
        self.games().insert((created, id.to_owned()), client);
    }

    /// Replaces the games by those of the storage. The client of a game that another server created is unknown.
    pub fn replace(&self, stored: Vec<(String, Millis)>) {
        let mut games = self.games();
        let client = |game: &(Millis, String)| games.get(game).copied().unwrap_or(ClientAddr::UNSPECIFIED);
        let stored = stored.into_iter().map(|(id, created)| (created, id));
        *games = stored.map(|game| (game.clone(), client(&game))).collect();
    }

    /// Removes a game; does nothing if it is missing.
    pub fn remove(&self, id: &str, created: Millis) {
        self.games().remove(&(created, id.to_owned()));
    }

    /// Returns the creation times and ids of all games, latest first.
    pub fn latest(&self) -> Vec<(Millis, String)> {
        self.games().keys().rev().cloned().collect()
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<(Millis, String), ClientAddr>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a game may be listed at a time: it is open, waits for a player, and has not waited for too long.
pub fn is_listed(snapshot: &Snapshot, at: Millis) -> bool {
    let live = snapshot.live();
    snapshot.open && live.is_waiting() && live.end().is_none() && at - snapshot.created < MAX_WAIT
}

/// Whether a game is listed only while its player is connected: it would be lost on time otherwise.
pub fn needs_presence(snapshot: &Snapshot) -> bool {
    matches!(snapshot.terms.clock, Some(ClockTerms::Whole { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lobby_is_bounded_per_client_and_in_total_and_sorted_by_time() {
        let lobby = Lobby::new(2);
        let [one, other] = [1, 2].map(|last| ClientAddr::from_ip([192, 0, 2, last].into()));
        lobby.add("a", 5, one);
        lobby.add("b", 7, one);
        assert!(!lobby.has_room(one) && lobby.has_room(other));
        assert_eq!(lobby.latest(), [(7, "b".to_owned()), (5, "a".to_owned())]);
        lobby.replace(vec![("b".to_owned(), 7), ("a".to_owned(), 5)]);
        assert!(!lobby.has_room(one), "the clients of these games are still known");
        lobby.replace(vec![("b".to_owned(), 7)]);
        assert!(lobby.has_room(one));
        assert_eq!(lobby.latest().len(), 1);
        for n in 0..MAX_OPEN_GAMES as Millis {
            lobby.add("x", 10 + n, other);
        }
        assert!(!lobby.has_room(one), "the lobby is full");
    }
}
