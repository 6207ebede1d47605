//! Reading and writing of game records in PDN.

use super::{Body, answer};
use crate::app::App;
use crate::errors::Problem;
use crate::pages::PDN;
use crate::rulings::QueryPairs;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quirkat_explore::{AssumedGame, read_records, write_record};
use quirkat_records::decode_text;
use quirkat_wire::Record;
use std::sync::Arc;

/// Answers with the records in a text of any encoding. The query may name the game of records
/// that do not name theirs (`game`) and a number of games to leave out (`skip`).
pub async fn read(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(query): Query<QueryPairs>,
    text: Bytes,
) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.render_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    // A copy frees the larger buffer into which the body was received, while the job waits.
    let text = text.to_vec();
    let assumed = query.get("game").unwrap_or_default().to_owned();
    let skipped = query.get("skip").and_then(|number| number.parse().ok()).unwrap_or(0);
    let own = match app.load_own_game(&assumed, visitor.client).await {
        Ok(own) => own,
        Err(problem) => return problem.json(texts),
    };
    let records = app.work(JobKind::Records, visitor.client, move || {
        let assumed = (!assumed.is_empty()).then_some(AssumedGame { title: &assumed, own });
        Ok(read_records(&decode_text(&text), assumed, skipped, texts.0)?)
    });
    answer(records.await, texts)
}

/// Answers with a record as PDN.
pub async fn write(State(app): State<Arc<App>>, visitor: Visitor, Body(record): Body<Record>) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.render_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    let _own = match app.load_own_game(&record.game, visitor.client).await {
        Ok(own) => own,
        Err(problem) => return problem.json(texts),
    };
    match app.work(JobKind::Records, visitor.client, move || Ok(write_record(&record, texts.0)?)).await {
        Ok(text) => ([(CONTENT_TYPE, PDN)], text).into_response(),
        Err(problem) => problem.json(texts),
    }
}
