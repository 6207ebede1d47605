//! What an operator can measure: the figures of the program, as Prometheus reads them.
//!
//! Whatever happens is counted where it happens, by the macros of the crate `metrics`, which cost next to nothing until
//! somebody wants the figures; what merely is, is looked up when they are asked for. No figure is about one visitor or one
//! game: names, addresses and tokens are in none.

use crate::app::Shared;
use crate::connections::Gate;
use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram, set_global_recorder,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::time::interval;

const REQUESTS: &str = "quirkat_http_requests_total";
const REQUEST_TIME: &str = "quirkat_http_request_duration_seconds";
const CONNECTIONS: &str = "quirkat_connections";
const CONNECTIONS_MOST: &str = "quirkat_connections_most";
const CONNECTIONS_REFUSED: &str = "quirkat_connections_refused_total";
const LIVE_CONNECTIONS: &str = "quirkat_live_connections";
const GAMES_LIVE: &str = "quirkat_games_live";
const GAMES_LOADED: &str = "quirkat_games_loaded";
const JOBS_WAITING: &str = "quirkat_jobs_waiting";
const JOB_WAIT: &str = "quirkat_job_wait_seconds";
const JOB_TIME: &str = "quirkat_job_duration_seconds";
const JOBS_REFUSED: &str = "quirkat_jobs_refused_total";
const JOBS_BROKEN: &str = "quirkat_jobs_broken_total";
const STORAGE_WAITING: &str = "quirkat_storage_waiting";
const STORAGE_CHANGES: &str = "quirkat_storage_changes_total";
const STORAGE_TIME: &str = "quirkat_storage_commit_duration_seconds";
const STORAGE_ERRORS: &str = "quirkat_storage_errors_total";
const STORAGE_SIZE: &str = "quirkat_storage_size_bytes";
const STARTED: &str = "quirkat_start_time_seconds";
const BUILD: &str = "quirkat_build_info";

/// The bounds of what times are counted by, in seconds.
const BOUNDS: [f64; 14] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// How often times are put into their buckets, whether or not anybody asks for them.
const UPKEEP: Duration = Duration::from_secs(5);

/// A request was answered. The route is the pattern of its address: there are few, and they name nobody.
pub fn answered(method: &'static str, route: &str, status: u16, time: Duration) {
    let (route, status) = (route.to_owned(), status.to_string());
    counter!(REQUESTS, "method" => method, "route" => route.clone(), "status" => status).increment(1);
    histogram!(REQUEST_TIME, "route" => route).record(time);
}

/// A connection was not taken, since there were too many of its owner or of everybody.
pub fn closed_to(whom: &'static str) {
    counter!(CONNECTIONS_REFUSED, "to" => whom).increment(1);
}

/// A job of a queue was done, after it had waited.
pub fn worked(queue: &'static str, waited: Duration, worked: Duration) {
    histogram!(JOB_WAIT, "queue" => queue).record(waited);
    histogram!(JOB_TIME, "queue" => queue).record(worked);
}

/// A job found no place in a queue.
pub fn refused(queue: &'static str) {
    counter!(JOBS_REFUSED, "queue" => queue).increment(1);
}

/// A job broke.
pub fn broke(queue: &'static str) {
    counter!(JOBS_BROKEN, "queue" => queue).increment(1);
}

/// So many more wait for the storage.
pub fn storage_waits(more: f64) {
    gauge!(STORAGE_WAITING).increment(more);
}

/// So many changes were kept together, which took so long, or could not be.
pub fn kept(changes: usize, began: Instant, is_kept: bool) {
    histogram!(STORAGE_TIME).record(began.elapsed());
    if is_kept {
        counter!(STORAGE_CHANGES).increment(changes as u64);
    } else {
        counter!(STORAGE_ERRORS).increment(1);
    }
}

/// The figures of this program, and what is looked up for them.
#[derive(Clone, Debug)]
pub struct Measures {
    handle: PrometheusHandle,
    shared: Shared,
    gate: Arc<Gate>,
}

