//! What is played, as addresses and forms name it.

pub use quirkat_play::{Ruling, RulingError};
pub use quirkat_rules::clip;

use crate::errors::Problem;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quirkat_rules::AnyGame;

/// As many turns may a position have that is taken: no game that people play comes near it, and a list of them takes
/// moments.
pub const MOST_TURNS: u64 = 5_000;

/// A game that begins with a position, or from the start where none is given, and lists no more turns than the server does.
///
/// # Errors
/// When the position cannot be read, does not fit the rules, or has too many turns.
pub fn begun(ruling: &Ruling, position: Option<&str>) -> Result<AnyGame, Problem> {
    let mut game = ruling.game(position)?;
    game.limit_turns(MOST_TURNS);
    game.turns()?;
    Ok(game)
}

/// The house rules as the query of an address, with what comes before it; empty where there are none.
pub fn query(ruling: &Ruling, before: char) -> String {
    let rules = ruling.rules().iter().map(|rule| format!("rule={}", encoded(rule))).collect::<Vec<_>>().join("&");
    if rules.is_empty() { rules } else { format!("{before}{rules}") }
}

/// Of ASCII, letters and digits stay in an address as they are, and what house rules and turns are written with.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b':').remove(b',').remove(b'=');

/// A text as it stands in an address.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}
