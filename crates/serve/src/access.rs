//! What was asked of the server: counted, and written into the log.

use crate::app::Shared;
use crate::measures;
use crate::owner::Owner;
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use std::borrow::Cow;
use std::time::Instant;

/// The name under which requests are written into the log, so that it can be asked for by itself.
pub const ACCESS_LOG: &str = "access";

/// Counts a request and writes it into the log: who asked (of IPv6 the network), for what, and what came of it. What is
/// behind a question mark is left out, and so are invitations and feeds: whoever reads a log shall not be able to take a
/// seat, or to look into somebody's games.
pub async fn observe(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = known(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let from = Owner::of_request(&request, shared.0.proxies);
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let (status, time) = (response.status().as_u16(), began.elapsed());
    measures::answered(method, route.as_ref().map_or("none", MatchedPath::as_str), status, time);
    let ms = (time.as_secs_f64() * 1e5).round() / 100.0;
    tracing::info!(target: ACCESS_LOG, %from, method, path = %told(&path), status, ms);
    response
}

/// The methods that there are; strangers may make up any number of others.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// A path without the invitation or the feed that may be in it.
fn told(path: &str) -> Cow<'_, str> {
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
    fn invitations_and_feeds_are_left_out() {
        assert_eq!(told("/feed/k3v9x2/secret.atom"), "/feed/…");
        assert_eq!(told("/join/k3v9x2/secret"), "/join/k3v9x2/…");
        assert_eq!(told("/api/join/k3v9x2/secret/more"), "/api/join/k3v9x2/…");
        assert_eq!(told("/play/k3v9x2"), "/play/k3v9x2");
    }
}
