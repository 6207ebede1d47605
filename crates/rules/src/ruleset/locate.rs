//! Locates errors of a variant in its game file.
//!
//! A ruleset is assembled from the game, the ancestors of the variant and layouts. An error is reported at the key that
//! supplied the faulty value, once, even if several variants inherit it.

use super::Ruleset;
use super::game_file::GameFile;
use crate::files::reader::TomlNode;
use crate::files::{Finding, RulesetError, read_position};
use std::collections::HashSet;

/// Returns the rulesets of all valid variants and reports the errors of the others.
pub(crate) fn rulesets(root: &TomlNode<'_>, game: &GameFile) -> Vec<Ruleset> {
    let mut locator = ErrorLocator::new(root, game);
    let variants = game.variants().filter_map(|variant| {
        game.ruleset(Some(variant), &[]).map_err(|error| locator.ruleset_error(variant, &error)).ok()
    });
    let rulesets: Vec<Ruleset> = variants.collect();
    if let (Some(usual), Some(node)) = (rulesets.first(), root.at(&["shown"])) {
        let read = |text: &String| read_position(&usual.board, usual.white(), text);
        for error in game.shown.iter().filter_map(|text| read(text).err()) {
            node.error::<()>(error);
        }
    }
    rulesets
}

/// Reports errors of variants at the keys that cause them, each once.
pub(crate) struct ErrorLocator<'r, 'a> {
    root: &'r TomlNode<'a>,
    game: &'r GameFile,
    reported: HashSet<(String, String)>,
}

impl<'r, 'a> ErrorLocator<'r, 'a> {
    /// Creates a locator that has reported nothing.
    pub fn new(root: &'r TomlNode<'a>, game: &'r GameFile) -> Self {
        ErrorLocator { root, game, reported: HashSet::new() }
    }

    /// Reports an error in the options of a variant.
    pub fn ruleset_error(&mut self, variant: &str, error: &RulesetError) {
        let keys = match error {
            RulesetError::Layout(error) => return self.layout(variant, error.key(), error.clone()),
            RulesetError::Contradiction { option, with, .. } => std::iter::once(*option).chain(*with).collect(),
            RulesetError::UnusedOption { option, .. } => vec![*option],
            RulesetError::BoardTooLarge { option, .. } => option.iter().map(|(key, _)| *key).collect(),
            RulesetError::UnknownVariant { .. } | RulesetError::Option(_) => vec![],
        };
        // Of two contradictory options, blame the one stated nearer to the variant: it is the override.
        let stated = self.game.lineage(variant).into_iter().find_map(|ancestor| {
            keys.iter().find_map(|key| self.root.at(&["variants", ancestor, "options", key.name()]))
        });
        let stated = stated.or_else(|| keys.iter().find_map(|key| self.root.at(&["options", key.name()])));
        self.report(variant, stated, error.clone().into());
    }

    /// Reports an error in the board, setup or hand of a variant.
    pub fn layout(&mut self, variant: &str, key: &str, finding: impl Into<Finding>) {
        let values = self.game.layout_values(variant);
        let stated = values.iter().find_map(|(option, value)| self.root.at(&["layouts", option.name(), value, key]));
        let lineage = || self.game.lineage(variant).into_iter();
        let stated = stated.or_else(|| lineage().find_map(|ancestor| self.root.at(&["variants", ancestor, key])));
        let stated = stated.or_else(|| self.root.at(&[key]));
        self.report(variant, stated, finding.into());
    }

    fn report(&mut self, variant: &str, stated: Option<TomlNode<'_>>, finding: Finding) {
        let own = self.root.at(&["variants", variant]);
        let Some(node) = stated.or(own) else { return };
        if self.reported.insert((node.key().to_owned(), finding.to_string())) {
            let is_own = node.key().starts_with(&format!("variants.{variant}.")) || self.game.variants().count() == 1;
            node.error::<()>(match is_own {
                true => finding,
                false => Finding::InVariant { variant: variant.to_owned(), finding: Box::new(finding) },
            });
        }
    }
}
