//! The access log: a log line and a metric for each request.

use crate::app::Shared;
use crate::client::ClientAddr;
use crate::counters;
use crate::tokens::TOKEN_LEN;
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use std::time::Instant;

/// The ASCII characters of a path that the log shows encoded.
const ENCODED: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'%');

/// Replacement of a secret.
pub const ELLIPSIS: char = '…';

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

/// Returns a path without the invitation or tokens in it, in ASCII apart from the ellipses in their place.
pub fn redacted(path: &str) -> String {
    let path = percent_decode_str(path).decode_utf8_lossy();
    let (path, is_cut) = match (path.split_once("feed/"), path.split_once("join/")) {
        (Some((before, _)), _) => (&path[..before.len() + "feed/".len()], true),
        (None, Some((before, invitation))) => match invitation.split_once('/') {
            Some((game, _)) => (&path[..before.len() + "join/".len() + game.len() + 1], true),
            None => (&*path, false),
        },
        (None, None) => (&*path, false),
    };
    let mut redacted = String::with_capacity(path.len());
    // A token elsewhere is part of a mistyped address.
    for part in path.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric()) {
        let word = part.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
        if word.len() == TOKEN_LEN {
            redacted.push(ELLIPSIS);
            redacted.extend(utf8_percent_encode(&part[word.len()..], ENCODED));
        } else {
            redacted.extend(utf8_percent_encode(part, ENCODED));
        }
    }
    if is_cut {
        redacted.push(ELLIPSIS);
    }
    redacted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_cannot_change_the_log_around_it() {
        assert_eq!(redacted("/a%0Ab/\u{202e}%C2%9B/%20%22ñ"), "/a%0Ab/%E2%80%AE%C2%9B/%20%22%C3%B1");
    }

    #[test]
    fn invitations_and_feed_tokens_are_left_out() {
        assert_eq!(redacted("/feed/k3v9x2/secret.atom"), "/feed/…");
        assert_eq!(redacted("/join/k3v9x2/secret"), "/join/k3v9x2/…");
        assert_eq!(redacted("/api/join/k3v9x2/secret/more"), "/api/join/k3v9x2/…");
        assert_eq!(redacted("/play/k3v9x2"), "/play/k3v9x2");
        assert_eq!(redacted("/%6Aoin/k3v9x2/secret"), "/join/k3v9x2/…");
        assert_eq!(redacted("/joined%2Fk3v9x2/aB3aB3aB3aB3aB3aB3aB3a?x"), "/joined/k3v9x2/…?x");
        let own = "/image/~0123456789abcdef0123456789abcdef:five.svg";
        assert_eq!(redacted(own), own);
    }
}
