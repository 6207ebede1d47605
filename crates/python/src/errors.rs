//! Exceptions.

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};
use std::fmt::Display;

create_exception!(quirkat, QuirkatError, PyValueError, "Invalid input, in the words of the command line.");
create_exception!(quirkat, IllegalMove, QuirkatError, "A text is no legal move. The message names the broken rule.");
create_exception!(
    quirkat,
    IllegalAction,
    QuirkatError,
    "An action is not legal in this state. The message names legal ones."
);

/// Converts an error about the caller's input.
pub fn bad_input(error: impl Display) -> PyErr {
    QuirkatError::new_err(error.to_string())
}
