//! The engine and endgame tables.

use crate::board::{Board, Move};
use crate::errors::bad_input;
use crate::interrupt::interruptible;
use crate::json::to_python;
use pyo3::prelude::*;
use quirkat_endings::{TableLibrary, proved_values};
use quirkat_rules::Language;
use quirkat_search::{Library, Limits, Random};
use quirkat_solve::{TableCatalog, TableError};
use quirkat_wire::{Analysis, PositionAnalysis, ProbeResult, Subject};
use std::path::{Path, PathBuf, absolute};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

const DEFAULT_SECONDS: f64 = 1.0;
const MAX_SECONDS: f64 = 86_400.0;
const MAX_THREADS: usize = 256;
const MAX_MEBIBYTES: usize = 4096;
const MAX_LINES: usize = 100;

/// Library of each folder that has been opened, by its absolute path.
static LIBRARIES: Mutex<Vec<(PathBuf, Arc<TableLibrary>)>> = Mutex::new(vec![]);

/// Opens the tables of a folder, or those of the package `quirkat_tables` if it is installed.
fn library(py: Python<'_>, folder: Option<PathBuf>) -> PyResult<Option<Arc<TableLibrary>>> {
    let packaged = || py.import("quirkat_tables").ok()?.getattr("FOLDER").ok()?.extract().ok();
    let Some(folder) = folder.or_else(packaged) else { return Ok(None) };
    let folder = absolute(&folder).map_err(|error| bad_input(format!("{}: {error}", folder.display())))?;
    let mut open = LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, library)) = open.iter().find(|(known, _)| *known == folder) {
        return Ok(Some(Arc::clone(library)));
    }
    let library = Arc::new(open_library(&folder)?);
    open.push((folder, Arc::clone(&library)));
    Ok(Some(library))
}

/// Forgets the tables of a folder that has changed.
pub fn forget_tables(folder: &Path) {
    if let Ok(folder) = absolute(folder) {
        LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner).retain(|(known, _)| *known != folder);
    }
}

fn open_library(folder: &Path) -> PyResult<TableLibrary> {
    let warn = |error: &TableError| eprintln!("quirkat: {error}; these tables are not used");
    let catalog = TableCatalog::open(folder, &mut |error| warn(&error)).map_err(bad_input)?;
    Ok(TableLibrary::new(catalog, Arc::new(warn)))
}

/// Reads a number of threads.
pub fn threads(threads: usize) -> PyResult<usize> {
    in_range("threads", threads, 1, MAX_THREADS)
}

/// Reads a number within limits.
pub fn in_range(name: &str, found: usize, least: usize, most: usize) -> PyResult<usize> {
    if (least..=most).contains(&found) {
        return Ok(found);
    }
    Err(bad_input(format!("{name} cannot be {found}; allowed: {least} to {most}")))
}

fn limits(time: Option<f64>, depth: Option<u32>, nodes: Option<u64>) -> PyResult<Limits> {
    let is_unlimited = time.is_none() && depth.is_none() && nodes.is_none();
    let time = if is_unlimited { Some(DEFAULT_SECONDS) } else { time };
    if let Some(seconds) = time.filter(|seconds| !(0.0..=MAX_SECONDS).contains(seconds)) {
        return Err(bad_input(format!("time cannot be {seconds}; allowed: 0 to {MAX_SECONDS} seconds")));
    }
    Ok(Limits { time: time.map(Duration::from_secs_f64), depth, nodes })
}

/// The engine at a level from 1 to 10. It keeps its transposition table between searches.
#[pyclass(module = "quirkat")]
pub struct Engine {
    engine: quirkat_search::Engine,
    level: quirkat_search::Level,
    rng: Random,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (level=10, threads=1, *, memory=16, tables=None, seed=0))]
    fn new(
        py: Python<'_>,
        level: u8,
        threads: usize,
        memory: usize,
        tables: Option<PathBuf>,
        seed: u64,
    ) -> PyResult<Engine> {
        let unknown = || bad_input(format!("there is no level {level}; allowed: 1 to 10"));
        let level = quirkat_search::Level::new(level).ok_or_else(unknown)?;
        let library = library(py, tables)?.map(|library| library as Arc<dyn Library>);
        let engine = quirkat_search::Engine::new(in_range("memory", memory, 1, MAX_MEBIBYTES)?)
            .with_threads(self::threads(threads)?)
            .with_library(library);
        Ok(Engine { engine, level, rng: Random::with_seed(seed) })
    }

    /// Returns the engine's move, or throws the dice; `None` if the game is over. Without a limit it thinks for a second.
    #[pyo3(signature = (board, *, time=None, depth=None, nodes=None))]
    fn play(
        &mut self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> PyResult<Option<Move>> {
        let (limits, game) = (limits(time, depth, nodes)?, board.game.clone());
        drop(board);
        let Engine { engine, level, rng } = self;
        let turn = interruptible(py, |stop| engine.choose(&game, *level, limits, stop, rng))?;
        Ok(turn.map_err(bad_input)?.map(|turn| Move::new(&game, turn)))
    }

    /// Returns the JSON type `Best` of `docs/reference/wire.md`: the best lines with scores and chances, and the values from
    /// endgame tables. Without a limit it thinks for a second.
    #[pyo3(signature = (board, *, lines=1, time=None, depth=None, nodes=None))]
    fn analyse<'py>(
        &mut self,
        py: Python<'py>,
        board: PyRef<'_, Board>,
        lines: usize,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (limits, game) = (limits(time, depth, nodes)?, board.game.clone());
        drop(board);
        let (engine, lines) = (&mut self.engine, in_range("lines", lines, 1, MAX_LINES)?);
        let found = interruptible(py, |stop| {
            let analysis = engine.analyse(&game, limits, lines, stop, &mut |_| {})?;
            Ok((analysis, engine.table_report(&game)?))
        })?;
        let (analysis, report) = found.map_err(|error: quirkat_rules::TooManyTurns| bad_input(error))?;
        let answer = PositionAnalysis {
            subject: Subject::new(&game, Language::En),
            analysis: Analysis::new(&game, &analysis),
            tables: report.as_ref().map(|report| ProbeResult::new(&game, report)),
            proved: proved_values(&game, report).map(|values| ProbeResult::new(&game, &values)),
        };
        to_python(py, &answer)
    }
}

/// Returns the JSON type `Probed` of `docs/reference/wire.md`: the values of a position and of its moves in endgame tables.
/// `None` if no tables hold them.
#[pyfunction]
#[pyo3(signature = (board, tables=None))]
pub fn probe<'py>(
    py: Python<'py>,
    board: PyRef<'_, Board>,
    tables: Option<PathBuf>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(library) = library(py, tables)? else { return Ok(None) };
    let game = board.game.clone();
    drop(board);
    let report = py.detach(|| library.report(&game)).map_err(bad_input)?;
    report.map(|report| to_python(py, &ProbeResult::new(&game, &report))).transpose()
}
