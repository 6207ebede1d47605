//! Health checks for systemd, containers and proxies: `/health` and `/ready`.

use crate::app::{App, Shared};
use crate::errors::RETRY_DELAY;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, extract::State};
use serde_json::json;
use std::sync::Arc;

/// Returns the router of the health checks. They need no language, set no cookie and have no rate limit.
pub fn router() -> Router<Shared> {
    Router::new().route("/health", get(health)).route("/ready", get(ready))
}

/// Answers `/health`: the process responds. Restart it if this fails.
async fn health() -> Response {
    status_response(StatusCode::OK, "ok")
}

/// Answers `/ready`: games can be played. Send no visitors here while this fails.
async fn ready(State(app): State<Arc<App>>) -> Response {
    if *app.closing.borrow() {
        status_response(StatusCode::SERVICE_UNAVAILABLE, "ending")
    } else if app.readiness.check(app.games.store()).await {
        status_response(StatusCode::OK, "ready")
    } else {
        status_response(StatusCode::SERVICE_UNAVAILABLE, "the storage cannot be written")
    }
}

fn status_response(code: StatusCode, status: &str) -> Response {
    let after = (code != StatusCode::OK).then(|| [(RETRY_AFTER, RETRY_DELAY.as_secs().to_string())]);
    (code, [(CACHE_CONTROL, "no-store")], after, Json(json!({ "status": status }))).into_response()
}
