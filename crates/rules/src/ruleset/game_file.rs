//! Game files: one game and all its variants.

use super::info::{Clause, GalleryEntry, Noun, RulesetInfo, SideInfo};
use super::native_name::NativeName;
use super::{Ruleset, white_side};
use crate::files::{Layout, Layouts, RulesetError, changes_layout};
use crate::ground::language::Words;
use crate::ground::setup::Side;
use crate::options::{First, OptionError, OptionKey, Options};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A named variant as its file states it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Variant {
    pub id: String,
    pub name: Words,
    /// The options that the name tells of.
    pub named_for: Vec<OptionKey>,
    pub note: Words,
    pub source: String,
    pub parent: Option<String>,
    pub layout: Layout,
    pub clauses: Vec<Clause>,
}

/// A game file: one game and all its variants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFile {
    /// The word by which the game is called on the command line.
    pub id: String,
    /// Its name.
    pub name: Words,
    /// What it is and where it comes from.
    pub about: Words,
    /// Who invented it, where that is one person and known.
    pub inventor: Option<String>,
    /// What those who play it call it.
    pub native: Vec<NativeName>,
    /// What the game was written down in, one entry a source.
    pub sources: Vec<String>,
    /// What a gallery tells of it at a glance.
    pub gallery: Option<GalleryEntry>,
    pub(super) version: u32,
    /// The tag by which other programs know the game in PDN records, where the standard has one.
    pub game_type: Option<String>,
    pub(super) layouts: Layouts,
    pub(super) sides: [SideInfo; 2],
    pub(super) ranks: [Option<Noun>; 3],
    pub(super) shown: Vec<String>,
    pub(super) clauses: Vec<Clause>,
    pub(super) variants: Vec<Variant>,
    pub(super) between_people: Option<String>,
}

