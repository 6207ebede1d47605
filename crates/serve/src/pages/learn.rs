//! The page of a lesson: the rules of a game, one task at a time.

use super::game::{Cite, cites};
use super::{
    Page, board_info, boot, game_info, house_rule_sentences, link_preview, page_or_problem, picture_address, render,
};
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::{QueryPairs, Ruling, rules_query};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::{JobKind, job_length};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_explore::lesson;
use quirkat_play::{Exercise, Lesson};
use quirkat_rules::write_fen;
use quirkat_wire::LessonTask;
use serde_json::json;
use std::sync::Arc;

/// A sentence of the rules with its sources.
struct Sentence {
    text: String,
    cites: Vec<Cite>,
}

/// The readable part of a task; the script gets its solution.
struct Task {
    title: String,
    task: String,
    sentences: Vec<Sentence>,
    picture: String,
}

#[derive(Template)]
#[template(path = "learn.html")]
struct LearnPage {
    page: Page,
    boot: String,
    heading: String,
    game: String,
    game_href: String,
    variant: String,
    house_rules: Vec<String>,
    tasks: Vec<Task>,
    id: String,
    variant_id: String,
    /// Fields that select these house rules in the form of a new game.
    fields: Vec<(String, String)>,
}

/// Answers with the page of a lesson.
pub async fn learn(
    State(app): State<Arc<App>>,
    Path(title): Path<String>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let client = visitor.client;
    if let Err(too_fast) = app.compute_rate.allow(client) {
        return Problem::from(too_fast).page(texts);
    }
    let length = job_length(&query.full_title(&title), &query.rules());
    let build_page = move || Ok(page(&query.ruling_or_404(&title)?, &visitor));
    page_or_problem(app.work_for(JobKind::Pages, length, client, build_page).await, texts)
}

fn page(ruling: &Ruling, visitor: &Visitor) -> Response {
    let texts = visitor.texts;
    let ruleset = ruling.ruleset();
    let exercises = &Lesson::remembered(ruling).exercises;
    let game = ruleset.info.name.get(texts.0).to_owned();
    // The page contains the readable part of the tasks; the script gets the rest.
    let tasks = lesson(ruling, texts).tasks;
    let solutions = tasks.iter().map(|task| {
        json!({
            "start": task.start,
            "turns": task.turns,
            "toMove": task.subject.to_move,
            "answers": task.answers,
            "hint": task.hint,
            "refused": task.refused,
            "shown": task.shown,
        })
    });
    let value = json!({
        "lang": texts.code(),
        "game": game_info(&ruleset, texts),
        "board": board_info(ruling, &ruleset, texts),
        "lesson": {
            "game": ruling.title(),
            "rules": ruling.rules(),
            "tasks": solutions.collect::<Vec<_>>(),
        },
    });
    let heading = texts.with("learn_title", &[("game", game.clone())]);
    let own = format!("/learn/{}{}", ruling.title(), rules_query(ruling, '?'));
    let start = write_fen(&ruleset, &ruleset.start);
    let words = texts.get("learn_lead");
    render(&LearnPage {
        page: Page::new(texts, &heading, &own).with_preview(link_preview(visitor, &own, (ruling, &start), words)),
        boot: boot(&value),
        heading,
        game_href: texts.at(format_args!("/games/{}?variant={}", ruling.game_id(), ruleset.variant)),
        variant: ruleset.info.variant_name.get(texts.0).to_owned(),
        house_rules: house_rule_sentences(&ruleset, texts),
        tasks: tasks.iter().zip(exercises).map(|(view, exercise)| task(view, exercise, ruling, texts)).collect(),
        id: ruling.game_id().to_owned(),
        variant_id: ruleset.variant.clone(),
        fields: ruleset.house_rules.iter().map(|(key, value)| (format!("opt_{key}"), value.clone())).collect(),
        game,
    })
}

fn task(view: &LessonTask, exercise: &Exercise, ruling: &Ruling, texts: Texts) -> Task {
    let sentences = exercise.rules(texts.0).into_iter();
    Task {
        title: view.title.clone(),
        task: view.task.clone(),
        sentences: sentences
            .map(|sentence| Sentence { text: sentence.text, cites: cites(&sentence.grounds, texts) })
            .collect(),
        picture: picture_address(ruling, &write_fen(exercise.game.ruleset(), &exercise.game.setup()), texts),
    }
}
