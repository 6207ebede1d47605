//! Problems with requests: the status, the message and the remedy of each, side by side.
//!
//! A module that owns an error converts it into a [`Problem`]; this module converts only errors of the libraries.

use crate::client::LimitScope;
use crate::layout::{ErrorPage, Page};
use crate::texts::Texts;
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{HeaderName, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use quirkat_explore::RequestError;
use quirkat_play::{PositionError, RulingError};
use quirkat_rules::{FileErrors, PdnError, RulesetError, SetupError, TooManyTurns};
use quirkat_wire::Error;
use quirkat_words::ErrorText;
use std::time::Duration;

/// `Retry-After` of problems that pass on their own.
pub const RETRY_DELAY: Duration = Duration::from_secs(5);

/// A problem with a request, which becomes an error page or a JSON error.
#[derive(Debug)]
pub enum Problem {
    /// The request is malformed; says why, in the visitor's language. Status 400.
    BadRequest(String),
    /// The request breaks the rules of a game or of a format, or names a puzzle or moves that do not exist. Status 400, 404 or
    /// 409.
    Request(RequestError),
    /// The visitor may not do this. Status 403.
    Forbidden,
    /// The address names nothing. Status 404.
    NotFound,
    /// No endgame table contains the position. Status 404.
    NotCovered,
    /// The request does not fit the state of the game; says why, in the visitor's language. Status 409.
    Conflict(String),
    /// There are too many open games. Status 409.
    OpenGamesFull {
        /// Whose limit was reached.
        scope: LimitScope,
        /// Maximum open games per client.
        limit: usize,
    },
    /// There are too many files of own games. Status 409.
    FilesFull(LimitScope),
    /// The router or an extractor rejected the request with this status.
    Http(StatusCode),
    /// The body is too large. Status 413.
    TooLarge,
    /// The body did not arrive in time. Status 408.
    TooSlow,
    /// The client or its network exceeded a limit; contains the time after which it may try again. Status 429.
    TooFast(Duration, LimitScope),
    /// The server exceeded a limit. Status 503.
    Overloaded,
    /// The storage cannot be reached or written; the log says why. Status 503.
    Unavailable,
    /// A fault of the server; the log says why. Status 500.
    Internal,
}

/// Too many connections, pending jobs or bytes.
impl From<LimitScope> for Problem {
    fn from(scope: LimitScope) -> Self {
        match scope {
            LimitScope::Server => Problem::Overloaded,
            scope => Problem::TooFast(RETRY_DELAY, scope),
        }
    }
}

impl Problem {
    /// Logs a fault of the server and returns its problem.
    pub fn internal(why: impl std::fmt::Display) -> Problem {
        tracing::error!(%why, "a request failed");
        Problem::Internal
    }

    fn status(&self) -> StatusCode {
        match self {
            Problem::BadRequest(_) => StatusCode::BAD_REQUEST,
            Problem::Request(RequestError::UnknownPuzzle { .. }) => StatusCode::NOT_FOUND,
            Problem::Request(RequestError::GameOver) => StatusCode::CONFLICT,
            Problem::Request(_) => StatusCode::BAD_REQUEST,
            Problem::Forbidden => StatusCode::FORBIDDEN,
            Problem::NotFound | Problem::NotCovered => StatusCode::NOT_FOUND,
            Problem::Conflict(_) | Problem::OpenGamesFull { .. } | Problem::FilesFull(_) => StatusCode::CONFLICT,
            Problem::Http(status) => *status,
            Problem::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Problem::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Problem::TooFast(..) => StatusCode::TOO_MANY_REQUESTS,
            Problem::Overloaded | Problem::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Problem::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns the header `Retry-After` in whole seconds, if trying again helps.
    fn retry_after(&self) -> Option<[(HeaderName, String); 1]> {
        let after = match self {
            Problem::TooFast(after, _) => *after,
            Problem::Overloaded | Problem::Unavailable => RETRY_DELAY,
            _ => return None,
        };
        Some([(RETRY_AFTER, after.as_secs_f64().ceil().max(1.0).to_string())])
    }

    /// Returns the heading and the message.
    pub fn words(&self, texts: Texts) -> (String, String) {
        let by_code = |code: u16| {
            let text = |part: &str| texts.get(&format!("error_{code}_{part}")).to_owned();
            (text("heading"), text("message"))
        };
        match self {
            Problem::BadRequest(why) => (texts.get("error_400_heading").to_owned(), why.clone()),
            Problem::Conflict(why) => (texts.get("error_409_heading").to_owned(), why.clone()),
            Problem::Request(error) => (by_code(self.status().as_u16()).0, error.in_words(texts.0)),
            Problem::TooLarge => (texts.get("error_400_heading").to_owned(), texts.get("live_too_large").to_owned()),
            Problem::TooSlow => (texts.get("error_400_heading").to_owned(), texts.get("too_slow").to_owned()),
            Problem::OpenGamesFull { scope, limit } => {
                let message = match scope {
                    LimitScope::Client => texts.with("open_most", &[("n", limit.to_string())]),
                    LimitScope::Network => texts.get("open_most_network").to_owned(),
                    LimitScope::Server => texts.get("open_most_server").to_owned(),
                };
                (texts.get("error_409_heading").to_owned(), message)
            }
            Problem::FilesFull(scope) => {
                let key = match scope {
                    LimitScope::Client => "own_most",
                    LimitScope::Network => "own_most_network",
                    LimitScope::Server => "own_no_room",
                };
                (texts.get("error_409_heading").to_owned(), texts.get(key).to_owned())
            }
            Problem::Http(StatusCode::METHOD_NOT_ALLOWED) => by_code(405),
            Problem::Http(StatusCode::UNSUPPORTED_MEDIA_TYPE) => {
                (by_code(400).0, texts.get("error_415_message").to_owned())
            }
            Problem::Http(_) => by_code(400),
            Problem::Forbidden => by_code(403),
            Problem::NotFound => by_code(404),
            Problem::NotCovered => (by_code(404).0, texts.get("tables_not_covered").to_owned()),
            Problem::TooFast(_, LimitScope::Network) => {
                (by_code(429).0, texts.get("error_429_network_message").to_owned())
            }
            Problem::TooFast(..) => by_code(429),
            Problem::Overloaded => by_code(503),
            Problem::Unavailable => (texts.get("away_heading").to_owned(), texts.get("away_message").to_owned()),
            Problem::Internal => by_code(500),
        }
    }

    /// Returns the problem as a page with links to other pages.
    pub fn page(&self, texts: Texts) -> Response {
        let (heading, message) = self.words(texts);
        let next = [("/", "next_gallery"), ("/mine", "next_back")]
            .map(|(href, key)| (texts.at(href), texts.get(key).to_owned()));
        let code = self.status();
        let after = self.retry_after();
        let page = ErrorPage {
            page: Page::new(texts, &heading, ""),
            code: code.as_u16(),
            heading,
            message,
            next: next.to_vec(),
        };
        (code, after, page).into_response()
    }

    /// Returns the problem as JSON.
    pub fn json(&self, texts: Texts) -> Response {
        let (heading, message) = self.words(texts);
        let words = if message.is_empty() { heading } else { message };
        (self.status(), self.retry_after(), Json(Error { error: words })).into_response()
    }
}

macro_rules! rejected {
    ($($error:ty)+) => { $(
        impl From<$error> for Problem {
            fn from(error: $error) -> Self {
                Problem::Request(error.into())
            }
        }
    )+ };
}

rejected! { FileErrors PdnError PositionError RequestError RulesetError RulingError SetupError TooManyTurns }
