//! The errors that decide the exit code: 2 for invalid input, 1 for everything else.

use std::error::Error;
use std::fmt::Display;
use thiserror::Error;

/// Invalid input: on the command line, in a position, in a file. Ends with exit code 2.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BadInput(pub String);

/// A command's answer that reports invalid input. It is printed like any other answer and ends with exit code 2.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct FaultReport(pub String);

/// A command's answer that reports a failed test. It is printed like any other answer and ends with exit code 1.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct FailureReport(pub String);

/// Returns the message of an error followed by those of its sources.
pub fn message(error: &dyn Error) -> String {
    let sources = std::iter::successors(error.source(), |&source| source.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}

/// Converts a library's error about the user's input to [`BadInput`].
pub fn bad_input(error: impl Display) -> anyhow::Error {
    BadInput(error.to_string()).into()
}
