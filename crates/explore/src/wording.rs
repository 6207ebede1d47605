//! How sentences are worded.

use quirkat_rules::{Language, Ruleset, SquareNames};
use std::borrow::Cow;

/// Language of sentences, and the names of squares in them. A language alone is one with the usual names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wording {
    /// The language.
    pub language: Language,
    /// Names of the squares of chequered boards; `None` for those that are usual on each board.
    pub squares: Option<SquareNames>,
}

impl Wording {
    /// Returns a ruleset whose squares have the chosen names, for sentences about its positions.
    pub fn named(self, ruleset: &Ruleset) -> Cow<'_, Ruleset> {
        let notation = self.squares.and_then(|names| ruleset.board.notation_by(names));
        notation.and_then(|notation| ruleset.in_notation(notation)).map_or(Cow::Borrowed(ruleset), Cow::Owned)
    }
}

impl From<Language> for Wording {
    fn from(language: Language) -> Wording {
        Wording { language, squares: None }
    }
}
