//! Studies as CSV: one study in each line.

use super::Study;
use quirkat_endings::in_csv;
use std::sync::LazyLock;
use thiserror::Error;

/// Shipped studies of all rule sets, written by `quirkat study --csv crates/play/studies.csv --tables FOLDER --proofs
/// proofs` with the tables of the solved games.
static SHIPPED: LazyLock<Vec<Study>> =
    LazyLock::new(|| read_studies(include_str!("../../studies.csv")).expect("a test reads the embedded file"));

/// Returns the shipped studies of a game: the default variant first, each variant by rising levels.
pub fn studies(game: &str) -> impl Iterator<Item = &'static Study> {
    SHIPPED.iter().filter(move |study| study.game.split_once(':').is_some_and(|(of, _)| of == game))
}

/// Reason why a text is not a table of studies.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct StudyError(#[from] csv::Error);

/// Reads studies from CSV; the first line names the columns.
///
/// # Errors
/// When a line does not match the columns; the message names the line.
pub fn read_studies(text: &str) -> Result<Vec<Study>, StudyError> {
    Ok(csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect::<Result<_, _>>()?)
}

/// Writes studies as CSV, with the column names in the first line.
pub fn write_studies<'s>(studies: impl IntoIterator<Item = &'s Study>) -> String {
    in_csv(studies)
}
