//! States of the learning encoding.

use crate::Reduced;
use crate::board::{Board, Move};
use crate::engine::in_range;
use crate::errors::{IllegalAction, IllegalMove, QuirkatError, bad_input};
use crate::game::Game;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyImportError, PyOverflowError};
use pyo3::prelude::*;
use quirkat_learn::{Action, ActionError, Encoding, End, Player, ReplayError, VERSION};
use quirkat_rules::{AnyGame, Language, Side, write_fen};
use quirkat_words::outcome_in_words;
use std::sync::Arc;

/// Limit of turns unless the caller sets one.
pub const DEFAULT_MAX_TURNS: usize = 1000;
/// Maximum for the limit of turns: a record holds this number of moves and the result.
pub const MAX_MAX_TURNS: usize = 9_999;
/// Number of the dice as a player.
const CHANCE: i8 = -1;
/// Number that stands for a player after the end.
const TERMINAL: i8 = -4;

/// Version of the encoding, game, FEN of the start, limit of turns, and actions.
type StateParts = (u32, Game, String, usize, Vec<Action>);

/// A number that may be no action. Numbers beyond 64 bits are no actions either.
pub struct ActionNumber(pub i64);

impl<'py> FromPyObject<'_, 'py> for ActionNumber {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<ActionNumber> {
        match object.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(ActionNumber(i64::MAX)),
            number => number.map(ActionNumber),
        }
    }
}

fn no_action(encoding: &Encoding, action: i64) -> PyErr {
    IllegalAction::new_err(format!("{action} is no action; allowed: 0 to {}", encoding.actions() - 1))
}

/// Returns the name of an action.
pub fn action_name(encoding: &Encoding, action: i64) -> PyResult<String> {
    let name = Action::try_from(action).ok().and_then(|action| encoding.name(action));
    name.ok_or_else(|| no_action(encoding, action))
}

/// Returns the action with a name.
pub fn action_number(encoding: &Encoding, name: &str) -> PyResult<Action> {
    let unknown = || {
        IllegalAction::new_err(format!(
            "no action is named `{}`; allowed: a point, end, huff, claim, combat, roll 654",
            quirkat_rules::clip(name)
        ))
    };
    encoding.action(name).ok_or_else(unknown)
}

/// Checks that NumPy is installed.
pub fn require_numpy(py: Python<'_>) -> PyResult<()> {
    let missing = |_| PyImportError::new_err("NumPy is not installed; allowed: pip install quirkat[learn]");
    py.import("numpy").map(drop).map_err(missing)
}

/// Converts an observation to an array of planes, rows and columns.
fn observation<'py>(
    py: Python<'py>,
    state: &quirkat_learn::State,
    player: Side,
) -> PyResult<Bound<'py, PyArray3<f32>>> {
    require_numpy(py)?;
    let array = PyArray3::zeros(py, state.encoding().shape(), false);
    state.observe(player, array.readwrite().as_slice_mut()?);
    Ok(array)
}

/// A game entered action by action. `docs/reference/python.md` documents the actions and the observation planes.
#[pyclass(module = "quirkat")]
#[derive(Clone)]
pub struct State {
    state: quirkat_learn::State,
    of: Game,
    /// Game with the first finished turns; `None` until it is asked for, and after a turn is taken back.
    game: Option<AnyGame>,
}

impl State {
    /// Starts a game.
    pub fn start(of: Game, fen: Option<&str>, max_turns: usize) -> PyResult<State> {
        let max_turns = in_range("max_turns", max_turns, 1, MAX_MAX_TURNS)?;
        let game = of.ruling.game(fen).map_err(bad_input)?;
        let start = game.setup();
        let encoding = Arc::clone(&of.encoding);
        let state = quirkat_learn::State::with_encoding(of.ruling.compiled(), encoding, Some(&start), max_turns);
        Ok(State { state: state.map_err(bad_input)?, of, game: None })
    }

    /// Enters the moves of a board.
    pub fn of_board(board: &Board, max_turns: usize) -> PyResult<State> {
        let max_turns = in_range("max_turns", max_turns, 1, MAX_MAX_TURNS)?;
        let state = quirkat_learn::State::of_game(&board.game, Arc::clone(&board.of.encoding), max_turns);
        let state = state.map_err(|error: ReplayError| bad_input(error))?;
        Ok(State { state, of: board.of.clone(), game: Some(board.game.clone()) })
    }
}

