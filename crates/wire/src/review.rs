//! Game reviews, turn by turn.

use crate::analysis::{Chances, EngineLine, Score, thousandths};
use crate::tables::ProbeResult;
use crate::turn::Turn;
use quirkat_rules::AnyGame;
use serde::{Deserialize, Serialize};

/// A game with the engine's review of each turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Expected score of the first side in each position, the start first: 1 for a win, ½ for a draw, 0 for a loss.
    pub curve: Vec<f64>,
    /// Reviews of the turns in their order.
    pub turns: Vec<ReviewedTurn>,
    /// Accuracy of each side in percent, by the formula of lichess; `null` for a side without a choice.
    pub accuracy: [Option<f64>; 2],
    /// Index from 0 of the turn that decided the game; `null` without one.
    pub turning_point: Option<usize>,
}

/// A turn of a game with the engine's review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedTurn {
    /// The turn that was played.
    pub turn: Turn,
    /// Probabilities before the turn, for the side that made it.
    pub before: Chances,
    /// Probabilities after the turn, for the same side.
    pub after: Chances,
    /// Score after the turn for the side that made it; `null` when the game is over or dice are thrown next.
    pub score: Option<Score>,
    /// Depth of the search after the turn, in plies.
    pub depth: u32,
    /// Verdict on the turn; `null` where it is neither bad nor the only good one.
    pub verdict: Option<Verdict>,
    /// Lines better than the played turn, best first.
    pub better: Vec<EngineLine>,
    /// Values from endgame tables for the position before the turn and for each of its turns; `null` where the tables
    /// lack it.
    pub tables: Option<ProbeResult>,
}

/// Verdict on a turn, by the loss of expected score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The only good turn: every other one would have been a mistake.
    Only,
    /// The turn loses at least a tenth of the expected score.
    Inaccuracy,
    /// The turn loses at least a fifth of the expected score.
    Mistake,
    /// The turn loses at least three tenths of the expected score.
    Blunder,
}

impl From<quirkat_search::Verdict> for Verdict {
    fn from(verdict: quirkat_search::Verdict) -> Verdict {
        match verdict {
            quirkat_search::Verdict::Only => Verdict::Only,
            quirkat_search::Verdict::Inaccuracy => Verdict::Inaccuracy,
            quirkat_search::Verdict::Mistake => Verdict::Mistake,
            quirkat_search::Verdict::Blunder => Verdict::Blunder,
        }
    }
}

impl Review {
    /// Converts the review of a game.
    pub fn new(game: &AnyGame, review: &quirkat_search::Review) -> Review {
        let mut now = game.clone();
        while now.undo().is_some() {}
        let history = game.history();
        let mut turns = Vec::with_capacity(history.len());
        for ((turn, reviewed), after) in history.into_iter().zip(&review.turns).zip(&review.positions[1..]) {
            let score = |score: quirkat_search::Score| if after.to_move == reviewed.by { score } else { -score };
            turns.push(ReviewedTurn {
                turn: Turn::new(&game.ruleset().board, reviewed.by, turn),
                before: reviewed.before.into(),
                after: reviewed.after.into(),
                score: after.score.map(|found| score(found).into()),
                depth: after.depth,
                verdict: reviewed.verdict.map(Verdict::from),
                better: reviewed.better.iter().map(|line| EngineLine::new(&now, line)).collect(),
                tables: reviewed.tables.as_ref().map(|certain| ProbeResult::new(&now, certain)),
            });
            now.play(turn).expect("the turns of a game can be played again");
        }
        Review {
            game: game.ruleset().title(),
            rules: game.ruleset().house_rule_texts(),
            curve: review.positions.iter().map(|position| thousandths(position.first.expected_score())).collect(),
            turns,
            accuracy: review.accuracy().map(|accuracy| accuracy.map(|percent| (percent * 10.0).round() / 10.0)),
            turning_point: review.turning_point(),
        }
    }
}
