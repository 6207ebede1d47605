//! The open games: who waits for somebody, and for how long they are told of.

use super::{ClockTerms, DAY, Millis, Table};
use crate::owner::Owner;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many open games are remembered.
pub const MOST_OPEN: usize = 500;
/// Somebody may wait in so many at once.
pub const MOST_EACH: usize = 5;
/// Nobody waits for longer than this: thirty days.
const PATIENCE: Millis = 30 * DAY;

/// The games in which somebody waits for anybody, by when they began; and for whom they were begun.
#[derive(Debug)]
pub struct Lobby {
    waiting: Mutex<BTreeMap<(Millis, String), Owner>>,
    /// As many games one owner may have here.
    most_each: usize,
}

impl Lobby {
    /// Nobody waits.
    pub fn new(most_each: usize) -> Lobby {
        Lobby { waiting: Mutex::default(), most_each }
    }

    /// Whether there is room for another game of an owner.
    pub fn has_room(&self, owner: Owner) -> bool {
        let waiting = self.waiting();
        waiting.len() < MOST_OPEN && waiting.values().filter(|&&known| known == owner).count() < self.most_each
    }

    /// Somebody waits.
    pub fn add(&self, id: &str, since: Millis, owner: Owner) {
        self.waiting().insert((since, id.to_owned()), owner);
    }

    /// Those that wait are these, since then; for whom other servers began theirs is not known here.
    pub fn follow(&self, games: Vec<(String, Millis)>) {
        let mut waiting = self.waiting();
        let owner = |game: &(Millis, String)| waiting.get(game).copied().unwrap_or(Owner::NOBODY);
        let games = games.into_iter().map(|(id, since)| (since, id));
        *waiting = games.map(|game| (game.clone(), owner(&game))).collect();
    }

    /// A game needs nobody any more.
    pub fn remove(&self, id: &str, since: Millis) {
        self.waiting().remove(&(since, id.to_owned()));
    }

    /// The ids of all games with when they began, the latest first.
    pub fn latest(&self) -> Vec<(Millis, String)> {
        self.waiting().keys().rev().cloned().collect()
    }

    fn waiting(&self) -> MutexGuard<'_, BTreeMap<(Millis, String), Owner>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a game may still be told of at a moment.
pub fn waits(table: &Table, at: Millis) -> bool {
    table.open && table.is_waiting() && table.end().is_none() && at - table.created < PATIENCE
}

/// Whether whoever waits has to be here to play: their time is for the whole game.
pub fn is_in_haste(table: &Table) -> bool {
    matches!(table.terms.clock, Some(ClockTerms::Whole { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_fills_the_list_and_the_latest_comes_first() {
        let lobby = Lobby::new(2);
        let [one, other] = [1, 2].map(|last| Owner::of([192, 0, 2, last].into()));
        lobby.add("a", 5, one);
        lobby.add("b", 7, one);
        assert!(!lobby.has_room(one) && lobby.has_room(other));
        assert_eq!(lobby.latest(), [(7, "b".to_owned()), (5, "a".to_owned())]);
        lobby.follow(vec![("b".to_owned(), 7), ("a".to_owned(), 5)]);
        assert!(!lobby.has_room(one), "it is still known whose they are");
        lobby.follow(vec![("b".to_owned(), 7)]);
        assert!(lobby.has_room(one));
        assert_eq!(lobby.latest().len(), 1);
        for n in 0..MOST_OPEN as Millis {
            lobby.add("x", 10 + n, other);
        }
        assert!(!lobby.has_room(one), "there is an end for everybody");
    }
}
