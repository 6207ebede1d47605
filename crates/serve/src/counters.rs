//! The server's metrics: their names, and a function for each event that is counted.
//!
//! The macros of the crate `metrics` cost almost nothing until a recorder is [installed](install). No metric is about one
//! visitor or one game: none contains names, addresses or tokens. [`metrics_endpoint`](crate::metrics_endpoint) serves them.
//!
//! Counters exist from the start with the value 0 ([`register`]), because a monitoring system sees no increase in a counter whose
//! first value is 1. Requests by route are the exception: their labels have thousands of combinations, so each appears with its
//! first request. [`RESPONSES`] counts the same requests by class of the status, from the start.
//!
//! `docs/reference/metrics.md` lists all metrics.

use crate::process_metrics;
use crate::running_jobs::{self, QueueActivity, RunningJob};
use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram, set_global_recorder,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const REQUESTS: &str = "quirkat_http_requests_total";
const RESPONSES: &str = "quirkat_http_responses_total";
const REQUEST_TIME: &str = "quirkat_http_request_duration_seconds";
pub const CONNECTIONS: &str = "quirkat_connections";
pub const CONNECTIONS_MAX: &str = "quirkat_connections_most";
const CONNECTIONS_REJECTED: &str = "quirkat_connections_refused_total";
pub const LIVE_CONNECTIONS: &str = "quirkat_live_connections";
pub const GAMES_LIVE: &str = "quirkat_games_live";
pub const GAMES_LOADED: &str = "quirkat_games_loaded";
const JOBS_PENDING: &str = "quirkat_jobs_waiting";
const JOBS_RUNNING: &str = "quirkat_jobs_running";
const JOB_OLDEST: &str = "quirkat_job_oldest_seconds";
const JOB_WAIT: &str = "quirkat_job_wait_seconds";
const JOB_TIME: &str = "quirkat_job_duration_seconds";
const JOBS_REJECTED: &str = "quirkat_jobs_refused_total";
const JOBS_PANICKED: &str = "quirkat_jobs_broken_total";
const STORAGE_PENDING: &str = "quirkat_storage_waiting";
const STORAGE_CHANGES: &str = "quirkat_storage_changes_total";
const STORAGE_TIME: &str = "quirkat_storage_commit_duration_seconds";
const STORAGE_ERRORS: &str = "quirkat_storage_errors_total";
pub const STORAGE_SIZE: &str = "quirkat_storage_size_bytes";
pub const STORAGE_FREE: &str = "quirkat_storage_free_bytes";
pub const READY: &str = "quirkat_ready";
pub const STARTED: &str = "quirkat_start_time_seconds";
pub const BUILD: &str = "quirkat_build_info";

/// Upper bounds of the histogram buckets, in seconds.
const BUCKETS: [f64; 14] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Classes of status codes, by their first digit less one.
const STATUS_CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// Counts an answered request. `route` is the pattern of the path, which has few values and names no game.
pub fn request_answered(method: &'static str, route: &str, status: u16, time: Duration) {
    // Axum sends no status outside of these classes.
    if let Some(class) = usize::from(status / 100).checked_sub(1).and_then(|index| STATUS_CLASSES.get(index)) {
        counter!(RESPONSES, "class" => *class).increment(1);
    }
    let (route, status) = (route.to_owned(), status.to_string());
    counter!(REQUESTS, "method" => method, "route" => route.clone(), "status" => status).increment(1);
    histogram!(REQUEST_TIME, "route" => route).record(time);
}

/// Counts a connection beyond a limit; `limit` names the limit.
pub fn connection_rejected(limit: &'static str) {
    counter!(CONNECTIONS_REJECTED, "to" => limit).increment(1);
}

/// Counts a job as running until the returned value is dropped.
pub fn job_started(queue: &'static str) -> RunningJob {
    running_jobs::start(queue)
}

/// Updates the gauges of a queue: its pending and running jobs.
pub fn update_queue(queue: &'static str, pending: usize) {
    let QueueActivity { running, oldest } = running_jobs::activity(queue);
    gauge!(JOBS_PENDING, "queue" => queue).set(pending as f64);
    gauge!(JOBS_RUNNING, "queue" => queue).set(running as f64);
    gauge!(JOB_OLDEST, "queue" => queue).set(oldest);
}

/// Records how long a job was pending and how long it ran.
pub fn job_finished(queue: &'static str, waited: Duration, worked: Duration) {
    histogram!(JOB_WAIT, "queue" => queue).record(waited);
    histogram!(JOB_TIME, "queue" => queue).record(worked);
}

/// Counts a job that a full queue rejected.
pub fn job_rejected(queue: &'static str) {
    counter!(JOBS_REJECTED, "queue" => queue).increment(1);
}

