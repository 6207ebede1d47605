//! Games: rules, a start, the turns played, and outcomes that depend on history.

pub mod any;
pub mod draws;
pub mod history;
pub mod mid_turn;
pub mod perft;
pub mod value;

use crate::engine::outcome::Outcome;
use crate::engine::rules::{Generate, NOWHERE, Rules, TooManyTurns};
use crate::engine::turn::Turn;
use crate::engine::work::add_work;
use crate::game::history::{History, counted};
use crate::game::perft::{PerftMode, perft};
use crate::ground::reason::Reason;
use crate::ground::setup::{Setup, SetupError, Side};
use crate::options::{EndCount, Repetition};
use crate::ruleset::Ruleset;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// A game in progress with the rules of one family.
///
/// [`AnyGame`](crate::AnyGame) wraps it for all families.
#[derive(Debug)]
pub struct Game<G: Rules> {
    rules: Arc<G>,
    start: G::Position,
    played: Vec<PlayedTurn<G>>,
    history: History,
    agreement: Option<Outcome>,
    /// Number of turns after which the players went on although history had ended the game.
    played_on: Option<usize>,
    /// Maximum number of turns that are listed in one position.
    max_turns: u64,
    /// Moves of the current position, generated on first use. Clones share them.
    by_position: OnceLock<Arc<MoveList<G>>>,
}

/// Moves of a position with their turns.
type MoveList<G> = Result<Vec<(<G as Generate>::Move, Turn)>, TooManyTurns>;

/// A turn and the position after it.
#[derive(Debug)]
struct PlayedTurn<G: Rules> {
    turn: Turn,
    after: G::Position,
}

impl<G: Rules> Clone for PlayedTurn<G> {
    fn clone(&self) -> Self {
        PlayedTurn { turn: self.turn.clone(), after: self.after }
    }
}

impl<G: Rules> Clone for Game<G> {
    fn clone(&self) -> Self {
        Game {
            rules: Arc::clone(&self.rules),
            start: self.start,
            played: self.played.clone(),
            history: self.history.clone(),
            agreement: self.agreement,
            played_on: self.played_on,
            max_turns: self.max_turns,
            by_position: self.by_position.clone(),
        }
    }
}

/// Reason why a turn or an agreement is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    Over(Outcome),
    /// The turn is not legal in the position.
    #[error("the move is not legal here")]
    NotLegal,
    /// The rules do not end games by counting pieces.
    #[error("these rules do not end a game by counting the pieces (option `end_count`)")]
    NoCount,
    /// The position has too many turns to list.
    #[error(transparent)]
    TooManyTurns(#[from] TooManyTurns),
}

impl<G: Rules> Game<G> {
    /// Creates a game that starts from a setup, or from the start of the rules.
    ///
    /// # Errors
    /// Returns an error if the setup does not fit the rules.
    pub fn new(rules: Arc<G>, setup: Option<&Setup>) -> Result<Self, SetupError> {
        let start = setup.map_or_else(|| Ok(rules.start()), |setup| rules.position(setup))?;
        let history = History::new(&*rules, &start);
        Ok(Game {
            rules,
            start,
            played: vec![],
            history,
            agreement: None,
            played_on: None,
            max_turns: u64::MAX,
            by_position: OnceLock::new(),
        })
    }

    /// Returns the compiled rules.
    pub fn rules(&self) -> &Arc<G> {
        &self.rules
    }

    /// Returns the current position.
    pub fn position(&self) -> &G::Position {
        self.played.last().map_or(&self.start, |played| &played.after)
    }

    /// Returns the history of positions, which decides repetition and draw counts.
    pub fn position_history(&self) -> &History {
        &self.history
    }

    /// Returns all legal turns, one for each path, with their moves. Turns that repetition forbids are left out. A
    /// finished game has none.
    ///
    /// # Errors
    /// Returns an error if the position has too many turns.
    pub fn moves(&self) -> Result<Vec<(G::Move, Turn)>, TooManyTurns> {
        if self.agreement.is_some() || self.outcome_by_history().is_some() {
            return Ok(vec![]);
        }
        let mut moves = self.moves_by_position()?.to_vec();
        moves.extend(self.call());
        Ok(moves)
    }

