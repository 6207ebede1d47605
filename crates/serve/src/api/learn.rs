//! Lessons: tasks at the board, made from the rules.

use super::answer;
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::{QueryPairs, Ruling};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::{JobKind, job_length};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_play::{AnswerResult, Exercise};
use quirkat_rules::write_fen;
use quirkat_wire::{Lesson, LessonTask, Subject};
use quirkat_words::refusal_in_words;
use std::sync::Arc;

/// Returns the lesson of a ruling in a language.
pub fn lesson(ruling: &Ruling, texts: Texts) -> Lesson {
    let made = quirkat_play::Lesson::remembered(ruling);
    Lesson {
        game: ruling.title().to_owned(),
        rules: ruling.rules().to_vec(),
        language: texts.code().to_owned(),
        tasks: made.exercises.iter().map(|exercise| task(exercise, texts)).collect(),
    }
}

fn task(exercise: &Exercise, texts: Texts) -> LessonTask {
    let (game, language) = (&exercise.game, texts.0);
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

/// Answers with the lesson of one variant and its house rules.
pub async fn learn(
    State(app): State<Arc<App>>,
    Path(title): Path<String>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.compute_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    let length = job_length(&query.full_title(&title), &query.rules());
    let find = move || Ok(lesson(&query.ruling_or_404(&title)?, texts));
    answer(app.work_for(JobKind::Pages, length, visitor.client, find).await, texts)
}
