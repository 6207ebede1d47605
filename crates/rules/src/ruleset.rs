//! Rulesets: game files after parsing and validation.
//!
//! A [`GameFile`] holds the board, setup, names and options of a game, and its variants, each of which states only its
//! differences from its parent. A [`Ruleset`] is one variant of one game together with house rules. Move generation, the
//! rules in words and saved games all read this one value, so that they cannot disagree.
//!
//! This module decides which options are allowed together ([`contradictions`]), which have no effect
//! ([`no_effect_reason`]) and what they require of positions ([`Requirements`]). It does not compile rules:
//! [`crate::AnyRules::compile`] does.

mod catalogue;
mod contradictions;
mod effect;
mod family;
mod game_file;
mod info;
mod locate;
mod naming;
mod native_name;
mod read;
mod requirements;

pub use catalogue::{find_game, game_ids, game_toml, games};
pub(crate) use contradictions::{contradictions, limits};
pub use effect::no_effect_reason;
pub(crate) use effect::no_effect_reasons;
pub use family::{Descent, DescentKind, Dispute, Family, MapPlace, Member, Passage, PassageLine, Statement, family};
pub use game_file::GameFile;
pub use info::{Clause, ClauseStanding, GalleryEntry, GameKind, Noun, RulesetInfo, SideInfo};
pub(crate) use locate::{ErrorLocator, rulesets};
pub use naming::{find_game_by_name, find_variant_by_name, fold_name, is_full_name, similar_games};
pub use native_name::NativeName;
pub(crate) use read::read_game;
pub use requirements::{Requirement, Requirements};

use crate::files::Colour;
use crate::ground::board::{Board, Point};
use crate::ground::setup::{Rank, Setup, SetupError, Side};
use crate::options::{CaptureLines, OptionKey, Options, Promotion, Removal};
use std::sync::Arc;

/// One variant of one game with its house rules: the complete rules and the start position.
///
/// Names, stories and sources, which do not affect play, are in [`RulesetInfo`] and shared between copies.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, OptionKey, find_game};
///
/// let game = find_game("alquerque").expect("a game of the catalogue");
/// let ruleset = game.ruleset(Some("walker"), &[("capture", "huff")])?;
/// assert_eq!(ruleset.title(), "alquerque:walker");
/// assert_eq!(ruleset.house_rules, [(OptionKey::Capture, "huff".to_owned())]);
/// assert_eq!(ruleset.board.len(), 25);
///
/// let game = AnyRules::compile(ruleset)?.new_game();
/// assert_eq!(game.turns()?.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// Id of the game, as in its file.
    pub game: String,
    /// Id of the variant within the game.
    pub variant: String,
    /// Version of the rules, from 1. It grows when the legal moves or the endings of a published variant change.
    pub version: u32,
    /// The board, shared by all copies.
    pub board: Arc<Board>,
    /// Start position. `to_move` is the side that starts, or the first side if lot or agreement decides.
    pub start: Setup,
    /// The value of every option, house rules included.
    pub options: Options,
    /// House rules: the options that differ from the published variant, with their values.
    pub house_rules: Vec<(OptionKey, String)>,
    /// Names, story and sources, which do not affect play.
    pub info: Arc<RulesetInfo>,
}

impl Ruleset {
    /// Returns the game and the variant as commands name them: `alquerque:walker`.
    pub fn title(&self) -> String {
        format!("{}:{}", self.game, self.variant)
    }

    /// Returns the house rules, each as `key=value`.
    pub fn house_rule_texts(&self) -> Vec<String> {
        self.house_rules.iter().map(|(key, value)| format!("{key}={value}")).collect()
    }

    /// Returns the side with the white pieces.
    pub fn white(&self) -> Side {
        white_side(&self.info.sides)
    }

    /// Returns the name of a rank: the one used by `side` if it has its own, otherwise the one used by both sides.
    pub fn rank_name(&self, side: Option<Side>, rank: Rank) -> Option<&Noun> {
        let own = side.and_then(|side| self.info.sides[side.index()].ranks[rank.index()].as_ref());
        own.or(self.info.ranks[rank.index()].as_ref())
    }

    /// Returns the highest rank that a piece can have, at the start or by promotion.
    pub fn highest_rank(&self) -> Rank {
        let at_the_start = self.start.columns.iter().flatten().map(|piece| piece.rank).max().unwrap_or_default();
        if self.options.promotion == Promotion::None { at_the_start } else { Rank::King }
    }

    /// Refuses a setup in which a man stands on its last row, where it would have been promoted, unless play can put one
    /// there: as a freed prisoner of a tower, from a hand or at the start.
    ///
    /// Positions from people are checked so. The rules themselves accept them: such a man has no step, and captures.
    ///
    /// # Errors
    /// [`SetupError::UnpromotedMan`] for the first such man.
    pub fn refuse_unpromoted_men(&self, setup: &Setup) -> Result<(), SetupError> {
        let Options { promotion, removal, .. } = self.options;
        let has_none = promotion == Promotion::None || removal == Removal::Under || self.start.memory.hand != [0; 2];
        if has_none || setup.columns.len() != self.board.len() {
            return Ok(());
        }
        let (low, high) = self.board.bounds();
        let last_row = |side| if side == Side::First { high.y } else { low.y };
        let is_unpromoted = |setup: &Setup, point: Point| {
            let man = setup.top(point).filter(|piece| piece.rank == Rank::Man);
            man.is_some_and(|piece| self.board.place(point).y == last_row(piece.side))
        };
        let starts_so = self.board.points().any(|point| is_unpromoted(&self.start, point));
        match self.board.points().find(|&point| !starts_so && is_unpromoted(setup, point)) {
            Some(point) => Err(SetupError::UnpromotedMan(self.board.name(point).to_owned())),
            None => Ok(()),
        }
    }

    /// Returns the colour of a side's pieces.
    pub fn colour(&self, side: Side) -> Colour {
        self.info.sides[side.index()].colour
    }
}

/// Returns a board on which captures follow these lines.
pub(crate) fn capturing_board(board: &Arc<Board>, lines: CaptureLines) -> Arc<Board> {
    if lines == CaptureLines::Board && !board.has_capture_lines() {
        return Arc::clone(board);
    }
    let board = board.as_ref().clone().without_capture_lines();
    Arc::new(match lines {
        CaptureLines::Board => board,
        CaptureLines::WithOrthogonals => board.with_orthogonal_captures(),
        CaptureLines::Orthogonals => board.with_captures_along_orthogonals(),
        CaptureLines::Diagonals => board.with_captures_along_diagonals(),
    })
}

fn white_side(sides: &[SideInfo; 2]) -> Side {
    if sides[0].colour == Colour::White { Side::First } else { Side::Second }
}
