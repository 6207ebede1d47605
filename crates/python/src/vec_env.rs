//! Many games at once, with NumPy arrays.

use crate::board::Board;
use crate::engine::{in_range, threads};
use crate::errors::bad_input;
use crate::game::Game;
use crate::state::{DEFAULT_MAX_TURNS, MAX_MAX_TURNS, batch_refused, require_numpy};
use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray};
use pyo3::prelude::*;
use quirkat_learn::{Batch, Results};

/// Maximum number of games.
const MAX_GAMES: usize = 1 << 20;
/// Maximum size of all games with their arrays in bytes.
const MAX_BYTES: usize = 1 << 34;
/// Approximate size of a game in progress in bytes, without its part of the arrays.
const GAME_BYTES: usize = 32 << 10;

/// `n` games of one variant, stepped together. Finished games start again.
///
/// The arrays belong to the environment and are overwritten by the next call; copy what you want to keep.
#[pyclass(module = "quirkat")]
pub struct VecEnv {
    batch: Batch,
    /// The game of the environment.
    #[pyo3(get, name = "game")]
    of: Game,
    observes: bool,
    /// Legal actions of the player who acts next: bool of shape `(n, num_actions)`.
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// Player who acts next, 0 or 1: int8 of shape `(n,)`.
    #[pyo3(get)]
    players: Py<PyArray1<i8>>,
    /// Rewards of both players for the last step, 1, −1 or 0: float32 of shape `(n, 2)`.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Whether the last step ended the game by the rules: bool of shape `(n,)`.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Whether the last step truncated the game: bool of shape `(n,)`.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// Observation of the player who acts next: float32 of shape `(n, planes, rows, columns)`; of shape `(0, …)` with
    /// `observe=False`.
    #[pyo3(get)]
    observations: Py<PyArray4<f32>>,
    sampled: Py<PyArray1<i64>>,
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (game, n, *, threads=1, observe=true, max_turns=DEFAULT_MAX_TURNS, seed=0))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        n: usize,
        threads: usize,
        observe: bool,
        max_turns: usize,
        seed: u64,
    ) -> PyResult<VecEnv> {
        require_numpy(py)?;
        let of = match game.cast::<Game>() {
            Ok(game) => game.get().clone(),
            Err(_) => game.py().get_type::<Game>().call1((game,))?.cast::<Game>()?.get().clone(),
        };
        let (n, threads) = (in_range("n", n, 1, MAX_GAMES)?, self::threads(threads)?);
        // A game of one turn would end with the first throw, before a player acts.
        let least_turns = if of.encoding.has_dice() { 2 } else { 1 };
        let max_turns = in_range("max_turns", max_turns, least_turns, MAX_MAX_TURNS)?;
        let observation = if observe { of.encoding.observation_len() * size_of::<f32>() } else { 0 };
        let most = MAX_BYTES / (GAME_BYTES + of.encoding.actions() + observation);
        if n > most {
            let or = if observe { ", or more with observe=False" } else { "" };
            return Err(bad_input(format!("{n} games take too much memory; allowed: at most {most}{or}")));
        }
        let [planes, height, width] = of.encoding.shape();
        let observed = if observe { n } else { 0 };
        let mut env = VecEnv {
            batch: py.detach(|| Batch::new(of.ruling.compiled(), n, max_turns, threads, seed)),
            masks: PyArray2::zeros(py, [n, of.encoding.actions()], false).unbind(),
            players: PyArray1::zeros(py, n, false).unbind(),
            rewards: PyArray2::zeros(py, [n, 2], false).unbind(),
            terminated: PyArray1::zeros(py, n, false).unbind(),
            truncated: PyArray1::zeros(py, n, false).unbind(),
            observations: PyArray4::zeros(py, [observed, planes, height, width], false).unbind(),
            sampled: PyArray1::zeros(py, n, false).unbind(),
            observes: observe,
            of,
        };
        env.write(py, None)?;
        Ok(env)
    }

    /// Returns all games to the start. With a seed, the dice and `sample` repeat.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let batch = &mut self.batch;
        py.detach(|| batch.seed(seed.unwrap_or_else(|| fastrand::u64(..))));
        self.write(py, None)
    }

    /// Enters one action in each game: an array of int64 of shape `(n,)`. If one is illegal, no game changes.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        // A copy, because other threads may write to the array meanwhile.
        let actions = actions
            .as_slice()
            .map_err(|_| bad_input("the actions are not contiguous; allowed: numpy.ascontiguousarray"))?
            .to_vec();
        self.write(py, Some(&actions))
    }

    /// Chooses a random legal action in each game. Returns an array of int64 of shape `(n,)`.
    fn sample(&mut self, py: Python<'_>) -> PyResult<Py<PyArray1<i64>>> {
        let mut sampled = writable(self.sampled.bind(py))?;
        let actions = values("sample", &mut sampled, self.batch.len())?;
        let batch = &mut self.batch;
        py.detach(|| batch.sample(actions));
        Ok(self.sampled.clone_ref(py))
    }

    /// Returns the board of a game.
    fn board(&self, index: usize) -> PyResult<Board> {
        let state = self.batch.state(index);
        let unknown = || bad_input(format!("there is no game {index}; allowed: 0 to {}", self.batch.len() - 1));
        Ok(Board { game: state.ok_or_else(unknown)?.game(), of: self.of.clone() })
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }
}

/// Borrows an array that the caller may have made read-only.
fn writable<'py, T: Element, D: Dimension>(array: &Bound<'py, PyArray<T, D>>) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.try_readwrite().map_err(|error| bad_input(format!("an array of the environment cannot be written: {error}")))
}

/// Returns the values of an array that the caller may have resized.
fn values<'a, T: Element, D: Dimension>(
    name: &str,
    array: &'a mut PyReadwriteArray<'_, T, D>,
    wanted: usize,
) -> PyResult<&'a mut [T]> {
    let values = array.as_slice_mut().ok().filter(|values| values.len() == wanted);
    values.ok_or_else(|| bad_input(format!("`{name}` has been resized; allowed: {wanted} values, contiguous")))
}

impl VecEnv {
    /// Enters the actions, if any, and writes the arrays. Python runs other threads meanwhile.
    fn write(&mut self, py: Python<'_>, actions: Option<&[i64]>) -> PyResult<()> {
        let mut masks = writable(self.masks.bind(py))?;
        let mut players = writable(self.players.bind(py))?;
        let mut rewards = writable(self.rewards.bind(py))?;
        let mut terminated = writable(self.terminated.bind(py))?;
        let mut truncated = writable(self.truncated.bind(py))?;
        let mut observations = writable(self.observations.bind(py))?;
        let games = self.batch.len();
        let encoding = self.batch.encoding();
        let observed = if self.observes { games * encoding.observation_len() } else { 0 };
        let mut results = Results {
            masks: values("masks", &mut masks, games * encoding.actions())?,
            players: values("players", &mut players, games)?,
            rewards: values("rewards", &mut rewards, 2 * games)?,
            terminated: values("terminated", &mut terminated, games)?,
            truncated: values("truncated", &mut truncated, games)?,
            observations: values("observations", &mut observations, observed)?,
        };
        let batch = &mut self.batch;
        let done = py.detach(|| match actions {
            Some(actions) => batch.step(actions, &mut results),
            None => {
                batch.observe(&mut results);
                Ok(())
            }
        });
        done.map_err(|error| batch_refused(&error))
    }
}
