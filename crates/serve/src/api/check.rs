//! Checks of visitors' own game files while they are written. Nothing is stored.

use super::answer;
use crate::app::App;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use std::sync::Arc;

/// The query of a check.
#[derive(Debug, Deserialize)]
pub struct CheckQuery {
    /// Variant whose rules and start position the answer contains.
    variant: Option<String>,
}

/// Answers with the errors of a game file and, if there are none, its game.
pub async fn check(
    State(app): State<Arc<App>>,
    Query(CheckQuery { variant }): Query<CheckQuery>,
    visitor: Visitor,
    text: String,
) -> Response {
    let (client, texts, dress) = (visitor.client, visitor.texts, visitor.dress);
    let result = async {
        app.compute_rate.allow(client)?;
        let check = move || Ok(quirkat_explore::check(&text, variant.as_deref(), dress, texts.0)?);
        app.work(JobKind::Files, client, check).await
    };
    answer(result.await, texts)
}
