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

/// Returns the message of an error followed by those of its sources, which are left out where the message ends with them.
pub fn message(error: &dyn Error) -> String {
    let sources = std::iter::successors(error.source(), |&source| source.source()).map(ToString::to_string);
    sources.fold(
        error.to_string(),
        |text, source| if text.ends_with(&source) { text } else { format!("{text}: {source}") },
    )
}

/// Converts a library's error about the user's input to [`BadInput`].
pub fn bad_input(error: impl Display) -> anyhow::Error {
    BadInput(error.to_string()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;
    use quirkat_rules::{Pdn, find_game};

    #[test]
    fn a_message_states_each_source_once() {
        let record = &Pdn::read("[GameType \"21\"] 1. 11-15 22-18 2. 9-14 *").unwrap()[0];
        let error = record.replay(find_game("english").unwrap()).unwrap_err();
        assert_eq!(message(&error), "move 3 of the record: 9-14: a capture is compulsory: 15x22");
        let error = Err::<(), _>(std::io::Error::other("no disk")).context("cannot write").unwrap_err();
        assert_eq!(message(&*error), "cannot write: no disk");
    }
}
