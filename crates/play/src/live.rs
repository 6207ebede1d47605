//! What follows from a live game's events.

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

/// Each side has its first turn without haste: clocks run after so many plies.
const HASTELESS: usize = 2;

/// A game being played by two seats: what follows from the list of its events.
///
/// [`judge`](LiveGame::judge) says which events an act comes to, [`apply`](LiveGame::apply) goes on by one. Whoever keeps
/// the events, in a file, in a database or not at all, comes to the same game by them at any time. The fields are there to
/// be looked at; what changes them is `apply`.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The board, the rules and the turns.
    pub game: AnyGame,
    /// Who plays, the first side's player first.
    pub players: [Player; 2],
    /// How they sit.
    pub mode: PlayMode,
    /// The clocks, if there are any.
    pub clock: Option<Clock>,
    /// What is offered, and by whom.
    pub offer: Option<Offer>,
    /// The offer that was declined last, until who made it plays on or something else is agreed on.
    pub declined: Option<Offer>,
    /// The game after this one.
    pub rematch: Option<String>,
    /// Whether both want another game.
    pub rematch_agreed: bool,
    /// How many events there were.
    pub events: usize,
    /// When the last of them was.
    pub last_event_at: Option<Millis>,
    /// What was said last.
    pub chat: Vec<ChatMessage>,
    /// The good turn of which the side to move was told.
    pub hint: Option<Hint>,
    /// After how many plies there were hints.
    hinted: Vec<usize>,
    /// Who made each turn so far.
    movers: Vec<Side>,
    /// What both clocks showed after each turn; empty where there are none.
    clocked: Vec<[Millis; 2]>,
    /// Since when the side to move has been able to play.
    awaited: Option<Millis>,
    /// How the game ended, where its rules know nothing of it.
    termination: Option<Termination>,
    /// Which sides hear nothing of the other.
    muted: [bool; 2],
}

impl LiveGame {
    /// A game that begins, or goes on as it was recorded: turns that were played already are no events of it.
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

    /// A game that goes on from its record at a moment: its clocks show what they showed when it was kept, and what ended it
    /// beside its rules has ended it.
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

    /// Who plays a side.
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// After how many plies somebody was told of a good turn.
    pub fn hinted_plies(&self) -> &[usize] {
        &self.hinted
    }

    /// Who made each turn so far.
    pub fn movers(&self) -> &[Side] {
        &self.movers
    }

    /// What both clocks showed after each turn; nothing where there are none.
    pub fn clock_history(&self) -> &[[Millis; 2]] {
        &self.clocked
    }

    /// The side whose time is over at a moment, while the game goes on.
    pub fn out_of_time(&self, at: Millis) -> Option<Side> {
        self.clock.and_then(|clock| clock.out_of_time(at)).filter(|_| self.end().is_none())
    }

    /// The winner, or none for a draw, and the reason's word; `None` while the game goes on.
    pub fn end(&self) -> Option<(Option<Side>, &'static str)> {
        if let Some(ending) = self.termination {
            return Some((ending.loser().map(Side::other), ending.word()));
        }
        self.game.outcome().map(|outcome| (outcome.winner, outcome.reason.word()))
    }

    /// How the game ended by its rules or by agreement; `None` where something else ended it.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().filter(|_| self.termination.is_none())
    }

    /// How the game ended, where its rules know nothing of it.
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// The side to move; `None` when the game is over.
    pub fn to_move(&self) -> Option<Side> {
        self.end().is_none().then(|| self.game.to_move())
    }

    /// The side whose seat somebody still has to take.
    pub fn open_side(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| *self.player(side) == Player::Open)
    }

    /// Whether somebody still has to take a seat.
    pub fn is_waiting(&self) -> bool {
        self.open_side().is_some()
    }

    /// How many plies go back until a side may play its last turn again. Nobody plays the dice's turns again.
    fn plies_to_take_back(&self, by: Side) -> Option<usize> {
        let history = self.game.history();
        let own = |ply: &usize| self.movers[*ply] == by && history[*ply].roll.is_none();
        (0..history.len()).rev().find(own).map(|ply| history.len() - ply)
    }

    /// The event of a legal turn.
    pub fn turn_event(&self, turn: &Turn) -> Event {
        Event::Turn(turn.text(&self.game.ruleset().board))
    }

    /// The game as it is when these events have happened, too.
    ///
    /// # Errors
    /// As [`LiveGame::apply`].
    pub fn after(&self, entries: &[LogEntry]) -> Result<LiveGame, EventError> {
        let mut after = self.clone();
        entries.iter().try_for_each(|entry| after.apply(entry))?;
        Ok(after)
    }

    /// Goes on by an event.
    ///
    /// # Errors
    /// When it does not fit: the list is not of this game or these rules. The game may then be half changed.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), EventError> {
        let LogEntry { at, by, event } = entry;
        // An answer is there to be read for a while.
        let is_played_on = matches!(event, Event::Turn(_));
        let mut declined = self.declined.filter(|offer| is_played_on && offer.by != *by);
        match event {
            Event::Turn(text) => self.played(&read_turn(&*self.game, text)?, *by, *at)?,
            Event::Offer(what) => self.offer = Some(Offer { by: *by, kind: *what }),
            Event::Decline => (self.offer, declined) = (None, self.offer),
            Event::Accept => {
                let offer = self.offer.take().ok_or(EventError::NothingOffered)?;
                self.agreed(offer, *at)?;
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
            // What was offered before the end has no meaning after it.
            if !matches!(event, Event::Offer(_)) {
                self.offer = self.offer.filter(|offer| offer.kind == OfferKind::Rematch);
            }
        }
        self.declined = declined;
        self.events += 1;
        self.last_event_at = Some(*at);
        Ok(())
    }

    /// The clocks show this at a moment, and run from it on for the side to move.
    fn set_clocks(&mut self, left: [Millis; 2], at: Millis) {
        let runs = self.movers.len() >= HASTELESS && self.end().is_none();
        let next = self.game.to_move();
        if let Some(clock) = &mut self.clock {
            clock.set(left, runs.then_some((next, at)));
        }
    }

    fn played(&mut self, turn: &Turn, by: Side, at: Millis) -> Result<(), EventError> {
        let mover = self.game.to_move();
        self.game.play(turn)?;
        self.movers.push(mover);
        self.hint = None;
        self.awaited = Some(at);
        let (next, runs) = (self.game.to_move(), self.movers.len() >= HASTELESS);
        if let Some(clock) = &mut self.clock {
            clock.press(by, next, at, runs);
            self.clocked.push(Side::BOTH.map(|side| clock.remaining(side, at)));
        }
        // Who plays on does not accept.
        self.offer = self.offer.filter(|offer| offer.by == by && !self.mode.at_home());
        Ok(())
    }

    fn agreed(&mut self, offer: Offer, at: Millis) -> Result<(), EventError> {
        match offer.kind {
            OfferKind::Draw => self.game.agree_draw()?,
            OfferKind::Count => self.game.agree_count()?,
            OfferKind::Takeback => {
                for _ in 0..self.plies_to_take_back(offer.by).unwrap_or(0) {
                    self.game.undo();
                    self.movers.pop();
                }
                // What was told stays in the record where the turn is made anew.
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