/// Counts a job that panicked.
pub fn job_panicked(queue: &'static str) {
    counter!(JOBS_PANICKED, "queue" => queue).increment(1);
}

/// Adds to the number of requests that are pending at the storage; `more` may be negative.
pub fn storage_pending(more: f64) {
    gauge!(STORAGE_PENDING).increment(more);
}

/// Records a transaction of the storage that began at `started`.
pub fn storage_committed(changes: usize, started: Instant, is_committed: bool) {
    histogram!(STORAGE_TIME).record(started.elapsed());
    if is_committed {
        counter!(STORAGE_CHANGES).increment(changes as u64);
    } else {
        counter!(STORAGE_ERRORS).increment(1);
    }
}

/// Installs the recorder, once for all servers of the process, and returns its handle.
///
/// # Errors
/// When the process has installed another recorder.
pub fn install() -> Result<PrometheusHandle, String> {
    static HANDLE: OnceLock<Result<PrometheusHandle, String>> = OnceLock::new();
    let install = || {
        let builder = PrometheusBuilder::new().set_buckets(&BUCKETS).map_err(|error| error.to_string())?;
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        set_global_recorder(recorder).map_err(|error| error.to_string())?;
        describe();
        process_metrics::remember_start();
        Ok(handle)
    };
    HANDLE.get_or_init(install).clone()
}

/// Registers the counters and histograms of these queues, connection limits and the storage, with the value 0.
pub fn register(queues: impl IntoIterator<Item = &'static str>, limits: impl IntoIterator<Item = &'static str>) {
    for class in STATUS_CLASSES {
        let _ = counter!(RESPONSES, "class" => class);
    }
    for limit in limits {
        let _ = counter!(CONNECTIONS_REJECTED, "to" => limit);
    }
    for queue in queues {
        let _ = counter!(JOBS_REJECTED, "queue" => queue);
        let _ = counter!(JOBS_PANICKED, "queue" => queue);
        let _ = histogram!(JOB_WAIT, "queue" => queue);
        let _ = histogram!(JOB_TIME, "queue" => queue);
    }
    let _ = counter!(STORAGE_CHANGES);
    let _ = counter!(STORAGE_ERRORS);
    let _ = histogram!(STORAGE_TIME);
    let _ = gauge!(STORAGE_PENDING);
}

fn describe() {
    describe_counter!(REQUESTS, "Answered requests by method, route and status.");
    describe_counter!(RESPONSES, "Answered requests by class of the status.");
    describe_histogram!(REQUEST_TIME, Unit::Seconds, "Time until an answer began.");
    describe_gauge!(CONNECTIONS, "Open connections, without the sockets of live games.");
    describe_gauge!(CONNECTIONS_MAX, "Maximum open connections, with the sockets of live games.");
    describe_counter!(
        CONNECTIONS_REJECTED,
        // language: allow, dashboards use this value of the label
        "Connections beyond a limit: that of one client (to=\"owner\") or of the server (to=\"everybody\")."
    );
    describe_gauge!(LIVE_CONNECTIONS, "Open sockets and streams of live games.");
    describe_gauge!(GAMES_LIVE, "Unfinished games with at least one connection.");
    describe_gauge!(GAMES_LOADED, "Games in memory.");
    describe_gauge!(JOBS_PENDING, "Jobs that wait for a thread.");
    describe_gauge!(JOBS_RUNNING, "Jobs that a thread runs.");
    describe_gauge!(JOB_OLDEST, Unit::Seconds, "Time since the start of the oldest running job; 0 without one.");
    describe_histogram!(JOB_WAIT, Unit::Seconds, "Time that jobs waited for a thread.");
    describe_histogram!(
        JOB_TIME,
        Unit::Seconds,
        "Time that jobs ran; the queues turns, analyses and reviews run the engine."
    );
    describe_counter!(JOBS_REJECTED, "Jobs that a full queue rejected.");
    describe_counter!(JOBS_PANICKED, "Jobs that panicked; the log says why.");
    describe_gauge!(STORAGE_PENDING, "Requests that wait for the storage.");
    describe_counter!(STORAGE_CHANGES, "Committed changes.");
    describe_histogram!(STORAGE_TIME, Unit::Seconds, "Time of a commit, until the disk has it.");
    describe_counter!(STORAGE_ERRORS, "Failed commits.");
    describe_gauge!(STORAGE_SIZE, Unit::Bytes, "Size of the storage.");
    describe_gauge!(STORAGE_FREE, Unit::Bytes, "Free space of the disk that holds the data folder.");
    describe_gauge!(READY, "1 if the endpoint /ready answers 200, else 0.");
    describe_gauge!(STARTED, Unit::Seconds, "Start of the server, in seconds since 1970.");
    describe_gauge!(BUILD, "Version of the program, as a label.");
}
