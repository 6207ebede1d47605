//! A session: a game, who plays it, and everything that its players may do.
//!
//! There is no terminal in here. A face (plain lines or the whole screen) calls what its people want, and asks
//! [`Session::poll`] or [`Session::wait`] what the engine has done meanwhile. The game is kept on disk after every
//! change.

pub use super::record::SaveError;
use super::record::{self, Record, Resumed};
pub use super::thinker::Failure;
use super::thinker::{Task, Thinker, Thought};
use super::words::Words;
use super::{PlayOptions, Player};
use quirkat_play::{Act, Entry, Event as Happened, LiveGame, Manners, Next, Seated};
pub use quirkat_play::{Deal, Ending, Millis, Offer, Refusal};
use quirkat_rules::{AnyGame, Outcome, SetupError, Side, Turn, short_texts};
use quirkat_search::{Level, Limits, TableReport, Variation};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What the engine has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// It has made a turn for this side.
    Played(Side, Turn),
    /// It has found the best line for the side to move; with what tables say of every turn.
    Hint(Variation, Option<TableReport>),
    /// It has answered an offer.
    Answered(Offer, bool),
    /// It cannot go on, and why.
    Failed(Failure),
}

/// What the engine is busy with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// Its turn.
    Turn,
    /// A hint for a person.
    Hint,
    /// An offer that a person made.
    Answer(Offer),
    /// What the position is worth, while the person thinks.
    Value,
    /// It has failed, and waits until something changes.
    Stuck,
}

/// A game being played, with its players.
pub struct Session {
    live: LiveGame,
    /// From when on time is counted.
    began: Instant,
    /// Its turns, as lists have them.
    texts: Vec<String>,
    players: [Player; 2],
    /// The sides of those who sit here.
    seated: Seated,
    busy: Option<Busy>,
    /// Since when it is busy, and what it has found so far.
    since: Instant,
    so_far: Option<(Variation, u32)>,
    /// Whether people are told what each position is worth, and the best line of the present one.
    values: bool,
    value: Option<Variation>,
    /// What has happened without any thought.
    ready: Option<Event>,
    thinker: Thinker,
    limits: Limits,
    seed: u64,
    record: Record,
    trouble: Option<String>,
    left: Option<PathBuf>,
    revision: u64,
    words: Words,
}

