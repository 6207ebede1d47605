//! The shipped puzzles: tasks, attempts and solutions.

use crate::error::RequestError;
use crate::line::{MAX_LEGAL_TURNS, continue_line};
use crate::wording::Wording;
use quirkat_play::{AttemptResult, PuzzleExercise, PuzzleId, PuzzleSet, puzzles};
use quirkat_rules::{Language, Turn};
use quirkat_wire::{PuzzleAttempt, PuzzleGrades, PuzzleList, PuzzleResponse, PuzzleTask, Subject};

/// Returns the grades of all puzzles.
pub fn puzzle_list() -> PuzzleList {
    let game = |set: &PuzzleSet| PuzzleGrades {
        game: set.game().to_owned(),
        grades: set.grades().map(|(_, grade)| grade.number()).collect(),
    };
    PuzzleList { games: puzzles().iter().map(game).collect() }
}

/// Returns the puzzle that a game and a number name.
///
/// # Errors
/// When there is no such puzzle.
pub fn puzzle_id(game: &str, number: &str) -> Result<PuzzleId, RequestError> {
    let unknown = || RequestError::UnknownPuzzle { game: game.to_owned(), number: number.to_owned() };
    number.parse().ok().and_then(|number| PuzzleId::new(game, number)).ok_or_else(unknown)
}

/// Returns the task of a puzzle, without its solution.
pub fn puzzle_task(puzzle: PuzzleId, language: Language) -> PuzzleTask {
    let task = puzzle.task();
    PuzzleTask {
        subject: Subject::new(&task.game, language),
        number: puzzle.number,
        goal: task.goal.into(),
        grade: task.grade.number(),
        to_find: task.to_find(),
    }
}

/// Returns the solution of a puzzle.
pub fn solution(puzzle: PuzzleId) -> PuzzleResponse {
    let task = puzzle.task();
    response(task, AttemptResult::Solved, &task.solution)
}

/// Judges an attempt at a puzzle.
///
/// # Errors
/// When its moves cannot be played.
pub fn attempt(
    puzzle: PuzzleId,
    attempt: &PuzzleAttempt,
    wording: impl Into<Wording>,
) -> Result<PuzzleResponse, RequestError> {
    let task = puzzle.task();
    let mut game = task.game.clone();
    game.limit_turns(MAX_LEGAL_TURNS);
    let game = continue_line(game, &attempt.turns, wording)?;
    let (result, line) = task.attempt(&game.history());
    Ok(response(task, result, &line))
}

fn response(task: &PuzzleExercise, result: AttemptResult, line: &[Turn]) -> PuzzleResponse {
    let is_solved = result == AttemptResult::Solved;
    PuzzleResponse {
        trial: match result {
            AttemptResult::Wrong => quirkat_wire::AttemptResult::Wrong,
            AttemptResult::Right => quirkat_wire::AttemptResult::Right,
            AttemptResult::Solved => quirkat_wire::AttemptResult::Solved,
        },
        turns: quirkat_wire::Turn::line(&task.game, line),
        // The themes would give the solution away.
        themes: task.themes.iter().filter(|_| is_solved).map(|&theme| theme.into()).collect(),
    }
}
