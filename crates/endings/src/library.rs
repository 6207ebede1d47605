//! Tables as the engine asks them: what the solver stored, found by the rules of the game at hand.

use quirkat_rules::{Anatomy, GameValue, Ruleset};
use quirkat_search::{Library, Probe};
use quirkat_solve::{AnyLaw, AnyTables, TableCatalog, TableError};
use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Hears what is wrong with tables, once of each fault; nothing that is wrong with them ends a game.
pub type Warn = Arc<dyn Fn(&TableError) + Send + Sync>;

/// Which tables are gone by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhichTables {
    /// Those of a folder, or of folders in it, and no others.
    Of(PathBuf),
    /// Those that come along, and beside them those of the user's own folder, if there is one.
    Usual(Option<PathBuf>),
}

/// Tables that are opened when their game is played.
pub struct TableLibrary {
    shelf: TableCatalog,
    warn: Warn,
    opened: Mutex<Opened>,
}

/// What has been asked for.
#[derive(Default)]
struct Opened {
    /// The tables of each law of which there are some, by its text, if they can be used.
    by_law: Vec<(String, Option<Arc<Table>>)>,
    /// What the rules that were asked for last came to: the law of a large board takes its time.
    by_rules: VecDeque<(Ruleset, Option<Arc<Table>>)>,
}

/// Maximum number of rulesets whose laws are cached.
const REMEMBERED: usize = 64;

/// The tables of one game. Once something is found to be wrong with them they say nothing any more.
struct Table {
    tables: AnyTables,
    warn: Warn,
    is_broken: AtomicBool,
}

impl WhichTables {
    /// Looks for the tables; `tell` hears of files that are of no use.
    ///
    /// # Errors
    /// When their folder cannot be read.
    pub fn shelf(&self, tell: &mut dyn FnMut(TableError)) -> Result<TableCatalog, TableError> {
        Ok(match self {
            WhichTables::Of(folder) => TableCatalog::open(folder, tell)?,
            WhichTables::Usual(Some(own)) => crate::and(TableCatalog::open(own, tell)?),
            WhichTables::Usual(None) => crate::and(TableCatalog::default()),
        })
    }
}

impl TableLibrary {
    /// Looks for the tables.
    ///
    /// # Errors
    /// When their folder cannot be read.
    pub fn open(which: &WhichTables, warn: Warn) -> Result<TableLibrary, TableError> {
        let shelf = which.shelf(&mut |error| warn(&error))?;
        Ok(TableLibrary { shelf, warn, opened: Mutex::default() })
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
            return None;
        }
        let opened = || self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = opened().by_rules.iter().find(|(known, _)| known == ruleset) {
            return known.clone();
        }
        // Compiled outside of the lock: other games need not wait for this law.
        let law = AnyLaw::of(ruleset).ok();
        let mut opened = opened();
        let table = law.and_then(|law| opened.of_law(&law, &self.shelf, &self.warn));
        opened.by_rules.truncate(REMEMBERED - 1);
        opened.by_rules.push_front((ruleset.clone(), table.clone()));
        table
    }
}

impl Opened {
    /// The tables of a law, opened if they are not yet.
    fn of_law(&mut self, law: &AnyLaw, shelf: &TableCatalog, warn: &Warn) -> Option<Arc<Table>> {
        let text = law.text();
        if let Some((_, known)) = self.by_law.iter().find(|(known, _)| *known == text) {
            return known.clone();
        }
        let table = match shelf.tables(law) {
            // Nothing is kept of laws without tables, of which there may be any number.
            Ok(None) => return None,
            Ok(Some(tables)) => Some(Table::new(tables, Arc::clone(warn))),
            Err(error) => {
                warn(&error);
                None
            }
        };
        self.by_law.push((text, table.clone()));
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

impl fmt::Debug for TableLibrary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableLibrary").field("shelf", &self.shelf).finish_non_exhaustive()
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("tables", &self.tables).finish_non_exhaustive()
    }
}

impl Library for TableLibrary {
    fn tables(&self, ruleset: &Ruleset) -> Option<Arc<dyn Probe>> {
        Some(self.find(ruleset)?)
    }
}

impl Probe for Table {
    fn max_pieces(&self) -> u32 {
        self.tables.max_pieces()
    }

    fn probe(&self, position: &Anatomy) -> Option<GameValue> {
        if self.is_broken.load(Relaxed) {
            return None;
        }
        match self.tables.probe(position) {
            Ok(value) => value,
            Err(error) => {
                if !self.is_broken.swap(true, Relaxed) {
                    (self.warn)(&error);
                }
                None
            }
        }
    }
}
