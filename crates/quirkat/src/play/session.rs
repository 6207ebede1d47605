//! A session: a game, its players, and all actions of the players.
//!
//! A session does not depend on a terminal. A front end (plain lines or the whole screen) calls the actions, and gets
//! the engine's results from [`Session::poll`] or [`Session::wait`]. The game is saved after every change.

pub use super::record::SaveError;
use super::record::{self, Record, Resumed};
pub use super::thinker::Failure;
use super::thinker::{Task, Thinker, Thought};
use super::{PlayOptions, Player};
use crate::source::records::RecordArguments;
use crate::words::Words;
use quirkat_play::{Act, Event as Happened, LiveGame, LogEntry, NextActor, PlayMode, Seats};
pub use quirkat_play::{Millis, Offer, OfferKind, Refusal, Termination};
use quirkat_rules::{AnyGame, Outcome, SetupError, Side, Turn, short_texts};
use quirkat_search::{Level, Limits, TableReport, Variation};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Result of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// It has played a move for this side.
    Played(Side, Turn),
    /// It has found the best line for the side to move, with the table values of all moves.
    Hint(Variation, Option<TableReport>),
    /// It has answered an offer.
    Answered(Offer, bool),
    /// It cannot continue. Holds the reason.
    Failed(Failure),
}

/// Task of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// Its move.
    Turn,
    /// A hint for a player.
    Hint,
    /// An answer to a player's offer.
    Answer(Offer),
    /// The evaluation of the position while the player thinks.
    Value,
    /// None: it has failed, and waits for a change.
    Stuck,
}

/// A game with its players.
pub struct Session {
    live: LiveGame,
    /// Start of time measurement.
    began: Instant,
    /// Moves as texts for lists.
    texts: Vec<String>,
    players: [Player; 2],
    /// Seats taken by people at this terminal.
    seated: Seats,
    busy: Option<Busy>,
    /// Start of the current task.
    since: Instant,
    /// Best line so far of the current task, with its depth.
    so_far: Option<(Variation, u32)>,
    /// Moves taken back, each time those of one request, until another move is made.
    undone: Vec<Vec<(Side, Happened)>>,
    /// Whether the evaluation of each position is shown.
    values: bool,
    /// Finished evaluation of the present position.
    value: Option<(Variation, Option<TableReport>)>,
    /// Event that needed no search.
    ready: Option<Event>,
    thinker: Thinker,
    limits: Limits,
    seed: u64,
    record: Record,
    /// Error of the last save.
    trouble: Option<String>,
    /// Former file, after the game has moved to a new one and until this was reported.
    left: Option<PathBuf>,
    /// Number that changes with every position.
    revision: u64,
    words: Words,
}

