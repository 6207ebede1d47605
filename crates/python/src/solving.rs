//! Counting moves, and solving endings.

use crate::board::Board;
use crate::engine::{forget_tables, in_range, threads};
use crate::errors::bad_input;
use crate::game::Game;
use crate::interrupt::interruptible;
use pyo3::prelude::*;
use quirkat_rules::{PerftMode, Turn};
use quirkat_search::ParallelPerft;
use quirkat_solve::{
    AnyLaw, MaterialSolver, MaterialTable, MaterialTables, MenTables, Metric, SliceSolver, SliceTable,
};
use std::path::PathBuf;
use std::sync::Arc;

const MAX_DEPTH: usize = 60;
const MAX_PIECES: usize = 26;
const MAX_GIB: u64 = 4096;
const GIB: u64 = 1 << 30;

fn perft_mode(count: &str) -> PyResult<PerftMode> {
    match count {
        "moves" => Ok(PerftMode::Moves),
        "paths" => Ok(PerftMode::Paths),
        other => Err(bad_input(format!("count cannot be `{}`; allowed: moves, paths", quirkat_rules::clip(other)))),
    }
}

/// Counts sequences of `depth` moves: distinct next positions (`count="moves"`) or every path (`"paths"`).
#[pyfunction]
#[pyo3(signature = (board, depth, *, count="moves", threads=1))]
pub fn perft(py: Python<'_>, board: PyRef<'_, Board>, depth: usize, count: &str, threads: usize) -> PyResult<u64> {
    let (of, depth) = (perft_mode(count)?, in_range("depth", depth, 0, MAX_DEPTH)? as u32);
    let (threads, game) = (self::threads(threads)?, board.game.clone());
    drop(board);
    let counted = interruptible(py, |stop| ParallelPerft { depth, of, threads, stop }.run(&game, &mut |_| {}))?;
    Ok(counted.map_err(bad_input)?.nodes)
}

/// Counts as `perft` does, after each first move. Returns pairs of a move's text and its count.
#[pyfunction]
#[pyo3(signature = (board, depth, *, count="moves"))]
pub fn divide(py: Python<'_>, board: PyRef<'_, Board>, depth: usize, count: &str) -> PyResult<Vec<(String, u64)>> {
    let (of, depth) = (perft_mode(count)?, in_range("depth", depth, 1, MAX_DEPTH)? as u32);
    let game = board.game.clone();
    drop(board);
    let turns = game.divide(1, of).map_err(bad_input)?;
    let names = &game.ruleset().board;
    interruptible(py, |stop| {
        let count = |turn: Turn| {
            let mut below = game.clone();
            below.play(&turn).map_err(|error| error.to_string())?;
            let counting = ParallelPerft { depth: depth - 1, of, threads: 1, stop };
            let counted = counting.run(&below, &mut |_| {}).map_err(|error| error.to_string())?;
            Ok((turn.text(names), counted.nodes))
        };
        turns.into_iter().map(|(turn, _)| count(turn)).collect::<Result<_, String>>()
    })?
    .map_err(bad_input)
}

/// Solves the endings of a game with up to `pieces` pieces, hands included, and writes their tables into a folder. Tables
/// that exist are kept; a folder with tables of other rules is refused. Returns the names of the new tables.
#[pyfunction]
#[pyo3(signature = (game, pieces, folder, *, distances=true, threads=1, memory=1))]
pub fn solve(
    py: Python<'_>,
    game: &Game,
    pieces: usize,
    folder: PathBuf,
    distances: bool,
    threads: usize,
    memory: u64,
) -> PyResult<Vec<String>> {
    let (pieces, threads) = (in_range("pieces", pieces, 2, MAX_PIECES)?, self::threads(threads)?);
    let memory = in_range("memory", memory as usize, 1, MAX_GIB as usize)? as u64 * GIB;
    let game = game.clone();
    let solved = interruptible(py, |stop| -> Result<Vec<String>, String> {
        let stop = &|| stop.is_stopped();
        let ruleset = game.ruleset();
        std::fs::create_dir_all(&folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
        let law = AnyLaw::of(&ruleset).map_err(|error| error.to_string())?;
        let title = [game.title()].into_iter().chain(ruleset.house_rule_texts()).collect::<Vec<_>>().join(" --rule ");
        let too_large = |needed: u64| {
            let most = memory / GIB;
            format!(
                "endings with {pieces} pieces take at least {} MiB of memory; allowed by `memory`: {most} GiB",
                needed >> 20
            )
        };
        let mut made = vec![];
        match law {
            AnyLaw::Men(law) => {
                let needed = SliceSolver::resources(&law, pieces).memory;
                if needed > memory {
                    return Err(too_large(needed));
                }
                MenTables::open(law.clone(), &*folder).map_err(|error| error.to_string())?;
                let solver = SliceSolver { law: &law, title: &title, folder: &folder, threads, stop };
                for men in SliceSolver::slices(&law, pieces) {
                    if !SliceTable::path(&folder, men).exists() {
                        if !solver.solve(men, &|_| {}).map_err(|error| error.to_string())?.is_done() {
                            return Ok(made);
                        }
                        made.push(format!("{}-{}", men[0], men[1]));
                    }
                }
            }
            AnyLaw::Material(law) => {
                let metric = if distances { Metric::Dtw } else { Metric::Wdl };
                MaterialTables::open(Arc::clone(&law), &*folder).map_err(|error| error.to_string())?;
                let rules = game.ruling.compiled();
                let (law, title, folder) = (&law, &*title, &*folder);
                let solver = MaterialSolver { rules, law, title, folder, metric, threads, memory, stop };
                let mut missing = vec![];
                for signature in law.signatures(pieces as u32) {
                    if !MaterialTable::exists(folder, &signature, metric).map_err(|error| error.to_string())? {
                        missing.push(signature);
                    }
                }
                let needed = solver.resources(&missing).map_err(|error| error.to_string())?.memory;
                if needed > memory {
                    return Err(too_large(needed));
                }
                for signature in missing {
                    let name = signature.to_string();
                    if !solver.solve(signature, &|_, _| {}).map_err(|error| error.to_string())?.is_done() {
                        return Ok(made);
                    }
                    made.push(name);
                }
            }
        }
        Ok(made)
    });
    forget_tables(&folder);
    solved?.map_err(bad_input)
}
