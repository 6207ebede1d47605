//! What perfect play comes to, for programs.

use super::answer;
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::Ruling;
use crate::visitor::Visitor;
use crate::workers::Kind;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_rules::find_game;
use quirkat_wire::Probed;
use std::sync::Arc;

/// What tables say of a position, `fen` (the start without it), and of each of its turns. Underscores stand for spaces, as in
/// lila-tablebase; `variant` is that of the game, and `rule` may come several times.
pub async fn tables(
    State(app): State<Arc<App>>,
    Path(title): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let found = async {
        app.asking.allow(visitor.owner)?;
        let tables = Arc::clone(&app);
        app.work(Kind::Pages, visitor.owner, move || probed(&tables, &title, &query)).await
    };
    answer(found.await, texts)
}

fn probed(app: &App, title: &str, query: &[(String, String)]) -> Result<Probed, Problem> {
    let get = |wanted: &str| query.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
    let (id, of_title) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
    if find_game(id).is_none() {
        return Err(Problem::NotFound);
    }
    let title = of_title.or(get("variant")).map_or_else(|| id.to_owned(), |variant| format!("{id}:{variant}"));
    let rules: Vec<_> = query.iter().filter(|(key, _)| key == "rule").map(|(_, rule)| rule.clone()).collect();
    let fen = get("fen").map(|fen| fen.replace('_', " ")).filter(|fen| !fen.trim().is_empty());
    let game = Ruling::new(&title, &rules)?.game(fen.as_deref())?;
    let certain = app.certain(&game)?.filter(|certain| certain.here.is_some()).ok_or(Problem::NotCovered)?;
    Ok(Probed::new(&game, &certain))
}
