//! An immutable state of a live game, with its terms and the hashes that identify its players.

use crate::model::{
    Credentials, GameResult, LiveGame, LogEntry, Millis, Player, Seat, Seats, StoredGame, Termination, Terms,
    TurnSchedule,
};
use crate::tokens;
use axum::extract::ws::Utf8Bytes;
use quirkat_explore::MAX_LEGAL_TURNS;
use quirkat_play::{EventError, PlayMode, TrappedPieces, opening_moves};
use quirkat_rules::{Budget, Language, PlayError, Side, SquareNames, TooManyTurns, Turn, short_text};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Maximum moves of a game.
const MAX_PLIES: usize = 1_000;
/// Maximum events of a game: moves, offers, messages and others.
const MAX_EVENTS: usize = 5_000;
/// Maximum work of replaying a game, in the unit of [`Budget`]: about a second. Published games spend a hundredth of it.
const MAX_GAME_WORK: u64 = 2_000_000;

/// The hashes that identify a player.
#[derive(Clone, Debug)]
struct SeatHolder {
    key: Option<String>,
    token: Option<Vec<u8>>,
}

/// A live game after some events. It never changes: an event leads to another snapshot.
#[derive(Debug)]
pub struct Snapshot {
    /// Rules, start position and clock.
    pub terms: Terms,
    /// Time of creation, in milliseconds since 1970.
    pub created: Millis,
    /// Whether the game may be listed publicly and its open seat taken without an invitation.
    pub open: bool,
    live: LiveGame,
    /// Work of replaying the events, in the unit of [`Budget`].
    work: u64,
    holders: [SeatHolder; 2],
    /// Legal moves, computed on first use.
    legal: OnceLock<Result<Vec<Turn>, TooManyTurns>>,
    /// Short text of the last move, computed on first use.
    short: OnceLock<Option<String>>,
    /// Trapped pieces of a hunt, computed on first use.
    trapped: OnceLock<Option<TrappedPieces>>,
    /// Message about the event that led to this snapshot, for each audience.
    messages: Mutex<Vec<(Audience, Utf8Bytes)>>,
}

/// Inputs of a message: the seats of its receiver, the language, and the names of squares.
pub type Audience = (Seats, Language, Option<SquareNames>);

impl Snapshot {
    /// Returns the state before the first event.
    ///
    /// # Errors
    /// When the start position does not fit the rules.
    pub fn new(stored: &StoredGame) -> Result<Snapshot, String> {
        let StoredGame { created, open, .. } = *stored;
        let (terms, seats) = (stored.terms.clone(), stored.seats.clone());
        let mut game = terms.game().map_err(|error| error.to_string())?;
        game.limit_turns(MAX_LEGAL_TURNS);
        // One token for both seats means that both players share a screen.
        let alone = seats[0].token.is_some() && seats[0].token == seats[1].token;
        let manners = if alone { PlayMode::Alone } else { PlayMode::Club };
        let players = seats.each_ref().map(|seat| seat.player.clone());
        let live = LiveGame::new(game, players, manners, terms.clock);
        let holders = seats.map(|Seat { key, token, .. }| SeatHolder { key, token });
        Ok(Snapshot {
            terms,
            created,
            open,
            live,
            work: 0,
            holders,
            legal: OnceLock::new(),
            short: OnceLock::new(),
            trapped: OnceLock::new(),
            messages: Mutex::default(),
        })
    }

    /// Returns the live game: position, clock, offers and outcome.
    pub fn live(&self) -> &LiveGame {
        &self.live
    }

    /// Returns the seats, the first side's first.
    pub fn seats(&self) -> [Seat; 2] {
        Side::BOTH.map(|side| {
            let SeatHolder { key, token } = self.holders[side.index()].clone();
            Seat { player: self.live.player(side).clone(), key, token }
        })
    }

    /// Returns the hash of the key of a side's player.
    pub fn key(&self, side: Side) -> Option<&str> {
        self.holders[side.index()].key.as_deref()
    }

    /// Returns the side that the game awaits, and when its time runs out.
    pub fn schedule(&self) -> TurnSchedule {
        let Some(to_move) = self.live.to_move() else { return TurnSchedule::default() };
        let awaits = Some(to_move).filter(|_| self.live.is_between_people());
        TurnSchedule { awaits, due: self.live.clock.and_then(|clock| clock.flag_time()) }
    }

