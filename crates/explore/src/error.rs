//! Reasons why a request cannot be answered.

use crate::TEXTS;
use quirkat_play::{MAX_OWN_GAME_BYTES, PositionError, RulingError, puzzles};
use quirkat_rules::{FileErrors, Language, PdnError, RulesetError, SetupError, TooManyTurns, clip};
use quirkat_wire::{MAX_RECORD_DEPTH, MAX_RECORD_NODES};
use quirkat_words::ErrorText;
use quirkat_words::texts::{digits, text};
use std::error::Error;
use std::fmt::{self, Debug};

/// An error of a library about a request, which can be expressed in every language.
pub trait LocalisedError: ErrorText + Debug + Send {}

impl<E: ErrorText + Debug + Send> LocalisedError for E {}

/// Reason why a request cannot be answered.
#[derive(Debug)]
pub enum RequestError {
    /// A field has a value that is not allowed.
    NotAllowed {
        /// Name of the field.
        field: String,
        /// Value of the field.
        found: String,
        /// Allowed values.
        allowed: String,
    },
    /// A number is outside a range, both of whose ends are allowed.
    OutOfRange {
        /// Name of the field.
        field: &'static str,
        /// Value of the field.
        found: String,
        /// Least and greatest allowed value.
        range: [usize; 2],
    },
    /// A move of a line cannot be played.
    Turn {
        /// Number of the move in its line, from 1.
        number: usize,
        /// The move as requested.
        text: String,
        /// Reason, in the language of the request.
        reason: String,
    },
    /// Playing a line takes too much work; contains the number of the first move that was not played.
    LineTooLong(usize),
    /// A record has too many moves, or its variations are nested too deep.
    RecordTooLarge,
    /// A game file is too long; contains its number of bytes.
    FileTooLong(usize),
    /// There is no such puzzle.
    UnknownPuzzle {
        /// Id of the game.
        game: String,
        /// Number of the puzzle, as requested.
        number: String,
    },
    /// The game is over after the line, so that nothing can be played.
    GameOver,
    /// The request is not JSON of the expected type; contains the message of the parser, in English.
    Unreadable(String),
    /// The request breaks the rules of a game or of a format.
    Rejected(Box<dyn LocalisedError>),
}

impl RequestError {
    /// Creates the error of a value that is not allowed.
    pub fn not_allowed(field: &str, found: &str, allowed: &str) -> RequestError {
        RequestError::NotAllowed { field: field.to_owned(), found: found.to_owned(), allowed: allowed.to_owned() }
    }

    /// Creates the error of a number outside a range, both of whose ends are allowed.
    pub fn out_of_range(field: &'static str, found: impl ToString, range: [usize; 2]) -> RequestError {
        RequestError::OutOfRange { field, found: found.to_string(), range }
    }
}

impl ErrorText for RequestError {
    fn in_words(&self, language: Language) -> String {
        let say = |key, slots: &[_]| TEXTS.say(language, key, slots);
        let range = |[least, most]: [usize; 2]| say("requests.range", &[digits("least", least), digits("most", most)]);
        let not_allowed = |field: &str, found: &str, allowed: &str| {
            say("requests.not_allowed", &[text("what", field), text("found", clip(found)), text("allowed", allowed)])
        };
        match self {
            RequestError::NotAllowed { field, found, allowed } => not_allowed(field, found, allowed),
            RequestError::OutOfRange { field, found, range: ends } => not_allowed(field, found, &range(*ends)),
            RequestError::Turn { number, text, reason } => format!("{number}. {}: {reason}", clip(text)),
            RequestError::LineTooLong(number) => say("requests.line_too_long", &[digits("number", *number)]),
            RequestError::RecordTooLarge => say(
                "requests.record_too_large",
                &[digits("turns", MAX_RECORD_NODES), digits("depth", MAX_RECORD_DEPTH)],
            ),
            RequestError::FileTooLong(found) => {
                say("requests.file_too_long", &[digits("found", *found), digits("most", MAX_OWN_GAME_BYTES)])
            }
            RequestError::UnknownPuzzle { game, number } => {
                let allowed = match puzzles().iter().find(|set| set.game() == game) {
                    Some(set) => range([1, set.grades().count()]),
                    None => puzzles().iter().map(|set| set.game()).collect::<Vec<_>>().join(", "),
                };
                let slots = [text("game", clip(game)), text("number", clip(number)), text("allowed", allowed)];
                say("requests.unknown_puzzle", &slots)
            }
            RequestError::GameOver => say("requests.game_over", &[]),
            RequestError::Unreadable(why) => say("requests.unreadable", &[text("why", why)]),
            RequestError::Rejected(error) => error.in_words(language),
        }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(Language::En))
    }
}

impl Error for RequestError {}

macro_rules! rejected {
    ($($error:ty)+) => { $(
        impl From<$error> for RequestError {
            fn from(error: $error) -> Self {
                RequestError::Rejected(Box::new(error))
            }
        }
    )+ };
}

rejected! { FileErrors PdnError PositionError RulesetError RulingError SetupError TooManyTurns }
