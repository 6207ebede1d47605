//! Compression of answers, on worker threads: never on the threads that serve connections.
//!
//! Only texts and WebAssembly are compressed, whole and once: PDF, PNG and fonts are compressed already, and streams have to be
//! sent line by line. Answers with an entity tag, such as scripts and drawings, are cached compressed.

use crate::app::App;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, VARY,
};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use quirkat_play::BoundedCache;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// Minimum length of compressed answers in bytes: a shorter one gains less than a packet.
const MIN_LEN: u64 = 1 << 10;
/// Maximum length of compressed answers in bytes.
const MAX_LEN: u64 = 16 << 20;
/// Level of compression: higher levels take twice the time for a few percent.
const LEVEL: Compression = Compression::new(4);
/// Maximum size of the cache in bytes. It keeps answers of up to half of it, such as the WebAssembly module.
const MAX_CACHED: usize = 8 << 20;

/// Compressed answers by their entity tag, which is a digest of the content.
static CACHE: LazyLock<Mutex<BoundedCache<HeaderValue, Bytes>>> =
    LazyLock::new(|| Mutex::new(BoundedCache::new(MAX_CACHED)));

/// Compresses an answer if the client accepts gzip. Requests of HEAD arrive here as GET.
pub async fn compress(State(app): State<Arc<App>>, visitor: Visitor, request: Request, next: Next) -> Response {
    let accepts = accepts(request.headers(), "gzip");
    let mut response = next.run(request).await;
    if !is_compressible(response.headers()) {
        return response;
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    // A body without a length is a stream.
    let stated = response.headers().get(CONTENT_LENGTH).and_then(|len| len.to_str().ok()?.parse().ok());
    let len = stated.or_else(|| response.body().size_hint().exact());
    let is_long = len.is_some_and(|len| (MIN_LEN..=MAX_LEN).contains(&len));
    if !accepts || !is_long || response.status() == StatusCode::NOT_MODIFIED {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(plain) = to_bytes(body, MAX_LEN as usize).await else { return Response::from_parts(parts, Body::empty()) };
    // If the queue is full, the answer is sent as it is.
    let Some(compressed) = compressed(&app, &visitor, parts.headers.get(ETAG), plain.clone()).await else {
        return Response::from_parts(parts, plain.into());
    };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    if let Some(weak) =
        parts.headers.get(ETAG).and_then(|tag| HeaderValue::from_str(&format!("W/{}", tag.to_str().ok()?)).ok())
    {
        parts.headers.insert(ETAG, weak);
    }
    Response::from_parts(parts, compressed.into())
}

/// Returns compressed bytes from the cache or from a worker thread; `None` if that fails.
async fn compressed(app: &App, visitor: &Visitor, tag: Option<&HeaderValue>, plain: Bytes) -> Option<Bytes> {
    if let Some(known) = tag.and_then(|tag| cache().get(tag).cloned()) {
        return Some(known);
    }
    let job = app.games.workers().work(JobKind::Compression, visitor.client, move || gzip(&plain));
    let compressed = Bytes::from(job.await.ok()?.ok()?);
    if let Some(tag) = tag {
        cache().insert(tag.clone(), compressed.clone(), compressed.len());
    }
    Some(compressed)
}

fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), LEVEL);
    encoder.write_all(plain)?;
    encoder.finish()
}

fn cache() -> MutexGuard<'static, BoundedCache<HeaderValue, Bytes>> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether an answer is a text or WebAssembly that is not compressed yet.
fn is_compressible(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let is_text = kind.starts_with("text/") || kind.ends_with("json") || kind.ends_with("xml");
    // The module shrinks to less than a third.
    (is_text || kind == "application/wasm") && !headers.contains_key(CONTENT_ENCODING)
}

/// Returns whether a client accepts a coding, such as `gzip`.
pub fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let lines = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|listed| {
        let mut parts = listed.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        // A weight of zero excludes the coding.
        is_named && parts.all(|part| part.strip_prefix("q=").and_then(|weight| weight.parse().ok()) != Some(0.0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coding_is_accepted_by_name_unless_its_weight_is_zero() {
        let accepts = |text: &'static str| {
            accepts(&HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(text))]), "gzip")
        };
        assert!(accepts("gzip") && accepts("br, GZIP;q=0.5") && accepts("deflate , gzip; q=1"));
        assert!(!accepts("") && !accepts("br") && !accepts("gzip;q=0") && !accepts("gzip; q=0.000, br"));
    }

    #[test]
    fn only_texts_and_webassembly_are_compressed() {
        let compresses = |kind: &'static str| {
            is_compressible(&HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(kind))]))
        };
        for kind in
            ["text/html; charset=utf-8", "application/json", "image/svg+xml", "text/javascript", "application/wasm"]
        {
            assert!(compresses(kind), "{kind}");
        }
        for kind in ["application/pdf", "image/png", "font/woff2", ""] {
            assert!(!compresses(kind), "{kind}");
        }
    }
}