    /// Returns the snapshot after further events.
    ///
    /// # Errors
    /// When an event does not fit the game.
    pub fn after(&self, entries: &[LogEntry]) -> Result<Snapshot, EventError> {
        let live = self.live.after(entries)?;
        let (terms, holders) = (self.terms.clone(), self.holders.clone());
        let (created, open) = (self.created, self.open);
        // The cached values stay valid until an event changes the position or ends the game.
        let is_changed = entries.iter().any(|entry| entry.event.changes_the_game());
        let (legal, short, trapped) = if is_changed {
            Default::default()
        } else {
            (self.legal.clone(), self.short.clone(), self.trapped.clone())
        };
        let work = self.work;
        Ok(Snapshot { terms, created, open, live, work, holders, legal, short, trapped, messages: Mutex::default() })
    }

    /// Returns the snapshot after further events with its cached values, and counts the work of both. Call it on a worker
    /// thread.
    ///
    /// # Errors
    /// When an event does not fit the game, or leads to a position whose legal moves cannot be listed.
    pub fn replay(&self, entries: &[LogEntry]) -> Result<Snapshot, EventError> {
        let budget = Budget::new(u64::MAX);
        let mut after = self.after(entries)?;
        after.precompute().map_err(|error| EventError::Play(PlayError::TooManyTurns(error)))?;
        after.work += budget.spent();
        Ok(after)
    }

    /// Returns whether the game may continue in this state after `before`. A move must stay within the limits of length
    /// and cost; other events only within that of events. A game may always end.
    pub fn may_follow(&self, before: &Snapshot) -> bool {
        let plies = |snapshot: &Snapshot| snapshot.live.game.history().len();
        let is_move = plies(self) > plies(before);
        self.live.end().is_some()
            || self.live.events <= MAX_EVENTS && (!is_move || plies(self) <= MAX_PLIES && self.work <= MAX_GAME_WORK)
    }

    /// Returns the snapshot with the hashes of a new seat holder. The event `Join` sets the player's name.
    pub fn with_seat(mut self, side: Side, seat: Seat) -> Snapshot {
        self.holders[side.index()] = SeatHolder { key: seat.key, token: seat.token };
        self
    }

    /// Returns the legal moves; computes them on the first call.
    ///
    /// # Errors
    /// When there are more than [`MAX_LEGAL_TURNS`].
    pub fn legal(&self) -> Result<&[Turn], TooManyTurns> {
        self.legal.get_or_init(|| self.live.game.turns()).as_deref().map_err(|error| *error)
    }

    /// Returns the short text of the last move; computes it on the first call.
    pub fn short(&self) -> Option<&str> {
        let find = || {
            let mut before = self.live.game.clone();
            let turn = before.undo()?;
            Some(short_text(&*before, &turn))
        };
        self.short.get_or_init(find).as_deref()
    }

    /// Returns the trapped pieces of a hunt; counts them on the first call.
    pub fn trapped(&self) -> Option<TrappedPieces> {
        *self.trapped.get_or_init(|| TrappedPieces::of(&self.live.game))
    }

    /// Returns the result of a finished game; `None` while it goes on, and if it was called off.
    pub fn result(&self) -> Option<GameResult> {
        let (winner, _) = self.live.end()?;
        if self.live.termination() == Some(Termination::CalledOff) {
            return None;
        }
        let Terms { ruling, position, .. } = &self.terms;
        let is_published = ruling.rules().is_empty() && ruling.own().is_none() && position.is_none();
        let opening = || (self.live.game.ruleset().title(), opening_moves(&self.live.game));
        Some(GameResult { winner, opening: is_published.then(opening) })
    }

    /// Computes the cached values. Call it on a worker thread, so that the connections find them ready.
    ///
    /// # Errors
    /// As [`legal`](Self::legal).
    pub fn precompute(&self) -> Result<(), TooManyTurns> {
        self.short();
        self.trapped();
        self.legal().map(drop)
    }

    /// Returns the message for an audience about the event that led to this snapshot; calls `make` for the first receiver only.
    pub fn message_for(&self, audience: Audience, make: impl FnOnce() -> String) -> Utf8Bytes {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, message)) = messages.iter().find(|(other, _)| *other == audience) {
            return message.clone();
        }
        let message = Utf8Bytes::from(make());
        messages.push((audience, message.clone()));
        message
    }

    /// Returns the time of the last event, or of the creation, in milliseconds since 1970.
    pub fn last_change(&self) -> Millis {
        self.live.last_event_at.unwrap_or(self.created)
    }

    /// Returns the name of a side's player, if a person plays it.
    pub fn person(&self, side: Side) -> Option<&str> {
        match self.live.player(side) {
            Player::Person(name) => Some(name),
            Player::Open | Player::Engine(_) => None,
        }
    }
}

