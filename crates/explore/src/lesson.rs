//! Lessons: tasks at the board, made from the rules.

use crate::Wording;
use quirkat_play::{AnswerResult, Exercise, Ruling};
use quirkat_rules::write_fen;
use quirkat_wire::{Lesson, LessonTask, Subject};
use quirkat_words::refusal_in_words;

/// Returns the lesson of a ruling. Its moves and positions name squares as the game does, its sentences as the wording
/// says.
pub fn lesson(ruling: &Ruling, wording: impl Into<Wording>) -> Lesson {
    let wording = wording.into();
    let made = quirkat_play::Lesson::remembered(ruling);
    Lesson {
        game: ruling.title().to_owned(),
        rules: ruling.rules().to_vec(),
        language: wording.language.code().to_owned(),
        tasks: made.exercises.iter().map(|exercise| task(exercise, wording)).collect(),
    }
}

fn task(exercise: &Exercise, wording: Wording) -> LessonTask {
    let game = &exercise.game;
    let ruleset = game.ruleset();
    let (language, named) = (wording.language, wording.named(ruleset));
    let refused = exercise.decoy.as_ref().and_then(|decoy| match exercise.judge(decoy) {
        AnswerResult::Refused(error) => {
            Some(refusal_in_words(ruleset, &error.with_names(&ruleset.board, &named.board), language))
        }
        AnswerResult::Right(_) | AnswerResult::Missed(_) => None,
    });
    LessonTask {
        subject: Subject::new(game, language),
        start: write_fen(ruleset, &game.setup_after(0)),
        turns: game.history().into_iter().map(|turn| turn.text(&ruleset.board)).collect(),
        skill: exercise.skill.word().to_owned(),
        title: exercise.title(language),
        task: exercise.task(language, &named.board),
        sentences: exercise.rules(language).into_iter().map(Into::into).collect(),
        answers: exercise.answers.iter().map(|turn| turn.text(&ruleset.board)).collect(),
        hint: exercise.hint().map(|point| ruleset.board.name(point).to_owned()),
        refused,
        shown: exercise.shown_rule(language),
    }
}
