//! The addresses of the WebAssembly module.

use crate::app::App;
use crate::assets::{cacheable_as, cached_for_ever};
use crate::compression::accepts;
use crate::errors::Problem;
use crate::visitor::Visitor;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_ENCODING, HeaderMap, HeaderValue, VARY};
use axum::response::Response;
use std::sync::Arc;

/// Answers with a file of the package.
pub async fn file(
    State(app): State<Arc<App>>,
    Path((digest, name)): Path<(String, String)>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let found = app.module.as_ref().and_then(|module| Some((&module.digest, module.file(&name)?)));
    let Some((current, file)) = found else { return Problem::NotFound.json(visitor.texts) };
    let response = match file.brotli.as_ref().filter(|_| accepts(&headers, "br")) {
        Some(compressed) => {
            let mut response = cacheable_as(&headers, file.kind, format!("W/{}", file.tag), compressed.clone());
            response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
            response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
            response
        }
        None => cacheable_as(&headers, file.kind, file.tag.clone(), file.bytes.clone()),
    };
    // A page that was loaded from an older server may request a file under another digest.
    if *current == digest { cached_for_ever(response) } else { response }
}