/// Returns the seats that credentials prove.
pub fn seats_of(snapshot: &Snapshot, credentials: &Credentials) -> Seats {
    Seats::of(snapshot.holders.each_ref().map(|holder| {
        let has_token = credentials
            .token
            .as_deref()
            .zip(holder.token.as_deref())
            .is_some_and(|(token, digest)| tokens::matches_digest(token, digest));
        // A request with a token acts by that token alone, not by the browser's key.
        has_token || credentials.token.is_none() && holder.key.is_some() && holder.key == credentials.key
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Event, OfferKind, Phrase};
    use crate::store::suite::between;

    #[test]
    fn cached_moves_stay_until_an_event_changes_the_game() {
        let start = Snapshot::new(&between("g", ["ana", "bruna"])).unwrap();
        let after = |snapshot: &Snapshot, event| snapshot.after(&[LogEntry { at: 1, by: Side::First, event }]).unwrap();
        start.precompute().unwrap();
        let turn = start.live().turn_event(&start.legal().unwrap()[0]);
        let played = after(&start, turn);
        played.precompute().unwrap();
        let offered = after(&played, Event::Offer(OfferKind::Draw));
        assert!(offered.legal.get().is_some() && offered.short.get().is_some(), "an offer keeps the cache");
        let (before, last) = (&*start.live().game, played.live().game.history()[0]);
        assert_eq!(offered.short(), Some(&*short_text(before, last)));
        let resigned = after(&offered, Event::Resign);
        assert_eq!(resigned.legal().unwrap(), [], "a finished game has no legal moves");
    }

    #[test]
    fn a_replay_generates_the_moves_of_each_position_once() {
        let start = Snapshot::new(&between("g", ["ana", "bruna"])).unwrap();
        start.precompute().unwrap();
        let event = start.live().turn_event(&start.legal().unwrap()[0]);
        let played = start.replay(&[LogEntry { at: 1, by: Side::First, event }]).unwrap();
        let mut game = start.live().game.clone();
        game.play(&start.legal().unwrap()[0]).unwrap();
        let budget = Budget::new(u64::MAX);
        game.turns().unwrap();
        assert!(budget.spent() > 0 && played.work == budget.spent(), "{} {}", played.work, budget.spent());
    }

    #[test]
    fn stored_moves_are_checked_without_a_list_of_all_moves() {
        let listed = Snapshot::new(&between("g", ["ana", "bruna"])).unwrap();
        let moves = listed.legal().unwrap();
        let event = listed.live().turn_event(&moves[0]);
        let loaded = Snapshot::new(&between("g", ["ana", "bruna"])).unwrap();
        let budget = Budget::new(u64::MAX);
        loaded.after(&[LogEntry { at: 1, by: Side::First, event }]).unwrap();
        assert!(budget.spent() < moves.len() as u64, "{} of {}", budget.spent(), moves.len());
    }

    #[test]
    fn a_game_with_too_many_events_can_only_end() {
        let start = Snapshot::new(&between("g", ["ana", "bruna"])).unwrap();
        let entry = |event| LogEntry { at: 1, by: Side::First, event };
        let long = start.replay(&vec![entry(Event::Say(Phrase::Hello)); MAX_EVENTS]).unwrap();
        let may_happen = |event| long.replay(&[entry(event)]).unwrap().may_follow(&long);
        assert!(long.may_follow(&start) && may_happen(Event::Resign));
        assert!(!may_happen(Event::Say(Phrase::Hello)));
    }

    #[test]
    fn an_expensive_game_has_no_further_move_but_may_be_agreed() {
        let before = Snapshot::new(&between("g", ["ana", "bruna"])).unwrap();
        let start = Snapshot { work: MAX_GAME_WORK, ..before };
        let after = |event| start.replay(&[LogEntry { at: 1, by: Side::First, event }]).unwrap();
        let turn = start.live().turn_event(&start.legal().unwrap()[0]);
        assert!(!after(turn).may_follow(&start));
        assert!(after(Event::Offer(OfferKind::Draw)).may_follow(&start));
    }
}
