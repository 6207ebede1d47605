//! The law of any game.

use super::law::{LawError, MenLaw};
use super::material_law::MaterialLaw;
use quirkat_rules::Ruleset;
use std::sync::Arc;

/// Law of a game, for the kind of solver that fits it.
#[derive(Clone, Debug)]
pub enum AnyLaw {
    /// Law of a game of men alone, solved set by set.
    Men(MenLaw),
    /// Law of any other game, solved material by material.
    Material(Arc<MaterialLaw>),
}

impl AnyLaw {
    /// Returns the law of a ruleset: [`MenLaw`] where the rules permit it.
    ///
    /// # Errors
    /// When neither kind of solver supports the rules.
    pub fn of(ruleset: &Ruleset) -> Result<AnyLaw, LawError> {
        match MenLaw::of(ruleset) {
            Ok(law) => Ok(AnyLaw::Men(law)),
            Err(_) => MaterialLaw::of(ruleset).map(|law| AnyLaw::Material(Arc::new(law))),
        }
    }

    /// Returns the text with which the table files of the game end.
    pub fn text(&self) -> String {
        match self {
            AnyLaw::Men(law) => law.to_string(),
            AnyLaw::Material(law) => law.text().to_owned(),
        }
    }
}
