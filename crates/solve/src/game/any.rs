//! The law of any game.

use super::law::{LawError, MenLaw};
use super::material_law::MaterialLaw;
use quirkat_rules::Ruleset;
use std::sync::Arc;

/// What the truth of a game's positions follows from, in the manner in which it is solved.
#[derive(Clone, Debug)]
pub enum AnyLaw {
    /// Men that step and leap, set by set.
    Men(MenLaw),
    /// Anything else, by what is on the board.
    Material(Arc<MaterialLaw>),
}

impl AnyLaw {
    /// The law of a ruleset: set by set wherever that can be.
    ///
    /// # Errors
    /// When it can be solved in neither manner.
    pub fn of(ruleset: &Ruleset) -> Result<AnyLaw, LawError> {
        match MenLaw::of(ruleset) {
            Ok(law) => Ok(AnyLaw::Men(law)),
            Err(_) => MaterialLaw::of(ruleset).map(|law| AnyLaw::Material(Arc::new(law))),
        }
    }

    /// As text, with which the files of its tables end.
    pub fn text(&self) -> String {
        match self {
            AnyLaw::Men(law) => law.to_string(),
            AnyLaw::Material(law) => law.text().to_owned(),
        }
    }
}
