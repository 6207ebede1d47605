//! Lessons: tasks at the board, made from the rules.

use crate::game::Subject;
use crate::rules::Sentence;
use serde::{Deserialize, Serialize};

/// A lesson in the rules of one variant with its house rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lesson {
    /// The game and its variant: `alquerque:walker`.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The language of the words, as a code of two letters.
    pub language: String,
    /// Its tasks, each by itself, in the order of the rules.
    pub tasks: Vec<LessonTask>,
}

/// A task: something that one turn has to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonTask {
    /// The position; the side to move is the learner's.
    #[serde(flatten)]
    pub subject: Subject,
    /// The position before the turns that the task rests on.
    pub start: String,
    /// The turns that lead from there to the position; none where it speaks for itself.
    pub turns: Vec<String>,
    /// What it teaches, as one word: `capture`, `duty`, `promotion`.
    pub skill: String,
    /// What it is about, as a heading.
    pub title: String,
    /// What the learner is asked to do.
    pub task: String,
    /// The sentences of the rules that it rests on.
    pub sentences: Vec<Sentence>,
    /// The legal turns that do what is asked for.
    pub answers: Vec<String>,
    /// The point on which an answer begins; none where it does not stand on the board.
    pub hint: Option<String>,
    /// What the rules forbid here, and why; none where nothing shows it.
    pub refused: Option<String>,
}
