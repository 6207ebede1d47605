//! Puzzles: positions with one good turn.

use crate::analysis::{Chances, Score};
use crate::game::Subject;
use crate::turn::Turn;
use quirkat_rules::Language;
use quirkat_search::puzzles;
use serde::{Deserialize, Serialize};

/// A puzzle with its solution, as the engine found it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// Position of the puzzle; the side to move is the solver.
    #[serde(flatten)]
    pub subject: Subject,
    /// Goal of the solver: a proved win or a decisive gain.
    pub goal: Goal,
    /// Turns of both sides; the solver makes the first and the last.
    pub solution: Vec<Turn>,
    /// Score of the best turn for the solver.
    pub score: Score,
    /// Probabilities for the solver with the best and with the second-best turn.
    pub chances: [Chances; 2],
    /// Difficulty from 1 to 5.
    pub grade: u8,
    /// Lowest depth in plies at which the engine finds the solution.
    pub depth: u32,
    /// Number of turns with different effects among which the solver chooses.
    pub choices: usize,
    /// Themes of the puzzle's solution.
    pub themes: Vec<Theme>,
}

/// Goal of a puzzle for its solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The solver wins by force.
    Win,
    /// The solver wins or promotes pieces and will most likely win the game.
    Gain,
}

/// Theme of a puzzle: what its solution shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// The first turn gives up more pieces than it captures.
    Sacrifice,
    /// The first turn captures nothing and does not end the game.
    QuietTurn,
    /// A turn of the solver captures at least three pieces.
    LongCapture,
    /// The solver promotes a piece.
    Breakthrough,
    /// The solver blocks the opponent, who has no legal turn.
    ShuttingIn,
}

impl From<puzzles::Goal> for Goal {
    fn from(goal: puzzles::Goal) -> Goal {
        match goal {
            puzzles::Goal::Win(_) => Goal::Win,
            puzzles::Goal::Gain => Goal::Gain,
        }
    }
}

impl From<puzzles::Theme> for Theme {
    fn from(theme: puzzles::Theme) -> Theme {
        match theme {
            puzzles::Theme::Sacrifice => Theme::Sacrifice,
            puzzles::Theme::QuietTurn => Theme::QuietTurn,
            puzzles::Theme::LongCapture => Theme::LongCapture,
            puzzles::Theme::Breakthrough => Theme::Breakthrough,
            puzzles::Theme::ShuttingIn => Theme::ShuttingIn,
        }
    }
}

impl Puzzle {
    /// Converts a puzzle that the engine found.
    pub fn new(found: &puzzles::Puzzle) -> Puzzle {
        let chances = |score| quirkat_search::OutcomeProbabilities::of(score, found.game.ruleset()).into();
        Puzzle {
            subject: Subject::new(&found.game, Language::En),
            goal: found.goal.into(),
            solution: Turn::line(&found.game, &found.solution),
            score: found.best.into(),
            chances: [found.best, found.second].map(chances),
            grade: found.difficulty.grade().number(),
            depth: found.difficulty.depth,
            choices: found.difficulty.choices,
            themes: found.themes.iter().map(|&theme| theme.into()).collect(),
        }
    }
}

/// The puzzles of all games, without their positions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleList {
    /// Games that have puzzles, in the order of the catalogue.
    pub games: Vec<PuzzleGrades>,
}

/// The puzzles of a game, without their positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleGrades {
    /// Id of the game.
    pub game: String,
    /// Difficulties from 1 to 5 of the game's puzzles, by their numbers: that of puzzle 1 first.
    pub grades: Vec<u8>,
}

/// A puzzle without its solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleTask {
    /// Position of the puzzle; the side to move is the solver.
    #[serde(flatten)]
    pub subject: Subject,
    /// Number of the puzzle among those of its game, from 1.
    pub number: usize,
    /// Goal of the solver: a win or a gain.
    pub goal: Goal,
    /// Difficulty from 1 to 5.
    pub grade: u8,
    /// Number of turns that the solver has to find.
    pub to_find: usize,
}

/// An attempt to solve a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PuzzleAttempt {
    /// Turns of both sides from the position of the puzzle, in notation or as `Turn` objects.
    #[serde(deserialize_with = "crate::requests::turns")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::requests::TextOrObject>"))]
    pub turns: Vec<String>,
}

/// Result of an attempt to solve a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleResponse {
    /// Verdict on the attempt as a whole.
    pub trial: AttemptResult,
    /// Correct turns of the attempt, followed by the opponent's reply.
    pub turns: Vec<Turn>,
    /// Themes of the puzzle; empty until it is solved.
    pub themes: Vec<Theme>,
}

/// Verdict on an attempt to solve a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AttemptResult {
    /// The last turn is wrong.
    Wrong,
    /// The turns so far are right, and more turns remain to be found.
    Right,
    /// The puzzle is solved; no turn remains to be found.
    Solved,
}
