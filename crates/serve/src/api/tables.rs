//! Endgame tables, for programs.

use super::answer;
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::QueryPairs;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_wire::ProbeResult;
use std::sync::Arc;

/// Answers with the values of a position and of each of its moves. The query field `fen` is the position, by default the start;
/// underscores stand for spaces, as in lila-tablebase. `variant` is the variant, and `rule` may be repeated.
pub async fn tables(
    State(app): State<Arc<App>>,
    Path(title): Path<String>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let found = async {
        app.compute_rate.allow(visitor.client)?;
        let tables = Arc::clone(&app);
        app.work(JobKind::Pages, visitor.client, move || probed(&tables, &title, &query)).await
    };
    answer(found.await, texts)
}

fn probed(app: &App, title: &str, query: &QueryPairs) -> Result<ProbeResult, Problem> {
    let game = query.ruling_or_404(title)?.game(query.position("fen").as_deref())?;
    let certain = app.probe_tables(&game)?.filter(|certain| certain.position.is_some()).ok_or(Problem::NotCovered)?;
    Ok(ProbeResult::new(&game, &certain))
}
