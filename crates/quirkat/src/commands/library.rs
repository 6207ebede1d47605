//! Endgame tables named on the command line.

use super::{data_folder, game_words};
use crate::errors::{bad_input, message};
use anyhow::Context;
use clap::Args;
use quirkat_endings::{TableLibrary, TableSources, TableWarning, proved_values};
use quirkat_play::proved_value_in_words;
use quirkat_rules::{AnyGame, GameValue, Ruleset};
use quirkat_search::{Library, TableReport};
use quirkat_solve::TableError;
use quirkat_wire::ProbeResult;
use std::path::PathBuf;
use std::sync::Arc;

/// Returns the default folder of tables made by `quirkat solve`, with a subfolder per game.
///
/// # Errors
/// When the user has no data folder.
pub fn own_tables() -> anyhow::Result<PathBuf> {
    Ok(data_folder().context("there is no data folder for tables here; name one with --dir")?.join("tables"))
}

/// Returns the default folder of a game's tables.
///
/// # Errors
/// When the user has no data folder.
pub fn own_tables_of(ruleset: &Ruleset) -> anyhow::Result<PathBuf> {
    Ok(own_tables()?.join(tables_name(ruleset)))
}

/// Returns the name of a game's folder of tables: `alquerque.walker`, `alquerque.walker,blocked=draw`.
pub fn tables_name(ruleset: &Ruleset) -> String {
    let name = game_words(ruleset).replace(" --rule ", ",");
    // Replaces characters that some systems forbid in names. If the names of two games collide, the plan in the folder
    // distinguishes them.
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_=,".contains(letter) { letter } else { '.' };
    name.chars().map(plain).collect()
}

/// Folder of tables.
#[derive(Clone, Debug, Default, Args)]
pub struct TablesArgument {
    /// Use the tables in this folder or its subfolders, instead of the shipped ones and your own, which are made by
    /// `quirkat solve` without --dir
    #[arg(long = "tables", value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

impl TablesArgument {
    /// Returns the named folder, or the default: the shipped tables, and the user's own if there are any.
    pub fn which(&self) -> TableSources {
        let default = || TableSources::Default(own_tables().ok().filter(|folder| folder.is_dir()));
        self.folder.clone().map_or_else(default, TableSources::Folder)
    }

    /// Opens the tables. Prints errors in files on standard error.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(&self) -> anyhow::Result<Arc<TableLibrary>> {
        self.open_with(Arc::new(|error: &TableError| {
            eprintln!("quirkat: {}; these tables are not used", message(error))
        }))
    }

    /// Opens the tables, and reports errors in files to a callback.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open_with(&self, warn: TableWarning) -> anyhow::Result<Arc<TableLibrary>> {
        TableLibrary::open(&self.which(), warn).map(Arc::new).map_err(|error| bad_input(message(&error)))
    }

    /// Opens the tables of one game, and warns when a named folder has none.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open_for(&self, ruleset: &Ruleset) -> anyhow::Result<Arc<dyn Library>> {
        let library = self.open()?;
        if self.folder.is_some() && library.tables(ruleset).is_none() {
            eprintln!("quirkat: {}", self.nothing_of(ruleset));
        }
        Ok(library)
    }

    /// Returns the warning that there are no tables of a game.
    pub fn nothing_of(&self, ruleset: &Ruleset) -> String {
        let game = game_words(ruleset);
        match &self.folder {
            Some(folder) => format!("no tables of {game} in {}", folder.display()),
            None => format!(
                "no tables of {game}: make some with `quirkat solve {game}`, or name their folder with --tables"
            ),
        }
    }
}

/// Converts the proved values of a position and of its moves, from tables or a solved start. Returns `None` where
/// nothing is proved or the game is over.
pub fn proved(game: &AnyGame, of_tables: Option<TableReport>) -> Option<ProbeResult> {
    proved_values(game, of_tables).map(|values| ProbeResult::new(game, &values))
}

/// Formats the table values of a position and its moves.
pub fn certain_in_lines(game: &AnyGame, certain: &TableReport) -> String {
    let word = |value: Option<GameValue>| value.map_or("unknown".to_owned(), proved_value_in_words);
    let board = &game.ruleset().board;
    let line = |(turn, value): &(_, _)| format!("{:<24} {}\n", quirkat_rules::Turn::text(turn, board), word(*value));
    let knows_moves = certain.turns.iter().any(|(_, value)| value.is_some());
    let turns = certain.turns.iter().filter(|_| knows_moves).map(line).collect::<String>();
    let gap = if turns.is_empty() { "" } else { "\n" };
    format!("{}\n{gap}{turns}", word(certain.position))
}
