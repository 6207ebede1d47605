//! Puzzles as people solve them: a position, and the turns that are to be found.

use crate::puzzle::{goal, grade, themes};
use quirkat_rules::{AnyGame, Pdn, PdnError, Side, Turn, find_game};
use quirkat_search::puzzles::{Goal, Grade, Theme};
use thiserror::Error;

/// A puzzle as somebody solves it.
#[derive(Clone, Debug)]
pub struct PuzzleExercise {
    /// The game, begun from the position; the side to move solves.
    pub game: AnyGame,
    /// The turns of both sides; the first and the last are the solver's.
    pub solution: Vec<Turn>,
    /// What the solver reaches.
    pub goal: Goal,
    /// How difficult it is.
    pub grade: Grade,
    /// What it is about.
    pub themes: Vec<Theme>,
}

/// Why a record is no puzzle.
#[derive(Debug, Error)]
pub enum PuzzleRecordError {
    /// It cannot be played.
    #[error(transparent)]
    Record(#[from] PdnError),
    /// There is no game of this name.
    #[error("there is no game `{0}`")]
    UnknownGame(String),
    /// A tag that puzzles have is missing, or says what it cannot.
    #[error("the tag `{0}` of a puzzle is missing, or says what it cannot")]
    Tag(&'static str),
    /// It has no turns.
    #[error("the puzzle has no solution")]
    NoSolution,
}

/// What came of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttemptResult {
    /// The last turn is not the one.
    Wrong,
    /// So far all is right, and there is more to find.
    Right,
    /// Nothing is left to find.
    Solved,
}

impl PuzzleExercise {
    /// The puzzle of a record, as [`puzzle_record`](crate::puzzle_record) writes it.
    ///
    /// # Errors
    /// When it is none.
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

    /// The side that solves.
    pub fn solver(&self) -> Side {
        self.game.to_move()
    }

    /// How many turns the solver has to find.
    pub fn to_find(&self) -> usize {
        let mut game = self.game.clone();
        let is_own = |turn: &&Turn| {
            let is_own = game.to_move() == self.solver();
            game.play(turn).expect("the turns of a solution are legal");
            is_own
        };
        self.solution.iter().filter(is_own).count()
    }

    /// Holds turns that were played from the position, those of both sides, against the solution. Turns are the same that do
    /// the same, and whatever else wins at once is right as well.
    ///
    /// Gives with the verdict the turns as far as they are right, and the opponent's reply to them.
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

/// Whether a turn ends a game, and wins it for the side that makes it.
fn wins(game: &AnyGame, turn: &Turn) -> bool {
    let side = game.to_move();
    let mut game = game.clone();
    game.play(turn).is_ok() && game.outcome().is_some_and(|outcome| outcome.winner == Some(side))
}
