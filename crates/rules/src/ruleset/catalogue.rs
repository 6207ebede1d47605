//! The games that come with this crate.

use super::GameFile;
use std::sync::OnceLock;

/// The files of the named games, embedded.
macro_rules! files {
    ($($id:literal,)+) => {
        &[$((concat!("games/", $id, ".toml"), include_str!(concat!("../../games/", $id, ".toml"))),)+]
    };
}

const FILES: &[(&str, &str)] = files![
    "alquerque",
    "buruj",
    "lasca",
    "bashni",
    "damas",
    "shashki",
    "dama",
    "international",
    "english",
    "brazilian",
    "italian",
    "pinoy-dama",
    "zamma",
    "kharbaga",
    "kharberg",
    "tukvnanawopi",
    "tuknanavuhpi",
    "aiyawatstani",
    "peralikatuma",
    "sixteen-soldiers",
    "awithlaknannai",
    "awithlaknan-mosona",
    "fanorona",
    "konane",
    "dablot",
    "queah",
    "liebre",
    "bagh-chal",
    "leopards",
    "alquerque-de-tres",
    "alquerque-de-nueve",
];

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
