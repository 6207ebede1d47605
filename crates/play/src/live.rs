//! Live games as the result of their events.

mod chat;
mod engine;
mod judge;
mod leaving;

pub use engine::NextActor;

use crate::clock::{Clock, ClockTerms, Millis};
use crate::event::{Event, LogEntry};
use crate::hint::Hint;
use crate::offer::{Offer, OfferKind};
use crate::phrase::ChatMessage;
use crate::play_mode::PlayMode;
use crate::player::Player;
use crate::refusal::EventError;
use crate::termination::Termination;
use crate::timing;
use quirkat_rules::{AnyGame, Outcome, Pdn, Side, Turn, read_turn};
use std::sync::Arc;

/// Number of plies before clocks run, so that each side can make its first turn without haste.
const HASTELESS: usize = 2;

/// A game between two seats, determined by the list of its events.
///
/// [`judge`](LiveGame::judge) returns the events that an act causes, and [`apply`](LiveGame::apply) adds an event. A
/// caller that stores the events, in a file or in a database, can rebuild the game from them at any time. The fields
/// are public for reading; only `apply` may change them.
///
/// # Examples
/// ```
/// use quirkat_play::{Event, LiveGame, LogEntry, PlayMode, Player, Ruling};
/// use quirkat_rules::Side;
///
/// let players = ["Ana", "Bruna"].map(|name| Player::Person(name.to_owned()));
/// let mut live = LiveGame::new(Ruling::new("alquerque", &[])?.new_game(), players, PlayMode::Club, None);
/// live.apply(&LogEntry { at: 0, by: Side::First, event: Event::Turn("b2-c3".to_owned()) })?;
/// assert_eq!(live.to_move(), Some(Side::Second));
/// live.apply(&LogEntry { at: 9, by: Side::Second, event: Event::Resign })?;
/// assert_eq!(live.end(), Some((Some(Side::First), "resignation")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// Board, rules and turns of the game.
    pub game: AnyGame,
    /// Players, the first side's player first.
    pub players: [Player; 2],
    /// Conventions for offers, takebacks and clocks.
    pub mode: PlayMode,
    /// Clocks of both sides; `None` for a game without clocks.
    pub clock: Option<Clock>,
    /// Open offer with its maker.
    pub offer: Option<Offer>,
    /// Last declined offer, until its maker plays on or another event replaces it.
    pub declined: Option<Offer>,
    /// Id of the next game between the same players.
    pub rematch: Option<String>,
    /// Whether both players have agreed to a rematch.
    pub rematch_agreed: bool,
    /// Number of events applied so far.
    pub events: usize,
    /// Time of the last event.
    pub last_event_at: Option<Millis>,
    /// Phrases that the players sent last, the latest last.
    pub chat: Vec<ChatMessage>,
    /// Hint shown to the side to move in this position.
    pub hint: Option<Hint>,
    /// Numbers of plies played when hints were shown.
    hinted: Vec<usize>,
    /// Side that made each turn, in order.
    movers: Vec<Side>,
    /// Remaining time of both sides after each turn; empty without clocks.
    clocked: Vec<[Millis; 2]>,
    /// Time since when the side to move has been able to play.
    awaited: Option<Millis>,
    /// End of the game outside its rules.
    termination: Option<Termination>,
    /// Whether each side has muted the other.
    muted: [bool; 2],
}

impl LiveGame {
    /// Creates a live game. Turns that the game already contains do not count as events.
    pub fn new(game: AnyGame, players: [Player; 2], mode: PlayMode, clock: Option<ClockTerms>) -> LiveGame {
        let plies = game.history().len();
        LiveGame {
            clocked: clock.iter().flat_map(|terms| vec![[terms.initial(); 2]; plies]).collect(),
            movers: (0..plies).map(|plies| game.setup_after(plies).to_move).collect(),
            game,
            players,
            mode,
            clock: clock.map(Clock::new),
            offer: None,
            declined: None,
            rematch: None,
            rematch_agreed: false,
            events: 0,
            last_event_at: None,
            chat: vec![],
            hint: None,
            hinted: vec![],
            awaited: None,
            termination: None,
            muted: [false; 2],
        }
    }

