//! Puzzles.

use crate::analysis::{Chances, Score};
use crate::game::Subject;
use crate::turn::Turn;
use quirkat_rules::Language;
use quirkat_search::puzzles;
use serde::{Deserialize, Serialize};

/// A position with one good turn, and what follows from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// The position; the side to move solves.
    #[serde(flatten)]
    pub subject: Subject,
    /// Whether the solver wins for certain, or gains what most likely wins.
    pub goal: Goal,
    /// The turns of both sides; the first and the last are the solver's.
    pub solution: Vec<Turn>,
    /// What the best turn is worth to the solver.
    pub score: Score,
    /// The chances of the solver with the best turn, and with the second best one.
    pub chances: [Chances; 2],
    /// How difficult it is, from 1 to 5.
    pub grade: u8,
    /// The depth from which on the engine sees the solution, in plies.
    pub depth: u32,
    /// How many turns with different effects the solver has to choose from.
    pub choices: usize,
    /// What it is about.
    pub themes: Vec<Theme>,
}

/// What a puzzle asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The game is won for certain.
    Win,
    /// Pieces are won, or promoted, and with them most likely the game.
    Gain,
}

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// The first turn lets the opponent take more than it takes itself.
    Sacrifice,
    /// The first turn takes nothing, and does not yet win.
    QuietTurn,
    /// A turn of the solver takes three pieces or more.
    LongCapture,
    /// A piece of the solver is promoted.
    Breakthrough,
    /// The opponent is left without a turn.
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
    /// A puzzle that was found.
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

/// A puzzle as it is set, without its solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleTask {
    /// The position; the side to move solves.
    #[serde(flatten)]
    pub subject: Subject,
    /// The puzzle's number among those of its game, from 1.
    pub number: usize,
    /// Whether the solver wins for certain, or gains what most likely wins.
    pub goal: Goal,
    /// How difficult it is, from 1 to 5.
    pub grade: u8,
    /// How many turns the solver has to find.
    pub to_find: usize,
}

/// An attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PuzzleTry"))]
#[serde(default)]
pub struct PuzzleAttempt {
    /// The turns from its position, those of both sides, as text or as answers give them.
    #[serde(deserialize_with = "crate::ask::turns")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::ask::TextOrObject>"))]
    pub turns: Vec<String>,
}

/// What comes of an attempt at a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PuzzleAnswer"))]
pub struct PuzzleResponse {
    /// Whether the turns are right.
    pub trial: AttemptResult,
    /// The turns as far as they are right, and the opponent's reply to them.
    pub turns: Vec<Turn>,
    /// What the puzzle is about, once it is solved.
    pub themes: Vec<Theme>,
}

/// Whether an attempt at a puzzle is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Trial"))]
#[serde(rename_all = "snake_case")]
pub enum AttemptResult {
    /// The last turn is not the one.
    Wrong,
    /// So far all is right, and there is more to find.
    Right,
    /// Nothing is left to find.
    Solved,
}
