//! Endgame tables that the host has fetched.

use crate::engine;
use js_sys::Uint8Array;
use quirkat_endings::TableLibrary;
use quirkat_search::Library;
use quirkat_solve::{EmbeddedFile, TableCatalog, TableError};
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = warn)]
    fn console_warn(text: &str);
}

thread_local! {
    /// The files of each folder.
    static FOLDERS: RefCell<Vec<&'static [EmbeddedFile]>> = const { RefCell::new(vec![]) };
    /// The library of these files; `None` without any.
    static LIBRARY: RefCell<Option<Arc<dyn Library>>> = const { RefCell::new(None) };
}

/// Returns the library of all added tables; `None` without any.
pub fn library() -> Option<Arc<dyn Library>> {
    LIBRARY.with_borrow(Clone::clone)
}

/// Adds the tables of one folder: names of its files, and their contents in the same order. They stay in memory. Positions of
/// their game then have proved values, and the engine plays perfectly from there.
///
/// # Errors
/// When the numbers of names and contents differ.
#[wasm_bindgen(js_name = addTables)]
pub fn add_tables(names: Vec<String>, contents: Vec<Uint8Array>) -> Result<(), JsError> {
    if names.len() != contents.len() {
        return Err(JsError::new(&format!("{} names and {} files", names.len(), contents.len())));
    }
    let file = |(name, bytes): (String, Uint8Array)| EmbeddedFile { name: name.leak(), bytes: bytes.to_vec().leak() };
    let files: Vec<_> = names.into_iter().zip(contents).map(file).collect();
    let catalog = FOLDERS.with_borrow_mut(|folders| {
        folders.push(files.leak());
        folders.iter().fold(TableCatalog::default(), |catalog, files| catalog.with_embedded(files))
    });
    let warn = |error: &TableError| console_warn(&error.to_string());
    LIBRARY.set(Some(Arc::new(TableLibrary::new(catalog, Arc::new(warn)))));
    engine::reset();
    Ok(())
}