    /// Creates a live game from its record at the given time. The clocks continue from the recorded times, and a
    /// recorded end outside the rules stays in force.
    pub fn from_record(game: AnyGame, pdn: &Pdn, players: [Player; 2], mode: PlayMode, at: Millis) -> LiveGame {
        let terms = timing::terms(pdn);
        let mut live = LiveGame::new(game, players, mode, terms);
        let white = live.game.ruleset().white();
        live.termination = Termination::from_record(pdn, white);
        if let Some(terms) = terms {
            let left;
            (live.clocked, left) = timing::read(pdn, &live.movers, white, terms);
            live.set_clocks(left, at);
        }
        live
    }

    /// Returns the player of a side.
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// Returns the numbers of plies played when hints were shown.
    pub fn hinted_plies(&self) -> &[usize] {
        &self.hinted
    }

    /// Returns the side that made each turn, in order.
    pub fn movers(&self) -> &[Side] {
        &self.movers
    }

    /// Returns the remaining time of both sides after each turn; empty without clocks.
    pub fn clock_history(&self) -> &[[Millis; 2]] {
        &self.clocked
    }

    /// Returns the side whose flag has fallen at the given time, while the game continues.
    pub fn out_of_time(&self, at: Millis) -> Option<Side> {
        self.clock.and_then(|clock| clock.out_of_time(at)).filter(|_| self.end().is_none())
    }

    /// Returns the winner, `None` for a draw, and the reason's word. Returns `None` while the game continues.
    pub fn end(&self) -> Option<(Option<Side>, &'static str)> {
        if let Some(ending) = self.termination {
            return Some((ending.loser().map(Side::other), ending.word()));
        }
        self.game.outcome().map(|outcome| (outcome.winner, outcome.reason.word()))
    }

