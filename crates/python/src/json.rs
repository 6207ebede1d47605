//! Values of `quirkat-wire` as Python values.

use crate::errors::bad_input;
use pyo3::prelude::*;
use serde::Serialize;

/// Converts a value to the Python value of its JSON.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(bad_input)?;
    py.import("json")?.call_method1("loads", (text,))
}
