//! The library of endgame tables for the engine: finds, opens and caches the tables of the rules in play.

use quirkat_rules::{Anatomy, GameValue, Ruleset};
use quirkat_search::{Library, Probe};
use quirkat_solve::{AnyLaw, AnyTables, TableCatalog, TableError};
use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Callback for a fault of tables, called once per fault. Games go on without the faulty tables.
pub type TableWarning = Arc<dyn Fn(&TableError) + Send + Sync>;

/// Folders and archives in which a library looks for tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableSources {
    /// Only the tables of a folder and of its subfolders.
    Folder(PathBuf),
    /// The shipped tables and, if given, those of the user's own folder.
    Default(Option<PathBuf>),
}

/// Tables that are opened when their game is played.
pub struct TableLibrary {
    catalog: TableCatalog,
    warn: TableWarning,
    cache: Mutex<TableCache>,
}

/// Cache of opened tables.
#[derive(Default)]
struct TableCache {
    /// Tables by the text of their law; `None` for faulty ones. Laws without tables are absent.
    by_law: Vec<(String, Option<Arc<Table>>)>,
    /// Tables by ruleset, most recent first, because compiling the law of a large board takes long.
    by_rules: VecDeque<(Ruleset, Option<Arc<Table>>)>,
}

/// Maximum number of rulesets whose laws are cached.
const MAX_CACHED_RULESETS: usize = 64;

/// Tables of one game. After the first fault they answer no further probe.
struct Table {
    tables: AnyTables,
    warn: TableWarning,
    is_faulty: AtomicBool,
}

impl TableSources {
    /// Lists the tables. Calls `on_error` for each file that cannot be used.
    ///
    /// # Errors
    /// When their folder cannot be read.
    pub fn catalog(&self, on_error: &mut dyn FnMut(TableError)) -> Result<TableCatalog, TableError> {
        Ok(match self {
            TableSources::Folder(folder) => TableCatalog::open(folder, on_error)?,
            TableSources::Default(Some(own)) => crate::with_shipped(TableCatalog::open(own, on_error)?),
            TableSources::Default(None) => crate::with_shipped(TableCatalog::default()),
        })
    }
}

impl TableLibrary {
    /// Lists the tables of the sources. Tables are opened on first use.
    ///
    /// # Errors
    /// When their folder cannot be read.
    pub fn open(sources: &TableSources, warn: TableWarning) -> Result<TableLibrary, TableError> {
        Ok(TableLibrary::new(sources.catalog(&mut |error| warn(&error))?, warn))
    }

    /// Creates the library of the tables in a catalog.
    pub fn new(catalog: TableCatalog, warn: TableWarning) -> TableLibrary {
        TableLibrary { catalog, warn, cache: Mutex::default() }
    }

    /// Returns whether the library has no tables.
    pub fn is_empty(&self) -> bool {
        self.catalog.is_empty()
    }

    /// Returns the games with tables: titles and house rules.
    pub fn games(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        self.catalog.games().map(split_game_title)
    }

    /// Returns the tables of a ruleset.
    fn find(&self, ruleset: &Ruleset) -> Option<Arc<Table>> {
        if self.is_empty() {
            return None;
        }
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = cache().by_rules.iter().find(|(known, _)| known == ruleset) {
            return known.clone();
        }
        // Compiled outside of the lock: other games need not wait for this law.
        let law = AnyLaw::of(ruleset).ok();
        let mut cache = cache();
        let table = law.and_then(|law| cache.tables_of_law(&law, &self.catalog, &self.warn));
        cache.by_rules.truncate(MAX_CACHED_RULESETS - 1);
        cache.by_rules.push_front((ruleset.clone(), table.clone()));
        table
    }
}

impl TableCache {
    /// Returns the tables of a law, and opens them on first use.
    fn tables_of_law(&mut self, law: &AnyLaw, catalog: &TableCatalog, warn: &TableWarning) -> Option<Arc<Table>> {
        let text = law.text();
        if let Some((_, known)) = self.by_law.iter().find(|(known, _)| *known == text) {
            return known.clone();
        }
        let table = match catalog.tables(law) {
            // Laws without tables are not cached: their number is unlimited.
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

/// Splits the name of a game in a table file, such as `alquerque:walker --rule blocked=draw`, into title and house rules.
pub fn split_game_title(words: &str) -> (&str, Vec<String>) {
    let mut words = words.split(" --rule ");
    (words.next().unwrap_or_default(), words.map(str::to_owned).collect())
}

/// Wraps opened tables for the engine.
pub fn into_probe(tables: AnyTables, warn: TableWarning) -> Arc<dyn Probe> {
    Table::new(tables, warn)
}

impl Table {
    fn new(tables: AnyTables, warn: TableWarning) -> Arc<Table> {
        Arc::new(Table { tables, warn, is_faulty: AtomicBool::new(false) })
    }
}

impl fmt::Debug for TableLibrary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableLibrary").field("catalog", &self.catalog).finish_non_exhaustive()
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
        if self.is_faulty.load(Relaxed) {
            return None;
        }
        match self.tables.probe(position) {
            Ok(value) => value,
            Err(error) => {
                if !self.is_faulty.swap(true, Relaxed) {
                    (self.warn)(&error);
                }
                None
            }
        }
    }
}
