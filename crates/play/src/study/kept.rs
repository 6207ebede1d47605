//! Studies as a table that every program reads: a line each, values with commas between.

use super::Study;
use quirkat_endings::in_csv;
use std::sync::LazyLock;
use thiserror::Error;

/// The studies that come with the program, of all rule sets. Made by `quirkat study --csv crates/play/studies.csv --tables FOLDER
/// --proofs proofs`, with the tables of what is solved.
static SHIPPED: LazyLock<Vec<Study>> =
    LazyLock::new(|| read_studies(include_str!("../../studies.csv")).expect("the tests read them"));

/// The studies of a game that come with the program, those of its first rule set first, each by rising levels.
pub fn studies(game: &str) -> impl Iterator<Item = &'static Study> {
    SHIPPED.iter().filter(move |study| study.game.split_once(':').is_some_and(|(of, _)| of == game))
}

/// Why a text is no table of studies.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct StudyError(#[from] csv::Error);

/// Reads studies; the first line has the names of the values.
///
/// # Errors
/// When a line does not have them, naming the line.
pub fn read_studies(text: &str) -> Result<Vec<Study>, StudyError> {
    Ok(csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect::<Result<_, _>>()?)
}

/// Writes studies, their names in the first line.
pub fn write_studies<'s>(studies: impl IntoIterator<Item = &'s Study>) -> String {
    in_csv(studies)
}
