//! A session: a game, who plays it, and everything that its players may do.
//!
//! There is no terminal in here. A face (plain lines or the whole screen) calls what its people want, and asks
//! [`Session::poll`] or [`Session::wait`] what the engine has done meanwhile. The game is kept on disk after every
//! change.

use super::record::{self, RULES_FILE, Record};
use super::thinker::{Task, Thinker, Thought};
use super::{PlayOptions, Player};
use crate::source::Source;
use anyhow::Context;
use quirkat_rules::{AnyGame, Outcome, PlayError, Side, Turn, TurnError, read_turn};
use quirkat_search::{Level, Limits, Line};
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// What players may agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deal {
    /// A draw.
    Draw,
    /// To end the game by counting the pieces.
    Count,
}

/// An offer that waits for its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who makes it.
    pub by: Side,
    /// What is offered.
    pub what: Deal,
}

/// What the engine has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// It has made a turn for this side.
    Played(Side, Turn),
    /// It has found the best line for the side to move.
    Hint(Line),
    /// It has answered an offer.
    Answered(Offer, bool),
    /// It cannot go on, and says why.
    Failed(String),
}

/// Why something cannot be done now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// It is the engine's turn, the side of this name.
    Thinking(String),
    /// No person plays.
    NobodyPlays,
    /// No turn of a person can be taken back.
    NothingToUndo,
    /// No offer waits for an answer.
    NoOffer,
    /// The turn cannot be made.
    Turn(TurnError),
    /// The game cannot end so.
    Play(PlayError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::Thinking(side) => write!(f, "it is {side}'s turn"),
            Self::NobodyPlays => f.write_str("the engine plays both sides"),
            Self::NothingToUndo => f.write_str("there is no turn of yours to take back"),
            Self::NoOffer => f.write_str("there is no offer to answer"),
            Self::Turn(error) => error.fmt(f),
            Self::Play(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Over(_) => Self::Over,
            error => Self::Play(error),
        }
    }
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
    /// It has failed, and waits until something changes.
    Stuck,
}

/// A game being played, with its players.
pub struct Session {
    game: AnyGame,
    players: [Player; 2],
    /// Who made each turn of the game so far.
    movers: Vec<Side>,
    offer: Option<Offer>,
    busy: Option<Busy>,
    thinker: Thinker,
    limits: Limits,
    seed: u64,
    record: Record,
    is_kept: bool,
    trouble: Option<String>,
    revision: u64,
}

impl Session {
    /// A session that begins or goes on with a game.
    pub fn new(options: PlayOptions) -> Session {
        let PlayOptions { game, players, save_to, tags, mut limits, seed, .. } = options;
        if limits == Limits::default() {
            limits.time = Some(Duration::from_secs(1));
        }
        Session {
            movers: movers(&game),
            is_kept: save_to.exists(),
            record: Record { path: save_to, tags },
            game,
            players,
            offer: None,
            busy: None,
            thinker: Thinker::default(),
            limits,
            seed,
            trouble: None,
            revision: 0,
        }
    }

