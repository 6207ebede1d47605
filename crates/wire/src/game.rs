//! Games and variants of the catalogue, and the common head of all answers about a position.

use crate::board::Board;
use crate::names::{Names, Side};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::tables::ProbeResult;
use quirkat_rules::{AnyGame, GameFile, GameKind, Language, Mills, Removal, Ruleset};
use serde::{Deserialize, Serialize};

/// A game of the catalogue with its variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// Title of the game, which selects its default variant.
    pub id: String,
    /// Name of the game in every language.
    pub name: Names,
    /// Place of origin in every language; empty where the file does not state it.
    pub place: Names,
    /// Time of origin in every language; empty where the file does not state it.
    pub time: Names,
    /// Kind of game by its play: rows of three, few against many, columns, draughts, or other captures.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["mills", "hunt", "towers", "draughts", "war"])))]
    pub kind: String,
    /// Typical length of a game between two people, in minutes.
    pub minutes: Option<u8>,
    /// Effort to learn the game, from 1 (little) to 3 (much).
    pub difficulty: Option<u8>,
    /// Variants of the game, the default variant first.
    pub variants: Vec<Variant>,
}

/// A variant of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Variant {
    /// Title of the variant, `alquerque:walker`; other types call it `game`.
    pub id: String,
    /// Name of the variant in every language.
    pub name: Names,
}

impl Game {
    /// Converts a game file; `is_chequered` decides whether a board is drawn as squares. Returns `None` when no variant
    /// can be played, which the tests of the rules exclude for published games.
    pub fn new(file: &GameFile, is_chequered: fn(&quirkat_rules::Board) -> bool) -> Option<Game> {
        let variants = file.variants().map(|id| file.ruleset(Some(id), &[])).collect::<Result<Vec<_>, _>>().ok()?;
        let standard = variants.first()?;
        let gallery = file.gallery.as_ref();
        Some(Game {
            id: file.id.clone(),
            name: Names::from(&file.name),
            place: gallery.map(|gallery| Names::from(&gallery.place)).unwrap_or_default(),
            time: gallery.map(|gallery| Names::from(&gallery.time)).unwrap_or_default(),
            kind: kind(file, standard, is_chequered(&standard.board)).word().to_owned(),
            minutes: gallery.map(|gallery| gallery.minutes),
            difficulty: gallery.map(|gallery| gallery.difficulty),
            variants: variants
                .iter()
                .map(|ruleset| Variant { id: ruleset.title(), name: Names::from(&ruleset.info.variant_name) })
                .collect(),
        })
    }
}

/// Returns the kind of a game: that of its file, or the one that its rules show.
pub fn kind(file: &GameFile, ruleset: &Ruleset, is_chequered: bool) -> GameKind {
    let pieces = quirkat_rules::Side::BOTH
        .map(|side| ruleset.start.count(side) + usize::from(ruleset.start.memory.hand[side.index()]));
    let options = &ruleset.options;
    let stated = file.gallery.as_ref().and_then(|gallery| gallery.kind);
    stated.unwrap_or(if options.mills != Mills::None {
        GameKind::Mills
    } else if pieces[0].min(pieces[1]) * 3 <= pieces[0].max(pieces[1]) {
        GameKind::Hunt
    } else if options.removal == Removal::Under {
        GameKind::Towers
    } else if ruleset.info.game_type.is_some() || is_chequered {
        GameKind::Draughts
    } else {
        GameKind::War
    })
}

/// Game, rules and position that an answer is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Subject {
    /// Title of the game and its variant: `alquerque:walker`.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Current position of the game.
    pub position: Position,
    /// Side to move; `null` when the game is over.
    pub to_move: Option<Side>,
    /// End of the game; `null` while it continues.
    pub outcome: Option<Outcome>,
}

impl Subject {
    /// Describes the current position of a game; the outcome is worded in one language.
    pub fn new(game: &AnyGame, language: Language) -> Subject {
        let ruleset = game.ruleset();
        let outcome = game.outcome().map(|outcome| Outcome::new(ruleset, outcome, language));
        Subject {
            game: ruleset.title(),
            rules: ruleset.house_rule_texts(),
            position: Position::after(game, usize::MAX),
            to_move: outcome.is_none().then(|| game.to_move().into()),
            outcome,
        }
    }
}

/// A position with the geometry of its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionOnBoard {
    /// Game, rules and position of this answer.
    #[serde(flatten)]
    pub subject: Subject,
    /// Board on which the position stands.
    pub board: Board,
    /// Start position of the ruleset, before the first turn.
    pub start: Position,
    /// What is proved of the position and its turns, by endgame tables or as a solved start; `null` where
    /// nothing is proved or the game is over.
    pub proved: Option<ProbeResult>,
}

/// A position with its legal turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalTurns {
    /// Game, rules and position of this answer.
    #[serde(flatten)]
    pub subject: Subject,
    /// Legal turns, one for each path of a capture; empty when the game is over.
    pub legal: Vec<crate::Turn>,
}

/// Board and start position of a ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EmptyBoard {
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Points and lines of the board.
    #[serde(flatten)]
    pub board: Board,
    /// Start position, before the first turn.
    pub start: Position,
}

impl EmptyBoard {
    /// Describes the board of a ruleset.
    pub fn new(ruleset: &Ruleset) -> EmptyBoard {
        EmptyBoard {
            game: ruleset.title(),
            rules: ruleset.house_rule_texts(),
            board: Board::from(&*ruleset.board),
            start: Position::start(ruleset),
        }
    }
}
