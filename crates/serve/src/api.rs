//! The JSON API: what the pages can do, for programs.
//!
//! `openapi.json` describes it; a test holds the two against each other. Live games follow the manner of lichess's board API:
//! a stream of lines of JSON, first everything, then what changes, and an address for each act.

mod check;
mod explore;
mod games;
mod learn;
mod open;
mod play;
mod puzzles;
mod records;
mod reply;
mod tables;

pub use check::check;
pub use explore::{analyse, continued, explore, reached, review, split_turns};
pub use games::{game, games};
pub use learn::{learn, taught};
pub use open::{join_open, open};
pub use play::{act, create, join, partial, record, show, stream};
pub use puzzles::{attempt, daily, place, puzzle, set, solution, todays};
pub use records::{read, write};
pub use reply::{USUAL_LEVEL, hint, level, reply};
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

/// The document that describes the API.
const OPENAPI: &str = include_str!("../openapi.json");

/// The document that describes the API.
pub async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// One way in, as the page about the API lists it.
pub struct Route {
    /// The method.
    pub method: String,
    /// The path.
    pub path: String,
    /// What it does.
    pub summary: String,
}

/// The ways in, as the document lists them, and what each does in a language.
pub fn routes(texts: Texts) -> Vec<Route> {
    let document: Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let paths = document["paths"].as_object().into_iter().flatten();
    paths
        .flat_map(|(path, methods)| {
            methods.as_object().into_iter().flatten().map(|(method, about)| Route {
                method: method.to_uppercase(),
                path: path.clone(),
                summary: texts.get(&said_of(about)).to_owned(),
            })
        })
        .collect()
}

/// The key of the text that says what a way in does.
fn said_of(operation: &Value) -> String {
    format!("api_do_{}", operation["operationId"].as_str().unwrap_or_default())
}

/// A body of JSON; what cannot be read is answered in the manner of the API.
pub struct Body<T>(pub T);

impl<T, S> FromRequest<S> for Body<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
    S: Send + Sync,
{
    type Rejection = Response;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Self, Response> {
        let texts =
            request.extensions().get::<Visitor>().map_or(Texts(Language::En, Base::default()), |visitor| visitor.texts);
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => {
                Err(Problem::Http(StatusCode::UNSUPPORTED_MEDIA_TYPE).json(texts))
            }
            Err(error) => Err(Problem::BadRequest(texts.with("bad_json", &[("why", innermost(&error))])).json(texts)),
        }
    }
}

/// What the reader of JSON says: what it found, and where.
fn innermost(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), innermost)
}

/// An answer in JSON either way.
pub fn answer<T: serde::Serialize>(result: Result<T, Problem>, texts: Texts) -> Response {
    match result {
        Ok(value) => Json(value).into_response(),
        Err(problem) => problem.json(texts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the document says of each way in.
    fn operations(document: &Value) -> impl Iterator<Item = &Value> {
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values())
    }

    #[test]
    fn the_document_knows_every_language() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        let asked = operations(&document).flat_map(|method| method["parameters"].as_array().into_iter().flatten());
        let languages: Vec<_> = asked.filter(|asked| asked["name"] == "lang").collect();
        assert!(!languages.is_empty());
        for asked in languages {
            assert_eq!(asked["schema"]["enum"], serde_json::json!(Language::ALL.map(Language::code)));
        }
    }

    #[test]
    fn the_page_says_of_each_way_in_what_the_document_says_in_every_language() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        let operations: Vec<_> = operations(&document).collect();
        let english = Texts(Language::En, Base::default());
        for operation in &operations {
            assert_eq!(english.get(&said_of(operation)), operation["summary"].as_str().unwrap());
        }
        for language in Language::ALL {
            let routes = routes(Texts(language, Base::default()));
            assert_eq!(routes.len(), operations.len());
            assert!(routes.iter().all(|route| route.summary.contains(' ')), "{language}: a text is missing");
        }
    }
}
