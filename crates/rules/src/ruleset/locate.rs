//! Where a file brings a fault of one of its variants about.

use super::Ruleset;
use super::game_file::GameFile;
use crate::files::reader::Node;
use crate::files::{Finding, RulesetError, read_position};
use std::collections::HashSet;

/// The rulesets of all variants; the faults of the others are reported.
pub(crate) fn rulesets(root: &Node<'_>, game: &GameFile) -> Vec<Ruleset> {
    let mut blame = ErrorLocator::new(root, game);
    let variants = game.variants().filter_map(|variant| {
        game.ruleset(Some(variant), &[]).map_err(|error| blame.ruleset_error(variant, &error)).ok()
    });
    let rulesets: Vec<Ruleset> = variants.collect();
    if let (Some(usual), Some(node)) = (rulesets.first(), root.at(&["shown"])) {
        let read = |text: &String| read_position(&usual.board, usual.white(), text);
        for error in game.shown.iter().filter_map(|text| read(text).err()) {
            node.fault::<()>(error);
        }
    }
    rulesets
}

/// Says of each fault of a variant where the file brings it about, and says each once.
pub(crate) struct ErrorLocator<'r, 'a> {
    root: &'r Node<'a>,
    game: &'r GameFile,
    said: HashSet<(String, String)>,
}

impl<'r, 'a> ErrorLocator<'r, 'a> {
    /// Nothing has been said yet.
    pub fn new(root: &'r Node<'a>, game: &'r GameFile) -> Self {
        ErrorLocator { root, game, said: HashSet::new() }
    }

    /// A fault of the choices of a variant, or of what they ask for.
    pub fn ruleset_error(&mut self, variant: &str, error: &RulesetError) {
        let keys = match error {
            RulesetError::Layout(error) => return self.layout(variant, error.key(), error.clone()),
            RulesetError::Contradiction { option, with, .. } => std::iter::once(*option).chain(*with).collect(),
            RulesetError::UnusedOption { option, .. } => vec![*option],
            RulesetError::BoardTooLarge { option, .. } => option.iter().map(|(key, _)| *key).collect(),
            RulesetError::UnknownVariant { .. } | RulesetError::Option(_) => vec![],
        };
        // Of two that contradict one another, the one that is stated nearer to the variant is the newer.
        let stated = self.game.lineage(variant).into_iter().find_map(|ancestor| {
            keys.iter().find_map(|key| self.root.at(&["variants", ancestor, "options", key.name()]))
        });
        let stated = stated.or_else(|| keys.iter().find_map(|key| self.root.at(&["options", key.name()])));
        self.say(variant, stated, error.clone().into());
    }

    /// A fault of the board, the setup or the hand of a variant.
    pub fn layout(&mut self, variant: &str, key: &str, finding: impl Into<Finding>) {
        let values = self.game.layout_values(variant);
        let stated = values.iter().find_map(|(option, value)| self.root.at(&["layouts", option.name(), value, key]));
        let lineage = || self.game.lineage(variant).into_iter();
        let stated = stated.or_else(|| lineage().find_map(|ancestor| self.root.at(&["variants", ancestor, key])));
        let stated = stated.or_else(|| self.root.at(&[key]));
        self.say(variant, stated, finding.into());
    }

    fn say(&mut self, variant: &str, stated: Option<Node<'_>>, finding: Finding) {
        let own = self.root.at(&["variants", variant]);
        let Some(node) = stated.or(own) else { return };
        if self.said.insert((node.key().to_owned(), finding.to_string())) {
            let is_own = node.key().starts_with(&format!("variants.{variant}.")) || self.game.variants().count() == 1;
            node.fault::<()>(match is_own {
                true => finding,
                false => Finding::InVariant { variant: variant.to_owned(), finding: Box::new(finding) },
            });
        }
    }
}
