//! The endpoint `/metrics`, at a separate address, in the text format of Prometheus.

use crate::app::Shared;
use crate::connections::ConnectionLimiter;
use crate::counters::{
    BUILD, CONNECTIONS, CONNECTIONS_MAX, GAMES_LIVE, GAMES_LOADED, JOBS_PENDING, LIVE_CONNECTIONS, STARTED,
    STORAGE_SIZE,
};
use crate::model::now;
use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics::gauge;
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::interval;

/// Interval at which recorded times are moved into their buckets, so that memory stays bounded without any request.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The metrics of a server. Events are counted as they happen; gauges are read when the endpoint is requested.
#[derive(Clone, Debug)]
pub struct MetricsEndpoint {
    handle: PrometheusHandle,
    shared: Shared,
    limiter: Arc<ConnectionLimiter>,
}

impl MetricsEndpoint {
    /// Returns the endpoint of a server and of the limiter of its connections.
    pub fn new(handle: PrometheusHandle, shared: Shared, limiter: Arc<ConnectionLimiter>) -> MetricsEndpoint {
        gauge!(STARTED).set(now() as f64 / 1000.0);
        gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        MetricsEndpoint { handle, shared, limiter }
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
            gauge!(JOBS_PENDING, "queue" => queue).set(pending as f64);
        }
        match app.games.store().size().await {
            Ok(bytes) => gauge!(STORAGE_SIZE).set(bytes as f64),
            Err(error) => tracing::error!(%error, "cannot read the size of the storage"),
        }
    }
}

async fn metrics(State(endpoint): State<MetricsEndpoint>) -> Response {
    endpoint.update_gauges().await;
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], endpoint.handle.render()).into_response()
}
