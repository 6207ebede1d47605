//! The JSON API, which lets programs do everything that the pages can do.
//!
//! `openapi.json` describes it; tests compare the two. Live games follow lichess's board API: a stream of JSON lines, first the
//! whole state and then the changes, and an address for each act.

mod check;
mod explore;
mod games;
mod learn;
mod open;
mod openings;
mod play;
mod puzzles;
mod records;
mod reply;
mod tables;

pub use check::check;
pub use explore::{analyse, explore, review, review_game, split_turns};
pub use games::{game, games};
pub use learn::learn;
pub use open::{join_open, open};
pub use openings::openings;
pub use play::{act, create, join, partial, record, refusal_problem, show, stream};
pub use puzzles::{attempt, daily, puzzle, puzzle_list, solution, todays};
pub use records::{read, write};
pub use reply::{hint, reply};
pub use tables::tables;

use crate::errors::Problem;
use crate::site::Base;
use crate::texts::Texts;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::FromRequest;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quirkat_rules::Language;
use serde_json::Value;
use std::error::Error;

/// The OpenAPI document.
const OPENAPI: &str = include_str!("../openapi.json");

/// Answers with the OpenAPI document.
pub async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// An operation of the API, as the page about the API lists it.
pub struct Route {
    /// HTTP method, in upper case.
    pub method: String,
    /// Path, with parameters in braces.
    pub path: String,
    /// Summary in the visitor's language.
    pub summary: String,
}

/// Returns the operations in the order of the document, with their summaries in a language.
pub fn routes(texts: Texts) -> Vec<Route> {
    let document: Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let paths = document["paths"].as_object().into_iter().flatten();
    paths
        .flat_map(|(path, methods)| {
            methods.as_object().into_iter().flatten().map(|(method, about)| Route {
                method: method.to_uppercase(),
                path: path.clone(),
                summary: texts.get(&summary_key(about)).to_owned(),
            })
        })
        .collect()
}

/// Returns the key of an operation's summary.
fn summary_key(operation: &Value) -> String {
    format!("api_do_{}", operation["operationId"].as_str().unwrap_or_default())
}

/// Extractor of a JSON body; rejects an invalid one with a JSON error.
pub struct Body<T>(pub T);

impl<T, S> FromRequest<S> for Body<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
    S: Send + Sync,
{
    type Rejection = Response;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Self, Response> {
        let texts = request
            .extensions()
            .get::<Visitor>()
            .map_or(Texts(Language::En, Base::default(), None), |visitor| visitor.texts);
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => {
                Err(Problem::Http(StatusCode::UNSUPPORTED_MEDIA_TYPE).json(texts))
            }
            Err(error) => Err(Problem::BadRequest(texts.with("bad_json", &[("why", innermost(&error))])).json(texts)),
        }
    }
}

/// Returns the innermost error, which is the JSON parser's: what it found, and where.
fn innermost(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), innermost)
}

/// Returns a value or a problem as JSON.
pub fn answer<T: serde::Serialize>(result: Result<T, Problem>, texts: Texts) -> Response {
    match result {
        Ok(value) => Json(value).into_response(),
        Err(problem) => problem.json(texts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the operations of the document.
    fn operations(document: &Value) -> impl Iterator<Item = &Value> {
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values())
    }

    #[test]
    fn the_document_lists_every_language() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        let parameters = operations(&document).flat_map(|method| method["parameters"].as_array().into_iter().flatten());
        let languages: Vec<_> = parameters.filter(|parameter| parameter["name"] == "lang").collect();
        assert!(!languages.is_empty());
        for parameter in languages {
            assert_eq!(parameter["schema"]["enum"], serde_json::json!(Language::ALL.map(Language::code)));
        }
    }

    #[test]
    fn the_page_summarises_every_operation_in_every_language() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        let operations: Vec<_> = operations(&document).collect();
        let english = Texts(Language::En, Base::default(), None);
        for operation in &operations {
            assert_eq!(english.get(&summary_key(operation)), operation["summary"].as_str().unwrap());
        }
        for language in Language::ALL {
            let routes = routes(Texts(language, Base::default(), None));
            assert_eq!(routes.len(), operations.len());
            assert!(routes.iter().all(|route| route.summary.contains(' ')), "{language}: a text is missing");
        }
    }
}
