//! Whether the server is well: for systemd, containers, proxies and whatever else looks after it.

use crate::app::{App, Shared};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, extract::State};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::time::timeout;

/// The storage answers within this time, or is not well.
const PATIENCE: Duration = Duration::from_secs(2);
/// What was found out holds for so long, however many ask.
const HOLDS: Duration = Duration::from_secs(1);

/// Whether the storage could be written, and when that was found out.
#[derive(Debug, Default)]
pub struct Health(Mutex<Option<(Instant, bool)>>);

impl Health {
    /// Whether the storage can be written.
    async fn is_ready(&self, app: &App) -> bool {
        let mut known = self.0.lock().await;
        if let Some((_, is_ready)) = known.filter(|(since, _)| since.elapsed() < HOLDS) {
            return is_ready;
        }
        let is_ready = match timeout(PATIENCE, app.rooms.store().probe()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::error!(%error, "the storage cannot be written");
                false
            }
            Err(_) => {
                tracing::error!("the storage does not answer");
                false
            }
        };
        *known = Some((Instant::now(), is_ready));
        is_ready
    }
}

/// Where it is to be asked, by whoever can reach the server: no language, no cookie, no limit.
pub fn router() -> Router<Shared> {
    Router::new().route("/health", get(health)).route("/ready", get(ready))
}

/// `/health`: the program answers. Whoever gets no answer should start it again.
async fn health() -> Response {
    told(StatusCode::OK, "ok")
}

/// `/ready`: it can be played. Whoever gets another answer should send nobody here for now.
async fn ready(State(app): State<Arc<App>>) -> Response {
    if *app.closing.borrow() {
        told(StatusCode::SERVICE_UNAVAILABLE, "ending")
    } else if app.health.is_ready(&app).await {
        told(StatusCode::OK, "ready")
    } else {
        told(StatusCode::SERVICE_UNAVAILABLE, "the storage cannot be written")
    }
}

fn told(status: StatusCode, words: &str) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Json(json!({ "status": words }))).into_response()
}
