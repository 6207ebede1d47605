//! A live game as the server has it: what was agreed, and how its players are known again.

use super::{LiveGame, LogEntry, Millis, Player, Seats, Terms};
use crate::rulings::MOST_TURNS;
use crate::store::{Standing, StoredGame};
use crate::tokens;
use axum::extract::ws::Utf8Bytes;
use quirkat_play::{EventError, PlayMode};
use quirkat_rules::{Language, Side, TooManyTurns, Turn, short_text};
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Who plays a side, and how they are known again. Tokens are kept as digests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Who plays.
    pub player: Player,
    /// What the key of whoever took the seat is known by.
    pub key: Option<String>,
    /// The token by which programs show that the seat is theirs.
    pub token: Option<Vec<u8>>,
}

/// How a player is known again.
#[derive(Clone, Debug)]
struct Known {
    key: Option<String>,
    token: Option<Vec<u8>>,
}

/// A live game, what was agreed before it, and how its players are known again. It never changes: what happens makes
/// another.
#[derive(Debug)]
pub struct Table {
    /// What is played.
    pub terms: Terms,
    /// When it began.
    pub created: Millis,
    /// Whether anybody might take the open seat, and may be told of the game.
    pub open: bool,
    live: LiveGame,
    known: [Known; 2],
    /// The legal turns, once somebody has asked for them.
    legal: OnceLock<Result<Vec<Turn>, TooManyTurns>>,
    /// The last turn's short text, once somebody has asked for it.
    short: OnceLock<Option<String>>,
    /// What was told of the change that made this table, for each that sees it otherwise.
    told: Mutex<Vec<(To, Utf8Bytes)>>,
}

/// What is told differs by the seats that somebody holds and by their language.
pub type To = (Seats, Language);

/// Whoever looks at a table sees the game.
impl Deref for Table {
    type Target = LiveGame;

    fn deref(&self) -> &LiveGame {
        &self.live
    }
}

impl Table {
    /// A game before its first turn.
    ///
    /// # Errors
    /// When the position does not fit the rules, in words.
    pub fn new(stored: &StoredGame) -> Result<Table, String> {
        let StoredGame { created, open, .. } = *stored;
        let (terms, seats) = (stored.terms.clone(), stored.seats.clone());
        let mut game = terms.game().map_err(|error| error.to_string())?;
        game.limit_turns(MOST_TURNS);
        // Who has one key to both seats plays at one screen.
        let alone = seats[0].token.is_some() && seats[0].token == seats[1].token;
        let mode = if alone { PlayMode::Alone } else { PlayMode::Club };
        let players = seats.each_ref().map(|seat| seat.player.clone());
        let live = LiveGame::new(game, players, mode, terms.clock);
        let known = seats.map(|Seat { key, token, .. }| Known { key, token });
        Ok(Table {
            terms,
            created,
            open,
            live,
            known,
            legal: OnceLock::new(),
            short: OnceLock::new(),
            told: Mutex::default(),
        })
    }

    /// Who sits at the table, the first side's seat first.
    pub fn seats(&self) -> [Seat; 2] {
        Side::BOTH.map(|side| {
            let Known { key, token } = self.known[side.index()].clone();
            Seat { player: self.player(side).clone(), key, token }
        })
    }

    /// What the key of whoever sits at a side is known by.
    pub fn key(&self, side: Side) -> Option<&str> {
        self.known[side.index()].key.as_deref()
    }

    /// For whom and until when the game waits.
    pub(super) fn standing(&self) -> Standing {
        let Some(to_move) = self.to_move() else { return Standing::default() };
        let awaits = Some(to_move).filter(|_| self.is_between_people());
        Standing { awaits, due: self.clock.and_then(|clock| clock.flag_time()) }
    }

    /// The table when these events have happened, too.
    ///
    /// # Errors
    /// When they do not fit.
    pub(super) fn after(&self, entries: &[LogEntry]) -> Result<Table, EventError> {
        let live = self.live.after(entries)?;
        let (terms, known) = (self.terms.clone(), self.known.clone());
        let (created, open) = (self.created, self.open);
        // What is known of the position holds until the game is another; once it is over there are no legal turns.
        let is_another = entries.iter().any(|entry| entry.event.changes_the_game());
        let (legal, short) = if is_another { Default::default() } else { (self.legal.clone(), self.short.clone()) };
        Ok(Table { terms, created, open, live, known, legal, short, told: Mutex::default() })
    }

    /// The table with somebody on a seat; that it happened is an event of the game.
    pub(super) fn with(mut self, side: Side, seat: Seat) -> Table {
        self.known[side.index()] = Known { key: seat.key, token: seat.token };
        self
    }

    /// The legal turns, found out once.
    ///
    /// # Errors
    /// When there are more than are listed.
    pub fn legal(&self) -> Result<&[Turn], TooManyTurns> {
        self.legal.get_or_init(|| self.live.game.turns()).as_deref().map_err(|error| *error)
    }

    /// The last turn as short as people write it, found out once.
    pub fn short(&self) -> Option<&str> {
        let find = || {
            let mut before = self.live.game.clone();
            let turn = before.undo()?;
            Some(short_text(&*before, &turn))
        };
        self.short.get_or_init(find).as_deref()
    }

    /// Finds out, on a thread that works, what those who serve everybody tell of the table.
    ///
    /// # Errors
    /// When there are more legal turns than are listed.
    pub(super) fn prepare(&self) -> Result<(), TooManyTurns> {
        self.short();
        self.legal().map(drop)
    }

    /// What is told of the change that made this table: made once for all who see it so.
    pub fn told(&self, to: To, message: impl FnOnce() -> String) -> Utf8Bytes {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = told.iter().find(|(known, _)| *known == to) {
            return known.clone();
        }
        let message = Utf8Bytes::from(message());
        told.push((to, message.clone()));
        message
    }

    /// When something happened last.
    pub fn changed(&self) -> Millis {
        self.live.last_event_at.unwrap_or(self.created)
    }
}

/// How somebody shows who they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credentials {
    /// What their key is known by.
    pub key: Option<String>,
    /// A seat's token.
    pub token: Option<String>,
}

/// Which seats of a table somebody holds.
pub fn seated(table: &Table, who: &Credentials) -> Seats {
    Seats::of(table.known.each_ref().map(|known| {
        let by_token =
            who.token.as_deref().zip(known.token.as_deref()).is_some_and(|(token, kept)| tokens::fits(token, kept));
        // Who shows a token acts by that token alone.
        by_token || who.token.is_none() && known.key.is_some() && known.key == who.key
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::suite::between;
    use quirkat_play::{Event, OfferKind};

    #[test]
    fn what_is_known_of_a_position_holds_until_the_game_is_another() {
        let table = Table::new(&between("g", ["ana", "bruna"])).unwrap();
        let after = |table: &Table, event| table.after(&[LogEntry { at: 1, by: Side::First, event }]).unwrap();
        table.prepare().unwrap();
        let turn = table.turn_event(&table.legal().unwrap()[0]);
        let played = after(&table, turn);
        played.prepare().unwrap();
        let offered = after(&played, Event::Offer(OfferKind::Draw));
        assert!(offered.legal.get().is_some() && offered.short.get().is_some(), "an offer changes no turn");
        assert_eq!(offered.short(), Some(&*short_text(&*table.game, played.game.history()[0])));
        let resigned = after(&offered, Event::Resign);
        assert_eq!(resigned.legal().unwrap(), [], "nothing is played in a game that is over");
    }
}
