//! The lobby: open games that anyone may join.

use super::snapshot::Snapshot;
use crate::client::{ClientAddr, LimitScope, Tally};
use crate::model::{ClockTerms, DAY, Millis};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum open games in the lobby.
pub const MAX_OPEN_GAMES: usize = 500;
/// Maximum open games of one client.
pub const MAX_OPEN_PER_CLIENT: usize = 5;
/// Time for which an open game is listed: seven days.
pub const MAX_WAIT: Millis = 7 * DAY;

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

    /// Checks whether a client may add another game at a time. Games that have waited for too long do not count.
    ///
    /// # Errors
    /// When the client, its network or the lobby has its maximum.
    pub fn check_room(&self, client: ClientAddr, at: Millis) -> Result<(), LimitScope> {
        let mut games = self.games();
        games.retain(|(created, _), _| at - *created < MAX_WAIT);
        if games.len() >= MAX_OPEN_GAMES {
            return Err(LimitScope::Server);
        }
        let mut tally = Tally::new(self.max_per_client);
        for &other in games.values() {
            // A client may have more than the maximum from a time when its network was another.
            let _ = tally.add(other, 1);
        }
        tally.check(client, 1)
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

/// Returns whether a game may be listed at a time: it is open, waits for a player, and has not waited for too long.
pub fn is_listed(snapshot: &Snapshot, at: Millis) -> bool {
    let live = snapshot.live();
    snapshot.open && live.is_waiting() && live.end().is_none() && at - snapshot.created < MAX_WAIT
}

/// Returns whether a game is listed only while its player is connected: it would be lost on time otherwise.
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
        assert_eq!((lobby.check_room(one, 9), lobby.check_room(other, 9)), (Err(LimitScope::Client), Ok(())));
        assert_eq!(lobby.latest(), [(7, "b".to_owned()), (5, "a".to_owned())]);
        lobby.replace(vec![("b".to_owned(), 7), ("a".to_owned(), 5)]);
        assert_eq!(lobby.check_room(one, 9), Err(LimitScope::Client), "the clients of these games are still known");
        lobby.replace(vec![("b".to_owned(), 7)]);
        assert_eq!(lobby.check_room(one, 9), Ok(()));
        assert_eq!(lobby.latest().len(), 1);
        for n in 0..MAX_OPEN_GAMES as Millis {
            lobby.add("x", 10 + n, other);
        }
        assert_eq!(lobby.check_room(one, 9), Err(LimitScope::Server), "the lobby is full");
        assert_eq!(lobby.check_room(one, MAX_WAIT + 600), Ok(()), "games leave the lobby after a week");
    }

    #[test]
    fn a_network_of_48_bits_fills_a_part_of_the_lobby_only() {
        let lobby = Lobby::new(2);
        let client = |number| ClientAddr::from_ip(format!("2001:db8:7:{number:x}::1").parse().unwrap());
        let added = (0..100).filter(|&number| {
            let has_room = lobby.check_room(client(number), 0).is_ok();
            if has_room {
                lobby.add(&number.to_string(), 0, client(number));
            }
            has_room
        });
        assert_eq!(added.count(), 8);
        assert_eq!(lobby.check_room(client(100), 0), Err(LimitScope::Network));
    }
}
