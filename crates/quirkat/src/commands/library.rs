//! Tables of true results, as they are named on the command line.

use super::{data_folder, game_words};
use crate::bad_input;
use anyhow::Context;
use clap::Args;
use quirkat_endings::{TableLibrary, Warn, WhichTables};
use quirkat_play::known_in_words;
use quirkat_rules::{AnyGame, GameValue, Ruleset};
use quirkat_search::{Library, TableReport};
use quirkat_solve::TableError;
use std::path::PathBuf;
use std::sync::Arc;

/// The folder in which `quirkat solve` puts tables of its own accord, one for each game.
///
/// # Errors
/// When the user has no folder for data.
pub fn own_tables() -> anyhow::Result<PathBuf> {
    Ok(data_folder().context("there is no data folder for tables here; name one with --dir")?.join("tables"))
}

/// The folder of a game's tables there.
///
/// # Errors
/// When the user has no folder for data.
pub fn own_tables_of(ruleset: &Ruleset) -> anyhow::Result<PathBuf> {
    Ok(own_tables()?.join(tables_name(ruleset)))
}

/// What the folder of a game's tables is called among those of others: `alquerque.walker`, `alquerque.walker,blocked=draw`.
pub fn tables_name(ruleset: &Ruleset) -> String {
    let name = game_words(ruleset).replace(" --rule ", ",");
    // What some systems do not take in names; two games of one name are told apart by what the folder says of itself.
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_=,".contains(letter) { letter } else { '.' };
    name.chars().map(plain).collect()
}

/// A folder of tables.
#[derive(Clone, Debug, Default, Args)]
pub struct TablesArgument {
    /// Go by the tables of this folder, or of those in it, instead of those that come along and your own: those that `quirkat
    /// solve` has made without --dir
    #[arg(long = "tables", value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

impl TablesArgument {
    /// The tables of the folder that is named, or the usual ones.
    pub fn which(&self) -> WhichTables {
        let usual = || WhichTables::Usual(own_tables().ok().filter(|folder| folder.is_dir()));
        self.folder.clone().map_or_else(usual, WhichTables::Of)
    }

    /// Opens them; what is wrong with them is told on the standard error, once.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(&self) -> anyhow::Result<Arc<TableLibrary>> {
        self.open_with(Arc::new(|error: &TableError| eprintln!("quirkat: {error}; these tables are not used")))
    }

    /// The same, with another way to tell what is wrong.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open_with(&self, warn: Warn) -> anyhow::Result<Arc<TableLibrary>> {
        TableLibrary::open(&self.which(), warn).map(Arc::new).map_err(bad_input)
    }

    /// The same for one game: it is told when a folder is named in which there are no tables of it.
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

    /// Says that there are no tables of a game.
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

/// What tables say of a position and of each turn, in lines.
pub fn certain_in_lines(game: &AnyGame, certain: &TableReport) -> String {
    let word = |known: Option<GameValue>| known.map_or("unknown".to_owned(), known_in_words);
    let board = &game.ruleset().board;
    let line = |(turn, known): &(_, _)| format!("{:<24} {}\n", quirkat_rules::Turn::text(turn, board), word(*known));
    format!("{}\n\n{}", word(certain.position), certain.turns.iter().map(line).collect::<String>())
}
