//! Quirkat as a WebAssembly module, for pages without a server and for programs in JavaScript.
//!
//! The functions of this crate take and return JSON of [`quirkat_wire`] as text, in the form in which the server sends it. The npm
//! package `quirkat` (`package/`) wraps them in JavaScript with types; `pack/` builds it. Errors are exceptions with a message
//! in the language of the request.

mod answers;
mod clock;
mod engine;
mod shared_memory;
mod tables;

use quirkat_explore::{RequestError, Wording};
use quirkat_rules::{Language, SquareNames};
use quirkat_words::ErrorText;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// Reads the code of a language.
fn language(code: &str) -> Result<Language, JsError> {
    let codes = || Language::ALL.map(Language::code).join(", ");
    Language::from_code(code)
        .ok_or_else(|| JsError::new(&RequestError::not_allowed("language", code, &codes()).to_string()))
}

/// Returns the wording of sentences in a language. `squares` is `letters` or `numbers` if they are to name the squares
/// of a chequered board differently from the default.
fn wording(language: Language, squares: Option<&str>) -> Wording {
    Wording { language, squares: squares.and_then(SquareNames::from_word) }
}

/// Reads a request.
fn read<T: DeserializeOwned>(json: &str) -> Result<T, RequestError> {
    serde_json::from_str(json).map_err(|error| RequestError::Unreadable(error.to_string()))
}

/// Writes an answer.
fn write(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("answers have only text keys")
}

/// Runs a request in a language; returns its answer or throws its error.
fn text(code: &str, answer: impl FnOnce(Language) -> Result<String, RequestError>) -> Result<String, JsError> {
    let language = language(code)?;
    answer(language).map_err(|error| JsError::new(&error.in_words(language)))
}

/// Runs a request as [`text`] does, and returns its answer as JSON.
fn json<T: Serialize>(code: &str, answer: impl FnOnce(Language) -> Result<T, RequestError>) -> Result<String, JsError> {
    text(code, |language| Ok(write(&answer(language)?)))
}
