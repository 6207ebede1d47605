//! Turns, hop by hop.

use crate::names::{Side, points};
use crate::position::Position;
use quirkat_rules::{AnyGame, Board, Language, short_texts};
use quirkat_words::{turn_in_words, turns_in_words};
use serde::{Deserialize, Serialize};

/// A turn, hop by hop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// The turn in words of the notation; this is what plays it.
    pub text: String,
    /// Who makes it.
    pub by: Side,
    /// Where the piece starts, and every point on which it lands.
    pub path: Vec<String>,
    /// What each hop takes.
    pub captures: Vec<Vec<String>>,
    /// Where men enter.
    pub drops: Vec<String>,
    /// What is taken off in the end.
    pub removed: Vec<String>,
    /// The piece huffed first.
    pub huff: Option<String>,
    /// The capture claimed first.
    pub claim: Option<Claim>,
    /// What the dice show.
    pub roll: Option<[u8; 3]>,
}

/// A claimed capture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// Its way.
    pub path: Vec<String>,
    /// What it takes.
    pub captures: Vec<String>,
}

/// A turn that was played, for people; what plays it is its `text`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Told"))]
pub struct TurnTexts {
    /// The turn as lists have it: where points are numbers, without those in between if no other turn can be meant.
    pub short: String,
    /// The turn in words: which piece goes where, what it takes, what it becomes.
    pub words: String,
}

/// A turn that was played, and the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Played"))]
pub struct PlayedTurn {
    /// The turn.
    pub turn: Turn,
    /// How it is said.
    #[serde(flatten)]
    pub texts: TurnTexts,
    /// The position after it.
    pub position: Position,
}

impl Turn {
    /// A turn of a side.
    pub fn new(board: &Board, by: quirkat_rules::Side, turn: &quirkat_rules::Turn) -> Turn {
        let hops = turn.path.len().saturating_sub(1);
        Turn {
            text: turn.text(board),
            by: by.into(),
            path: points(board, &turn.path),
            captures: (0..hops).map(|hop| points(board, turn.captures_of_hop(hop))).collect(),
            drops: points(board, &turn.drops),
            removed: points(board, &turn.removed),
            huff: turn.huff.map(|point| board.name(point).to_owned()),
            claim: turn
                .claim
                .as_ref()
                .map(|claim| Claim { path: points(board, &claim.path), captures: points(board, &claim.captures) }),
            roll: turn.roll,
        }
    }

    /// The turn of this number, from 0, of a game's history.
    pub fn of(game: &AnyGame, ply: usize) -> Option<Turn> {
        let by = game.setup_after(ply).to_move;
        game.history().get(ply).map(|turn| Turn::new(&game.ruleset().board, by, turn))
    }

    /// Turns that follow one another from a game's position; they end where one is not legal.
    pub fn line(game: &AnyGame, turns: &[quirkat_rules::Turn]) -> Vec<Turn> {
        let mut game = game.clone();
        let mut line = Vec::with_capacity(turns.len());
        for turn in turns {
            let by = game.to_move();
            if game.play(turn).is_err() {
                break;
            }
            line.push(Turn::new(&game.ruleset().board, by, turn));
        }
        line
    }

    /// Turns that are legal in a game's position.
    pub fn legal<'t>(game: &AnyGame, turns: impl IntoIterator<Item = &'t quirkat_rules::Turn>) -> Vec<Turn> {
        let (board, by) = (&game.ruleset().board, game.to_move());
        turns.into_iter().map(|turn| Turn::new(board, by, turn)).collect()
    }
}

impl TurnTexts {
    /// How the last turn of a game is said, whose short text is known: to find that out takes all turns that could have been
    /// made in its place.
    pub fn last(game: &AnyGame, short: &str, language: Language) -> Option<TurnTexts> {
        let words = turn_in_words(&**game, game.history().len().checked_sub(1)?, language)?;
        Some(TurnTexts { short: short.to_owned(), words })
    }
}

impl PlayedTurn {
    /// Every turn of a game so far, in words of a language.
    pub fn all(game: &AnyGame, language: Language) -> Vec<PlayedTurn> {
        let texts = short_texts(game).into_iter().zip(turns_in_words(&**game, language));
        texts
            .enumerate()
            .filter_map(|(ply, (short, words))| {
                let turn = Turn::of(game, ply)?;
                Some(PlayedTurn { turn, texts: TurnTexts { short, words }, position: Position::after(game, ply + 1) })
            })
            .collect()
    }
}
