//! What is played, as addresses and forms name it.

pub use quirkat_play::{Ruling, RulingError};
pub use quirkat_rules::clip;

use crate::errors::Problem;
use crate::own::is_known;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quirkat_rules::AnyGame;
use serde::Deserialize;

/// As many turns may a position have that is taken: no game that people play comes near it, and a list of them takes
/// moments.
pub const MOST_TURNS: u64 = 5_000;

/// The keys and values of an address's query, in its order.
#[derive(Deserialize, Debug)]
#[serde(transparent)]
pub struct Pairs(pub Vec<(String, String)>);

impl Pairs {
    /// The first value of a key.
    pub fn get(&self, wanted: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str())
    }

    /// The values of a key.
    pub fn all<'a>(&'a self, wanted: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key == wanted).map(|(_, value)| value.as_str())
    }

    /// The house rules: `rule=capture=optional&rule=…`.
    pub fn rules(&self) -> Vec<String> {
        self.all("rule").map(str::to_owned).collect()
    }

    /// A position; links may write it with underscores in the place of spaces.
    pub fn position(&self, key: &str) -> Option<String> {
        self.get(key).map(|fen| fen.replace('_', " ")).filter(|fen| !fen.trim().is_empty())
    }

    /// A title that stands in the path; the query may name its variant: `alquerque` with `variant=walker`.
    pub fn titled(&self, title: &str) -> String {
        let variant = self.get("variant").filter(|_| !title.contains(':'));
        variant.map_or_else(|| title.to_owned(), |variant| format!("{title}:{variant}"))
    }

    /// What is played by the rules of a title that stands in the path, with the query's house rules.
    ///
    /// # Errors
    /// When there are no such rules.
    pub fn ruling(&self, title: &str) -> Result<Ruling, Problem> {
        Ok(Ruling::new(&self.titled(title), &self.rules())?)
    }

    /// The same for what each game has an address of: of a game that is not known it leads nowhere.
    ///
    /// # Errors
    /// When there is no such game, or no such rules.
    pub fn found(&self, title: &str) -> Result<Ruling, Problem> {
        if is_known(title) { self.ruling(title) } else { Err(Problem::NotFound) }
    }
}

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
