//! The catalogue: the games that come with this crate.
//!
//! The list below is the only list of games in the workspace. Everything else that needs one derives it from [`games`] or
//! [`game_ids`], or from a folder whose files are named after games.

use super::GameFile;
use crate::files::MissingFile;
use std::sync::OnceLock;

/// Pairs each game id with the text of its file, embedded in the program.
macro_rules! files {
    ($($id:literal,)+) => {
        &[$(($id, include_str!(concat!("../../games/", $id, ".toml"))),)+]
    };
}

/// The games, in the order in which galleries and books show them.
const FILES: &[(&str, &str)] = files![
    "alquerque",
    "buruj",
    "lasca",
    "bashni",
    "damas",
    "shashki",
    "dama",
    "tama",
    "international",
    "english",
    "brazilian",
    "italian",
    "pinoy-dama",
    "canadian",
    "frisian",
    "dameo",
    "portuguese",
    "czech",
    "pool",
    "unified-pool",
    "jamaican",
    "thai",
    "spantsiretti",
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

/// Returns every game of the catalogue, in its order. Parses each game file that has not been parsed yet.
pub fn games() -> impl ExactSizeIterator<Item = &'static GameFile> + DoubleEndedIterator + Clone {
    (0..FILES.len()).map(game)
}

/// Returns the id of every game of the catalogue, in its order, without parsing a file.
pub fn game_ids() -> impl ExactSizeIterator<Item = &'static str> + DoubleEndedIterator + Clone {
    FILES.iter().map(|(id, _)| *id)
}

/// Returns the game with this id, or `None` if the catalogue has no such game.
pub fn find_game(id: &str) -> Option<&'static GameFile> {
    game_ids().position(|game| game == id).map(game)
}

/// Returns the TOML text of a game of the catalogue: a template for a game file of one's own.
pub fn game_toml(id: &str) -> Option<&'static str> {
    FILES.iter().find(|(game, _)| *game == id).map(|(_, text)| *text)
}

/// Parses a game file on first use: parsing all of them takes longer than most commands.
fn game(number: usize) -> &'static GameFile {
    static GAMES: [OnceLock<GameFile>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    GAMES[number].get_or_init(|| {
        let nothing = |file: &str| Err(MissingFile::Standalone(file.to_owned()));
        let (id, text) = FILES[number];
        GameFile::parse(&format!("games/{id}.toml"), text, &nothing).unwrap_or_else(|errors| panic!("{errors}"))
    })
}
