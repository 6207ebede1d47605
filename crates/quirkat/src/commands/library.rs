//! Tables of true results, as they are named on the command line.

use crate::bad_input;
use clap::Args;
use quirkat_play::{TableFolder, Warn, known_in_words};
use quirkat_rules::{AnyGame, Ruleset};
use quirkat_search::{Certain, Known, Library};
use quirkat_solve::TableError;
use std::path::PathBuf;
use std::sync::Arc;

/// A folder of tables.
#[derive(Clone, Debug, Default, Args)]
pub struct TablesArgument {
    /// Go by tables that `quirkat solve` has made: their folder, or one that holds such folders
    #[arg(long = "tables", value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

impl TablesArgument {
    /// The tables of the folder, if one is named; what is wrong with them is told on the standard error, once.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(&self) -> anyhow::Result<Option<Arc<TableFolder>>> {
        self.open_with(Arc::new(|error: &TableError| eprintln!("quirkat: {error}; these tables are not used")))
    }

    /// The same, with another way to tell what is wrong.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open_with(&self, warn: Warn) -> anyhow::Result<Option<Arc<TableFolder>>> {
        let open = |folder: &PathBuf| TableFolder::open(folder, warn).map(Arc::new).map_err(bad_input);
        self.folder.as_ref().map(open).transpose()
    }

    /// The same for one game: it is told when there are no tables of it.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open_for(&self, ruleset: &Ruleset) -> anyhow::Result<Option<Arc<dyn Library>>> {
        let Some(library) = self.open()? else { return Ok(None) };
        if library.tables(ruleset).is_none() {
            eprintln!("quirkat: {}", self.nothing_of(ruleset));
        }
        Ok(Some(library))
    }

    /// Says that there are no tables of a game.
    pub fn nothing_of(&self, ruleset: &Ruleset) -> String {
        match &self.folder {
            Some(folder) => format!("no tables of {} in {}", super::game_words(ruleset), folder.display()),
            None => "no tables: name their folder with --tables".to_owned(),
        }
    }
}

/// What tables say of a position and of each turn, in lines.
pub fn certain_in_lines(game: &AnyGame, certain: &Certain) -> String {
    let word = |known: Option<Known>| known.map_or("unknown".to_owned(), known_in_words);
    let board = &game.ruleset().board;
    let line = |(turn, known): &(_, _)| format!("{:<24} {}\n", quirkat_rules::Turn::text(turn, board), word(*known));
    format!("{}\n\n{}", word(certain.here), certain.turns.iter().map(line).collect::<String>())
}
