//! Lessons: exercises at the board that are derived from the rules.

use crate::game::Subject;
use crate::rules::Sentence;
use serde::{Deserialize, Serialize};

/// A lesson in the rules of one variant with its house rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lesson {
    /// Title of the game and its variant: `alquerque:walker`.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Two-letter code of the language of all texts.
    pub language: String,
    /// Exercises, independent of one another, in the order of the rules.
    pub tasks: Vec<LessonTask>,
}

/// An exercise: one turn has to do what is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonTask {
    /// Position of the exercise; the learner plays the side to move.
    #[serde(flatten)]
    pub subject: Subject,
    /// FEN of the position before `turns`.
    pub start: String,
    /// Turns from `start` to the position; empty unless the exercise depends on the history.
    pub turns: Vec<String>,
    /// Skill that the exercise teaches, as one word: `capture`, `duty`, `promotion`.
    pub skill: String,
    /// Heading of the exercise, in one language.
    pub title: String,
    /// Instruction for the learner, one or two sentences.
    pub task: String,
    /// Sentences of the rules on which the exercise rests.
    pub sentences: Vec<Sentence>,
    /// Legal turns that solve the exercise, in notation.
    pub answers: Vec<String>,
    /// Point on which an answer begins; `null` where no answer begins on the board.
    pub hint: Option<String>,
    /// A tempting turn that the rules forbid, with the reason; `null` where no turn shows the rule.
    pub refused: Option<String>,
    /// Text after a right answer: the special rule that the exercise has shown; `null` where the rule is a usual one.
    pub shown: Option<String>,
}
