//! What can be wrong with a request: the status, the words, and what to do next, beside one another.

use crate::pages::{ErrorPage, Page};
use crate::texts::Texts;
use crate::workers::Busy;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quirkat_play::{PositionError, RulingError};
use quirkat_rules::{PdnError, RulesetError, SetupError, TooManyTurns, clip};
use quirkat_wire::Error;
use quirkat_words::Refusal;
use std::fmt::Debug;

/// What is wrong with a request.
#[derive(Debug)]
pub enum Problem {
    /// It cannot be read, in words.
    Bad(String),
    /// It does not fit the rules.
    Refused(Box<dyn Refused>),
    /// It is not for this visitor.
    Forbidden,
    /// There is nothing here.
    NotFound,
    /// No tables hold the position.
    NotCovered,
    /// It does not fit the state of the game, in words.
    Conflict(String),
    /// It is too large.
    TooLarge,
    /// Too many requests.
    TooFast,
    /// The engine has too much to do.
    Busy,
    /// Something broke, which the log tells.
    Broken,
}

/// An error of the libraries about what a visitor wants, which speaks the visitor's language.
pub trait Refused: Refusal + Debug + Send {}

impl<E: Refusal + Debug + Send> Refused for E {}

impl Problem {
    /// A value that is not among those allowed.
    pub fn not_allowed(what: &str, found: &str, allowed: &str, texts: Texts) -> Problem {
        Problem::Bad(not_allowed(what, found, allowed, texts))
    }

    /// A number that is not between these, both allowed.
    pub fn out_of_range(what: &str, found: &str, [least, most]: [usize; 2], texts: Texts) -> Problem {
        let range = texts.with("range", &[("least", least.to_string()), ("most", most.to_string())]);
        Problem::not_allowed(what, found, &range, texts)
    }

    /// Something broke: the log is told why.
    pub fn broken(why: impl std::fmt::Display) -> Problem {
        tracing::error!(%why, "a request failed");
        Problem::Broken
    }

    fn status(&self) -> StatusCode {
        match self {
            Problem::Bad(_) | Problem::Refused(_) => StatusCode::BAD_REQUEST,
            Problem::Forbidden => StatusCode::FORBIDDEN,
            Problem::NotFound | Problem::NotCovered => StatusCode::NOT_FOUND,
            Problem::Conflict(_) => StatusCode::CONFLICT,
            Problem::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Problem::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Problem::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Problem::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The heading and the message.
    fn words(&self, texts: Texts) -> (String, String) {
        let known = |code: u16| {
            let text = |part: &str| texts.get(&format!("error_{code}_{part}")).to_owned();
            (text("heading"), text("message"))
        };
        match self {
            Problem::Bad(why) | Problem::Conflict(why) => (texts.get("error_400_heading").to_owned(), why.clone()),
            Problem::Refused(error) => (texts.get("error_400_heading").to_owned(), error.in_words(texts.0)),
            Problem::TooLarge => (texts.get("error_400_heading").to_owned(), texts.get("live_too_large").to_owned()),
            Problem::Forbidden => known(403),
            Problem::NotFound => known(404),
            Problem::NotCovered => (known(404).0, texts.get("tables_not_covered").to_owned()),
            Problem::TooFast => known(429),
            Problem::Busy => known(503),
            Problem::Broken => known(500),
        }
    }

    /// The problem as a page, which says what to do next.
    pub fn page(&self, texts: Texts) -> Response {
        let (heading, message) = self.words(texts);
        let next = [("/", "next_gallery"), ("/mine", "next_back")]
            .map(|(href, key)| (href.to_owned(), texts.get(key).to_owned()));
        let code = self.status();
        let page = ErrorPage {
            page: Page::new(texts, &heading, ""),
            code: code.as_u16(),
            heading,
            message,
            next: next.to_vec(),
        };
        (code, page).into_response()
    }

    /// The problem for programs.
    pub fn json(&self, texts: Texts) -> Response {
        let (heading, message) = self.words(texts);
        let words = if message.is_empty() { heading } else { message };
        (self.status(), Json(Error { error: words })).into_response()
    }
}

/// Says that a value is not among those allowed.
pub fn not_allowed(what: &str, found: &str, allowed: &str, texts: Texts) -> String {
    let values = [("what", what.to_owned()), ("found", clip(found)), ("allowed", allowed.to_owned())];
    texts.with("bad_value", &values)
}

macro_rules! refused {
    ($($error:ty)+) => { $(
        impl From<$error> for Problem {
            fn from(error: $error) -> Self {
                Problem::Refused(Box::new(error))
            }
        }
    )+ };
}

refused! { PdnError PositionError RulesetError RulingError SetupError TooManyTurns }

impl From<Busy> for Problem {
    fn from(Busy: Busy) -> Self {
        Problem::Busy
    }
}

impl From<StatusCode> for Problem {
    fn from(status: StatusCode) -> Self {
        match status {
            StatusCode::TOO_MANY_REQUESTS => Problem::TooFast,
            StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
            StatusCode::FORBIDDEN => Problem::Forbidden,
            StatusCode::NOT_FOUND => Problem::NotFound,
            other => Problem::broken(other),
        }
    }
}