    /// Returns the moves that the position and repetition allow, without a call.
    fn moves_by_position(&self) -> Result<&[(G::Move, Turn)], TooManyTurns> {
        let moves = self.by_position.get_or_init(|| Arc::new(self.generate_moves()));
        (**moves).as_deref().map_err(|error| *error)
    }

    fn generate_moves(&self) -> MoveList<G> {
        let mut moves = Vec::new();
        self.each_move(&mut |made, turn| {
            moves.push((*made, turn));
            Continue(())
        })?;
        Ok(moves)
    }

    /// Generates the moves that the position and repetition allow, without a call, until `visit` breaks.
    fn each_move(&self, visit: &mut dyn FnMut(&G::Move, Turn) -> ControlFlow<()>) -> Result<(), TooManyTurns> {
        let position = self.position();
        let forbids = self.forbids_repetition();
        let mut generated = 0;
        let mut is_limited = false;
        self.rules.for_each_turn(position, &mut |made, path| {
            is_limited = generated == self.max_turns;
            if is_limited {
                return Break(());
            }
            generated += 1;
            let effect = self.rules.key(&self.rules.play(position, made));
            if forbids && self.history.contains(effect) {
                return Continue(());
            }
            visit(made, self.rules.turn(position, made, path, effect))
        })?;
        if is_limited {
            let found = self.rules.count_turns(position)?;
            return Err(TooManyTurns::Turns { found, limit: self.max_turns });
        }
        add_work(generated);
        Ok(())
    }

    /// Returns the first legal move that `is_wanted` accepts.
    fn find_move(&self, is_wanted: &mut dyn FnMut(&Turn) -> bool) -> Result<Option<(G::Move, Turn)>, TooManyTurns> {
        let mut found = None;
        if let Some(listed) = self.by_position.get() {
            let listed = (**listed).as_ref().map_err(|error| *error)?;
            found = listed.iter().find(|(_, turn)| is_wanted(turn)).cloned();
        } else {
            self.each_move(&mut |made, turn| {
                if !is_wanted(&turn) {
                    return Continue(());
                }
                found = Some((*made, turn));
                Break(())
            })?;
        }
        Ok(found.or_else(|| self.call().filter(|(_, turn)| is_wanted(turn))))
    }

    /// Returns the call that the position allows.
    fn call(&self) -> Option<(G::Move, Turn)> {
        let call = self.rules.call(self.position())?;
        let effect = self.rules.key(&self.rules.play(self.position(), &call));
        let turn = self.rules.turn(self.position(), &call, &NOWHERE, effect);
        Some((call, turn))
    }

    fn outcome_by_history(&self) -> Option<Outcome> {
        if self.played_on.is_some() { None } else { self.history.outcome(&*self.rules, self.position()) }
    }

    fn forbids_repetition(&self) -> bool {
        self.rules.ruleset().options.repetition == Repetition::Forbidden
    }
}

/// A game in progress of any family. [`AnyGame`](crate::AnyGame) dereferences to it.
pub trait Play {
    /// Returns the ruleset.
    fn ruleset(&self) -> &Arc<Ruleset>;

    /// Returns the position after the first `plies` turns, or the current one if fewer were played.
    fn setup_after(&self, plies: usize) -> Setup;

    /// Returns the current position.
    fn setup(&self) -> Setup {
        self.setup_after(usize::MAX)
    }

    /// Returns the side to move.
    fn to_move(&self) -> Side;

    /// Returns whether the turns of the position are throws of dice, all equally likely, among which no player chooses.
    fn is_chance_node(&self) -> bool;

    /// Returns all legal turns, one for each path. Turns that repetition forbids are left out. A finished game has
    /// none.
    ///
    /// # Errors
    /// Returns an error if the position has too many turns.
    fn turns(&self) -> Result<Vec<Turn>, TooManyTurns>;

    /// Sets the maximum number of turns that are generated in one position. Positions with more turns cannot be listed, and
    /// none of the further turns can be played.
    ///
    /// A server that accepts positions from its visitors bounds its work with it.
    fn limit_turns(&mut self, most: u64);

