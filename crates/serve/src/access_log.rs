//! The access log: a log line and a metric for each request.

use crate::app::Shared;
use crate::client::ClientAddr;
use crate::counters;
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use std::borrow::Cow;
use std::time::Instant;

/// Target of the access log's `tracing` events, by which a subscriber can filter them.
pub const ACCESS_LOG: &str = "access";

/// Counts and logs a request: client (of IPv6 the network), method, path, status and time. Query strings, invitations and feed
/// tokens are left out, so that a reader of the log cannot take a seat or read a visitor's feed.
pub async fn log_request(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = method_name(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let from = ClientAddr::from_request(&request, shared.0.proxies);
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let (status, time) = (response.status().as_u16(), started.elapsed());
    counters::request_answered(method, route.as_ref().map_or("none", MatchedPath::as_str), status, time);
    let ms = (time.as_secs_f64() * 1e5).round() / 100.0;
    tracing::info!(target: ACCESS_LOG, %from, method, path = %redacted(&path), status, ms);
    response
}

/// Returns the name of a method; clients could invent any number of others, so those share one name.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Returns a path without the invitation or feed token in it.
fn redacted(path: &str) -> Cow<'_, str> {
    if let Some((before, _)) = path.split_once("feed/") {
        return format!("{before}feed/…").into();
    }
    let Some((before, invitation)) = path.split_once("join/") else { return path.into() };
    match invitation.split_once('/') {
        Some((game, _)) => format!("{before}join/{game}/…").into(),
        None => path.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitations_and_feed_tokens_are_left_out() {
        assert_eq!(redacted("/feed/k3v9x2/secret.atom"), "/feed/…");
        assert_eq!(redacted("/join/k3v9x2/secret"), "/join/k3v9x2/…");
        assert_eq!(redacted("/api/join/k3v9x2/secret/more"), "/api/join/k3v9x2/…");
        assert_eq!(redacted("/play/k3v9x2"), "/play/k3v9x2");
    }
}
