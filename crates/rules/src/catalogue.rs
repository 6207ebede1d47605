//! The games that come with this crate.

use crate::ruleset::GameFile;
use std::sync::OnceLock;

const FILES: &[(&str, &str)] = &[("games/alquerque.toml", include_str!("../games/alquerque.toml"))];

/// Every game that comes with this crate, in the order of the catalogue.
pub fn games() -> &'static [GameFile] {
    static GAMES: OnceLock<Vec<GameFile>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let nothing = |file: &str| Err(format!("our own games name no file such as {file}"));
        FILES
            .iter()
            .map(|(file, text)| GameFile::parse(file, text, &nothing).unwrap_or_else(|faults| panic!("{faults}")))
            .collect()
    })
}

/// The game of this word, if it comes with this crate.
pub fn find_game(id: &str) -> Option<&'static GameFile> {
    games().iter().find(|game| game.id == id)
}
