//! Rulesets: what a game file says, checked.
//!
//! A game file holds a board, a setup, the words of the game and its options; named variants override options, and each
//! states only what differs from its parent. A [`Ruleset`] is one variant of one game, with the house rules that people
//! agreed on. The legal turns, the rules in words and the saved games all come from this one value.

mod catalogue;
mod contradictions;
mod effect;
mod family;
mod game_file;
mod info;
mod locate;
mod native_name;
mod read;
mod requirements;

pub use catalogue::{find_game, game_ids, game_toml, games};
pub(crate) use contradictions::{contradictions, limits};
pub use effect::no_effect_reason;
pub(crate) use effect::no_effect_reasons;
pub use family::{Descent, DescentKind, Dispute, Family, MapPlace, Member, Passage, PassageLine, Statement, family};
pub use game_file::GameFile;
pub use info::{Clause, ClauseStanding, GalleryEntry, Noun, RulesetInfo, SideInfo};
pub(crate) use locate::{ErrorLocator, rulesets};
pub use native_name::NativeName;
pub(crate) use read::read_game;
pub(crate) use requirements::{Requirement, Requirements};

use crate::files::Colour;
use crate::ground::board::Board;
use crate::ground::setup::{Rank, Setup, Side};
use crate::options::{OptionKey, Options, Promotion};
use std::sync::Arc;

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
    pub house_rules: Vec<(OptionKey, String)>,
    /// What people tell of it: names, stories, sources.
    pub info: Arc<RulesetInfo>,
}

impl Ruleset {
    /// The game and the variant as a person names them: `alquerque:walker`.
    pub fn title(&self) -> String {
        format!("{}:{}", self.game, self.variant)
    }

    /// The house rules, each as `key=value`.
    pub fn house_rule_texts(&self) -> Vec<String> {
        self.house_rules.iter().map(|(key, value)| format!("{key}={value}")).collect()
    }

    /// The side with the white pieces.
    pub fn white(&self) -> Side {
        white_side(&self.info.sides)
    }

    /// What pieces of a rank are called, by a side that has words of its own for them or by both.
    pub fn rank_name(&self, side: Option<Side>, rank: Rank) -> Option<&Noun> {
        let own = side.and_then(|side| self.info.sides[side.index()].ranks[rank.index()].as_ref());
        own.or(self.info.ranks[rank.index()].as_ref())
    }

    /// The highest rank that a piece can have: that of the start, or what men are promoted to.
    pub fn highest_rank(&self) -> Rank {
        let at_the_start = self.start.columns.iter().flatten().map(|piece| piece.rank).max().unwrap_or_default();
        if self.options.promotion == Promotion::None { at_the_start } else { Rank::King }
    }

    /// The colour of a side's pieces.
    pub fn colour(&self, side: Side) -> Colour {
        self.info.sides[side.index()].colour
    }
}

fn white_side(sides: &[SideInfo; 2]) -> Side {
    if sides[0].colour == Colour::White { Side::First } else { Side::Second }
}
