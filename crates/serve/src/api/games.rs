//! The catalogue of games, and their rules.

use super::answer;
use crate::app::App;
use crate::pages::drawing;
use crate::rulings::QueryPairs;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_draw::is_chequered;
use quirkat_rules::games as all;
use quirkat_wire::{Game, Rules};
use std::sync::Arc;

/// Answers with all games, each with its variants.
pub async fn games(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let list = || Ok(all().filter_map(|file| Game::new(file, is_chequered)).collect::<Vec<_>>());
    answer(app.work(JobKind::Pages, visitor.client, list).await, visitor.texts)
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
        let ruleset = ruling.ruleset();
        Ok(Rules { drawing: Some(drawing(&ruling, &ruleset, texts)), ..Rules::new(&ruleset, texts.0) })
    };
    answer(app.work(JobKind::Pages, visitor.client, find).await, texts)
}
