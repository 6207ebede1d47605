//! How what is kept stands in columns, whatever the storage.

use crate::live::{ClockTerms, Millis, Player};
use crate::rulings::Ruling;
use quirkat_play::OwnGame;
use quirkat_rules::Side;
use quirkat_search::Level;

/// So many may be kept out of somebody's seats; after that the first of them is let in again.
pub const MOST_CLOSED: usize = 500;

/// A side as a number.
pub fn number_of(side: Side) -> u8 {
    side.index() as u8
}

/// The side of a number.
pub fn side_of(number: u8) -> Side {
    if number == 0 { Side::First } else { Side::Second }
}

/// A clock: the time for the whole game, what each turn adds to it, or the time for each turn.
pub fn of_clock(terms: Option<ClockTerms>) -> [Option<Millis>; 3] {
    match terms {
        None => [None; 3],
        Some(ClockTerms::Whole { initial, increment }) => [Some(initial), Some(increment), None],
        Some(ClockTerms::Turn(each)) => [None, None, Some(each)],
    }
}

/// The clock of three columns.
pub fn clock([initial, increment, per_turn]: [Option<Millis>; 3]) -> Option<ClockTerms> {
    let whole = initial.zip(increment).map(|(initial, increment)| ClockTerms::Whole { initial, increment });
    whole.or(per_turn.map(ClockTerms::Turn))
}

/// What is played, by its title and its house rules with spaces between them, and by its file where it is somebody's own.
///
/// # Errors
/// When this program has no such game, or the rules do not fit it, in words.
pub fn ruling(title: &str, rules: &str, file: Option<&str>) -> Result<Ruling, String> {
    // It is at hand as long as somebody has it.
    let _own = file.map(OwnGame::read).transpose().map_err(|faults| faults.to_string())?;
    let rules: Vec<_> = rules.split_whitespace().map(str::to_owned).collect();
    Ruling::new(title, &rules).map_err(|error| error.to_string())
}

/// A player: of which kind, the name, and the engine's level.
pub fn of_player(player: &Player) -> (&'static str, &str, Option<u8>) {
    match player {
        Player::Open => ("open", "", None),
        Player::Person(name) => ("person", name, None),
        Player::Engine(level) => ("engine", "", level.number()),
    }
}

/// The player of three columns.
///
/// # Errors
/// When the engine has no such level.
pub fn player(kind: &str, name: String, level: Option<u8>) -> Result<Player, &'static str> {
    Ok(match kind {
        "open" => Player::Open,
        "engine" => {
            let level = level.map_or(Some(Level::PERFECT), Level::new);
            Player::Engine(level.ok_or("a level that there is not")?)
        }
        _ => Player::Person(name),
    })
}
