//! Game records in PDN.

use crate::board::Board;
use crate::errors::bad_input;
use crate::game::{Game, OwnFile};
use crate::interrupt::interruptible;
use pyo3::prelude::*;
use quirkat_play::{RulesTexts, Ruling};
use quirkat_records::RecordReader;
use quirkat_rules::{GameFile, Language, MAX_USER_HOPS, Pdn, ReplayLimits, find_game_by_name};
use quirkat_words::ErrorText;
use std::sync::Arc;

/// Maximum number of moves that are listed in one position of a record.
const MAX_RECORD_TURNS: u64 = 100_000;

/// A game record as it was written. Its moves have not been checked against rules.
#[pyclass(module = "quirkat", frozen)]
pub struct Record {
    pdn: Pdn,
    number: usize,
    line: usize,
    fault: Option<String>,
}

/// Writes the record of a board, with the game file if it is the user's own.
pub fn record_of(board: &Board, tags: &[(&str, &str)]) -> Pdn {
    let mut pdn = Pdn::from_game(&*board.game, tags);
    if let Some(own) = &board.of.own {
        pdn.tags.extend(own.texts.tags(&own.name));
    }
    pdn
}

/// Replays a record. The board names its squares as its game does, even if the record is written in another notation.
pub fn board_of_record(py: Python<'_>, pdn: Pdn, assumed: Option<&Game>) -> PyResult<Board> {
    let words = |error: quirkat_rules::PdnError| bad_input(error.in_words(Language::En));
    let texts = RulesTexts::from_record(&pdn).map_err(bad_input)?;
    let own = match texts {
        Some(texts) => Some(Arc::new(OwnFile::parse(pdn.tag(RulesTexts::FILE).unwrap_or("game.toml"), texts)?)),
        None => assumed.and_then(|game| game.own.clone()),
    };
    let mut pdn = pdn;
    let file = match (&own, assumed) {
        (Some(own), _) => &own.file,
        (None, Some(game)) => {
            let file = published(game.ruling.game_id())?;
            let title = game.title();
            pdn.assume_game(file, title.split_once(':').map(|(_, variant)| variant));
            file
        }
        (None, None) => published(pdn.game().map_err(words)?.0)?,
    };
    let limits = ReplayLimits { max_turns: MAX_RECORD_TURNS, max_hops: MAX_USER_HOPS };
    let ruleset = pdn.ruleset(file).map_err(words)?;
    let ruling = Ruling::of(file, Some(&ruleset.variant), &ruleset.house_rule_texts()).map_err(bad_input)?;
    let game = interruptible(py, |stop| {
        let game = pdn.replay_by(ruling.compiled(), limits, &|| !stop.is_stopped())?.game;
        let is_renamed = game.ruleset().board != ruleset.board;
        let own = ruleset.board.notations().filter(|_| is_renamed).and_then(|[own, _]| game.in_notation(own));
        Ok(own.unwrap_or(game))
    })?;
    Ok(Board { game: game.map_err(words)?, of: Game::with_ruling(ruling, own) })
}

fn published(id: &str) -> PyResult<&'static GameFile> {
    find_game_by_name(id)
        .ok_or_else(|| bad_input(quirkat_play::RulingError::UnknownGame(id.to_owned()).in_words(Language::En)))
}

#[pymethods]
impl Record {
    /// Creates the record of a board. The tags come first.
    #[staticmethod]
    #[pyo3(signature = (board, tags=vec![]))]
    fn of(board: PyRef<'_, Board>, tags: Vec<(String, String)>) -> Record {
        let tags: Vec<_> = tags.iter().map(|(name, value)| (&**name, &**value)).collect();
        Record { pdn: record_of(&board, &tags), number: 1, line: 1, fault: None }
    }

    /// Names and values of the tags, in order.
    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        self.pdn.tags.clone()
    }

    /// Moves of the main line as written.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.pdn.turns.iter().map(|turn| turn.text.clone()).collect()
    }

    /// Result at the end of the record; empty if there is none.
    #[getter]
    fn result(&self) -> &str {
        &self.pdn.result
    }

    /// Number of the game in its file, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.number
    }

    /// Line of the file where the game begins, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.line
    }

    /// Error that ended the reading of the game; `None` if it was read to its end.
    #[getter]
    fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Plays the main line under the rules of the record. A record that names no game is one of `game`.
    #[pyo3(signature = (game=None))]
    fn board(&self, py: Python<'_>, game: Option<&Game>) -> PyResult<Board> {
        if let Some(fault) = &self.fault {
            return Err(bad_input(fault));
        }
        board_of_record(py, self.pdn.clone(), game)
    }

    /// The record in PDN, with its comments and variations.
    fn __str__(&self) -> String {
        self.pdn.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Record {} in line {}: {} moves>", self.number, self.line, self.pdn.turns.len())
    }
}

/// Reads all records of a file's contents. An error costs one game.
#[pyfunction]
pub fn read_records(py: Python<'_>, contents: &[u8]) -> PyResult<Vec<Record>> {
    let entries = py.detach(|| RecordReader::new(contents)?.collect::<Result<Vec<_>, _>>());
    let record = |entry: quirkat_rules::PdnEntry| Record {
        number: entry.number,
        line: entry.line,
        fault: entry.fault.map(|fault| fault.in_words(Language::En)),
        pdn: entry.pdn,
    };
    Ok(entries.map_err(bad_input)?.into_iter().map(record).collect())
}
