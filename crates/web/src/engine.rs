//! The engine: moves, hints, analyses and reviews. A call occupies its thread until it returns.

use crate::clock::{HostClock, report, with_flag};
use crate::shared_memory::HostMemory;
use crate::{json, read, tables, wording, write};
use js_sys::{Function, Int32Array};
use quirkat_explore::{
    MAX_ANALYSIS_LINES, RequestError, check_review_length, choose_turn, find_hint, hint_answer, legal_turn, level,
    play_line, review_game, unfinished_game,
};
use quirkat_rules::AnyGame;
use quirkat_search::{Engine, Evaluation, Limits, MAX_HELPERS, PatternWeights, Random, Stop};
use quirkat_wire::{Analysis, LineRequest, Review};
use serde::Deserialize;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// Memory of the transposition table in MiB.
const TABLE_MEMORY: usize = 32;
/// Maximum time of an analysis in seconds.
const MAX_SECONDS: f64 = 3_600.0;

thread_local! {
    /// The engine, made when it is first needed. It is absent while it searches, so that callbacks may search too.
    static ENGINE: Cell<Option<Engine>> = const { Cell::new(None) };
    /// Number of times that [`reset`] was called.
    static RESETS: Cell<u32> = const { Cell::new(0) };
}

fn with_engine<T>(work: impl FnOnce(&mut Engine) -> T) -> T {
    let resets = RESETS.get();
    let new = || match HostMemory::get() {
        Some(memory) => Engine::with_shared_memory(Arc::new(memory), Arc::new(HostClock)),
        None => Engine::with_clock(TABLE_MEMORY, Arc::new(HostClock)),
    };
    let mut engine = ENGINE.take().unwrap_or_else(|| new().with_library(tables::library()));
    let result = work(&mut engine);
    if RESETS.get() != resets {
        engine = engine.with_library(tables::library());
    }
    ENGINE.set(Some(engine));
    result
}

/// Clears the engine, for example because an added evaluation changes the meaning of scores. An engine that is
/// searching is cleared when its search ends.
pub fn reset() {
    RESETS.set(RESETS.get().wrapping_add(1));
    // The memory of a module never shrinks, so the next engine has the same transposition table.
    ENGINE.set(ENGINE.take().map(|engine| engine.with_library(tables::library())));
}

/// Adds an evaluation: the bytes of a file of `evaluations/`.
///
/// # Errors
/// When the bytes are no evaluation.
#[wasm_bindgen(js_name = addEvaluation)]
pub fn add_evaluation(bytes: &[u8]) -> Result<(), JsError> {
    PatternWeights::add_shipped(bytes)?;
    reset();
    Ok(())
}

/// Returns a generator of the host's random numbers.
fn random() -> Random {
    let word = || (js_sys::Math::random() * 2f64.powi(32)) as u64;
    Random::with_seed(word() << 32 | word())
}

/// Returns the engine's move after a line at a level (1 to 10); in games with dice also a roll.
///
/// # Errors
/// When the line cannot be played, the game is over, or there is no such level.
#[wasm_bindgen]
pub fn reply(line: &str, strength: Option<String>, language: &str) -> Result<String, JsError> {
    json(language, |language| {
        let strength = level(strength.as_deref())?;
        let game = unfinished_game(&read(line)?, language)?;
        let mut rng = random();
        let turn = if game.is_chance_node() {
            let mut rolls = game.turns()?;
            (!rolls.is_empty()).then(|| rolls.swap_remove(rng.index(rolls.len())))
        } else {
            with_engine(|engine| choose_turn(engine, &game, strength, None, &mut rng))
        };
        turn.and_then(|turn| legal_turn(&game, &turn)).ok_or(RequestError::GameOver)
    })
}

/// Returns a good move after a line with the reason for it. `squares` is `letters` or `numbers` if the reason is to use
/// these names of squares instead of the board's own.
///
/// # Errors
/// When the line cannot be played, or the game is over.
#[wasm_bindgen]
pub fn hint(line: &str, squares: Option<String>, language: &str) -> Result<String, JsError> {
    json(language, |language| {
        let game = unfinished_game(&read(line)?, language)?;
        let hint = with_engine(|engine| find_hint(engine, &game));
        let wording = wording(language, squares.as_deref());
        hint.and_then(|hint| hint_answer(&game, &hint, wording)).ok_or(RequestError::GameOver)
    })
}

