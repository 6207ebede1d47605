//! Rulings as addresses and forms name them: title, variant and house rules.

pub use quirkat_play::{OwnGame, Ruling, RulingError};

use crate::errors::Problem;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quirkat_rules::find_game;
use serde::Deserialize;

/// The keys and values of a query string, in order.
#[derive(Deserialize, Debug)]
#[serde(transparent)]
pub struct QueryPairs(pub Vec<(String, String)>);

impl QueryPairs {
    /// Returns the first value of a key.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns all values of a key.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the house rules: `rule=capture=optional&rule=…`.
    pub fn rules(&self) -> Vec<String> {
        self.all("rule").map(str::to_owned).collect()
    }

    /// Returns the position of a key. Links may write underscores for the spaces in it.
    pub fn position(&self, key: &str) -> Option<String> {
        self.get(key).map(|fen| fen.replace('_', " ")).filter(|fen| !fen.trim().is_empty())
    }

    /// Returns a title from the path with the variant of the query, if the title has none: `alquerque` with `variant=walker`.
    pub fn full_title(&self, title: &str) -> String {
        let variant = self.get("variant").filter(|_| !title.contains(':'));
        variant.map_or_else(|| title.to_owned(), |variant| format!("{title}:{variant}"))
    }

    /// Returns the ruling of a title from the path and of the query's variant and house rules.
    ///
    /// # Errors
    /// When there is no such game, variant or rule.
    pub fn ruling(&self, title: &str) -> Result<Ruling, Problem> {
        Ok(Ruling::new(&self.full_title(title), &self.rules())?)
    }

    /// Returns the [`ruling`](Self::ruling) for an address that exists for each game; status 404 for an unknown game.
    ///
    /// # Errors
    /// When there is no such game, variant or rule.
    pub fn ruling_or_404(&self, title: &str) -> Result<Ruling, Problem> {
        if is_known(title) { self.ruling(title) } else { Err(Problem::NotFound) }
    }
}

/// Returns whether the game of a title is known here: a published one, or a visitor's own that is loaded.
fn is_known(title: &str) -> bool {
    let id = title.split(':').next().unwrap_or_default();
    find_game(id).is_some() || OwnGame::named(id).is_some()
}

/// Returns the house rules as a query string after the character `before`; empty if there are none.
pub fn rules_query(ruling: &Ruling, before: char) -> String {
    let rules = ruling.rules().iter().map(|rule| format!("rule={}", percent_encode(rule))).collect::<Vec<_>>();
    if rules.is_empty() { String::new() } else { format!("{before}{}", rules.join("&")) }
}

/// Returns the path where a game by these rules can be started: `/new/alquerque?variant=walker&opt_capture=optional`; for an own
/// game, the path of its file.
pub fn start_path(ruling: &Ruling) -> String {
    if let Some(own) = ruling.own() {
        return format!("/workshop/{}", own.name());
    }
    let (game, variant) = ruling.title().split_once(':').unwrap_or((ruling.title(), ""));
    let mut path = format!("/new/{game}?variant={variant}");
    for (key, value) in ruling.rules().iter().filter_map(|rule| rule.split_once('=')) {
        path += &format!("&opt_{key}={}", percent_encode(value));
    }
    path
}

/// The ASCII characters of a query that are encoded: all but letters, digits and those that house rules and moves contain.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b':').remove(b',').remove(b'=');

/// Encodes a text for use in an address.
pub fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}
