//! What follows from a live game's events.

mod engine;
mod judge;
mod leaving;
mod talk;

pub use engine::Next;

use crate::clock::{Clock, ClockTerms, Millis};
use crate::deal::{Deal, Offer};
use crate::ending::Ending;
use crate::event::{Entry, Event};
use crate::hint::Hint;
use crate::manners::Manners;
use crate::phrase::Said;
use crate::player::Player;
use crate::refusal::Misfit;
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
    pub manners: Manners,
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
    pub changed: Option<Millis>,
    /// What was said last.
    pub said: Vec<Said>,
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
    ending: Option<Ending>,
    /// Which sides hear nothing of the other.
    deaf: [bool; 2],
}

impl LiveGame {
    /// A game that begins, or goes on as it was recorded: turns that were played already are no events of it.
    pub fn new(game: AnyGame, players: [Player; 2], manners: Manners, clock: Option<ClockTerms>) -> LiveGame {
        let plies = game.history().len();
        LiveGame {
            clocked: clock.iter().flat_map(|terms| vec![[terms.initial(); 2]; plies]).collect(),
            movers: (0..plies).map(|plies| game.setup_after(plies).to_move).collect(),
            game,
            players,
            manners,
            clock: clock.map(Clock::new),
            offer: None,
            declined: None,
            rematch: None,
            rematch_agreed: false,
            events: 0,
            changed: None,
            said: vec![],
            hint: None,
            hinted: vec![],
            awaited: None,
            ending: None,
            deaf: [false; 2],
        }
    }

    /// A game that goes on from its record at a moment: its clocks show what they showed when it was kept, and what ended it
    /// beside its rules has ended it.
    pub fn of_record(game: AnyGame, pdn: &Pdn, players: [Player; 2], manners: Manners, at: Millis) -> LiveGame {
        let terms = timing::terms(pdn);
        let mut live = LiveGame::new(game, players, manners, terms);
        let white = live.game.ruleset().white();
        live.ending = Ending::recorded(pdn, white);
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
    pub fn hinted(&self) -> &[usize] {
        &self.hinted
    }

    /// Who made each turn so far.
    pub fn movers(&self) -> &[Side] {
        &self.movers
    }

    /// What both clocks showed after each turn; nothing where there are none.
    pub fn clocked(&self) -> &[[Millis; 2]] {
        &self.clocked
    }

    /// The side whose time is over at a moment, while the game goes on.
    pub fn flagged(&self, at: Millis) -> Option<Side> {
        self.clock.and_then(|clock| clock.flagged(at)).filter(|_| self.end().is_none())
    }

    /// The winner, or none for a draw, and the reason's word; `None` while the game goes on.
    pub fn end(&self) -> Option<(Option<Side>, &'static str)> {
        if let Some(ending) = self.ending {
            return Some((ending.loser().map(Side::other), ending.word()));
        }
        self.game.outcome().map(|outcome| (outcome.winner, outcome.reason.word()))
    }

    /// How the game ended by its rules or by agreement; `None` where something else ended it.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().filter(|_| self.ending.is_none())
    }

    /// How the game ended, where its rules know nothing of it.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
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
    pub fn after(&self, entries: &[Entry]) -> Result<LiveGame, Misfit> {
        let mut after = self.clone();
        entries.iter().try_for_each(|entry| after.apply(entry))?;
        Ok(after)
    }

    /// Goes on by an event.
    ///
    /// # Errors
    /// When it does not fit: the list is not of this game or these rules. The game may then be half changed.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Misfit> {
        let Entry { at, by, event } = entry;
        // An answer is there to be read for a while.
        let is_played_on = matches!(event, Event::Turn(_));
        let mut declined = self.declined.filter(|offer| is_played_on && offer.by != *by);
        match event {
            Event::Turn(text) => self.played(&read_turn(&*self.game, text)?, *by, *at)?,
            Event::Offer(what) => self.offer = Some(Offer { by: *by, what: *what }),
            Event::Decline => (self.offer, declined) = (None, self.offer),
            Event::Accept => {
                let offer = self.offer.take().ok_or(Misfit::NothingOffered)?;
                self.agreed(offer, *at)?;
            }
            Event::Resign => self.game.resign(*by)?,
            Event::Flag => self.ending = Some(Ending::Time(*by)),
            Event::Join(name) => {
                self.players[by.index()] = Player::Person(name.clone());
                self.awaited = Some(*at);
            }
            Event::Rematch(id) => self.rematch = Some(id.clone()),
            Event::CallOff => self.ending = Some(Ending::CalledOff),
            Event::Claim => self.ending = Some(Ending::Absence(by.other())),
            Event::Say(phrase) => self.hear(*by, *phrase),
            Event::Shut => self.shut(*by),
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
                self.offer = self.offer.filter(|offer| offer.what == Deal::Rematch);
            }
        }
        self.declined = declined;
        self.events += 1;
        self.changed = Some(*at);
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

    fn played(&mut self, turn: &Turn, by: Side, at: Millis) -> Result<(), Misfit> {
        let mover = self.game.to_move();
        self.game.play(turn)?;
        self.movers.push(mover);
        self.hint = None;
        self.awaited = Some(at);
        let (next, runs) = (self.game.to_move(), self.movers.len() >= HASTELESS);
        if let Some(clock) = &mut self.clock {
            clock.turn(by, next, at, runs);
            self.clocked.push(Side::BOTH.map(|side| clock.left(side, at)));
        }
        // Who plays on does not accept.
        self.offer = self.offer.filter(|offer| offer.by == by && !self.manners.at_home());
        Ok(())
    }

    fn agreed(&mut self, offer: Offer, at: Millis) -> Result<(), Misfit> {
        match offer.what {
            Deal::Draw => self.game.agree_draw()?,
            Deal::Count => self.game.agree_count()?,
            Deal::Takeback => {
                for _ in 0..self.plies_to_take_back(offer.by).unwrap_or(0) {
                    self.game.undo();
                    self.movers.pop();
                }
                // What was told stays in the record where the turn is made anew.
                (self.hint, self.ending) = (None, None);
                self.hinted.retain(|ply| *ply <= self.movers.len());
                self.awaited = Some(at);
                self.clocked.truncate(self.movers.len());
                match &mut self.clock {
                    Some(clock) if !self.manners.at_home() => clock.hand_to(self.game.to_move(), at),
                    Some(clock) => {
                        let initial = [clock.terms().initial(); 2];
                        self.set_clocks(self.clocked.last().copied().unwrap_or(initial), at);
                    }
                    None => {}
                }
            }
            Deal::Rematch => self.rematch_agreed = true,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