impl Session {
    /// Starts or resumes a game.
    pub fn new(options: PlayOptions) -> Session {
        let PlayOptions { game, saved, clock, players, outside, library, record, mut limits, seed, language, .. } =
            options;
        if limits == Limits::default() {
            limits.time = Some(Duration::from_secs(1));
        }
        let seats = players.clone().map(Into::into);
        Session {
            texts: short_texts(&game),
            live: match saved {
                Some(pdn) => LiveGame::from_record(game, &pdn, seats, PlayMode::Home, 0),
                None => LiveGame::new(game, seats, PlayMode::Home, clock),
            },
            began: Instant::now(),
            seated: Seats::of(players.each_ref().map(|player| *player == Player::Human)),
            players,
            record,
            busy: None,
            since: Instant::now(),
            so_far: None,
            undone: vec![],
            values: false,
            value: None,
            ready: None,
            thinker: Thinker::new(outside, library),
            limits,
            seed,
            trouble: None,
            left: None,
            revision: 0,
            words: Words(language),
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &AnyGame {
        &self.live.game
    }

    /// Returns the player of a side.
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// Returns the moves so far with their sides.
    pub fn turns(&self) -> Vec<(Side, &Turn)> {
        self.live.movers().iter().copied().zip(self.game().history()).collect()
    }

    /// Returns the moves so far as texts.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Returns the offer that waits for a player's answer.
    pub fn offer(&self) -> Option<Offer> {
        self.live.offer.filter(|offer| self.seated.holds(offer.by.other()))
    }

    /// Returns the task of the engine.
    pub fn busy(&self) -> Option<Busy> {
        self.busy
    }

    /// Returns whether a person is to move.
    pub fn is_persons_turn(&self) -> bool {
        self.live.may_play(self.seated).is_ok()
    }

    /// Returns the remaining time of a side, and whether its clock is running; `None` without clocks.
    pub fn clock(&self, side: Side) -> Option<(Millis, bool)> {
        let clock = self.live.clock?;
        Some((clock.remaining(side, self.now()).max(0), clock.running() == Some(side)))
    }

    /// Excludes time away from the program from the clocks.
    pub fn was_away(&mut self, away: Duration) {
        self.began += away;
    }

    /// Saves the clocks before the players leave.
    pub fn leave(&mut self) {
        if self.live.clock.is_some_and(|clock| clock.running().is_some()) {
            self.save();
        }
    }

    fn now(&self) -> Millis {
        self.began.elapsed().as_millis().try_into().unwrap_or(Millis::MAX)
    }

    /// Ends the game if the side to move has run out of time. Returns whether it has.
    fn flag_falls(&mut self) -> bool {
        let flagged = self.live.out_of_time(self.now());
        flagged.is_some_and(|side| self.apply(vec![(side, Happened::Flag)]).is_ok())
    }

    /// Returns a number that changes with every position.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the texts in the players' language.
    pub fn words(&self) -> Words {
        self.words
    }

    /// Returns the path of the game's file.
    pub fn path(&self) -> &Path {
        self.record.path()
    }

    /// Returns whether the game has been saved.
    pub fn is_saved(&self) -> bool {
        self.record.is_saved()
    }

    /// Returns the error of the last save.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Returns the former file once, after another program has changed it and the game has moved to a new file.
    pub fn take_left(&mut self) -> Option<PathBuf> {
        self.left.take()
    }

    /// Returns the side of the person who may act: the side to move, or the only person's.
    pub fn person(&self) -> Option<Side> {
        self.seated.side(self.game().to_move())
    }

    /// Returns the side of the only person, who plays against the engine.
    pub fn only_person(&self) -> Option<Side> {
        match self.seated {
            Seats::One(side) => Some(side),
            Seats::Both | Seats::None => None,
        }
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// When no person is to move, the time is over, or the move is not legal; the error names the rule.
    pub fn play_text(&mut self, text: &str) -> Result<Turn, Refusal> {
        self.live.may_play(self.seated)?;
        self.act(&Act::Turn { ply: None, text: text.to_owned() })?;
        Ok(self.game().history().pop().cloned().expect("a turn was just played"))
    }

    /// Plays a legal move for the person to move. A pending offer is declined by it.
    ///
    /// # Errors
    /// When no person is to move, or the move is not legal.
    pub fn play(&mut self, turn: &Turn) -> Result<(), Refusal> {
        self.play_text(&turn.text(&self.game().ruleset().board)).map(drop)
    }

    /// Takes back the last move between two people; against the engine, the person's last move and the reply. Returns
    /// the number of moves taken back.
    ///
    /// # Errors
    /// When no person has moved.
    pub fn undo(&mut self) -> Result<usize, Refusal> {
        let turns: Vec<_> = self.turns().into_iter().map(|(by, turn)| (by, self.live.turn_event(turn))).collect();
        let mut undone = std::mem::take(&mut self.undone);
        let result = self.act(&Act::Offer(OfferKind::Takeback));
        let taken_back = turns[self.live.movers().len().min(turns.len())..].to_vec();
        let count = taken_back.len();
        undone.extend(Some(taken_back).filter(|turns| !turns.is_empty()));
        self.undone = undone;
        result.map(|()| count)
    }

    /// Plays the moves again that were taken back last. Returns their number, or `None` if there are none: a move, an
    /// agreement or another game makes them void.
    pub fn redo(&mut self) -> Option<usize> {
        if self.is_over() {
            return None;
        }
        let mut undone = std::mem::take(&mut self.undone);
        let turns = undone.pop()?;
        let count = turns.len();
        self.apply(turns).ok()?;
        self.undone = undone;
        Some(count)
    }

    /// Resigns for the person who may act.
    ///
    /// # Errors
    /// When the game is over, or no person plays.
    pub fn resign(&mut self) -> Result<(), Refusal> {
        self.act(&Act::Resign)
    }

    /// Makes an offer. A person answers it with [`Session::answer`], the engine after thinking.
    ///
    /// # Errors
    /// When no person is to move, or the rules do not allow the offer.
    pub fn make_offer(&mut self, what: OfferKind) -> Result<Offer, Refusal> {
        let by = self.live.may_play(self.seated)?;
        self.act(&Act::Offer(what))?;
        match self.live.next_actor() {
            NextActor::Answer(offer) if self.live.engine_considers(offer) => {
                self.think(Task::Analyse, Busy::Answer(offer))
            }
            NextActor::Answer(offer) => {
                self.apply(vec![(offer.by.other(), Happened::Decline)])?;
                self.ready = Some(Event::Answered(offer, false));
            }
            NextActor::People | NextActor::Throw | NextActor::Turn(_) => {}
        }
        Ok(Offer { by, kind: what })
    }

    /// Checks whether an offer may be made now.
    ///
    /// # Errors
    /// When it may not.
    pub fn may_offer(&self, what: OfferKind) -> Result<(), Refusal> {
        self.live.may_play(self.seated)?;
        self.live.judge(self.seated, &Act::Offer(what), self.now()).map(drop)
    }

    /// Answers the pending offer.
    ///
    /// # Errors
    /// When there is none.
    pub fn answer(&mut self, accept: bool) -> Result<Offer, Refusal> {
        let offer = self.offer().ok_or(Refusal::NoOffer)?;
        self.act(if accept { &Act::Accept } else { &Act::Decline })?;
        Ok(offer)
    }

    /// Asks the engine for a hint, which arrives as [`Event::Hint`]. A pending offer to the engine is dropped.
    ///
    /// # Errors
    /// When no person is to move.
    pub fn ask_hint(&mut self) -> Result<(), Refusal> {
        self.live.may_play(self.seated)?;
        if let NextActor::Answer(offer) = self.live.next_actor() {
            self.apply(vec![(offer.by.other(), Happened::Decline)])?;
        }
        self.think(Task::Analyse, Busy::Hint);
        Ok(())
    }

    /// Returns the time spent on the current task, its limit, and the best line so far with its depth.
    pub fn search(&self) -> (Duration, Option<Duration>, Option<&(Variation, u32)>) {
        (self.since.elapsed(), self.limits.time, self.so_far.as_ref())
    }

    /// Switches the evaluation of positions on or off.
    pub fn switch_values(&mut self) {
        self.values = !self.values;
        if self.busy == Some(Busy::Value) {
            self.thinker.cancel();
            self.busy = None;
        }
    }

    /// Returns the best line so far of the present position, and its proved value, if the evaluation is on.
    pub fn value(&self) -> Option<(&Variation, Option<&TableReport>)> {
        let so_far = || self.so_far.as_ref().filter(|_| self.busy == Some(Busy::Value)).map(|(line, _)| (line, None));
        let value = self.value.as_ref().map(|(line, proved)| (line, proved.as_ref()));
        value.or_else(so_far).filter(|_| self.values)
    }

    /// Ends the search for a hint with the best line so far, once there is one.
    pub fn hurry(&mut self) {
        if self.busy == Some(Busy::Hint) && self.so_far.is_some() {
            self.thinker.hurry();
        }
    }

    fn act(&mut self, act: &Act) -> Result<(), Refusal> {
        if self.flag_falls() {
            return Err(Refusal::Over);
        }
        let events = self.live.judge(self.seated, act, self.now())?;
        self.apply(events)
    }

    fn apply(&mut self, events: Vec<(Side, Happened)>) -> Result<(), Refusal> {
        let at = self.now();
        let entries: Vec<_> = events.into_iter().map(|(by, event)| LogEntry { at, by, event }).collect();
        self.live = self.live.after(&entries)?;
        if entries.iter().any(|entry| entry.event.changes_the_game()) {
            self.after_change();
        }
        Ok(())
    }

    /// Starts another game from the same start with the same players, in a new file.
    ///
    /// # Errors
    /// When the start does not fit the rules.
    pub fn rematch(&mut self) -> Result<(), SetupError> {
        let game = self.game().rules().game(Some(&self.game().setup_after(0)))?;
        self.seed = self.seed.wrapping_add(1);
        let clock = self.live.clock.map(|clock| clock.terms());
        self.open(LiveGame::new(game, self.live.players.clone(), PlayMode::Home, clock), self.record.another());
        Ok(())
    }

    /// Saves the game to another file from now on.
    ///
    /// # Errors
    /// When the file exists or cannot be written. The game stays in its file.
    pub fn save_as(&mut self, path: &Path) -> Result<(), SaveError> {
        self.record = self.record.save_to(path, &self.live, self.now())?;
        self.trouble = None;
        Ok(())
    }

    /// Resumes the first game of a file with the same players.
    ///
    /// # Errors
    /// When the file cannot be read or replayed. The present game continues.
    pub fn load(&mut self, path: &Path) -> anyhow::Result<()> {
        let Resumed { pdn, game, record } = record::resume(path, &RecordArguments::default(), self.words.0)?;
        self.open(LiveGame::from_record(game, &pdn, self.live.players.clone(), PlayMode::Home, self.now()), record);
        Ok(())
    }

    fn open(&mut self, live: LiveGame, record: Record) {
        self.live = live;
        self.record = record;
        self.trouble = None;
        self.reset();
    }

    /// Returns the next result of the engine, if there is one, and starts its next task. Front ends call this
    /// repeatedly.
    pub fn poll(&mut self) -> Option<Event> {
        self.flag_falls();
        self.begin_engine_turn();
        if let Some(event) = self.ready.take() {
            return Some(event);
        }
        loop {
            let thought = self.thinker.poll()?;
            if let Some(event) = self.take(thought) {
                return Some(event);
            }
        }
    }

    /// Waits for the engine while it has a task.
    pub fn wait(&mut self) -> Option<Event> {
        self.begin_engine_turn();
        if let Some(event) = self.ready.take() {
            return Some(event);
        }
        while !matches!(self.busy, None | Some(Busy::Stuck)) {
            let thought = self.thinker.wait()?;
            if let Some(event) = self.take(thought) {
                return Some(event);
            }
        }
        None
    }

    fn begin_engine_turn(&mut self) {
        if self.busy.is_some() {
            return;
        }
        let side = self.game().to_move();
        let seed = self.seed.wrapping_add(self.live.movers().len() as u64);
        let task = match self.live.next_actor() {
            NextActor::Turn(_) if matches!(self.player(side), Player::Outside(_)) => Task::Ask(side),
            NextActor::Turn(level) => Task::Choose(level, seed),
            // Throws are the same at all levels.
            NextActor::Throw => Task::Choose(Level::BEST, seed),
            NextActor::People if self.values && self.value.is_none() && !self.is_over() => {
                return self.think(Task::Analyse, Busy::Value);
            }
            NextActor::People | NextActor::Answer(_) => return,
        };
        self.think(task, Busy::Turn);
    }

    fn think(&mut self, task: Task, busy: Busy) {
        let mut limits = self.limits;
        if busy == Busy::Turn {
            limits.time = [limits.time, self.live.thinking_time(self.now())].into_iter().flatten().min();
        }
        self.thinker.ask(self.live.game.clone(), task, limits);
        self.busy = Some(busy);
        (self.since, self.so_far) = (Instant::now(), None);
    }

    /// Returns the event of a thought, unless more thoughts follow.
    fn take(&mut self, thought: Thought) -> Option<Event> {
        if let Thought::SoFar(line, depth) = thought {
            self.so_far = Some((line, depth));
            return None;
        }
        if self.flag_falls() {
            return None;
        }
        let busy = self.busy.take();
        if let (Thought::Line(line, proved), Some(Busy::Value)) = (&thought, busy) {
            self.value = Some((line.clone(), proved.clone()));
            return None;
        }
        Some(match (thought, busy) {
            (Thought::Turn(turn), Some(Busy::Turn)) => {
                let side = self.game().to_move();
                match self.apply(vec![(side, self.live.turn_event(&turn))]) {
                    Ok(()) => Event::Played(side, turn),
                    Err(refusal) => self.fail(Failure::Refused(refusal)),
                }
            }
            (Thought::Line(line, certain), Some(Busy::Hint)) => Event::Hint(line, certain),
            (Thought::Line(line, _), Some(Busy::Answer(offer))) => {
                let accepts = self.live.engine_accepts(offer, line.score);
                let answer = if accepts { Happened::Accept } else { Happened::Decline };
                match self.apply(vec![(offer.by.other(), answer)]) {
                    Ok(()) => Event::Answered(offer, accepts),
                    Err(refusal) => self.fail(Failure::Refused(refusal)),
                }
            }
            (Thought::Failed(why), _) => self.fail(why),
            // Results of cancelled tasks.
            (Thought::Turn(_) | Thought::Line(..) | Thought::SoFar(..), _) => self.fail(Failure::Stopped),
        })
    }

    fn fail(&mut self, why: Failure) -> Event {
        self.busy = Some(Busy::Stuck);
        Event::Failed(why)
    }

    /// Handles a change of the position: cancels tasks and saves the game.
    fn after_change(&mut self) {
        self.reset();
        self.save();
    }

    fn save(&mut self) {
        let before = self.record.path().to_owned();
        self.trouble = match self.record.save(&self.live, self.now()) {
            Ok(()) => None,
            Err(error) => Some(format!("{}: {error}", self.record.path().display())),
        };
        if before != self.record.path() {
            self.left = Some(before);
        }
    }

    fn reset(&mut self) {
        self.texts = short_texts(&self.live.game);
        self.undone.clear();
        self.value = None;
        self.thinker.cancel();
        self.busy = None;
        self.revision += 1;
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.live.end().is_some()
    }

    /// Returns the outcome by the rules or by agreement.
    pub fn outcome(&self) -> Option<Outcome> {
        self.live.outcome()
    }

    /// Returns the end of the game by other causes than the rules.
    pub fn termination(&self) -> Option<Termination> {
        self.live.termination()
    }
}

#[cfg(test)]
mod tests;
