//! What perfect play comes to, for programs.

use super::answer;
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::QueryPairs;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_wire::Probed;
use std::sync::Arc;

/// What tables say of a position, `fen` (the start without it), and of each of its turns. Underscores stand for spaces, as in
/// lila-tablebase; `variant` is that of the game, and `rule` may come several times.
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

fn probed(app: &App, title: &str, query: &QueryPairs) -> Result<Probed, Problem> {
    let game = query.ruling_or_404(title)?.game(query.position("fen").as_deref())?;
    let certain = app.probe_tables(&game)?.filter(|certain| certain.position.is_some()).ok_or(Problem::NotCovered)?;
    Ok(Probed::new(&game, &certain))
}
