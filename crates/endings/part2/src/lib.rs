//! Endgame tables of Quirkat, part 2 of 3: draughts along rows and columns or on all squares, and kōnane. Use them through `quirkat-endings`.

use include_dir::{Dir, include_dir};

/// One folder per rule set, `GAME.VARIANT`, with the table files of `quirkat solve`.
pub static TABLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tables");
