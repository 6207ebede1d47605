//! The games that come with this crate.

use super::GameFile;
use crate::files::MissingFile;
use std::sync::OnceLock;

/// The named games with their files, embedded.
macro_rules! files {
    ($($id:literal,)+) => {
        &[$(($id, include_str!(concat!("../../games/", $id, ".toml"))),)+]
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
pub fn games() -> impl ExactSizeIterator<Item = &'static GameFile> + DoubleEndedIterator + Clone {
    (0..FILES.len()).map(game)
}

/// The game of this word, if it comes with this crate.
pub fn find_game(id: &str) -> Option<&'static GameFile> {
    FILES.iter().position(|(game, _)| *game == id).map(game)
}

/// The text of the file of the game of this word, if it comes with this crate: a game of one's own may begin as a copy.
pub fn game_toml(id: &str) -> Option<&'static str> {
    FILES.iter().find(|(game, _)| *game == id).map(|(_, text)| *text)
}

/// The game of the file with this number. A file is read when its game is first asked for: reading all of them takes
/// longer than most commands do.
fn game(number: usize) -> &'static GameFile {
    static GAMES: [OnceLock<GameFile>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    GAMES[number].get_or_init(|| {
        let nothing = |file: &str| Err(MissingFile::Standalone(file.to_owned()));
        let (id, text) = FILES[number];
        GameFile::parse(&format!("games/{id}.toml"), text, &nothing).unwrap_or_else(|faults| panic!("{faults}"))
    })
}
