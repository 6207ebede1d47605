//! Values as columns, for every storage.

use crate::model::{ClockTerms, Millis, Player};
use crate::rulings::Ruling;
use quirkat_play::{OwnGame, PositionKey};
use quirkat_rules::Side;
use quirkat_search::Level;

/// Maximum blocks of one player; the oldest are dropped.
pub const MAX_BLOCKS: usize = 500;

/// Returns a query with the condition of games by own files in which no person has moved.
macro_rules! unplayed {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            " file IS NOT NULL AND NOT EXISTS(SELECT 1 FROM events JOIN seats \
             ON seats.game = events.game AND seats.side = events.side \
             WHERE events.game = games.id AND events.kind = 'turn' AND seats.kind = 'person') ",
            $after
        )
    };
}

/// Selects at most `$2` unplayed games by own files that were created before `$1`.
pub const FIND_UNPLAYED: &str = unplayed!("SELECT id FROM games WHERE created < $1 AND", "ORDER BY created LIMIT $2");
pub(super) use unplayed;

/// Selects whether no person can continue the game `$1` or find it in a list.
pub const IS_ABANDONED: &str = "SELECT NOT EXISTS(SELECT 1 FROM seats \
     WHERE game = $1 AND kind = 'person' AND (device IS NOT NULL OR token IS NOT NULL))";

/// Selects the results of the key `$1` against the engine: title, level, and the numbers of won, drawn and lost games.
pub const ENGINE_RESULTS: &str = "SELECT title, engine.level, \
     count(CASE WHEN winner = own.side THEN 1 END), count(CASE WHEN winner IS NULL THEN 1 END), \
     count(CASE WHEN winner <> own.side THEN 1 END) \
     FROM seats AS own JOIN seats AS engine ON engine.game = own.game AND engine.kind = 'engine' \
     JOIN results ON results.game = own.game JOIN games ON games.id = own.game \
     WHERE own.device = $1 AND file IS NULL GROUP BY title, engine.level ORDER BY title, engine.level";

/// Selects the moves of the rule set `$1` from the position `$2`.
pub const OPENING_MOVES: &str = "SELECT turn, first, draws, second FROM openings WHERE title = $1 AND position = $2";

/// Returns the number of a position in a column.
pub fn position_number(position: PositionKey) -> i64 {
    position.0.cast_signed()
}

/// Returns a number of games in a column.
pub fn count_from_column(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

/// Returns the number of a side, 0 or 1.
pub fn side_number(side: Side) -> u8 {
    side.index() as u8
}

/// Returns the side of a number.
pub fn side_from_number(number: u8) -> Side {
    if number == 0 { Side::First } else { Side::Second }
}

/// Returns the columns of a clock: initial time and increment, or time per move, in milliseconds.
pub fn clock_columns(terms: Option<ClockTerms>) -> [Option<Millis>; 3] {
    match terms {
        None => [None; 3],
        Some(ClockTerms::Whole { initial, increment }) => [Some(initial), Some(increment), None],
        Some(ClockTerms::Turn(each)) => [None, None, Some(each)],
    }
}

/// Returns the clock of its columns.
pub fn clock_from_columns([initial, increment, per_turn]: [Option<Millis>; 3]) -> Option<ClockTerms> {
    let whole = initial.zip(increment).map(|(initial, increment)| ClockTerms::Whole { initial, increment });
    whole.or(per_turn.map(ClockTerms::Turn))
}

/// Returns the ruling of a title and of house rules with spaces between them; `file` is the text of a visitor's own game.
///
/// # Errors
/// When this program has no such game, or the house rules do not fit it.
pub fn ruling(title: &str, rules: &str, file: Option<&str>) -> Result<Ruling, String> {
    // The own game stays loaded while this value is held.
    let _own = file.map(OwnGame::read).transpose().map_err(|faults| faults.to_string())?;
    let rules: Vec<_> = rules.split_whitespace().map(str::to_owned).collect();
    Ruling::new(title, &rules).map_err(|error| error.to_string())
}

/// Returns the columns of a player: kind, name, and the engine's level.
pub fn player_columns(player: &Player) -> (&'static str, &str, Option<u8>) {
    match player {
        Player::Open => ("open", "", None),
        Player::Person(name) => ("person", name, None),
        Player::Engine(level) => ("engine", "", level.number()),
    }
}

/// Returns the player of its columns.
///
/// # Errors
/// When the engine has no such level.
pub fn player_from_columns(kind: &str, name: String, level: Option<u8>) -> Result<Player, &'static str> {
    Ok(match kind {
        "open" => Player::Open,
        "engine" => {
            let level = level.map_or(Some(Level::PERFECT), Level::new);
            Player::Engine(level.ok_or("an unknown level of the engine")?)
        }
        _ => Player::Person(name),
    })
}