/// Limits of an analysis. Without any, it runs until it is stopped, for at most an hour.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct AnalysisOptions {
    /// Number of lines.
    lines: Option<usize>,
    /// Time in seconds.
    seconds: Option<f64>,
    /// Depth of the last iteration, in plies.
    depth: Option<u32>,
    /// Number of nodes.
    nodes: Option<u64>,
    /// Whether material and mobility alone are evaluated, without a trained evaluation.
    classical: bool,
}

impl AnalysisOptions {
    fn limits(&self) -> Result<Limits, RequestError> {
        let seconds = self.seconds.unwrap_or(MAX_SECONDS);
        if !(0.0..=MAX_SECONDS).contains(&seconds) {
            return Err(RequestError::out_of_range("seconds", seconds, [0, MAX_SECONDS as usize]));
        }
        Ok(Limits { time: Some(Duration::from_secs_f64(seconds)), depth: self.depth, nodes: self.nodes })
    }

    fn lines(&self) -> Result<usize, RequestError> {
        let lines = self.lines.unwrap_or(1);
        let is_allowed = (1..=MAX_ANALYSIS_LINES).contains(&lines);
        is_allowed.then_some(lines).ok_or_else(|| RequestError::out_of_range("lines", lines, [1, MAX_ANALYSIS_LINES]))
    }
}

/// Analyses the position after a line, and returns the result of the last finished depth. Calls `on_depth` with each finished
/// depth. The analysis ends at its limits, when `on_depth` returns `false`, or when the first number of `flag` is not 0.
///
/// # Errors
/// When the line cannot be played or an option is not allowed.
#[wasm_bindgen]
pub fn analyse(
    line: &str,
    options: &str,
    on_depth: &Function,
    flag: Option<Int32Array>,
    language: &str,
) -> Result<String, JsError> {
    json(language, |language| {
        let options: AnalysisOptions = read(options)?;
        let (limits, lines) = (options.limits()?, options.lines()?);
        let game = play_line(&read(line)?, language)?;
        let stop = Stop::default();
        let mut progress = |depth: &quirkat_search::Analysis| {
            if !report(on_depth, &write(&Analysis::new(&game, depth))) {
                stop.stop();
            }
        };
        let mut search = |engine: &mut Engine| engine.analyse(&game, limits, lines, &stop, &mut progress);
        let analysis = with_flag(flag, &stop, || {
            if options.classical {
                let engine = Engine::with_clock(TABLE_MEMORY, Arc::new(HostClock));
                return search(&mut engine.with_evaluation(Evaluation::Classical));
            }
            with_engine(search)
        })?;
        Ok(Analysis::new(&game, &analysis))
    })
}

/// Searches the position after a line for the module in another worker that analyses it and shares memory with this one, until
/// the first number of `flag` is not 0. `number` distinguishes the helpers, from 1 to 6. The helped module counts the nodes.
///
/// # Errors
/// When no memory is shared, the number is not allowed, or the line cannot be played.
#[wasm_bindgen]
pub fn help(line: &str, number: usize, flag: Int32Array, language: &str) -> Result<(), JsError> {
    HostMemory::get().ok_or_else(|| JsError::new("no memory is shared"))?;
    json(language, |language| {
        if !(1..=MAX_HELPERS).contains(&number) {
            return Err(RequestError::out_of_range("number", number, [1, MAX_HELPERS]));
        }
        let game = play_line(&read(line)?, language)?;
        let stop = Stop::default();
        Ok(with_flag(Some(flag), &stop, || with_engine(|engine| engine.help(&game, number, &stop)))?)
    })
    .map(drop)
}

/// Reviews every move of a line, and returns the review; `null` if it was stopped. Calls `on_progress` with the number of moves
/// that are still to be judged. The review ends early as an analysis does.
///
/// # Errors
/// When the line cannot be played, has no moves, or too many.
#[wasm_bindgen]
pub fn review(line: &str, on_progress: &Function, flag: Option<Int32Array>, language: &str) -> Result<String, JsError> {
    json(language, |language| {
        let line: LineRequest = read(line)?;
        check_review_length(line.turns.len())?;
        let game: AnyGame = play_line(&line, language)?;
        let stop = Stop::default();
        let mut progress = |left: usize| {
            if !report(on_progress, &left.to_string()) {
                stop.stop();
            }
        };
        let reviewed =
            with_flag(flag, &stop, || with_engine(|engine| review_game(engine, &game, &stop, &mut progress)))?;
        Ok(reviewed.map(|review| Review::new(&game, &review)))
    })
}
