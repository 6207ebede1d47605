//! Middleware for every request: cross-site protection, localised errors, security headers.

use crate::access_log::{ELLIPSIS, redacted};
use crate::app::App;
use crate::errors::Problem;
use crate::module;
use crate::site::PublicUrl;
use crate::texts::Texts;
use crate::visitor::Visitor;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName,
    HeaderValue, ORIGIN, REFERRER_POLICY, UPGRADE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

/// Content security policy after that of scripts, up to the sites that may embed the page.
const CONTENT_POLICY: &str = "style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ";

/// The policy in pages that are written to files. Servers of files have none for the worker of the module.
pub const POLICY_OF_FILES: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'";

/// Path prefixes that scripts of other sites may read (CORS).
const CORS_PREFIXES: [&str; 5] = ["/api/", "/assets/", "/board/", "/image/", "/openapi.json"];

/// Rejects requests of other sites' pages that would act in a visitor's name, and their WebSockets.
///
/// Browsers state the origin of such requests. Programs state none, and have no cookies that a page could abuse.
pub async fn reject_cross_site(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    request: Request,
    next: Next,
) -> Response {
    let is_act = request.method() != Method::GET;
    let is_upgrade = request.headers().contains_key(UPGRADE);
    if (is_act || is_upgrade) && is_cross_site(request.headers(), app.public.as_ref().map(PublicUrl::origin)) {
        // The path may contain an invitation, so it is not logged.
        tracing::warn!("rejected a request from another site");
        return problem_response(&Problem::Forbidden, request.uri().path(), visitor.texts);
    }
    let path = request.uri().path();
    if !is_utf8(path) {
        return problem_response(
            &Problem::BadRequest(visitor.texts.get("bad_address").to_owned()),
            path,
            visitor.texts,
        );
    }
    next.run(request).await
}

/// Returns a problem as JSON for paths of the API and as a page otherwise.
pub fn problem_response(problem: &Problem, path: &str, texts: Texts) -> Response {
    let is_api = CORS_PREFIXES.iter().chain(&["/tables/"]).any(|prefix| path.starts_with(prefix));
    if is_api { problem.json(texts) } else { problem.page(texts) }
}

/// Replaces errors of the router and of axum's extractors, which are plain English text, by problems in the visitor's language.
pub async fn localise_errors(visitor: Visitor, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !response.status().is_client_error() || kind.starts_with("application/json") || kind.starts_with("text/html") {
        return response;
    }
    let problem = match response.status() {
        StatusCode::NOT_FOUND => Problem::NotFound,
        status => Problem::Http(status),
    };
    let mut localised = problem_response(&problem, &path, visitor.texts);
    if let Some(methods) = response.headers().get(ALLOW) {
        localised.headers_mut().insert(ALLOW, methods.clone());
    }
    localised
}

/// Returns whether a path is UTF-8 after percent-decoding.
fn is_utf8(path: &str) -> bool {
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

fn is_cross_site(headers: &HeaderMap, own: Option<&str>) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return true;
    }
    headers.contains_key(ORIGIN) && {
        let origin = text(ORIGIN);
        let host = origin.and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
        // A proxy may have replaced the header `Host`, so the configured origin counts too.
        host.is_none() || (origin != own && host != text(HOST))
    }
}

/// Handles a HEAD request as a GET request, so that both get the same status and headers. The router drops the body.
pub async fn handle_head_as_get(mut request: Request, next: Next) -> Response {
    if request.method() == Method::HEAD {
        *request.method_mut() = Method::GET;
        // A connection without bodies cannot become a WebSocket.
        request.headers_mut().remove(UPGRADE);
    }
    next.run(request).await
}

/// Adds security headers to every response.
pub async fn add_security_headers(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let address = request.uri().path_and_query().map_or(path, PathAndQuery::as_str);
    // A form of such a page must state its origin, which `no-referrer` would hide.
    let referrer_policy = if redacted(address).contains(ELLIPSIS) { "strict-origin" } else { "same-origin" };
    let is_embedded = path.starts_with("/embed/");
    // Only workers compile the module, by the policy of their own script.
    let compiles = path.starts_with(module::PATH);
    // Other sites may read public data, but without cookies.
    let is_cors = request.method() == Method::GET && CORS_PREFIXES.iter().any(|prefix| path.starts_with(prefix));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let scripts = if compiles { "'self' 'wasm-unsafe-eval'" } else { "'self'" };
    let parents = if is_embedded { "*" } else { "'none'" };
    let policy = format!("default-src 'none'; script-src {scripts}; {CONTENT_POLICY}{parents}");
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_str(&policy).expect("the policy is ASCII"));
    if is_cors {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static(referrer_policy));
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    // Isolated pages may share memory with the worker of the module, and so stop its searches. Everything that they load comes
    // from this server. Pages that others embed are not isolated.
    if !is_embedded {
        headers
            .insert(HeaderName::from_static("cross-origin-embedder-policy"), HeaderValue::from_static("require-corp"));
    }
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
    fn requests_of_other_sites_are_recognised() {
        assert!(!is_cross_site(&headers(&[("host", "quirkat.example:8080")]), None));
        assert!(!is_cross_site(
            &headers(&[("host", "a:8080"), ("origin", "http://a:8080"), ("sec-fetch-site", "same-origin")]),
            None
        ));
        assert!(is_cross_site(&headers(&[("host", "a:8080"), ("origin", "http://b:8080")]), None));
        assert!(is_cross_site(&headers(&[("host", "a:8080"), ("origin", "null")]), None));
        assert!(is_cross_site(&headers(&[("host", "a:8080"), ("sec-fetch-site", "cross-site")]), None));
        assert!(is_cross_site(&headers(&[("host", "a"), ("sec-fetch-site", "same-site")]), None));
    }
}
