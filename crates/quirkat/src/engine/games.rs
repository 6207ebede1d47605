//! The games of the engine: all that ship with Quirkat, and one from a file.

use crate::source::Source;
use quirkat_play::{Ruling, RulingError};
use quirkat_rules::{GameFile, games};
use std::rc::Rc;

/// Games of the engine, and its initial game.
#[derive(Clone)]
pub struct Games {
    own: Option<Rc<Source>>,
    title: String,
    rules: Vec<String>,
}

impl Games {
    /// Creates the list of all shipped games and the game of a source, and starts with a ruling of the latter.
    pub fn new(source: Source, ruling: &Ruling) -> Games {
        let own = source.own.is_some().then(|| Rc::new(source));
        Games { own, title: ruling.title().to_owned(), rules: ruling.rules().to_vec() }
    }

    /// Returns the initial game and variant.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the initial house rules.
    pub fn rules(&self) -> &[String] {
        &self.rules
    }

    /// Returns every game with each of its variants, such as `alquerque:walker`.
    pub fn titles(&self) -> Vec<String> {
        let titles =
            |file: &GameFile| -> Vec<_> { file.variants().map(|variant| format!("{}:{variant}", file.id)).collect() };
        let own = self.own.iter().flat_map(|source| titles(&source.file));
        own.chain(games().flat_map(titles)).collect()
    }

    /// Returns the ruling for a game and house rules.
    ///
    /// # Errors
    /// When the game or variant is unknown, or a rule is refused.
    pub fn ruling(&self, title: &str, rules: &[String]) -> Result<Ruling, RulingError> {
        let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
        match &self.own {
            Some(source) if source.file.id == id => Ruling::of(&source.file, variant, rules),
            _ => Ruling::new(title, rules),
        }
    }
}
