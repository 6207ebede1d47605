//! The games that the engine plays: those that come with it, and one of a file of somebody's own.

use crate::source::Source;
use quirkat_play::{Ruling, RulingError};
use quirkat_rules::{GameFile, games};
use std::rc::Rc;

/// The games that the engine plays, and the one with which it begins.
#[derive(Clone)]
pub struct Games {
    own: Option<Rc<Source>>,
    title: String,
    rules: Vec<String>,
}

impl Games {
    /// All games that come with the program and the one of a source; it begins with a ruling of that one.
    pub fn new(source: Source, ruling: &Ruling) -> Games {
        let own = source.own.is_some().then(|| Rc::new(source));
        Games { own, title: ruling.title().to_owned(), rules: ruling.rules().to_vec() }
    }

    /// The game and the variant with which it begins.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The house rules with which it begins.
    pub fn rules(&self) -> &[String] {
        &self.rules
    }

    /// Every game with each of its variants, as `alquerque:walker`.
    pub fn titles(&self) -> Vec<String> {
        let titles =
            |file: &GameFile| -> Vec<_> { file.variants().map(|variant| format!("{}:{variant}", file.id)).collect() };
        let own = self.own.iter().flat_map(|source| titles(&source.file));
        own.chain(games().flat_map(titles)).collect()
    }

    /// What is played by the name of a game and house rules.
    ///
    /// # Errors
    /// When there is no such game or variant, or a rule is refused.
    pub fn ruling(&self, title: &str, rules: &[String]) -> Result<Ruling, RulingError> {
        let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
        match &self.own {
            Some(source) if source.file.id == id => Ruling::of(&source.file, variant, rules),
            _ => Ruling::new(title, rules),
        }
    }
}