fn side(player: i64) -> PyResult<Side> {
    match player {
        0 => Ok(Side::First),
        1 => Ok(Side::Second),
        other => Err(bad_input(format!("player cannot be {other}; allowed: 0 (first side), 1 (second side)"))),
    }
}

fn refused(error: &ActionError) -> PyErr {
    IllegalAction::new_err(error.to_string())
}

#[pymethods]
impl State {
    /// The game of the state.
    #[getter]
    fn game(&self) -> Game {
        self.of.clone()
    }

    /// Legal actions in ascending order; empty if the game is over.
    fn legal_actions(&self) -> Vec<Action> {
        self.state.legal_actions().collect()
    }

    /// Array of int8 with 1 for each legal action, of shape `(num_actions,)`.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        require_numpy(py)?;
        let array = PyArray1::zeros(py, self.state.encoding().actions(), false);
        let mut mask = array.readwrite();
        let mask = mask.as_slice_mut()?;
        self.state.legal_actions().for_each(|action| mask[usize::from(action)] = 1);
        Ok(array)
    }

    /// Enters a legal action.
    fn apply(&mut self, action: ActionNumber) -> PyResult<()> {
        let number = Action::try_from(action.0).map_err(|_| no_action(self.state.encoding(), action.0))?;
        self.state.apply(number).map_err(|error| refused(&error))
    }

    /// Enters all actions of a move, given as text or as `Move`. Returns their number.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        if self.state.is_mid_turn() {
            return Err(IllegalMove::new_err("a move has been entered in part; allowed: apply, undo"));
        }
        let turn = match r#move.cast::<Move>() {
            Ok(chosen) => chosen.get().turn.clone(),
            Err(_) => self.board().turn_of(r#move)?,
        };
        let illegal =
            || IllegalMove::new_err(format!("{}: the move is not legal here", turn.text(&self.of.ruleset().board)));
        self.state.play(&turn).ok_or_else(illegal)
    }

    /// Takes back the last action and returns it.
    fn undo(&mut self) -> PyResult<Action> {
        if !self.state.is_mid_turn() {
            self.game = None;
        }
        self.state.undo().ok_or_else(|| bad_input("there is no action to take back"))
    }

    /// Whether the game is over or truncated.
    #[getter]
    fn is_terminal(&self) -> bool {
        self.state.end().is_some()
    }

    /// Whether the game reached `max_turns`, or a position with too many moves to list. It counts as a draw.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.state.end() == Some(End::Truncated)
    }

    /// Whether the dice act next: all legal actions are throws of equal probability.
    #[getter]
    fn is_chance_node(&self) -> bool {
        self.state.player() == Player::Chance
    }

    /// Player who acts next: 0 for the first side, 1 for the second, −1 for the dice, −4 if the game is over.
    #[getter]
    fn current_player(&self) -> i8 {
        match self.state.player() {
            Player::Side(side) => side.index() as i8,
            Player::Chance => CHANCE,
            Player::Terminal => TERMINAL,
        }
    }

    /// 1 for the winner, −1 for the loser, 0 for both in a draw or while the game goes on.
    fn returns(&self) -> [f32; 2] {
        self.state.returns()
    }

    /// Throws with their probabilities, if the dice act next; else empty.
    fn chance_outcomes(&self) -> Vec<(Action, f64)> {
        if self.state.player() != Player::Chance {
            return vec![];
        }
        let probability = 1.0 / self.state.legal_count() as f64;
        self.state.legal_actions().map(|action| (action, probability)).collect()
    }

    /// Array of float32 of shape `observation_shape`: planes, rows from the top, columns from the left, as player 0 or 1
    /// sees them.
    fn observation<'py>(&self, py: Python<'py>, player: i64) -> PyResult<Bound<'py, PyArray3<f32>>> {
        observation(py, &self.state, side(player)?)
    }

    /// Returns the name of an action: a point, `end`, `huff`, `claim`, `combat` or `roll 654`.
    fn action_to_string(&self, action: ActionNumber) -> PyResult<String> {
        action_name(self.state.encoding(), action.0)
    }

    /// Returns the action with this name.
    fn string_to_action(&self, name: &str) -> PyResult<Action> {
        action_number(self.state.encoding(), name)
    }

    /// Actions entered since the start.
    #[getter]
    fn actions(&self) -> Vec<Action> {
        self.state.actions().to_vec()
    }

    /// Number of finished turns, throws included.
    #[getter]
    fn turns(&self) -> usize {
        self.state.turns()
    }

    /// Number of turns after which the game is truncated.
    #[getter]
    fn max_turns(&self) -> usize {
        self.state.max_turns()
    }

    /// Whether a turn has been entered in part.
    #[getter]
    fn is_mid_turn(&self) -> bool {
        self.state.is_mid_turn()
    }

    /// FEN of the position after the finished turns.
    #[getter]
    fn fen(&self) -> String {
        write_fen(&self.of.ruleset(), &self.state.setup())
    }

    /// English sentence on the end of the game; `None` while it goes on.
    #[getter]
    fn outcome_in_words(&self) -> Option<String> {
        Some(match self.state.end()? {
            End::Over(outcome) => outcome_in_words(&self.of.ruleset(), outcome, Language::En),
            End::Truncated => "The game was truncated.".to_owned(),
        })
    }

    /// Board with the finished turns.
    fn board(&mut self) -> Board {
        let game = self.state.continued(self.game.take());
        self.game = Some(game.clone());
        Board { game, of: self.of.clone() }
    }

    /// Copy of the state.
    fn clone(&self) -> State {
        Clone::clone(self)
    }

    fn __copy__(&self) -> State {
        Clone::clone(self)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        Clone::clone(self)
    }

    /// Restores a state from `__reduce__`.
    #[staticmethod]
    fn _restore(version: u32, of: &Game, fen: &str, max_turns: usize, actions: Vec<i64>) -> PyResult<State> {
        if version != VERSION {
            return Err(bad_input(format!("the pickle has version {version} of the encoding; allowed: {VERSION}")));
        }
        let mut state = State::start(Clone::clone(of), Some(fen), max_turns)?;
        for action in actions {
            state.apply(ActionNumber(action))?;
        }
        Ok(state)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, StateParts>> {
        let state = slf.borrow();
        let fen = write_fen(&state.of.ruleset(), state.state.start());
        let parts = (VERSION, Clone::clone(&state.of), fen, state.state.max_turns(), state.actions());
        Ok((slf.get_type().getattr("_restore")?, parts))
    }

    /// Serialises the state as text: version of the encoding, limit of turns, FEN of the start, and actions.
    fn serialize(&self) -> String {
        let fen = write_fen(&self.of.ruleset(), self.state.start());
        let actions: Vec<_> = self.state.actions().iter().map(ToString::to_string).collect();
        format!("{VERSION}\n{}\n{fen}\n{}", self.state.max_turns(), actions.join(" "))
    }

    /// Reads what `serialize` wrote for a state of `game`.
    #[staticmethod]
    fn deserialize(game: &Game, text: &str) -> PyResult<State> {
        let parts: Vec<_> = text.split('\n').collect();
        let malformed =
            || bad_input("not a serialised state; allowed: version, limit of turns, FEN and actions in four lines");
        let [version, max_turns, fen, actions] = parts[..] else { return Err(malformed()) };
        let actions = actions.split_whitespace().map(|action| action.parse().map_err(|_| malformed()));
        State::_restore(
            version.parse().map_err(|_| malformed())?,
            game,
            fen,
            max_turns.parse().map_err(|_| malformed())?,
            actions.collect::<Result<_, _>>()?,
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<State>() else { return Ok(false) };
        let other = other.try_borrow()?;
        Ok(self.of.ruling == other.of.ruling
            && self.state.max_turns() == other.state.max_turns()
            && self.state.start() == other.state.start()
            && self.state.actions() == other.state.actions())
    }

    fn __str__(&self) -> String {
        let entered: Vec<_> =
            self.state.entered().iter().filter_map(|&action| self.state.encoding().name(action)).collect();
        if entered.is_empty() { self.fen() } else { format!("{} + {}", self.fen(), entered.join(" ")) }
    }

    fn __repr__(&self) -> String {
        format!("<State of {}: {}>", self.of.title(), self.__str__())
    }
}

/// Converts an error about a batch.
pub fn batch_refused(error: &quirkat_learn::BatchError) -> PyErr {
    match error {
        quirkat_learn::BatchError::Count { .. } => QuirkatError::new_err(error.to_string()),
        _ => IllegalAction::new_err(error.to_string()),
    }
}
