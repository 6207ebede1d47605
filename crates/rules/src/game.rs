//! Games: rules, a start and the turns played; and what history decides.

pub mod any;
pub mod draws;
pub mod history;
pub mod mid_turn;
pub mod perft;
pub mod value;

use crate::engine::outcome::Outcome;
use crate::engine::rules::{NOWHERE, Rules, TooManyTurns};
use crate::engine::turn::Turn;
use crate::game::history::{History, counted};
use crate::game::perft::{PerftMode, perft};
use crate::ground::reason::Reason;
use crate::ground::setup::{Setup, SetupError, Side};
use crate::options::{EndCount, Repetition};
use crate::ruleset::Ruleset;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use thiserror::Error;

/// A game being played: the rules of one family, the start, and what happened since.
#[derive(Debug)]
pub struct Game<G: Rules> {
    rules: Arc<G>,
    start: G::Position,
    played: Vec<Played<G>>,
    history: History,
    agreed: Option<Outcome>,
    /// As many turns of a position are listed.
    most_turns: u64,
}

/// A turn, and the position after it.
#[derive(Debug)]
struct Played<G: Rules> {
    turn: Turn,
    after: G::Position,
}

impl<G: Rules> Clone for Played<G> {
    fn clone(&self) -> Self {
        Played { turn: self.turn.clone(), after: self.after }
    }
}

impl<G: Rules> Clone for Game<G> {
    fn clone(&self) -> Self {
        Game {
            rules: Arc::clone(&self.rules),
            start: self.start,
            played: self.played.clone(),
            history: self.history.clone(),
            agreed: self.agreed,
            most_turns: self.most_turns,
        }
    }
}

/// Why a turn or a call is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    Over(Outcome),
    /// The turn is not among the legal ones.
    #[error("the turn is not legal here")]
    NotLegal,
    /// The rules do not end games by counting.
    #[error("these rules do not end a game by counting the pieces (option `end_count`)")]
    NoCount,
    /// The position has too many turns.
    #[error(transparent)]
    TooManyTurns(#[from] TooManyTurns),
}

impl<G: Rules> Game<G> {
    /// A game that begins with a setup, or as its rules say.
    ///
    /// # Errors
    /// When the setup does not fit the rules.
    pub fn new(rules: Arc<G>, setup: Option<&Setup>) -> Result<Self, SetupError> {
        let start = setup.map_or_else(|| Ok(rules.start()), |setup| rules.position(setup))?;
        let history = History::new(&*rules, &start);
        Ok(Game { rules, start, played: vec![], history, agreed: None, most_turns: u64::MAX })
    }

    /// The compiled rules.
    pub fn rules(&self) -> &Arc<G> {
        &self.rules
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.played.last().map_or(&self.start, |played| &played.after)
    }

    /// The positions that led here, and their judge.
    pub fn position_history(&self) -> &History {
        &self.history
    }

    /// All legal turns, each path once, with what they do. Those that repetition forbids are left out; a finished game
    /// has none.
    ///
    /// # Errors
    /// When the position has too many turns.
    pub fn moves(&self) -> Result<Vec<(G::Move, Turn)>, TooManyTurns> {
        if self.agreed.is_some() || self.history.outcome(&*self.rules, self.position()).is_some() {
            return Ok(vec![]);
        }
        let mut moves = self.moves_by_position()?;
        let position = self.position();
        moves.extend(self.rules.call(position).map(|call| {
            let effect = self.rules.key(&self.rules.play(position, &call));
            let turn = self.rules.turn(&call, &NOWHERE, effect);
            (call, turn)
        }));
        Ok(moves)
    }

    fn moves_by_position(&self) -> Result<Vec<(G::Move, Turn)>, TooManyTurns> {
        let position = self.position();
        let forbids = self.forbids_repetition();
        let mut moves = Vec::new();
        let mut left = self.most_turns;
        let mut is_limited = false;
        self.rules.for_each_turn(position, &mut |made, trail| {
            is_limited = left == 0;
            if is_limited {
                return Break(());
            }
            left -= 1;
            let effect = self.rules.key(&self.rules.play(position, made));
            if !forbids || !self.history.contains(effect) {
                moves.push((*made, self.rules.turn(made, trail, effect)));
            }
            Continue(())
        })?;
        if is_limited {
            let found = self.rules.count_turns(position)?;
            return Err(TooManyTurns::Turns { found, limit: self.most_turns });
        }
        Ok(moves)
    }

    fn forbids_repetition(&self) -> bool {
        self.rules.ruleset().options.repetition == Repetition::Forbidden
    }
}

/// A game being played, whatever its family: the face that the command line, the server and the drawing see.
pub trait Play {
    /// The ruleset.
    fn ruleset(&self) -> &Arc<Ruleset>;

    /// The position after the first `plies` turns, or the present one if there were fewer.
    fn setup_after(&self, plies: usize) -> Setup;

    /// The present position.
    fn setup(&self) -> Setup {
        self.setup_after(usize::MAX)
    }

    /// The side to move.
    fn to_move(&self) -> Side;

    /// Whether the turns of the position are the throws of dice, each as likely as any other: chance moves, nobody
    /// chooses.
    fn is_chance_node(&self) -> bool;

    /// All legal turns, each path once. Those that repetition forbids are left out; a finished game has none.
    ///
    /// # Errors
    /// When the position has too many turns.
    fn turns(&self) -> Result<Vec<Turn>, TooManyTurns>;

