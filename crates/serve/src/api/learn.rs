//! Lessons: tasks at the board, made from the rules.

use super::answer;
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::QueryPairs;
use crate::visitor::Visitor;
use crate::workers::{JobKind, job_length};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use std::sync::Arc;

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
    let find = move || Ok(quirkat_explore::lesson(&query.ruling_or_404(&title)?, texts));
    answer(app.work_for(JobKind::Pages, length, visitor.client, find).await, texts)
}
