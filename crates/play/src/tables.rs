//! Tables as the engine asks them: what the solver stored, found by the rules of the game at hand.

use quirkat_rules::{Anatomy, Ruleset};
use quirkat_search::{Known, Library, Probe};
use quirkat_solve::{AnyLaw, AnyTables, Shelf, TableError, Verdict, Worth};
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Hears what is wrong with tables, once of each fault; nothing that is wrong with them ends a game.
pub type Warn = Arc<dyn Fn(&TableError) + Send + Sync>;

/// The tables of a folder, opened when their game is played.
pub struct TableFolder {
    shelf: Shelf,
    warn: Warn,
    opened: Mutex<Vec<Opened>>,
}

/// The tables of a law, by its text, if they can be used.
type Opened = (String, Option<Arc<Table>>);

/// The tables of one game. Once something is found to be wrong with them they say nothing any more.
struct Table {
    tables: AnyTables,
    warn: Warn,
    is_broken: AtomicBool,
}

impl TableFolder {
    /// Looks for tables in a folder and in those that lie in it.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(folder: &Path, warn: Warn) -> Result<TableFolder, TableError> {
        let shelf = Shelf::open(folder, &mut |error| warn(&error))?;
        Ok(TableFolder { shelf, warn, opened: Mutex::default() })
    }

    /// Whether there are no tables at all.
    pub fn is_empty(&self) -> bool {
        self.shelf.is_empty()
    }

    /// The games of which there are tables: their titles and house rules.
    pub fn games(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        self.shelf.games().map(game_and_rules)
    }

    fn find(&self, ruleset: &Ruleset) -> Option<Arc<Table>> {
        if self.is_empty() {
            // The law of a large board takes its time.
            return None;
        }
        let law = AnyLaw::of(ruleset).ok()?;
        let text = law.text();
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = opened.iter().find(|(known, _)| *known == text) {
            return known.clone();
        }
        let table = match self.shelf.tables(&law) {
            // Nothing is kept of games without tables, of which there may be any number.
            Ok(None) => return None,
            Ok(Some(tables)) => Some(Table::new(tables, Arc::clone(&self.warn))),
            Err(error) => {
                (self.warn)(&error);
                None
            }
        };
        opened.push((text, table.clone()));
        table
    }
}

/// The title and the house rules of a game as files of tables name it: `alquerque:walker --rule blocked=draw`.
pub fn game_and_rules(words: &str) -> (&str, Vec<String>) {
    let mut words = words.split(" --rule ");
    (words.next().unwrap_or_default(), words.map(str::to_owned).collect())
}

/// Tables that are open already, as the engine asks them.
pub fn as_probe(tables: AnyTables, warn: Warn) -> Arc<dyn Probe> {
    Table::new(tables, warn)
}

impl Table {
    fn new(tables: AnyTables, warn: Warn) -> Arc<Table> {
        Arc::new(Table { tables, warn, is_broken: AtomicBool::new(false) })
    }
}

impl fmt::Debug for TableFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFolder").field("shelf", &self.shelf).finish_non_exhaustive()
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("tables", &self.tables).finish_non_exhaustive()
    }
}

impl Library for TableFolder {
    fn tables(&self, ruleset: &Ruleset) -> Option<Arc<dyn Probe>> {
        Some(self.find(ruleset)?)
    }
}

impl Probe for Table {
    fn most_pieces(&self) -> u32 {
        self.tables.most_pieces()
    }

    fn probe(&self, position: &Anatomy) -> Option<Known> {
        if self.is_broken.load(Relaxed) {
            return None;
        }
        match self.tables.verdict(position) {
            Ok(verdict) => verdict.map(as_known),
            Err(error) => {
                if !self.is_broken.swap(true, Relaxed) {
                    (self.warn)(&error);
                }
                None
            }
        }
    }
}

/// What a verdict of tables is to the engine.
pub fn as_known(Verdict { worth, plies }: Verdict) -> Known {
    match worth {
        Worth::Won => Known::Won(plies),
        Worth::Drawn => Known::Drawn,
        Worth::Lost => Known::Lost(plies),
    }
}
