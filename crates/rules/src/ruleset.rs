//! Rulesets: what a game file says, checked.
//!
//! A game file holds a board, a setup, the words of the game and its options; named variants override options, and each
//! states only what differs from its parent. A [`Ruleset`] is one variant of one game, with the house rules that people
//! agreed on. The legal turns, the rules in words and the saved games all come from this one value.

mod about;
mod native;
mod read;

pub use about::{About, Clause, Colour, Gallery, Noun, SideWords, Standing};
pub use native::NativeName;
pub use read::parse_board;
pub(crate) use read::{read_board, read_game};

use crate::board::Board;
use crate::check;
use crate::language::Words;
use crate::layout::{Layout, Layouts, NoLayout, changes_layout};
use crate::options::{First, Key, OptionError, Options, Promotion, clip, listed};
use crate::reader::{Faults, read};
use crate::setup::{Rank, Setup, Side};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A named variant as its file states it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Variant {
    id: String,
    name: Words,
    note: Words,
    source: String,
    parent: Option<String>,
    layout: Layout,
    clauses: Vec<Clause>,
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
    pub gallery: Option<Gallery>,
    version: u32,
    /// The tag by which other programs know the game in PDN records, where the standard has one.
    pub game_type: Option<String>,
    layouts: Layouts,
    sides: [SideWords; 2],
    ranks: [Option<Noun>; 3],
    clauses: Vec<Clause>,
    variants: Vec<Variant>,
}

/// One variant of one game with its house rules: everything that is to be known before the first turn, which is the law.
/// What people tell of it hangs beside it, shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// The game's word.
    pub game: String,
    /// The variant's word.
    pub variant: String,
    /// Changes whenever the legal turns or the ends of a published variant change.
    pub version: u32,
    /// The board.
    pub board: Arc<Board>,
    /// The position before the first turn; `to_move` says who starts where the rules decide it.
    pub start: Setup,
    /// The choices among rules.
    pub options: Options,
    /// The house rules: where the options differ from those of the variant.
    pub house_rules: Vec<(Key, String)>,
    /// What people tell of it: names, stories, sources.
    pub about: Arc<About>,
}

/// Why a game, a variant or a house rule is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesetError {
    /// The game has no such variant.
    UnknownVariant {
        /// The game.
        game: String,
        /// What was asked for.
        found: String,
        /// The variants that there are.
        allowed: Vec<String>,
    },
    /// An option is refused.
    Option(OptionError),
    /// An option changes nothing here.
    Layout {
        /// The game.
        game: String,
        /// The option.
        option: Key,
        /// The options that do.
        allowed: Vec<Key>,
    },
    /// The board or the setup that the options ask for cannot be made.
    NoLayout {
        /// Which of the two, by its key in the game file.
        key: &'static str,
        /// What does not fit.
        why: String,
    },
    /// An option contradicts another, the board or the setup.
    Contradiction {
        /// The option.
        option: Key,
        /// Its value.
        value: String,
        /// The option that it contradicts, or on which it depends; none where that is the setup or the hand.
        with: Option<Key>,
        /// Where the value is not allowed: "where …".
        place: &'static str,
        /// The values that are allowed there; there may be none.
        allowed: &'static [&'static str],
    },
    /// An option, or the setup, needs a smaller board.
    BoardTooLarge {
        /// The option and its value; none where it is the setup.
        option: Option<(Key, &'static str)>,
        /// The most points that it allows.
        most: usize,
        /// The points of the board.
        found: usize,
    },
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownVariant { game, found, allowed } => {
                write!(f, "{game} has no variant `{}`; allowed: {}", clip(found), allowed.join(", "))
            }
            Self::Option(error) => error.fmt(f),
            Self::Layout { game, option, allowed } => {
                write!(
                    f,
                    "option `{option}` means nothing in {game}; of its kind allowed: {}",
                    listed(allowed.iter().copied())
                )
            }
            Self::NoLayout { why, .. } => f.write_str(why),
            Self::Contradiction { option, value, place, allowed, .. } => {
                write!(f, "option `{option}` cannot be `{value}` {place}")?;
                if allowed.is_empty() { Ok(()) } else { write!(f, "; allowed: {}", allowed.join(", ")) }
            }
            Self::BoardTooLarge { option, most, found } => {
                match option {
                    Some((key, value)) => write!(f, "`{key}={value}`")?,
                    None => f.write_str("`setup`")?,
                }
                write!(f, " needs a board of at most {most} points; this one has {found}")
            }
        }
    }
}

