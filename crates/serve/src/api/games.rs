//! The catalogue of games, and their rules.

use super::answer;
use crate::app::App;
use crate::pages::board_address;
use crate::rulings::QueryPairs;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use std::sync::Arc;

/// Answers with all games, each with its variants.
pub async fn games(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    answer(app.work(JobKind::Pages, visitor.client, || Ok(quirkat_explore::games())).await, visitor.texts)
}

/// Answers with one variant and its house rules: board, start position, rules in words with their sources, options.
pub async fn game(
    State(app): State<Arc<App>>,
    Path(title): Path<String>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let find = move || {
        let ruling = query.ruling_or_404(&title)?;
        Ok(quirkat_explore::rules(&ruling, board_address(&ruling, texts), texts.0))
    };
    answer(app.work(JobKind::Pages, visitor.client, find).await, texts)
}