impl Session {
    /// A session that begins or goes on with a game.
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
                Some(pdn) => LiveGame::of_record(game, &pdn, seats, Manners::Home, 0),
                None => LiveGame::new(game, seats, Manners::Home, clock),
            },
            began: Instant::now(),
            seated: Seated::of(players.each_ref().map(|player| *player == Player::Human)),
            players,
            record,
            busy: None,
            since: Instant::now(),
            so_far: None,
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

    /// The game.
    pub fn game(&self) -> &AnyGame {
        &self.live.game
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// The turns so far, and who made them.
    pub fn turns(&self) -> Vec<(Side, &Turn)> {
        self.live.movers().iter().copied().zip(self.game().history()).collect()
    }

    /// The turns so far as lists have them.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The offer that waits for a person's answer.
    pub fn offer(&self) -> Option<Offer> {
        self.live.offer.filter(|offer| self.seated.holds(offer.by.other()))
    }

    /// What the engine is busy with.
    pub fn busy(&self) -> Option<Busy> {
        self.busy
    }

    /// Whether it is a person's turn.
    pub fn is_persons_turn(&self) -> bool {
        self.live.may_play(self.seated).is_ok()
    }

    /// The time that a side has left, and whether it is running out now; `None` where there are no clocks.
    pub fn clock(&self, side: Side) -> Option<(Millis, bool)> {
        let clock = self.live.clock?;
        Some((clock.left(side, self.now()).max(0), clock.running() == Some(side)))
    }

    /// Nobody was here for so long: it is nobody's time.
    pub fn was_away(&mut self, away: Duration) {
        self.began += away;
    }

    /// Keeps what the clocks show, before the players leave.
    pub fn leave(&mut self) {
        if self.live.clock.is_some_and(|clock| clock.running().is_some()) {
            self.keep();
        }
    }

    fn now(&self) -> Millis {
        self.began.elapsed().as_millis().try_into().unwrap_or(Millis::MAX)
    }

    /// Ends the game where the time of the side to move is over; says whether it is.
    fn flag_falls(&mut self) -> bool {
        let flagged = self.live.flagged(self.now());
        flagged.is_some_and(|side| self.happen(vec![(side, Happened::Flag)]).is_ok())
    }

    /// A number that changes whenever the position does.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The words of its players.
    pub fn words(&self) -> Words {
        self.words
    }

    /// The file in which the game is kept.
    pub fn path(&self) -> &Path {
        self.record.path()
    }

    /// Whether the file is there.
    pub fn is_kept(&self) -> bool {
        self.record.is_kept()
    }

    /// Why the game could not be saved when it changed last, if it could not.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The file that another program has written to, so that the game is kept in another one now; told once.
    pub fn take_left(&mut self) -> Option<PathBuf> {
        self.left.take()
    }

    /// The person who speaks for themselves now: the one to move, or the only one that plays.
    pub fn person(&self) -> Option<Side> {
        self.seated.side(self.game().to_move())
    }

    /// The person who plays against the engine.
    pub fn only_person(&self) -> Option<Side> {
        match self.seated {
            Seated::At(side) => Some(side),
            Seated::Both | Seated::Nowhere => None,
        }
    }

    /// Makes the turn that a text means.
    ///
    /// # Errors
    /// When it is not a person's turn, the time for it is over, or the text is no legal turn; the error says which rule it
    /// breaks.
    pub fn play_text(&mut self, text: &str) -> Result<Turn, Refusal> {
        self.live.may_play(self.seated)?;
        self.act(&Act::Turn { ply: None, text: text.to_owned() })?;
        Ok(self.game().history().pop().cloned().expect("a turn was just played"))
    }

    /// Makes a legal turn for the person whose turn it is. An offer that was not answered is declined by that.
    ///
    /// # Errors
    /// When it is not a person's turn, or the turn is not legal.
    pub fn play(&mut self, turn: &Turn) -> Result<(), Refusal> {
        self.play_text(&turn.text(&self.game().ruleset().board)).map(drop)
    }

    /// Takes back the last turn between two people; against the engine, the person's last turn and all after it. Gives
    /// back how many turns were taken back.
    ///
    /// # Errors
    /// When no person's turn was made.
    pub fn undo(&mut self) -> Result<usize, Refusal> {
        let before = self.live.movers().len();
        self.act(&Act::Offer(Deal::Takeback))?;
        Ok(before - self.live.movers().len())
    }

    /// Ends the game because the person who is asked now resigns.
    ///
    /// # Errors
    /// When it is over, or no person plays.
    pub fn resign(&mut self) -> Result<(), Refusal> {
        self.act(&Act::Resign)
    }

    /// Offers the opponent a deal. A person answers by [`Session::answer`]; the engine thinks about it.
    ///
    /// # Errors
    /// When it is not a person's turn, or the rules do not know the deal.
    pub fn make_offer(&mut self, what: Deal) -> Result<Offer, Refusal> {
        let by = self.live.may_play(self.seated)?;
        self.act(&Act::Offer(what))?;
        match self.live.next() {
            Next::Answer(offer) if self.live.engine_considers(offer) => self.think(Task::Analyse, Busy::Answer(offer)),
            Next::Answer(offer) => {
                self.happen(vec![(offer.by.other(), Happened::Decline)])?;
                self.ready = Some(Event::Answered(offer, false));
            }
            Next::People | Next::Throw | Next::Turn(_) => {}
        }
        Ok(Offer { by, what })
    }

    /// Whether a deal may be offered now.
    ///
    /// # Errors
    /// When it may not.
    pub fn may_offer(&self, what: Deal) -> Result<(), Refusal> {
        self.live.may_play(self.seated)?;
        self.live.judge(self.seated, &Act::Offer(what), self.now()).map(drop)
    }

    /// Answers the offer that waits.
    ///
    /// # Errors
    /// When none waits.
    pub fn answer(&mut self, accept: bool) -> Result<Offer, Refusal> {
        let offer = self.offer().ok_or(Refusal::NoOffer)?;
        self.act(if accept { &Act::Accept } else { &Act::Decline })?;
        Ok(offer)
    }

    /// Asks the engine what it would play; it answers with [`Event::Hint`]. What was offered to it is forgotten.
    ///
    /// # Errors
    /// When it is not a person's turn.
    pub fn ask_hint(&mut self) -> Result<(), Refusal> {
        self.live.may_play(self.seated)?;
        if let Next::Answer(offer) = self.live.next() {
            self.happen(vec![(offer.by.other(), Happened::Decline)])?;
        }
        self.think(Task::Analyse, Busy::Hint);
        Ok(())
    }

    /// How long the engine has been busy, how long it may be, and what it has found so far: the best line, and the depth to
    /// which it was searched.
    pub fn search(&self) -> (Duration, Option<Duration>, Option<&(Variation, u32)>) {
        (self.since.elapsed(), self.limits.time, self.so_far.as_ref())
    }

    /// Tells from now on what each position is worth in which a person is to move, or does so no more.
    pub fn switch_values(&mut self) {
        self.values = !self.values;
        if self.busy == Some(Busy::Value) {
            self.thinker.cancel();
            self.busy = None;
        }
    }

    /// The best line of the present position as far as it was searched, where that is wanted.
    pub fn value(&self) -> Option<&Variation> {
        let so_far = || self.so_far.as_ref().filter(|_| self.busy == Some(Busy::Value)).map(|(line, _)| line);
        self.value.as_ref().or_else(so_far).filter(|_| self.values)
    }

    /// Asks for the hint at once, as good as it is by now; nothing happens before there is any.
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
        self.happen(events)
    }

    fn happen(&mut self, events: Vec<(Side, Happened)>) -> Result<(), Refusal> {
        let at = self.now();
        let entries: Vec<_> = events.into_iter().map(|(by, event)| Entry { at, by, event }).collect();
        self.live = self.live.after(&entries)?;
        if entries.iter().any(|entry| entry.event.changes_the_game()) {
            self.changed();
        }
        Ok(())
    }

    /// Starts another game from the same start with the same players, in a file of its own.
    ///
    /// # Errors
    /// When the start does not fit the rules, which it did before.
    pub fn rematch(&mut self) -> Result<(), SetupError> {
        let game = self.game().rules().game(Some(&self.game().setup_after(0)))?;
        self.seed = self.seed.wrapping_add(1);
        let clock = self.live.clock.map(|clock| clock.terms());
        self.open(LiveGame::new(game, self.live.players.clone(), Manners::Home, clock), self.record.another());
        Ok(())
    }

    /// Keeps the game in another file from now on.
    ///
    /// # Errors
    /// When the file is there already or cannot be written; the game stays where it was.
    pub fn save_as(&mut self, path: &Path) -> Result<(), SaveError> {
        self.record = self.record.keep_in(path, &self.live, self.now())?;
        self.trouble = None;
        Ok(())
    }

    /// Goes on with the first game of a file, with the same players.
    ///
    /// # Errors
    /// When the file cannot be read or its game not be replayed; the present game goes on.
    pub fn load(&mut self, path: &Path) -> anyhow::Result<()> {
        let Resumed { pdn, game, record } = record::resume(path, None, self.words.0)?;
        self.open(LiveGame::of_record(game, &pdn, self.live.players.clone(), Manners::Home, self.now()), record);
        Ok(())
    }

    fn open(&mut self, live: LiveGame, record: Record) {
        self.live = live;
        self.record = record;
        self.trouble = None;
        self.forget();
    }

    /// What the engine has done since the last time, if anything. Lets it begin its turn, too: a face calls this again
    /// and again.
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

    /// Waits for the engine as long as it has something to do.
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
        let task = match self.live.next() {
            Next::Turn(_) if matches!(self.player(side), Player::Outside(_)) => Task::Ask(side),
            Next::Turn(level) => Task::Choose(level, seed),
            // Every level throws as well.
            Next::Throw => Task::Choose(Level::BEST, seed),
            Next::People if self.values && self.value.is_none() && !self.is_over() => {
                return self.think(Task::Analyse, Busy::Value);
            }
            Next::People | Next::Answer(_) => return,
        };
        self.think(task, Busy::Turn);
    }

    fn think(&mut self, task: Task, busy: Busy) {
        let mut limits = self.limits;
        if busy == Busy::Turn {
            limits.time = [limits.time, self.live.share(self.now())].into_iter().flatten().min();
        }
        self.thinker.ask(self.live.game.clone(), task, limits);
        self.busy = Some(busy);
        (self.since, self.so_far) = (Instant::now(), None);
    }

    /// What a thought comes to, unless others follow.
    fn take(&mut self, thought: Thought) -> Option<Event> {
        if let Thought::SoFar(line, depth) = thought {
            self.so_far = Some((line, depth));
            return None;
        }
        if self.flag_falls() {
            return None;
        }
        let busy = self.busy.take();
        if let (Thought::Line(line, _), Some(Busy::Value)) = (&thought, busy) {
            self.value = Some(line.clone());
            return None;
        }
        Some(match (thought, busy) {
            (Thought::Turn(turn), Some(Busy::Turn)) => {
                let side = self.game().to_move();
                match self.happen(vec![(side, self.live.turn_event(&turn))]) {
                    Ok(()) => Event::Played(side, turn),
                    Err(refusal) => self.fail(Failure::Refused(refusal)),
                }
            }
            (Thought::Line(line, certain), Some(Busy::Hint)) => Event::Hint(line, certain),
            (Thought::Line(line, _), Some(Busy::Answer(offer))) => {
                let accepts = self.live.engine_accepts(offer, line.score);
                let answer = if accepts { Happened::Accept } else { Happened::Decline };
                match self.happen(vec![(offer.by.other(), answer)]) {
                    Ok(()) => Event::Answered(offer, accepts),
                    Err(refusal) => self.fail(Failure::Refused(refusal)),
                }
            }
            (Thought::Failed(why), _) => self.fail(why),
            // What nobody has asked for.
            (Thought::Turn(_) | Thought::Line(..) | Thought::SoFar(..), _) => self.fail(Failure::Stopped),
        })
    }

    fn fail(&mut self, why: Failure) -> Event {
        self.busy = Some(Busy::Stuck);
        Event::Failed(why)
    }

    /// The position has changed: nothing that was asked about it holds any more, and the game is kept.
    fn changed(&mut self) {
        self.forget();
        self.keep();
    }

    fn keep(&mut self) {
        let before = self.record.path().to_owned();
        self.trouble = match self.record.keep(&self.live, self.now()) {
            Ok(()) => None,
            Err(error) => Some(format!("{}: {error}", self.record.path().display())),
        };
        if before != self.record.path() {
            self.left = Some(before);
        }
    }

    fn forget(&mut self) {
        self.texts = short_texts(&self.live.game);
        self.value = None;
        self.thinker.cancel();
        self.busy = None;
        self.revision += 1;
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.live.end().is_some()
    }

    /// How the game has ended by its rules or by agreement.
    pub fn outcome(&self) -> Option<Outcome> {
        self.live.outcome()
    }

    /// How it has ended, where its rules know nothing of it.
    pub fn ending(&self) -> Option<Ending> {
        self.live.ending()
    }
}

#[cfg(test)]
mod tests;
