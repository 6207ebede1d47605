//! Turns hop by hop.

use crate::names::{Side, points};
use crate::position::Position;
use quirkat_rules::{AnyGame, Board, Language, Ruleset, short_texts};
use quirkat_words::{move_in_words, turns_in_words};
use serde::{Deserialize, Serialize};

/// A turn, hop by hop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// Turn in notation, the form in which requests give it.
    pub text: String,
    /// Side that makes the turn.
    pub by: Side,
    /// Names of the points of the moving piece: its start and every landing point.
    pub path: Vec<String>,
    /// Names of the points captured by each hop, in the order of the hops.
    pub captures: Vec<Vec<String>>,
    /// Names of the points on which men enter from the hand.
    pub drops: Vec<String>,
    /// Names of the points from which pieces are removed at the end.
    pub removed: Vec<String>,
    /// Name of the point huffed first; `null` without a huff.
    pub huff: Option<String>,
    /// Capture claimed first; `null` without a claim.
    pub claim: Option<Claim>,
    /// Results of the dice; `null` for a turn without dice.
    pub roll: Option<[u8; 3]>,
}

/// A capture claimed in place of the opponent's last turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// Names of the points of the claimed capture's path.
    pub path: Vec<String>,
    /// Names of the points that it captures.
    pub captures: Vec<String>,
}

/// Texts of a played turn for people. Requests use the turn's `text` instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnTexts {
    /// Short notation: on numbered boards, without intermediate points where the turn stays unambiguous.
    pub short: String,
    /// Description in words: the piece, its path, its captures and its promotion.
    pub words: String,
}

/// A played turn with the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedTurn {
    /// The turn that was played.
    pub turn: Turn,
    /// Texts that describe the turn for people.
    #[serde(flatten)]
    pub texts: TurnTexts,
    /// Position that the turn leads to.
    pub position: Position,
}

impl Turn {
    /// Converts a turn of a side.
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

    /// Returns the turn at an index from 0 in a game's history.
    pub fn of(game: &AnyGame, ply: usize) -> Option<Turn> {
        let by = game.setup_after(ply).to_move;
        game.history().get(ply).map(|turn| Turn::new(&game.ruleset().board, by, turn))
    }

    /// Converts consecutive turns from a game's position and stops at the first illegal one.
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

    /// Converts legal turns of a game's position.
    pub fn legal<'t>(game: &AnyGame, turns: impl IntoIterator<Item = &'t quirkat_rules::Turn>) -> Vec<Turn> {
        let (board, by) = (&game.ruleset().board, game.to_move());
        turns.into_iter().map(|turn| Turn::new(board, by, turn)).collect()
    }
}

impl TurnTexts {
    /// Describes the last turn of a game, given its short text. Computing the short text needs all legal turns of the
    /// position before. The words name points as `named` does, the game's ruleset in one of its notations.
    pub fn last(game: &AnyGame, short: &str, named: &Ruleset, language: Language) -> Option<TurnTexts> {
        let plies = game.history().len();
        let (before, after) = (game.setup_after(plies.checked_sub(1)?), game.setup_after(plies));
        let words = move_in_words(named, &before, game.history().last()?, &after, language);
        Some(TurnTexts { short: short.to_owned(), words })
    }
}

impl PlayedTurn {
    /// Describes every turn of a game so far in one language. The words name points as `named` does, the game's ruleset in
    /// one of its notations.
    pub fn all(game: &AnyGame, named: &Ruleset, language: Language) -> Vec<PlayedTurn> {
        let texts = short_texts(game).into_iter().zip(turns_in_words(&**game, named, language));
        texts
            .enumerate()
            .filter_map(|(ply, (short, words))| {
                let turn = Turn::of(game, ply)?;
                Some(PlayedTurn { turn, texts: TurnTexts { short, words }, position: Position::after(game, ply + 1) })
            })
            .collect()
    }
}