    /// The game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> Player {
        self.players[side.index()]
    }

    /// The turns so far, and who made them.
    pub fn turns(&self) -> Vec<(Side, &Turn)> {
        self.movers.iter().copied().zip(self.game.history()).collect()
    }

    /// The offer that waits for a person's answer.
    pub fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// What the engine is busy with.
    pub fn busy(&self) -> Option<Busy> {
        self.busy
    }

    /// Whether it is a person's turn.
    pub fn is_persons_turn(&self) -> bool {
        let mover = self.player(self.game.to_move());
        self.game.outcome().is_none() && mover == Player::Human && !self.game.is_throw()
    }

    /// A number that changes whenever the position does.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The file in which the game is kept.
    pub fn path(&self) -> &Path {
        &self.record.path
    }

    /// Whether the file is there.
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Why the game could not be saved when it changed last, if it could not.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The person who speaks for themselves now: the one to move, or the only one that plays.
    pub fn person(&self) -> Option<Side> {
        let person = |side: &Side| self.player(*side) == Player::Human;
        let to_move = self.game.to_move();
        [to_move, to_move.other()].into_iter().find(person)
    }

    /// The person who plays against the engine.
    pub fn only_person(&self) -> Option<Side> {
        match self.players {
            [Player::Human, Player::Engine(_)] => Some(Side::First),
            [Player::Engine(_), Player::Human] => Some(Side::Second),
            _ => None,
        }
    }

    /// Makes the turn that a text means.
    ///
    /// # Errors
    /// When it is not a person's turn, or the text is no legal turn; the error says which rule it breaks.
    pub fn play_text(&mut self, text: &str) -> Result<Turn, Refusal> {
        self.may_play()?;
        let turn = read_turn(&*self.game, text).map_err(Refusal::Turn)?;
        self.play(&turn)?;
        Ok(turn)
    }

    /// Makes a legal turn for the person whose turn it is. An offer that was not answered is declined by that.
    ///
    /// # Errors
    /// When it is not a person's turn, or the turn is not legal.
    pub fn play(&mut self, turn: &Turn) -> Result<(), Refusal> {
        self.may_play()?;
        self.make(turn)
    }

    fn may_play(&self) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            return Err(Refusal::Over);
        }
        let to_move = self.game.to_move();
        match self.player(to_move) {
            Player::Human => Ok(()),
            Player::Engine(_) => Err(Refusal::Thinking(super::words::side(self.game.ruleset(), to_move).to_owned())),
        }
    }

    fn make(&mut self, turn: &Turn) -> Result<(), Refusal> {
        let mover = self.game.to_move();
        self.game.play(turn)?;
        self.movers.push(mover);
        self.changed();
        Ok(())
    }

    /// Takes back the last turn between two people; against the engine, the person's last turn and all after it. Gives
    /// back how many turns were taken back.
    ///
    /// # Errors
    /// When no person's turn was made.
    pub fn undo(&mut self) -> Result<usize, Refusal> {
        if self.person().is_none() {
            return Err(Refusal::NobodyPlays);
        }
        let chose = |(side, turn): &(Side, &Turn)| self.player(*side) == Player::Human && turn.roll.is_none();
        let last = self.turns().iter().rposition(chose);
        let keep = last.ok_or(Refusal::NothingToUndo)?;
        let taken_back = self.movers.len() - keep;
        for _ in 0..taken_back {
            self.game.undo();
        }
        self.movers.truncate(keep);
        self.changed();
        Ok(taken_back)
    }

    /// Ends the game because the person who is asked now resigns.
    ///
    /// # Errors
    /// When it is over, or no person plays.
    pub fn resign(&mut self) -> Result<(), Refusal> {
        let side = self.person().ok_or(Refusal::NobodyPlays)?;
        self.game.resign(side)?;
        self.changed();
        Ok(())
    }

    /// Offers the opponent a deal. A person answers by [`Session::answer`]; the engine thinks about it.
    ///
    /// # Errors
    /// When it is not a person's turn, or the rules do not know the deal.
    pub fn make_offer(&mut self, what: Deal) -> Result<Offer, Refusal> {
        use quirkat_rules::EndCount;
        self.may_play()?;
        if what == Deal::Count && self.game.ruleset().options.end_count == EndCount::Off {
            return Err(PlayError::NoCount.into());
        }
        let offer = Offer { by: self.game.to_move(), what };
        match self.player(offer.by.other()) {
            Player::Human => self.offer = Some(offer),
            Player::Engine(_) => self.think(Task::Analyse, Busy::Answer(offer)),
        }
        Ok(offer)
    }

    /// Answers the offer that waits.
    ///
    /// # Errors
    /// When none waits.
    pub fn answer(&mut self, accept: bool) -> Result<Offer, Refusal> {
        let offer = self.offer.take().ok_or(Refusal::NoOffer)?;
        if accept {
            self.settle(offer)?;
        }
        Ok(offer)
    }

    fn settle(&mut self, offer: Offer) -> Result<(), Refusal> {
        match offer.what {
            Deal::Draw => self.game.agree_draw()?,
            Deal::Count => self.game.agree_count()?,
        }
        self.changed();
        Ok(())
    }

    /// Asks the engine what it would play; it answers with [`Event::Hint`].
    ///
    /// # Errors
    /// When it is not a person's turn.
    pub fn ask_hint(&mut self) -> Result<(), Refusal> {
        self.may_play()?;
        self.think(Task::Analyse, Busy::Hint);
        Ok(())
    }

    /// Starts another game from the same start with the same players, in a file of its own.
    ///
    /// # Errors
    /// When the start does not fit the rules, which it did before.
    pub fn rematch(&mut self) -> anyhow::Result<()> {
        let game = self.game.rules().game(Some(&self.game.setup_after(0)))?;
        let record = if self.is_kept { self.record.another() } else { self.record.clone() };
        self.seed = self.seed.wrapping_add(1);
        self.open(game, record);
        self.is_kept = false;
        Ok(())
    }

    /// Keeps the game in another file from now on.
    ///
    /// # Errors
    /// When the file is there already or cannot be written; the game stays where it was.
    pub fn save_as(&mut self, path: &Path) -> anyhow::Result<()> {
        if path != self.record.path && path.exists() {
            anyhow::bail!("{} is there already", path.display());
        }
        let record = Record { path: path.to_owned(), tags: self.record.tags.clone() };
        record.keep(&*self.game).with_context(|| format!("cannot write {}", path.display()))?;
        self.record = record;
        (self.is_kept, self.trouble) = (true, None);
        Ok(())
    }

    /// Goes on with the first game of a file, with the same players.
    ///
    /// # Errors
    /// When the file cannot be read or its game not be replayed; the present game goes on.
    pub fn load(&mut self, path: &Path) -> anyhow::Result<()> {
        let (pdn, record) = record::open(path)?;
        let (id, _) = pdn.game()?;
        let source = Source::find(pdn.tag(RULES_FILE).unwrap_or(id))?;
        let game = pdn.replay(&source.file).with_context(|| format!("cannot load {}", path.display()))?;
        self.is_kept = record.path == path;
        self.open(game, record);
        Ok(())
    }

    fn open(&mut self, game: AnyGame, record: Record) {
        self.movers = movers(&game);
        self.game = game;
        self.record = record;
        self.trouble = None;
        self.forget();
    }

    /// What the engine has done since the last time, if anything. Lets it begin its turn, too: a face calls this again
    /// and again.
    pub fn poll(&mut self) -> Option<Event> {
        self.begin_engine_turn();
        self.thinker.poll().map(|thought| self.take(thought))
    }

    /// Waits for the engine as long as it has something to do.
    pub fn wait(&mut self) -> Option<Event> {
        self.begin_engine_turn();
        if matches!(self.busy, None | Some(Busy::Stuck)) {
            return None;
        }
        self.thinker.wait().map(|thought| self.take(thought))
    }

    fn begin_engine_turn(&mut self) {
        if self.busy.is_some() || self.game.outcome().is_some() {
            return;
        }
        let level = match self.player(self.game.to_move()) {
            Player::Engine(level) => level,
            // The dice are thrown for people, too.
            Player::Human if self.game.is_throw() => Level::BEST,
            Player::Human => return,
        };
        let seed = self.seed.wrapping_add(self.movers.len() as u64);
        self.think(Task::Choose(level, seed), Busy::Turn);
    }

    fn think(&mut self, task: Task, busy: Busy) {
        self.thinker.ask(self.game.clone(), task, self.limits);
        self.busy = Some(busy);
    }

    fn take(&mut self, thought: Thought) -> Event {
        let busy = self.busy.take();
        match (thought, busy) {
            (Thought::Turn(turn), Some(Busy::Turn)) => {
                let side = self.game.to_move();
                match self.make(&turn) {
                    Ok(()) => Event::Played(side, turn),
                    Err(refusal) => self.fail(refusal.to_string()),
                }
            }
            (Thought::Line(line), Some(Busy::Hint)) => Event::Hint(line),
            (Thought::Line(line), Some(Busy::Answer(offer))) => {
                let accepts = self.engine_accepts(offer, &line);
                match accepts.then(|| self.settle(offer)) {
                    Some(Err(refusal)) => self.fail(refusal.to_string()),
                    _ => Event::Answered(offer, accepts),
                }
            }
            (Thought::Failed(why), _) => self.fail(why),
            (thought, busy) => self.fail(format!("{thought:?} is no answer to {busy:?}")),
        }
    }

    fn fail(&mut self, why: String) -> Event {
        self.busy = Some(Busy::Stuck);
        Event::Failed(why)
    }

    /// Whether the engine agrees: to a draw when it is not better, and in a young game only when it is worse; to a count
    /// that it wins, or that draws when it would take a draw.
    fn engine_accepts(&self, offer: Offer, line: &Line) -> bool {
        let worth = if self.game.to_move() == offer.by { -line.score } else { line.score };
        let young = self.movers.len() < YOUNG;
        let takes_draw = worth.hundredths() <= if young { -CLEARLY } else { 0 };
        let setup = self.game.setup();
        let [mine, theirs] = [offer.by.other(), offer.by].map(|side| setup.count(side));
        match offer.what {
            Deal::Draw => takes_draw,
            Deal::Count => mine > theirs || (mine == theirs && takes_draw),
        }
    }

    /// The position has changed: nothing that was asked about it holds any more, and the game is kept.
    fn changed(&mut self) {
        self.forget();
        match self.record.keep(&*self.game) {
            Ok(()) => (self.is_kept, self.trouble) = (true, None),
            Err(error) => self.trouble = Some(format!("{}: {error}", self.record.path.display())),
        }
    }

    fn forget(&mut self) {
        self.thinker.cancel();
        self.busy = None;
        self.offer = None;
        self.revision += 1;
    }

    /// How the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
}

/// Before this many turns the engine takes no draw in an even game.
const YOUNG: usize = 20;
/// What is clearly worse, in hundredths of a man.
const CLEARLY: i32 = 50;

/// Who made each turn of a game.
fn movers(game: &AnyGame) -> Vec<Side> {
    (0..game.history().len()).map(|plies| game.setup_after(plies).to_move).collect()
}

#[cfg(test)]
mod tests;
