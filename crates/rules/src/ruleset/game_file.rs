//! Game files: one game with all its variants, and the rulesets that they define.

use super::info::{Clause, GalleryEntry, Noun, RulesetInfo, SideInfo};
use super::native_name::NativeName;
use super::{Ruleset, capturing_board, white_side};
use crate::files::{Layout, Layouts, RulesetError, changes_layout};
use crate::ground::language::Words;
use crate::ground::setup::Side;
use crate::options::{First, OptionError, OptionKey, Options};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A variant as stated in its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Variant {
    pub id: String,
    pub name: Words,
    /// Options that the name describes.
    pub named_for: Vec<OptionKey>,
    pub note: Words,
    pub source: String,
    pub parent: Option<String>,
    /// PDN `GameType` tag of the variant, if it has its own.
    pub game_type: Option<String>,
    pub layout: Layout,
    pub clauses: Vec<Clause>,
}

/// A parsed game file: one game with all its variants. [`GameFile::parse`] reads one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFile {
    /// Id of the game, by which commands name it.
    pub id: String,
    /// Name of the game in each language.
    pub name: Words,
    /// Description and origin of the game in each language.
    pub about: Words,
    /// Inventor, if one person is known to have invented the game.
    pub inventor: Option<String>,
    /// Names of the game in the languages of its players.
    pub native: Vec<NativeName>,
    /// Other names by which commands find the game.
    pub aliases: Vec<String>,
    /// Written sources of the game.
    pub sources: Vec<String>,
    /// Summary for a gallery, if the file has one.
    pub gallery: Option<GalleryEntry>,
    pub(super) version: u32,
    /// PDN `GameType` tag of the game, if the standard has one.
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
    /// Returns the ids of the variants, the default one first, the others in alphabetical order.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|variant| variant.id.as_str())
    }

    /// Returns the ids of the variants that have a PDN `GameType` tag of their own, each with the tag.
    pub(crate) fn variant_game_types(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variants.iter().filter_map(|variant| Some((variant.id.as_str(), variant.game_type.as_deref()?)))
    }

    /// Returns the id of the variant for two people who name none.
    pub fn between_people(&self) -> &str {
        self.between_people.as_deref().unwrap_or(&self.variants[0].id)
    }

    /// Returns the ruleset of a variant, or of the default one, with house rules given as keys and values.
    ///
    /// # Errors
    /// A [`RulesetError`] if the variant is unknown, an option is refused, or the board or setup cannot be built.
    /// Contradictions between options are found by [`crate::AnyRules::compile`].
    ///
    /// # Examples
    /// ```
    /// use quirkat_rules::find_game;
    ///
    /// let game = find_game("konane").expect("a game of the catalogue");
    /// assert_eq!(game.ruleset(Some("six"), &[])?.board.len(), 36);
    /// let error = game.ruleset(Some("seven"), &[]).unwrap_err();
    /// assert!(error.to_string().starts_with("konane has no variant `seven`; allowed: "));
    /// # Ok::<(), quirkat_rules::RulesetError>(())
    /// ```
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
        let layout_changes = published.differences(&options).iter().any(|&(changed, _)| changes_layout(changed));
        for (key, value) in self.layouts.implied(&options) {
            // The options that a layout implies change with it, unless a house rule sets them.
            if layout_changes && house_rules.iter().all(|&(stated, _)| key != stated) {
                options = options.with([(key, value)])?;
            }
        }
        let house_rules = options.differences(&published);
        let changed = stated.iter().map(|clause| clause.key).chain(house_rules.iter().map(|&(changed, _)| changed));
        let unknown = changed.filter(|&key| changes_layout(key) && !self.layouts.depends_on(key)).min();
        if let Some(option) = unknown {
            let allowed =
                OptionKey::ALL.into_iter().filter(|&key| changes_layout(key) && self.layouts.depends_on(key)).collect();
            return Err(RulesetError::UnusedOption { game: self.id.clone(), option, allowed });
        }
        let (board, mut start) = self.layouts.build(&line_layouts(&line), &options, white_side(&self.sides))?;
        let board = capturing_board(&board, options.capture_lines);
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

    /// Assembles the information about a variant, without the parts that house rules make untrue.
    fn info(&self, variant: &Variant, clauses: Vec<Clause>, house_rules: &[(OptionKey, String)]) -> RulesetInfo {
        let own = (!variant.source.is_empty()).then_some(&variant.source);
        let holds = |key: &OptionKey| house_rules.iter().all(|(changed, _)| changed != key);
        let name_holds = variant.named_for.iter().all(holds);
        let note_holds = name_holds && variant.clauses.iter().all(|clause| holds(&clause.key));
        RulesetInfo {
            name: self.name.clone(),
            variant_name: if name_holds { variant.name.clone() } else { self.name.clone() },
            note: if note_holds { variant.note.clone() } else { Words::default() },
            story: self.about.clone(),
            inventor: self.inventor.clone(),
            native: self.native.clone(),
            shown: self.shown.clone(),
            sources: own.into_iter().chain(&self.sources).cloned().collect(),
            clauses,
            game_type: self
                .line_of(variant)
                .into_iter()
                .rev()
                .find_map(|variant| variant.game_type.clone())
                .or_else(|| self.game_type.clone()),
            sides: self.sides.clone(),
            ranks: self.ranks.clone(),
        }
    }

    fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.id == id)
    }

    /// Returns the ids of a variant and its ancestors, the variant first.
    pub(crate) fn lineage(&self, variant: &str) -> Vec<&str> {
        let line = self.variant(variant).map_or_else(Vec::new, |variant| self.line_of(variant));
        line.into_iter().rev().map(|variant| variant.id.as_str()).collect()
    }

    /// Returns the values of a variant's options that change its layout, each with its key.
    pub(crate) fn layout_values(&self, variant: &str) -> Vec<(OptionKey, &str)> {
        let line = self.variant(variant).map_or_else(Vec::new, |variant| self.line_of(variant));
        options_of(&self.clauses_of(&line)).map_or_else(|_| vec![], |options| self.layouts.chosen_values(&options))
    }

    /// Returns the clauses that a variant states itself.
    pub(crate) fn own_clauses(&self, variant: &str) -> &[Clause] {
        self.variant(variant).map_or(&[], |variant| &variant.clauses)
    }

    /// Returns the clauses that a variant inherits from its ancestors and the game.
    pub(crate) fn inherited_clauses(&self, variant: &str) -> Vec<Clause> {
        let line = self.variant(variant).map_or_else(Vec::new, |variant| self.line_of(variant));
        self.clauses_of(line.split_last().map_or(&[], |(_, ancestors)| ancestors))
    }

    /// Returns the ancestors of a variant, the oldest first, and then the variant.
    fn line_of<'a>(&'a self, variant: &'a Variant) -> Vec<&'a Variant> {
        let mut line = vec![variant];
        while let Some(parent) = line[line.len() - 1].parent.as_deref().and_then(|id| self.variant(id)) {
            line.push(parent);
        }
        line.reverse();
        line
    }

    /// Returns the clauses that hold in a variant. Its own override those of its ancestors, and those override the game's.
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
