//! Puzzles for solvers: a position and the turns to find.

use crate::puzzle::{goal, grade, themes};
use quirkat_rules::{AnyGame, Pdn, PdnError, Side, Turn, find_game};
use quirkat_search::puzzles::{Goal, Grade, Theme};
use thiserror::Error;

/// A puzzle for a solver.
#[derive(Clone, Debug)]
pub struct PuzzleExercise {
    /// Game in the position of the puzzle; the side to move is the solver.
    pub game: AnyGame,
    /// Turns of both sides; the solver makes the first and the last.
    pub solution: Vec<Turn>,
    /// Goal that the solver reaches.
    pub goal: Goal,
    /// Difficulty, from 1 to 5.
    pub grade: Grade,
    /// Themes of the puzzle's solution.
    pub themes: Vec<Theme>,
}

/// Reason why a record is not a puzzle.
#[derive(Debug, Error)]
pub enum PuzzleRecordError {
    /// The record cannot be replayed.
    #[error(transparent)]
    Record(#[from] PdnError),
    /// The catalogue has no game of this id.
    #[error("there is no game `{0}`")]
    UnknownGame(String),
    /// This tag is missing or invalid.
    #[error("the tag `{0}` of a puzzle is missing, or says what it cannot")]
    Tag(&'static str),
    /// The record has no turns.
    #[error("the puzzle has no solution")]
    NoSolution,
}

/// Verdict on an attempt to solve a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttemptResult {
    /// The last turn is wrong.
    Wrong,
    /// The turns so far are right, and more turns remain to be found.
    Right,
    /// The puzzle is solved; no turn remains to be found.
    Solved,
}

impl PuzzleExercise {
    /// Reads a puzzle from a record that [`puzzle_record`](crate::puzzle_record) has written.
    ///
    /// # Errors
    /// When the record is not a puzzle.
    pub fn read(pdn: &Pdn) -> Result<PuzzleExercise, PuzzleRecordError> {
        let (id, _) = pdn.game()?;
        let file = find_game(id).ok_or_else(|| PuzzleRecordError::UnknownGame(id.to_owned()))?;
        let mut game = pdn.replay(file)?;
        let mut solution = Vec::new();
        while let Some(turn) = game.undo() {
            solution.push(turn);
        }
        solution.reverse();
        if solution.is_empty() {
            return Err(PuzzleRecordError::NoSolution);
        }
        Ok(PuzzleExercise {
            game,
            solution,
            goal: goal(pdn).ok_or(PuzzleRecordError::Tag("Goal"))?,
            grade: grade(pdn).ok_or(PuzzleRecordError::Tag("Grade"))?,
            themes: themes(pdn).ok_or(PuzzleRecordError::Tag("Themes"))?,
        })
    }

    /// Returns the side of the solver.
    pub fn solver(&self) -> Side {
        self.game.to_move()
    }

    /// Returns the number of turns that the solver has to find.
    pub fn to_find(&self) -> usize {
        let mut game = self.game.clone();
        let is_own = |turn: &&Turn| {
            let is_own = game.to_move() == self.solver();
            game.play(turn).expect("the turns of a solution are legal");
            is_own
        };
        self.solution.iter().filter(is_own).count()
    }

    /// Compares an attempt, the turns of both sides from the position, with the solution. Turns with the same effect
    /// are equal, and another turn that wins at once is also right.
    ///
    /// Returns the verdict with the correct turns and the opponent's reply to them.
    pub fn attempt(&self, played: &[&Turn]) -> (AttemptResult, Vec<Turn>) {
        let mut game = self.game.clone();
        let mut line: Vec<Turn> = Vec::new();
        for turn in played {
            let Some(next) = self.solution.get(line.len()) else { break };
            let is_right = turn.effect == next.effect;
            let wins_otherwise = !is_right && game.to_move() == self.solver() && wins(&game, turn);
            if !is_right && !wins_otherwise {
                return (AttemptResult::Wrong, line);
            }
            line.push(if is_right { next.clone() } else { (*turn).clone() });
            game.play(turn).expect("the turns were played before");
            if wins_otherwise {
                return (AttemptResult::Solved, line);
            }
        }
        while let Some(reply) = self.solution.get(line.len()).filter(|_| game.to_move() != self.solver()) {
            game.play(reply).expect("the turns of a solution are legal");
            line.push(reply.clone());
        }
        (if line.len() == self.solution.len() { AttemptResult::Solved } else { AttemptResult::Right }, line)
    }
}

/// Returns whether a turn ends the game with a win of the side that makes it.
fn wins(game: &AnyGame, turn: &Turn) -> bool {
    let side = game.to_move();
    let mut game = game.clone();
    game.play(turn).is_ok() && game.outcome().is_some_and(|outcome| outcome.winner == Some(side))
}