/// Counts from now on. All servers of a program are counted together.
///
/// # Errors
/// When the program counts by something else already, in words.
pub fn count() -> Result<PrometheusHandle, String> {
    static HANDLE: OnceLock<Result<PrometheusHandle, String>> = OnceLock::new();
    let install = || {
        let builder = PrometheusBuilder::new().set_buckets(&BOUNDS).map_err(|error| error.to_string())?;
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        set_global_recorder(recorder).map_err(|error| error.to_string())?;
        describe();
        Ok(handle)
    };
    HANDLE.get_or_init(install).clone()
}

fn describe() {
    describe_counter!(REQUESTS, "Requests that were answered.");
    describe_histogram!(REQUEST_TIME, Unit::Seconds, "How long answers took to begin.");
    describe_gauge!(CONNECTIONS, "Connections that are open, without the sockets of live games.");
    describe_gauge!(CONNECTIONS_MOST, "Connections that may be open at once, with the sockets of live games.");
    describe_counter!(
        CONNECTIONS_REFUSED,
        "Connections that were not taken: of an owner with too many, or of everybody."
    );
    describe_gauge!(LIVE_CONNECTIONS, "Sockets and streams of live games that are open.");
    describe_gauge!(GAMES_LIVE, "Games that are not over and at which somebody is.");
    describe_gauge!(GAMES_LOADED, "Games in memory.");
    describe_gauge!(JOBS_WAITING, "Jobs that wait for a thread.");
    describe_histogram!(JOB_WAIT, Unit::Seconds, "How long jobs waited for a thread.");
    describe_histogram!(
        JOB_TIME,
        Unit::Seconds,
        "How long jobs took; turns, analyses and reviews are the engine's time."
    );
    describe_counter!(JOBS_REFUSED, "Jobs that found no place in their queue.");
    describe_counter!(JOBS_BROKEN, "Jobs that broke, which the log tells.");
    describe_gauge!(STORAGE_WAITING, "What waits for the storage.");
    describe_counter!(STORAGE_CHANGES, "Changes that were kept.");
    describe_histogram!(STORAGE_TIME, Unit::Seconds, "How long it took until changes were safe on the disk.");
    describe_counter!(STORAGE_ERRORS, "Times that changes could not be kept together.");
    describe_gauge!(STORAGE_SIZE, Unit::Bytes, "How large the storage is.");
    describe_gauge!(STARTED, Unit::Seconds, "When the server was started, since 1970.");
    describe_gauge!(BUILD, "Which version runs.");
}

impl Measures {
    /// The figures of a server, whose connections come in here.
    pub fn new(handle: PrometheusHandle, shared: Shared, gate: Arc<Gate>) -> Measures {
        gauge!(STARTED).set(crate::live::now() as f64 / 1000.0);
        gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        Measures { handle, shared, gate }
    }

    /// Where they are to be had: `/metrics`, for whoever may reach the address at which this is served.
    pub fn router(self) -> Router {
        Router::new().route("/metrics", get(metrics)).with_state(self)
    }

    /// Keeps what was measured small, for ever.
    pub async fn keep_up(self) {
        let mut ticks = interval(UPKEEP);
        loop {
            ticks.tick().await;
            self.handle.run_upkeep();
        }
    }

    /// Looks up what is now.
    async fn look(&self) {
        let app = &self.shared.0;
        let [open, most] = self.gate.number();
        gauge!(CONNECTIONS).set(open as f64);
        gauge!(CONNECTIONS_MOST).set(most as f64);
        gauge!(LIVE_CONNECTIONS).set(app.lookers.len() as f64);
        let (live, loaded) = app.rooms.number();
        gauge!(GAMES_LIVE).set(live as f64);
        gauge!(GAMES_LOADED).set(loaded as f64);
        for (queue, waiting) in app.rooms.workers().waiting() {
            gauge!(JOBS_WAITING, "queue" => queue).set(waiting as f64);
        }
        match app.rooms.store().size().await {
            Ok(bytes) => gauge!(STORAGE_SIZE).set(bytes as f64),
            Err(error) => tracing::error!(%error, "how large the storage is cannot be found out"),
        }
    }
}

async fn metrics(State(measures): State<Measures>) -> Response {
    measures.look().await;
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], measures.handle.render()).into_response()
}
