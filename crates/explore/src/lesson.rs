//! Lessons: tasks at the board, made from the rules.

use quirkat_play::{AnswerResult, Exercise, Ruling};
use quirkat_rules::{Language, write_fen};
use quirkat_wire::{Lesson, LessonTask, Subject};
use quirkat_words::refusal_in_words;

/// Returns the lesson of a ruling in a language.
pub fn lesson(ruling: &Ruling, language: Language) -> Lesson {
    let made = quirkat_play::Lesson::remembered(ruling);
    Lesson {
        game: ruling.title().to_owned(),
        rules: ruling.rules().to_vec(),
        language: language.code().to_owned(),
        tasks: made.exercises.iter().map(|exercise| task(exercise, language)).collect(),
    }
}

fn task(exercise: &Exercise, language: Language) -> LessonTask {
    let game = &exercise.game;
    let ruleset = game.ruleset();
    let refused = exercise.decoy.as_ref().and_then(|decoy| match exercise.judge(decoy) {
        AnswerResult::Refused(error) => Some(refusal_in_words(ruleset, &error, language)),
        AnswerResult::Right(_) | AnswerResult::Missed(_) => None,
    });
    LessonTask {
        subject: Subject::new(game, language),
        start: write_fen(ruleset, &game.setup_after(0)),
        turns: game.history().into_iter().map(|turn| turn.text(&ruleset.board)).collect(),
        skill: exercise.skill.word().to_owned(),
        title: exercise.title(language),
        task: exercise.task(language),
        sentences: exercise.rules(language).into_iter().map(Into::into).collect(),
        answers: exercise.answers.iter().map(|turn| turn.text(&ruleset.board)).collect(),
        hint: exercise.hint().map(|point| ruleset.board.name(point).to_owned()),
        refused,
        shown: exercise.shown_rule(language),
    }
}