    /// From now on positions with more turns than this are not listed and not played from: whoever lets strangers choose
    /// positions lists no more than they have time for.
    fn limit_turns(&mut self, most: u64);

    /// The turns played so far.
    fn history(&self) -> Vec<&Turn>;

    /// Plays a turn that [`Play::turns`] gave for this position.
    ///
    /// # Errors
    /// When the game is over or the turn is not legal; the game is unchanged.
    fn play(&mut self, turn: &Turn) -> Result<(), PlayError>;

    /// Takes back the last turn, and with it whatever was agreed after it; `None` at the start.
    fn undo(&mut self) -> Option<Turn>;

    /// How the game has ended, by the position, by history or by the players.
    fn outcome(&self) -> Option<Outcome>;

    /// Ends the game because a side resigns.
    ///
    /// # Errors
    /// When it is over already.
    fn resign(&mut self, side: Side) -> Result<(), PlayError>;

    /// Ends the game as a draw on which the players agree.
    ///
    /// # Errors
    /// When it is over already.
    fn agree_draw(&mut self) -> Result<(), PlayError>;

    /// Ends the game by counting the pieces, on which the players agree.
    ///
    /// # Errors
    /// When it is over already, or the rules do not count.
    fn agree_count(&mut self) -> Result<(), PlayError>;

    /// Counts the turns below the present position, as [`perft`](crate::perft()).
    ///
    /// # Errors
    /// When a position on the way has too many turns.
    fn perft(&self, depth: u32, count: PerftMode) -> Result<u64, TooManyTurns>;

    /// Counts the turns below each turn of the present position; `depth` is at least 1. Turns with the same effect are
    /// listed once when moves are counted.
    ///
    /// # Errors
    /// When a position on the way has too many turns.
    fn divide(&self, depth: u32, count: PerftMode) -> Result<Vec<(Turn, u64)>, TooManyTurns>;
}

impl<G: Rules> Play for Game<G> {
    fn ruleset(&self) -> &Arc<Ruleset> {
        self.rules.ruleset()
    }

    fn setup_after(&self, plies: usize) -> Setup {
        let last = plies.min(self.played.len());
        self.rules.setup(last.checked_sub(1).map_or(&self.start, |at| &self.played[at].after))
    }

    fn to_move(&self) -> Side {
        self.rules.to_move(self.position())
    }

    fn is_chance_node(&self) -> bool {
        self.rules.is_chance_node(self.position()) && self.outcome().is_none()
    }

    fn turns(&self) -> Result<Vec<Turn>, TooManyTurns> {
        Ok(self.moves()?.into_iter().map(|(_, turn)| turn).collect())
    }

    fn limit_turns(&mut self, most: u64) {
        self.most_turns = most;
    }

    fn history(&self) -> Vec<&Turn> {
        self.played.iter().map(|played| &played.turn).collect()
    }

    fn play(&mut self, turn: &Turn) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let (made, turn) = self.moves()?.into_iter().find(|(_, legal)| legal == turn).ok_or(PlayError::NotLegal)?;
        let after = self.rules.play(self.position(), &made);
        let before = *self.position();
        self.history.push(&*self.rules, &before, &made, &after, turn.effect);
        self.played.push(Played { turn, after });
        Ok(())
    }

    fn undo(&mut self) -> Option<Turn> {
        self.agreed = None;
        let played = self.played.pop()?;
        self.history.pop();
        Some(played.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        self.agreed
            .or_else(|| self.rules.outcome(position))
            .or_else(|| self.history.outcome(&*self.rules, position))
            .or_else(|| {
                let barred = self.forbids_repetition() && self.moves_by_position().is_ok_and(|moves| moves.is_empty());
                barred.then(|| Outcome::won(self.to_move().other(), Reason::Blocked))
            })
    }

    fn resign(&mut self, side: Side) -> Result<(), PlayError> {
        self.agree(Outcome::won(side.other(), Reason::Resignation))
    }

    fn agree_draw(&mut self) -> Result<(), PlayError> {
        self.agree(Outcome::drawn(Reason::Agreement))
    }

    fn agree_count(&mut self) -> Result<(), PlayError> {
        if self.rules.ruleset().options.end_count == EndCount::Off {
            return Err(PlayError::NoCount);
        }
        self.agree(counted(&*self.rules, self.position(), Reason::AgreedCount))
    }

    fn perft(&self, depth: u32, count: PerftMode) -> Result<u64, TooManyTurns> {
        perft(&*self.rules, self.position(), depth, count)
    }

    fn divide(&self, depth: u32, count: PerftMode) -> Result<Vec<(Turn, u64)>, TooManyTurns> {
        let mut divided: Vec<(Turn, u64)> = Vec::new();
        let position = self.position();
        let mut roots = Vec::new();
        self.rules.for_each_turn(position, &mut |made, trail| {
            let after = self.rules.play(position, made);
            let turn = self.rules.turn(made, trail, self.rules.key(&after));
            roots.push((after, turn));
            Continue(())
        })?;
        for (after, turn) in roots {
            let known = divided.iter().any(|(known, _)| known.effect == turn.effect);
            if count == PerftMode::Paths || !known {
                divided.push((turn, perft(&*self.rules, &after, depth.saturating_sub(1), count)?));
            }
        }
        Ok(divided)
    }
}

impl<G: Rules> Game<G> {
    fn agree(&mut self, outcome: Outcome) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        self.agreed = Some(outcome);
        Ok(())
    }
}
