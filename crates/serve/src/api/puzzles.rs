//! The built-in puzzles: tasks, attempts and solutions.

use super::{Body, answer};
use crate::app::App;
use crate::errors::Problem;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use quirkat_explore::{puzzle_id, puzzle_task};
use quirkat_play::PuzzleId;
use quirkat_wire::{PuzzleAttempt, PuzzleList};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Returns today's puzzle. Days are UTC, so that all visitors get the same one.
pub fn todays() -> PuzzleId {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    PuzzleId::daily(since.as_secs() / (24 * 60 * 60))
}

/// Answers with the grades of all puzzles.
pub async fn puzzle_list() -> Json<PuzzleList> {
    Json(quirkat_explore::puzzle_list())
}

/// Answers with the puzzle of the day.
pub async fn daily(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    answer(app.work(JobKind::Pages, visitor.client, move || Ok(puzzle_task(todays(), texts.0))).await, texts)
}

/// Answers with a puzzle, without its solution.
pub async fn puzzle(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let task = move || Ok(puzzle_task(puzzle_id(&game, &number)?, texts.0));
    answer(app.work(JobKind::Pages, visitor.client, task).await, texts)
}

/// Answers with the solution of a puzzle.
pub async fn solution(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    visitor: Visitor,
) -> Response {
    let solved = move || Ok(quirkat_explore::solution(puzzle_id(&game, &number)?));
    answer(app.work(JobKind::Pages, visitor.client, solved).await, visitor.texts)
}

/// Judges an attempt at a puzzle.
pub async fn attempt(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    visitor: Visitor,
    Body(tried): Body<PuzzleAttempt>,
) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.compute_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    let judged = move || Ok(quirkat_explore::attempt(puzzle_id(&game, &number)?, &tried, texts)?);
    answer(app.work(JobKind::Pages, visitor.client, judged).await, texts)
}
