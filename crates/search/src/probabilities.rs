//! Probabilities of the outcomes of a game, from scores.

use crate::patterns::PatternWeights;
use crate::score::Score;
use quirkat_rules::{Outcome, Ruleset, Side};

/// The probabilities of a win, a draw and a loss of a side. They add up to 1.
///
/// # Examples
/// ```
/// use quirkat_rules::find_game;
/// use quirkat_search::{OutcomeProbabilities, Score};
///
/// let lasca = find_game("lasca").unwrap().ruleset(None, &[])?;
/// let ahead = OutcomeProbabilities::of(Score::estimate(200), &lasca);
/// assert!(ahead.win > ahead.loss && ahead.expected_score() > 0.5);
/// assert_eq!(OutcomeProbabilities::of(Score::won_in(7), &lasca), OutcomeProbabilities::WON);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OutcomeProbabilities {
    /// Probability of a win, from 0 to 1.
    pub win: f64,
    /// Probability of a draw, from 0 to 1.
    pub draw: f64,
    /// Probability of a loss, from 0 to 1.
    pub loss: f64,
}

/// The relation between scores and probabilities in a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ScoreScale {
    /// Hundredths of a man in a logit, the logarithm of the odds.
    pub hundredths: f64,
    /// Logit at which a win is as likely as not.
    pub draws: f64,
}

impl ScoreScale {
    /// The scale of the classical evaluation.
    pub const CLASSICAL: ScoreScale = ScoreScale { hundredths: 150.0, draws: 0.5 };

    /// Returns the expected score that training uses as a target, a draw counting as half a win. It ignores how often
    /// games are drawn: targets that took draws into account would shrink every advantage with each generation.
    pub fn training_target(self, score: Score) -> f64 {
        logistic(self.logit(score))
    }

    fn logit(self, score: Score) -> f64 {
        f64::from(score.hundredths()) / self.hundredths
    }
}

impl OutcomeProbabilities {
    /// A game that is won.
    pub const WON: OutcomeProbabilities = OutcomeProbabilities { win: 1.0, draw: 0.0, loss: 0.0 };
    /// A game that is drawn.
    pub const DRAWN: OutcomeProbabilities = OutcomeProbabilities { win: 0.0, draw: 1.0, loss: 0.0 };
    /// A game that is lost.
    pub const LOST: OutcomeProbabilities = OutcomeProbabilities { win: 0.0, draw: 0.0, loss: 1.0 };

    /// Returns the probabilities for the side with this score. Proved ends are certain. Where every move captures, no
    /// game is drawn.
    pub fn of(score: Score, ruleset: &Ruleset) -> OutcomeProbabilities {
        let scale = PatternWeights::shipped(ruleset).map_or(ScoreScale::CLASSICAL, PatternWeights::scale);
        let draws = if ruleset.options.every_turn_captures() { 0.0 } else { scale.draws };
        match score {
            _ if score.is_won() => OutcomeProbabilities::WON,
            _ if score.is_lost() => OutcomeProbabilities::LOST,
            _ => OutcomeProbabilities::at(scale.logit(score), draws),
        }
    }

    /// Returns the probabilities at a logit; at the logit `draws`, a win is as likely as not.
    pub(crate) fn at(logit: f64, draws: f64) -> OutcomeProbabilities {
        let (win, loss) = (logistic(logit - draws), logistic(-logit - draws));
        OutcomeProbabilities { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// Returns the probabilities for a side after the end of a game.
    pub fn at_end(outcome: Outcome, side: Side) -> OutcomeProbabilities {
        match outcome.winner {
            None => OutcomeProbabilities::DRAWN,
            Some(winner) if winner == side => OutcomeProbabilities::WON,
            Some(_) => OutcomeProbabilities::LOST,
        }
    }

    /// Returns the expected score, from 0 to 1; a draw counts as half a win.
    pub fn expected_score(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// Returns the probabilities for the other side.
    pub fn reversed(self) -> OutcomeProbabilities {
        OutcomeProbabilities { win: self.loss, draw: self.draw, loss: self.win }
    }

    /// Returns the probabilities for `side`, given that these are the ones for `of`.
    pub(crate) fn for_side(self, side: Side, of: Side) -> OutcomeProbabilities {
        if side == of { self } else { self.reversed() }
    }
}

/// Returns the probability whose odds have this logarithm.
pub(crate) fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    fn ruleset(game: &str) -> Ruleset {
        find_game(game).unwrap().ruleset(None, &[]).unwrap()
    }

    #[test]
    fn probabilities_add_up_and_the_sides_mirror_each_other() {
        let lasca = ruleset("lasca");
        for hundredths in [-800, -150, -1, 0, 1, 75, 400] {
            let probabilities = OutcomeProbabilities::of(Score::estimate(hundredths), &lasca);
            assert!((probabilities.win + probabilities.draw + probabilities.loss - 1.0).abs() < 1e-9);
            let other = OutcomeProbabilities::of(Score::estimate(-hundredths), &lasca);
            assert!((other.expected_score() - probabilities.reversed().expected_score()).abs() < 1e-9);
        }
        let expected = |hundredths| OutcomeProbabilities::of(Score::estimate(hundredths), &lasca).expected_score();
        assert!((expected(0) - 0.5).abs() < 1e-9 && expected(100) > 0.6 && expected(300) > expected(200));
    }

    #[test]
    fn training_targets_return_the_score_however_often_games_are_drawn() {
        for draws in [0.0, 1.5, 3.0] {
            let scale = ScoreScale { hundredths: 200.0, draws };
            for hundredths in [-900, -100, 0, 50, 300] {
                let target = scale.training_target(Score::estimate(hundredths));
                let back = libm::log(target / (1.0 - target)) * scale.hundredths;
                assert!((back - f64::from(hundredths)).abs() < 1e-6, "{back} of {hundredths}");
            }
            assert!(scale.training_target(Score::won_in(9)) > 0.999);
            assert!(scale.training_target(Score::lost_in(8)) < 0.001);
        }
    }

    #[test]
    fn proved_ends_are_certain_and_no_game_is_drawn_where_every_move_captures() {
        let (walker, konane) = (ruleset("alquerque"), ruleset("konane"));
        assert_eq!(OutcomeProbabilities::of(Score::won_in(7), &walker), OutcomeProbabilities::WON);
        assert_eq!(OutcomeProbabilities::of(Score::lost_in(0), &walker), OutcomeProbabilities::LOST);
        assert!(OutcomeProbabilities::of(Score::DRAW, &walker).draw > 0.1);
        assert!(OutcomeProbabilities::of(Score::DRAW, &konane).draw < 1e-9);
    }
}