    /// Returns the outcome by the rules or by agreement. Returns `None` where something else ended the game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().filter(|_| self.termination.is_none())
    }

    /// Returns the end of the game outside its rules.
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Returns the side to move; `None` when the game is over.
    pub fn to_move(&self) -> Option<Side> {
        self.end().is_none().then(|| self.game.to_move())
    }

    /// Returns the side whose seat is open.
    pub fn open_side(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| *self.player(side) == Player::Open)
    }

    /// Returns whether a seat is still open.
    pub fn is_waiting(&self) -> bool {
        self.open_side().is_some()
    }

    /// Returns the number of plies to take back until a side can replay its last turn. Results of dice are not
    /// replayed.
    fn plies_to_take_back(&self, by: Side) -> Option<usize> {
        let history = self.game.history();
        let own = |ply: &usize| self.movers[*ply] == by && history[*ply].roll.is_none();
        (0..history.len()).rev().find(own).map(|ply| history.len() - ply)
    }

    /// Returns the event for a legal turn.
    pub fn turn_event(&self, turn: &Turn) -> Event {
        Event::Turn(turn.text(&self.game.ruleset().board))
    }

    /// Returns the game after further events.
    ///
    /// # Errors
    /// As [`LiveGame::apply`].
    pub fn after(&self, entries: &[LogEntry]) -> Result<LiveGame, EventError> {
        let mut after = self.clone();
        entries.iter().try_for_each(|entry| after.apply(entry))?;
        Ok(after)
    }

    /// Applies an event.
    ///
    /// # Errors
    /// When the event does not fit, because the list belongs to another game or other rules. The game may then be
    /// partly changed.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), EventError> {
        let LogEntry { at, by, event } = entry;
        // A declined offer stays visible until its maker plays on.
        let is_played_on = matches!(event, Event::Turn(_));
        let mut declined = self.declined.filter(|offer| is_played_on && offer.by != *by);
        match event {
            Event::Turn(text) => self.play_turn(text, *by, *at)?,
            Event::Offer(what) => self.offer = Some(Offer { by: *by, kind: *what }),
            Event::Decline => (self.offer, declined) = (None, self.offer),
            Event::Accept => {
                let offer = self.offer.take().ok_or(EventError::NothingOffered)?;
                self.apply_agreement(offer, *at)?;
            }
            Event::Resign => self.game.resign(*by)?,
            Event::Flag => self.termination = Some(Termination::Time(*by)),
            Event::Join(name) => {
                self.players[by.index()] = Player::Person(name.clone());
                self.awaited = Some(*at);
            }
            Event::Rematch(id) => self.rematch = Some(id.clone()),
            Event::CallOff => self.termination = Some(Termination::CalledOff),
            Event::Claim => self.termination = Some(Termination::Absence(by.other())),
            Event::Say(phrase) => self.record_chat(*by, *phrase),
            Event::Mute => self.mute(*by),
            Event::Hint(hint) => {
                read_turn(&*self.game, hint.turn())?;
                self.hint = Some(hint.clone());
                self.hinted.push(self.movers.len());
            }
        }
        if self.end().is_some() {
            if let Some(clock) = &mut self.clock {
                clock.stop(*at);
            }
            // Open offers other than a rematch lapse at the end.
            if !matches!(event, Event::Offer(_)) {
                self.offer = self.offer.filter(|offer| offer.kind == OfferKind::Rematch);
            }
        }
        self.declined = declined;
        self.events += 1;
        self.last_event_at = Some(*at);
        Ok(())
    }

    /// Sets both clocks at the given time and lets the clock of the side to move run.
    fn set_clocks(&mut self, left: [Millis; 2], at: Millis) {
        let runs = self.movers.len() >= HASTELESS && self.end().is_none();
        let next = self.game.to_move();
        if let Some(clock) = &mut self.clock {
            clock.set(left, runs.then_some((next, at)));
        }
    }

    fn play_turn(&mut self, text: &str, by: Side, at: Millis) -> Result<(), EventError> {
        let mover = self.game.to_move();
        let ruleset = Arc::clone(self.game.ruleset());
        // Events hold whole texts, which need no list of all turns; other texts and the reason of an error do.
        if self.game.play_first(&mut |turn| turn.text(&ruleset.board) == text).is_err() {
            let turn = read_turn(&*self.game, text)?;
            self.game.play(&turn)?;
        }
        self.movers.push(mover);
        self.hint = None;
        self.awaited = Some(at);
        let (next, runs) = (self.game.to_move(), self.movers.len() >= HASTELESS);
        if let Some(clock) = &mut self.clock {
            clock.press(by, next, at, runs);
            self.clocked.push(Side::BOTH.map(|side| clock.remaining(side, at)));
        }
        // A turn by the other side declines an open offer.
        self.offer = self.offer.filter(|offer| offer.by == by && !self.mode.at_home());
        Ok(())
    }

    fn apply_agreement(&mut self, offer: Offer, at: Millis) -> Result<(), EventError> {
        match offer.kind {
            OfferKind::Draw => self.game.agree_draw()?,
            OfferKind::Count => self.game.agree_count()?,
            OfferKind::Takeback => {
                for _ in 0..self.plies_to_take_back(offer.by).unwrap_or(0) {
                    self.game.undo();
                    self.movers.pop();
                }
                // Hints before an undone turn stay recorded for the turn that replaces it.
                (self.hint, self.termination) = (None, None);
                self.hinted.retain(|ply| *ply <= self.movers.len());
                self.awaited = Some(at);
                self.clocked.truncate(self.movers.len());
                match &mut self.clock {
                    Some(clock) if !self.mode.at_home() => clock.switch_to(self.game.to_move(), at),
                    Some(clock) => {
                        let initial = [clock.terms().initial(); 2];
                        self.set_clocks(self.clocked.last().copied().unwrap_or(initial), at);
                    }
                    None => {}
                }
            }
            OfferKind::Rematch => self.rematch_agreed = true,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
