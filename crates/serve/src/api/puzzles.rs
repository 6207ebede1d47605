//! The built-in puzzles: tasks, attempts and solutions.

use super::{Body, answer, continued};
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::MAX_LEGAL_MOVES;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use quirkat_play::{AttemptResult, PuzzleExercise, PuzzleId, PuzzleSet, puzzles};
use quirkat_rules::Turn;
use quirkat_wire::{PuzzleAttempt, PuzzleGrades, PuzzleList, PuzzleResponse, PuzzleTask, Subject};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Returns today's puzzle. Days are UTC, so that all visitors get the same one.
pub fn todays() -> PuzzleId {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    PuzzleId::daily(since.as_secs() / (24 * 60 * 60))
}

/// Returns the puzzle that an address names.
///
/// # Errors
/// When there is no such puzzle.
pub fn place(game: &str, number: &str) -> Result<PuzzleId, Problem> {
    let number = number.parse().map_err(|_| Problem::NotFound)?;
    PuzzleId::new(game, number).ok_or(Problem::NotFound)
}

/// Returns the task of a puzzle, without its solution.
pub fn set(place: PuzzleId, texts: Texts) -> PuzzleTask {
    let task = place.task();
    PuzzleTask {
        subject: Subject::new(&task.game, texts.0),
        number: place.number,
        goal: task.goal.into(),
        grade: task.grade.number(),
        to_find: task.to_find(),
    }
}

/// Answers with the grades of all puzzles.
pub async fn puzzle_list() -> Json<PuzzleList> {
    let game = |set: &PuzzleSet| PuzzleGrades {
        game: set.game().to_owned(),
        grades: set.grades().map(|(_, grade)| grade.number()).collect(),
    };
    Json(PuzzleList { games: puzzles().iter().map(game).collect() })
}

/// Answers with the puzzle of the day.
pub async fn daily(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    answer(app.work(JobKind::Pages, visitor.client, move || Ok(set(todays(), texts))).await, texts)
}

/// Answers with a puzzle, without its solution.
pub async fn puzzle(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    answer(app.work(JobKind::Pages, visitor.client, move || Ok(set(place(&game, &number)?, texts))).await, texts)
}

/// Answers with the solution of a puzzle.
pub async fn solution(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    visitor: Visitor,
) -> Response {
    let solved = move || {
        let task = place(&game, &number)?.task();
        Ok(puzzle_answer(task, AttemptResult::Solved, &task.solution))
    };
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
    let judged = move || {
        let task = place(&game, &number)?.task();
        let mut game = task.game.clone();
        game.limit_turns(MAX_LEGAL_MOVES);
        let played = continued(game, &tried.turns, texts)?;
        let (trial, line) = task.attempt(&played.history());
        Ok(puzzle_answer(task, trial, &line))
    };
    answer(app.work(JobKind::Pages, visitor.client, judged).await, texts)
}

fn puzzle_answer(task: &PuzzleExercise, trial: AttemptResult, line: &[Turn]) -> PuzzleResponse {
    let is_solved = trial == AttemptResult::Solved;
    PuzzleResponse {
        trial: match trial {
            AttemptResult::Wrong => quirkat_wire::AttemptResult::Wrong,
            AttemptResult::Right => quirkat_wire::AttemptResult::Right,
            AttemptResult::Solved => quirkat_wire::AttemptResult::Solved,
        },
        turns: quirkat_wire::Turn::line(&task.game, line),
        // The themes would give the solution away.
        themes: task.themes.iter().filter(|_| is_solved).map(|&theme| theme.into()).collect(),
    }
}
