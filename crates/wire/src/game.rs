//! Games and variants as lists give them, and what every answer about a position begins with.

use crate::board::Board;
use crate::names::{Names, Side};
use crate::outcome::Outcome;
use crate::position::Position;
use quirkat_rules::{AnyGame, GameFile, Language, Mills, Removal, Ruleset};
use serde::{Deserialize, Serialize};

/// A game and its variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// The word by which its default variant is asked for.
    pub id: String,
    /// Its name.
    pub name: Names,
    /// Where it is from; empty where the file does not say.
    pub place: Names,
    /// When it is from; empty where the file does not say.
    pub time: Names,
    /// What kind of game it is.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["mills", "hunt", "towers", "draughts", "war"])))]
    pub kind: String,
    /// How long a game lasts between two people.
    pub minutes: Option<u8>,
    /// How much there is to learn before one plays well, from 1 (little) to 3 (much).
    pub difficulty: Option<u8>,
    /// Its variants, the default one first.
    pub variants: Vec<Variant>,
}

/// A variant of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Variant {
    /// The words by which it is asked for: `alquerque:walker`. Elsewhere they are called `game`.
    pub id: String,
    /// Its name.
    pub name: Names,
}

impl Game {
    /// A game; `is_chequered` says whether a board is drawn as squares. None where no variant can be played, which the
    /// tests of the rules exclude.
    pub fn new(file: &GameFile, is_chequered: fn(&quirkat_rules::Board) -> bool) -> Option<Game> {
        let variants = file.variants().map(|id| file.ruleset(Some(id), &[])).collect::<Result<Vec<_>, _>>().ok()?;
        let standard = variants.first()?;
        let gallery = file.gallery.as_ref();
        Some(Game {
            id: file.id.clone(),
            name: Names::from(&file.name),
            place: gallery.map(|gallery| Names::from(&gallery.place)).unwrap_or_default(),
            time: gallery.map(|gallery| Names::from(&gallery.time)).unwrap_or_default(),
            kind: kind(standard, is_chequered(&standard.board)).to_owned(),
            minutes: gallery.map(|gallery| gallery.minutes),
            difficulty: gallery.map(|gallery| gallery.difficulty),
            variants: variants
                .iter()
                .map(|ruleset| Variant { id: ruleset.title(), name: Names::from(&ruleset.info.variant_name) })
                .collect(),
        })
    }
}

/// What kind of game a ruleset makes: `mills`, `hunt`, `towers`, `draughts` or `war`.
pub fn kind(ruleset: &Ruleset, is_chequered: bool) -> &'static str {
    let pieces = quirkat_rules::Side::BOTH
        .map(|side| ruleset.start.count(side) + usize::from(ruleset.start.memory.hand[side.index()]));
    let options = &ruleset.options;
    if options.mills != Mills::None {
        "mills"
    } else if pieces[0].min(pieces[1]) * 3 <= pieces[0].max(pieces[1]) {
        "hunt"
    } else if options.removal == Removal::Under {
        "towers"
    } else if ruleset.info.game_type.is_some() || is_chequered {
        "draughts"
    } else {
        "war"
    }
}

/// What an answer is about: a position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Subject {
    /// The game and its variant: `alquerque:walker`.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The position.
    pub position: Position,
    /// The side to move; none when the game is over.
    pub to_move: Option<Side>,
    /// How the game has ended; none while it goes on.
    pub outcome: Option<Outcome>,
}

impl Subject {
    /// The present position of a game; its end in words of a language.
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

/// A position and its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Shown"))]
pub struct PositionOnBoard {
    /// The position.
    #[serde(flatten)]
    pub subject: Subject,
    /// The board.
    pub board: Board,
    /// The position before the first turn of every game.
    pub start: Position,
}

/// A position and its legal turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Legal"))]
pub struct LegalTurns {
    /// The position.
    #[serde(flatten)]
    pub subject: Subject,
    /// Its legal turns, every path of a capture on its own; none when the game is over.
    pub legal: Vec<crate::Turn>,
}

/// The board of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EmptyBoard {
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The board.
    #[serde(flatten)]
    pub board: Board,
    /// The position before the first turn.
    pub start: Position,
}

impl EmptyBoard {
    /// The board of a ruleset.
    pub fn new(ruleset: &Ruleset) -> EmptyBoard {
        EmptyBoard {
            game: ruleset.title(),
            rules: ruleset.house_rule_texts(),
            board: Board::from(&*ruleset.board),
            start: Position::start(ruleset),
        }
    }
}
