//! The museum view: one game in large print on a public screen, which restarts when idle. The server stores nothing of it.

use super::{Page, board_info, boot, game_info, page_or_problem, render};
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::{QueryPairs, rules_query};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_explore::{RequestError, level};
use quirkat_words::rules_in_words;
use serde_json::json;
use std::sync::Arc;

/// Idle time before a restart, in seconds: minimum, default, maximum.
const RESET: [usize; 3] = [15, 60, 3_600];

/// Default level of the engine: most visitors of a museum play for the first time.
const DEFAULT_LEVEL: &str = "1";

/// A section of the rules.
struct Section {
    heading: &'static str,
    sentences: Vec<String>,
}

#[derive(Template)]
#[template(path = "museum.html")]
struct MuseumPage {
    page: Page,
    boot: String,
    game: String,
    sections: Vec<Section>,
}

/// Answers with the page: `/museum/alquerque?reset=90&level=2&opponent=here`.
pub async fn museum(
    State(app): State<Arc<App>>,
    Path(title): Path<String>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let build_page = move || page(&title, &query, texts);
    page_or_problem(app.work(JobKind::Pages, visitor.client, build_page).await, texts)
}

fn page(title: &str, query: &QueryPairs, texts: Texts) -> Result<Response, Problem> {
    let ruling = query.ruling_or_404(title)?;
    let reset = reset(query.get("reset"))?;
    let level = level(Some(query.get("level").unwrap_or(DEFAULT_LEVEL)))?;
    let opponent = match query.get("opponent").unwrap_or("engine") {
        known @ ("engine" | "here") => known,
        other => return Err(RequestError::not_allowed("opponent", other, "engine, here").into()),
    };
    let ruleset = ruling.ruleset();
    let game = ruleset.info.name.get(texts.0).to_owned();
    let value = json!({
        "lang": texts.code(),
        "game": game_info(&ruleset, texts),
        "board": board_info(&ruling, &ruleset, texts),
        "museum": {
            "game": ruling.title(),
            "rules": ruling.rules(),
            "level": level.number(),
            "alone": opponent == "engine",
            "reset": reset,
        },
    });
    let sections = rules_in_words(&ruleset, texts.0).sections.into_iter().map(|section| Section {
        heading: section.heading,
        sentences: section.sentences.into_iter().map(|sentence| sentence.text).collect(),
    });
    let own = format!(
        "/museum/{}?reset={reset}&level={level}&opponent={opponent}{}",
        ruling.title(),
        rules_query(&ruling, '&')
    );
    Ok(render(&MuseumPage {
        page: Page::new(texts, &game, &own),
        boot: boot(&value),
        sections: sections.collect(),
        game,
    }))
}

fn reset(text: Option<&str>) -> Result<usize, RequestError> {
    let [least, usual, most] = RESET;
    let Some(text) = text else { return Ok(usual) };
    let seconds = text.parse().ok().filter(|seconds| (least..=most).contains(seconds));
    seconds.ok_or_else(|| RequestError::out_of_range("reset", text, [least, most]))
}