    /// Returns the turns played so far.
    fn history(&self) -> Vec<&Turn>;

    /// Plays a legal turn of the position.
    ///
    /// # Errors
    /// Returns an error if the game is over or the turn is not legal. The game is then unchanged.
    fn play(&mut self, turn: &Turn) -> Result<(), PlayError> {
        self.play_first(&mut |legal| legal == turn)
    }

    /// Plays the first legal turn that `is_wanted` accepts. Unless the turns were listed before, it generates only those
    /// up to that turn.
    ///
    /// # Errors
    /// As [`play`](Self::play); no turn is legal if none is accepted.
    fn play_first(&mut self, is_wanted: &mut dyn FnMut(&Turn) -> bool) -> Result<(), PlayError>;

    /// Takes back the last turn and any agreement after it; returns `None` at the start.
    fn undo(&mut self) -> Option<Turn>;

    /// Goes on with a game that history has ended, as players do who do not claim a draw. From then on only positions end
    /// the game. Returns the outcome that no longer counts; `None` if history has not ended the game, which is then
    /// unchanged.
    fn play_on(&mut self) -> Option<Outcome>;

    /// Returns the outcome by the position, by history or by the players; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Ends the game by the resignation of a side.
    ///
    /// # Errors
    /// Returns an error if the game is over.
    fn resign(&mut self, side: Side) -> Result<(), PlayError>;

    /// Ends the game as a draw by agreement.
    ///
    /// # Errors
    /// Returns an error if the game is over.
    fn agree_draw(&mut self) -> Result<(), PlayError>;

    /// Ends the game by counting the pieces, by agreement.
    ///
    /// # Errors
    /// Returns an error if the game is over or the rules do not count pieces.
    fn agree_count(&mut self) -> Result<(), PlayError>;

    /// Counts the sequences of `depth` turns from the current position, as [`perft`](crate::perft()) does.
    ///
    /// # Errors
    /// Returns an error if a visited position has too many turns.
    fn perft(&self, depth: u32, count: PerftMode) -> Result<u64, TooManyTurns>;

    /// Counts the sequences of `depth` turns, at least 1, separately for each first turn. In mode [`PerftMode::Moves`]
    /// first turns to the same position are listed once.
    ///
    /// # Errors
    /// Returns an error if a visited position has too many turns.
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
        self.max_turns = most;
        self.by_position.take();
    }

    fn history(&self) -> Vec<&Turn> {
        self.played.iter().map(|played| &played.turn).collect()
    }

    fn play_first(&mut self, is_wanted: &mut dyn FnMut(&Turn) -> bool) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let (made, turn) = self.find_move(is_wanted)?.ok_or(PlayError::NotLegal)?;
        let after = self.rules.play(self.position(), &made);
        let before = *self.position();
        self.history.push(&*self.rules, &before, &made, &after, turn.effect);
        self.played.push(PlayedTurn { turn, after });
        self.by_position.take();
        Ok(())
    }

    fn play_on(&mut self) -> Option<Outcome> {
        let passed = self.outcome_by_history()?;
        if self.agreement.is_some() || self.rules.outcome(self.position()).is_some() {
            return None;
        }
        self.played_on = Some(self.played.len());
        Some(passed)
    }

    fn undo(&mut self) -> Option<Turn> {
        self.agreement = None;
        let played = self.played.pop()?;
        self.history.pop();
        self.played_on = self.played_on.filter(|&since| since <= self.played.len());
        self.by_position.take();
        Some(played.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let has_turn =
            || self.rules.call(position).is_some() || !self.moves_by_position().is_ok_and(|moves| moves.is_empty());
        self.agreement.or_else(|| self.history.judge(&*self.rules, position, self.played_on.is_some(), has_turn))
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
        self.rules.for_each_turn(position, &mut |made, path| {
            let after = self.rules.play(position, made);
            let turn = self.rules.turn(position, made, path, self.rules.key(&after));
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
        self.agreement = Some(outcome);
        Ok(())
    }
}