impl GameFile {
    /// The words of the variants, the default one first.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|variant| variant.id.as_str())
    }

    /// The variant that two people play who name none.
    pub fn between_people(&self) -> &str {
        self.between_people.as_deref().unwrap_or(&self.variants[0].id)
    }

    /// A variant of this game, or the default one, with house rules.
    ///
    /// # Errors
    /// When there is no such variant, or an option is refused.
    pub fn ruleset(&self, variant: Option<&str>, house_rules: &[(&str, &str)]) -> Result<Ruleset, RulesetError> {
        let variant = match variant {
            None => &self.variants[0],
            Some(id) => self.variant(id).ok_or_else(|| RulesetError::UnknownVariant {
                game: self.id.clone(),
                found: id.to_owned(),
                allowed: self.variants().map(str::to_owned).collect(),
            })?,
        };
        let line = self.line_of(variant);
        let stated = self.clauses_of(&line);
        let published = options_of(&stated)?;
        let mut options = published.with(house_rules.iter().copied())?;
        let is_laid_anew = published.differences(&options).iter().any(|&(changed, _)| changes_layout(changed));
        for (key, value) in self.layouts.implied(&options) {
            // What a layout brings with it changes with it, unless somebody says otherwise.
            if is_laid_anew && house_rules.iter().all(|&(stated, _)| key != stated) {
                options = options.with([(key, value)])?;
            }
        }
        let house_rules = options.differences(&published);
        let changed = stated.iter().map(|clause| clause.key).chain(house_rules.iter().map(|&(changed, _)| changed));
        let unknown = changed.filter(|&key| changes_layout(key) && !self.layouts.knows(key)).min();
        if let Some(option) = unknown {
            let allowed =
                OptionKey::ALL.into_iter().filter(|&key| changes_layout(key) && self.layouts.knows(key)).collect();
            return Err(RulesetError::UnusedOption { game: self.id.clone(), option, allowed });
        }
        let (board, mut start) = self.layouts.lay(&line_layouts(&line), &options, white_side(&self.sides))?;
        if options.first == First::Second {
            start.to_move = Side::Second;
        }
        Ok(Ruleset {
            game: self.id.clone(),
            variant: variant.id.clone(),
            version: self.version,
            board,
            start,
            options,
            info: Arc::new(self.info(variant, stated, &house_rules)),
            house_rules,
        })
    }

    /// What is told of a variant in which these clauses hold, as far as it is true under house rules.
    fn info(&self, variant: &Variant, clauses: Vec<Clause>, house_rules: &[(OptionKey, String)]) -> RulesetInfo {
        let own = (!variant.source.is_empty()).then_some(&variant.source);
        let holds = |key: &OptionKey| house_rules.iter().all(|(changed, _)| changed != key);
        let is_named_well = variant.named_for.iter().all(holds);
        let is_as_noted = is_named_well && variant.clauses.iter().all(|clause| holds(&clause.key));
        RulesetInfo {
            name: self.name.clone(),
            variant_name: if is_named_well { variant.name.clone() } else { self.name.clone() },
            note: if is_as_noted { variant.note.clone() } else { Words::default() },
            story: self.about.clone(),
            inventor: self.inventor.clone(),
            native: self.native.clone(),
            shown: self.shown.clone(),
            sources: own.into_iter().chain(&self.sources).cloned().collect(),
            clauses,
            game_type: self.game_type.clone(),
            sides: self.sides.clone(),
            ranks: self.ranks.clone(),
        }
    }

    fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.id == id)
    }

    /// The words of a variant and its ancestors, the variant first.
    pub(crate) fn lineage(&self, variant: &str) -> Vec<&str> {
        let line = self.variant(variant).map_or_else(Vec::new, |variant| self.line_of(variant));
        line.into_iter().rev().map(|variant| variant.id.as_str()).collect()
    }

    /// The values of a variant's options that change its layout, each with its key.
    pub(crate) fn layout_values(&self, variant: &str) -> Vec<(OptionKey, &str)> {
        let line = self.variant(variant).map_or_else(Vec::new, |variant| self.line_of(variant));
        options_of(&self.clauses_of(&line)).map_or_else(|_| vec![], |options| self.layouts.chosen_values(&options))
    }

    /// What a variant states itself, without its ancestors and the game.
    pub(crate) fn own_clauses(&self, variant: &str) -> &[Clause] {
        self.variant(variant).map_or(&[], |variant| &variant.clauses)
    }

    /// What holds in a variant's parent, or in all variants if it has none.
    pub(crate) fn inherited_clauses(&self, variant: &str) -> Vec<Clause> {
        let line = self.variant(variant).map_or_else(Vec::new, |variant| self.line_of(variant));
        self.clauses_of(line.split_last().map_or(&[], |(_, ancestors)| ancestors))
    }

    /// A variant after its ancestors, the oldest first.
    fn line_of<'a>(&'a self, variant: &'a Variant) -> Vec<&'a Variant> {
        let mut line = vec![variant];
        while let Some(parent) = line[line.len() - 1].parent.as_deref().and_then(|id| self.variant(id)) {
            line.push(parent);
        }
        line.reverse();
        line
    }

    /// The clauses that hold in a variant: the game's, then its ancestors', then its own, the latest of each key.
    fn clauses_of(&self, line: &[&Variant]) -> Vec<Clause> {
        let mut latest: BTreeMap<OptionKey, &Clause> = BTreeMap::new();
        for clauses in std::iter::once(&self.clauses).chain(line.iter().map(|variant| &variant.clauses)) {
            latest.extend(clauses.iter().map(|clause| (clause.key, clause)));
        }
        latest.into_values().cloned().collect()
    }
}

fn options_of(clauses: &[Clause]) -> Result<Options, OptionError> {
    Options::default().with(clauses.iter().map(|clause| (clause.key, clause.value.as_str())))
}

fn line_layouts<'a>(line: &[&'a Variant]) -> Vec<&'a Layout> {
    line.iter().map(|variant| &variant.layout).collect()
}
