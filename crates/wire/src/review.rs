//! Games, judged turn by turn.

use crate::analysis::{Chances, EngineLine, Score, thousandths};
use crate::tables::ProbeResult;
use crate::turn::Turn;
use quirkat_rules::AnyGame;
use serde::{Deserialize, Serialize};

/// A game with what an engine thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The score that the first side may expect in each position, from 0 to 1, the start first: a draw is half a win.
    pub curve: Vec<f64>,
    /// The turns.
    pub turns: Vec<ReviewedTurn>,
    /// How well each side played, in percent, by the measure of lichess; `null` for a side that had nothing to choose.
    pub accuracy: [Option<f64>; 2],
    /// The number of the turn, from 0, with which the game turned; `null` where it never did.
    pub turning_point: Option<usize>,
}

/// A turn of a game with what an engine thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reviewed"))]
pub struct ReviewedTurn {
    /// The turn.
    pub turn: Turn,
    /// The chances before it, of the side that made it.
    pub before: Chances,
    /// The chances after it, of the same side.
    pub after: Chances,
    /// What the position after it is worth to the side that made it; `null` when the game is over or dice are thrown.
    pub score: Option<Score>,
    /// The depth to which that was searched, in plies.
    pub depth: u32,
    /// What is to be said of it; `null` where it is neither bad nor the only good one.
    pub verdict: Option<Verdict>,
    /// The lines that would have been better, the best first.
    pub better: Vec<EngineLine>,
    /// What tables say of the position before it and of each turn there; none where they say nothing.
    pub tables: Option<ProbeResult>,
}

/// What is said of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The only good turn: every other one would have been a mistake.
    Only,
    /// It loses a tenth of the score to be expected.
    Inaccuracy,
    /// It loses a fifth.
    Mistake,
    /// It loses three tenths.
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
    /// The review of a game.
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