impl std::error::Error for RulesetError {}

impl From<OptionError> for RulesetError {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}

/// Gives the text of a file that another file names; the caller decides where it looks.
pub type Resolve<'a> = &'a dyn Fn(&str) -> Result<String, String>;

impl GameFile {
    /// Reads a game file. Board files that it names are asked from `resolve`, unless they are among our own.
    ///
    /// # Errors
    /// All faults of the file, each with its line and key.
    pub fn parse(file: &str, text: &str, resolve: Resolve<'_>) -> Result<GameFile, Faults> {
        read(file, text, |root| {
            let game = read_game(root, resolve)?;
            check::rulesets(root, &game);
            Some(game)
        })
    }

    /// The words of the variants, the default one first.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|variant| variant.id.as_str())
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
            let allowed = Key::ALL.into_iter().filter(|&key| changes_layout(key) && self.layouts.knows(key)).collect();
            return Err(RulesetError::Layout { game: self.id.clone(), option, allowed });
        }
        let (board, mut start) = self
            .layouts
            .lay(&line_layouts(&line), &options, white_side(&self.sides))
            .map_err(|NoLayout { key, why }| RulesetError::NoLayout { key, why })?;
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
            house_rules,
            about: Arc::new(self.about(variant, stated)),
        })
    }

    /// What is told of a variant in which these clauses hold.
    fn about(&self, variant: &Variant, clauses: Vec<Clause>) -> About {
        let own = (!variant.source.is_empty()).then_some(&variant.source);
        About {
            name: self.name.clone(),
            variant_name: variant.name.clone(),
            note: variant.note.clone(),
            story: self.about.clone(),
            inventor: self.inventor.clone(),
            native: self.native.clone(),
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
    pub(crate) fn layout_values(&self, variant: &str) -> Vec<(Key, &str)> {
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
        let mut latest: BTreeMap<Key, &Clause> = BTreeMap::new();
        for clauses in std::iter::once(&self.clauses).chain(line.iter().map(|variant| &variant.clauses)) {
            latest.extend(clauses.iter().map(|clause| (clause.key, clause)));
        }
        latest.into_values().cloned().collect()
    }
}

impl Ruleset {
    /// The game and the variant as a person names them: `alquerque:walker`.
    pub fn title(&self) -> String {
        format!("{}:{}", self.game, self.variant)
    }

    /// The side with the white pieces.
    pub fn white(&self) -> Side {
        white_side(&self.about.sides)
    }

    /// What pieces of a rank are called, by a side that has words of its own for them or by both.
    pub fn rank_name(&self, side: Option<Side>, rank: Rank) -> Option<&Noun> {
        let own = side.and_then(|side| self.about.sides[side.index()].ranks[rank.index()].as_ref());
        own.or(self.about.ranks[rank.index()].as_ref())
    }

    /// The highest rank that a piece can have: that of the start, or what men are promoted to.
    pub fn highest_rank(&self) -> Rank {
        let at_the_start = self.start.columns.iter().flatten().map(|piece| piece.rank).max().unwrap_or_default();
        if self.options.promotion == Promotion::None { at_the_start } else { Rank::King }
    }

    /// The colour of a side's pieces.
    pub fn colour(&self, side: Side) -> Colour {
        self.about.sides[side.index()].colour
    }
}

fn options_of(clauses: &[Clause]) -> Result<Options, OptionError> {
    Options::default().with(clauses.iter().map(|clause| (clause.key, clause.value.as_str())))
}

fn line_layouts<'a>(line: &[&'a Variant]) -> Vec<&'a Layout> {
    line.iter().map(|variant| &variant.layout).collect()
}

fn white_side(sides: &[SideWords; 2]) -> Side {
    if sides[0].colour == Colour::White { Side::First } else { Side::Second }
}
