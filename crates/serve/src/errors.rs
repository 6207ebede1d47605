//! What can be wrong with a request: the status, the words, and what to do next, beside one another.

use crate::live::{CatchUp, MOST_EACH};
use crate::pace::TooFast;
use crate::pages::{ErrorPage, Page};
use crate::queue::Busy;
use crate::store::StoreError;
use crate::texts::Texts;
use crate::workers::Undone;
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{HeaderName, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use quirkat_play::{PositionError, RulingError};
use quirkat_rules::{FileErrors, PdnError, RulesetError, SetupError, TooManyTurns, clip};
use quirkat_wire::Error;
use quirkat_words::Refusal;
use std::fmt::Debug;
use std::time::Duration;

/// Where too much waits, it is worth trying again after this time.
const WAIT: Duration = Duration::from_secs(5);

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
    /// Whoever asks waits in as many open games as they may, or there are too many of everybody.
    TooManyOpen,
    /// It is not asked as HTTP or the address has it, as this status says.
    Unfit(StatusCode),
    /// It is too large.
    TooLarge,
    /// It did not come in time.
    TooSlow,
    /// Too many requests; there may be more after this time.
    TooFast(Duration),
    /// Too much waits already, of everybody.
    Busy,
    /// The storage cannot be reached or written, which the log tells.
    Away,
    /// Something broke, which the log tells.
    Broken,
}

/// An error of the libraries about what a visitor wants, which speaks the visitor's language.
pub trait Refused: Refusal + Debug + Send {}

impl<E: Refusal + Debug + Send> Refused for E {}

impl Problem {
    /// Too much of the same owner is here or waits.
    pub const TOO_MANY: Problem = Problem::TooFast(WAIT);

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
            Problem::Conflict(_) | Problem::TooManyOpen => StatusCode::CONFLICT,
            Problem::Unfit(status) => *status,
            Problem::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Problem::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Problem::TooFast(_) => StatusCode::TOO_MANY_REQUESTS,
            Problem::Busy | Problem::Away => StatusCode::SERVICE_UNAVAILABLE,
            Problem::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// When to try again, as a header in whole seconds.
    fn retry_after(&self) -> Option<[(HeaderName, String); 1]> {
        let after = match self {
            Problem::TooFast(after) => *after,
            Problem::Busy | Problem::Away => WAIT,
            _ => return None,
        };
        Some([(RETRY_AFTER, after.as_secs_f64().ceil().max(1.0).to_string())])
    }

    /// The heading and the message.
    pub fn words(&self, texts: Texts) -> (String, String) {
        let known = |code: u16| {
            let text = |part: &str| texts.get(&format!("error_{code}_{part}")).to_owned();
            (text("heading"), text("message"))
        };
        match self {
            Problem::Bad(why) => (texts.get("error_400_heading").to_owned(), why.clone()),
            Problem::Conflict(why) => (texts.get("error_409_heading").to_owned(), why.clone()),
            Problem::Refused(error) => (texts.get("error_400_heading").to_owned(), error.in_words(texts.0)),
            Problem::TooLarge => (texts.get("error_400_heading").to_owned(), texts.get("live_too_large").to_owned()),
            Problem::TooSlow => (texts.get("error_400_heading").to_owned(), texts.get("too_slow").to_owned()),
            Problem::TooManyOpen => {
                let message = texts.with("open_most", &[("n", MOST_EACH.to_string())]);
                (texts.get("error_409_heading").to_owned(), message)
            }
            Problem::Unfit(StatusCode::METHOD_NOT_ALLOWED) => known(405),
            Problem::Unfit(StatusCode::UNSUPPORTED_MEDIA_TYPE) => {
                (known(400).0, texts.get("error_415_message").to_owned())
            }
            Problem::Unfit(_) => known(400),
            Problem::Forbidden => known(403),
            Problem::NotFound => known(404),
            Problem::NotCovered => (known(404).0, texts.get("tables_not_covered").to_owned()),
            Problem::TooFast(_) => known(429),
            Problem::Busy => known(503),
            Problem::Away => (texts.get("away_heading").to_owned(), texts.get("away_message").to_owned()),
            Problem::Broken => known(500),
        }
    }

    /// The problem as a page, which says what to do next.
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

    /// The problem for programs.
    pub fn json(&self, texts: Texts) -> Response {
        let (heading, message) = self.words(texts);
        let words = if message.is_empty() { heading } else { message };
        (self.status(), self.retry_after(), Json(Error { error: words })).into_response()
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

refused! { FileErrors PdnError PositionError RulesetError RulingError SetupError TooManyTurns }

impl From<Undone> for Problem {
    fn from(undone: Undone) -> Self {
        match undone {
            Undone::Busy(Busy::Owner) => Problem::TOO_MANY,
            Undone::Busy(Busy::Everybody) => Problem::Busy,
            Undone::Broken => Problem::Broken,
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Away(why) => {
                tracing::error!(%why, "the storage cannot be reached");
                Problem::Away
            }
            error => Problem::broken(error),
        }
    }
}

impl From<CatchUp> for Problem {
    fn from(error: CatchUp) -> Self {
        match error {
            CatchUp::Store(error) => error.into(),
            CatchUp::Undone(undone) => undone.into(),
        }
    }
}

impl From<Busy> for Problem {
    fn from(busy: Busy) -> Self {
        Undone::Busy(busy).into()
    }
}

impl From<TooFast> for Problem {
    fn from(TooFast(wait): TooFast) -> Self {
        Problem::TooFast(wait)
    }
}
