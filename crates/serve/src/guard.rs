//! What every answer and every request has to satisfy, whoever asks.

use crate::app::App;
use crate::errors::Problem;
use crate::site::PublicUrl;
use crate::texts::Texts;
use crate::visitor::Visitor;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName,
    HeaderValue, ORIGIN, REFERRER_POLICY, UPGRADE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::LengthLimitError;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// A body is there after this time.
const BODY: Duration = Duration::from_secs(15);

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ";

/// What may be read from the pages of other sites.
const OPEN: [&str; 5] = ["/api/", "/assets/", "/board/", "/image/", "/openapi.json"];

/// Refuses what another site's page asks for in a visitor's name: acts and live connections.
///
/// A browser says with every such request which site's page asks; programs say nothing and have no cookies to lose.
pub async fn same_site(State(app): State<Arc<App>>, visitor: Visitor, request: Request, next: Next) -> Response {
    let acts = request.method() != Method::GET && request.method() != Method::HEAD;
    let connects = request.headers().contains_key(UPGRADE);
    if (acts || connects) && is_foreign(request.headers(), app.public.as_ref().map(PublicUrl::origin)) {
        // Its address may hold an invitation, which is nothing for the log.
        tracing::warn!("a request from another site was refused");
        return refused(&Problem::Forbidden, request.uri().path(), visitor.texts);
    }
    let path = request.uri().path();
    if !is_text(path) {
        return refused(&Problem::Bad(visitor.texts.get("bad_address").to_owned()), path, visitor.texts);
    }
    next.run(request).await
}

/// A problem as whoever asked for this path wants to have it.
pub fn refused(problem: &Problem, path: &str, texts: Texts) -> Response {
    let is_for_programs = OPEN.iter().chain(&["/tables/"]).any(|prefix| path.starts_with(prefix));
    if is_for_programs { problem.json(texts) } else { problem.page(texts) }
}

/// Says in the visitor's words what was refused before anything of ours has seen it: a method, a query, a message.
pub async fn in_words(visitor: Visitor, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !response.status().is_client_error() || kind.starts_with("application/json") || kind.starts_with("text/html") {
        return response;
    }
    let problem = match response.status() {
        StatusCode::NOT_FOUND => Problem::NotFound,
        status => Problem::Unfit(status),
    };
    let mut said = refused(&problem, &path, visitor.texts);
    if let Some(methods) = response.headers().get(ALLOW) {
        said.headers_mut().insert(ALLOW, methods.clone());
    }
    said
}

/// Reads the whole body before anything is done with it: it has to be there in time, however little of it comes at once,
/// and may be so large at most.
pub async fn in_time(State(most): State<usize>, visitor: Visitor, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let problem = match timeout(BODY, to_bytes(body, most)).await {
        Ok(Ok(body)) => return next.run(Request::from_parts(parts, body.into())).await,
        Ok(Err(error)) if error.source().is_some_and(|source| source.is::<LengthLimitError>()) => Problem::TooLarge,
        Ok(Err(_)) => Problem::Unfit(StatusCode::BAD_REQUEST),
        Err(_) => Problem::TooSlow,
    };
    refused(&problem, parts.uri.path(), visitor.texts)
}

/// Whether what a path stands for is a text, once its percent signs are resolved.
fn is_text(path: &str) -> bool {
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let Some((&first, rest)) = left.split_first() {
        let pair = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = pair.filter(|_| first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(first));
        left = if byte.is_some() { &rest[2..] } else { rest };
    }
    std::str::from_utf8(&bytes).is_ok()
}

fn is_foreign(headers: &HeaderMap, own: Option<&str>) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return true;
    }
    headers.contains_key(ORIGIN) && {
        let origin = text(ORIGIN);
        let host = origin.and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
        // Proxies may write another host into the request than the one that was asked.
        host.is_none() || (origin != own && host != text(HOST))
    }
}

/// Adds the headers that keep pages safe.
pub async fn secure(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_embedded = path.starts_with("/embed/");
    // Other people's pages may show boards and ask what anybody may ask, without cookies.
    let is_open = request.method() == Method::GET && OPEN.iter().any(|prefix| path.starts_with(prefix));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let policy = format!("{POLICY}{}", if is_embedded { "*" } else { "'none'" });
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_str(&policy).expect("a policy of plain letters"));
    if is_open {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    headers.insert(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=(), payment=()"),
    );
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    #[test]
    fn other_sites_are_told_from_this_one_and_from_programs() {
        assert!(!is_foreign(&headers(&[("host", "quirkat.example:8080")]), None));
        assert!(!is_foreign(
            &headers(&[("host", "a:8080"), ("origin", "http://a:8080"), ("sec-fetch-site", "same-origin")]),
            None
        ));
        assert!(is_foreign(&headers(&[("host", "a:8080"), ("origin", "http://b:8080")]), None));
        assert!(is_foreign(&headers(&[("host", "a:8080"), ("origin", "null")]), None));
        assert!(is_foreign(&headers(&[("host", "a:8080"), ("sec-fetch-site", "cross-site")]), None));
        assert!(is_foreign(&headers(&[("host", "a"), ("sec-fetch-site", "same-site")]), None));
    }
}
