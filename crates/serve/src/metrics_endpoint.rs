//! The endpoint `/metrics`, at a separate address, in the text format of Prometheus.

use crate::app::Shared;
use crate::connections::{ConnectionLimiter, Rejection};
use crate::counters::{
    self, BUILD, CONNECTIONS, CONNECTIONS_MAX, GAMES_LIVE, GAMES_LOADED, LIVE_CONNECTIONS, READY, STARTED,
    STORAGE_FREE, STORAGE_SIZE,
};
use crate::model::now;
use crate::process_metrics;
use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics::gauge;
use metrics_exporter_prometheus::PrometheusHandle;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{interval, timeout};

/// Interval at which recorded times are moved into their buckets, so that memory stays bounded without any request.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);
/// Timeout of the storage, so that its failure does not hide the other metrics.
const STORAGE_TIMEOUT: Duration = Duration::from_secs(2);

/// The metrics of a server. Events are counted as they happen; gauges are read when the endpoint is requested.
#[derive(Clone, Debug)]
pub struct MetricsEndpoint {
    handle: PrometheusHandle,
    shared: Shared,
    limiter: Arc<ConnectionLimiter>,
    /// Data folder; `None` with a database.
    folder: Option<Arc<PathBuf>>,
}

impl MetricsEndpoint {
    /// Returns the endpoint of a server with its data folder, and of the limiter of its connections.
    pub fn new(
        handle: PrometheusHandle,
        shared: Shared,
        limiter: Arc<ConnectionLimiter>,
        folder: Option<PathBuf>,
    ) -> MetricsEndpoint {
        let queues = shared.0.games.workers().pending();
        counters::register(queues.into_iter().map(|(queue, _)| queue), Rejection::LABELS);
        gauge!(STARTED).set(now() as f64 / 1000.0);
        gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        MetricsEndpoint { handle, shared, limiter, folder: folder.map(Arc::new) }
    }

    /// Returns the router of the endpoint. It has no access control.
    pub fn router(self) -> Router {
        Router::new().route("/metrics", get(metrics)).with_state(self)
    }

    /// Runs the recorder's upkeep for ever.
    pub async fn run_upkeep(self) {
        let mut ticks = interval(UPKEEP_INTERVAL);
        loop {
            ticks.tick().await;
            self.handle.run_upkeep();
        }
    }

    async fn update_gauges(&self) {
        let app = &self.shared.0;
        let [open, max] = self.limiter.counts();
        gauge!(CONNECTIONS).set(open as f64);
        gauge!(CONNECTIONS_MAX).set(max as f64);
        gauge!(LIVE_CONNECTIONS).set(app.live_connections.len() as f64);
        let (live, loaded) = app.games.counts();
        gauge!(GAMES_LIVE).set(live as f64);
        gauge!(GAMES_LOADED).set(loaded as f64);
        for (queue, pending) in app.games.workers().pending() {
            counters::update_queue(queue, pending);
        }
        if let Some(free) = self.folder.as_deref().and_then(|folder| free_space(folder)) {
            gauge!(STORAGE_FREE).set(free);
        }
        let store = app.games.store();
        let is_ready = !*app.closing.borrow() && app.readiness.check(store).await;
        gauge!(READY).set(if is_ready { 1.0 } else { 0.0 });
        // The readiness check has logged a failure of the storage.
        if is_ready && let Ok(Ok(bytes)) = timeout(STORAGE_TIMEOUT, store.size()).await {
            gauge!(STORAGE_SIZE).set(bytes as f64);
        }
    }
}

/// Returns the bytes that the server may still write to the disk of a folder, if known.
#[cfg(unix)]
fn free_space(folder: &Path) -> Option<f64> {
    let disk = nix::sys::statvfs::statvfs(folder).ok()?;
    Some(disk.blocks_available() as f64 * disk.fragment_size() as f64)
}

#[cfg(not(unix))]
fn free_space(_: &Path) -> Option<f64> {
    None
}

async fn metrics(State(endpoint): State<MetricsEndpoint>) -> Response {
    endpoint.update_gauges().await;
    let text = endpoint.handle.render() + &process_metrics::render();
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
