//! What a score is worth as chances to win, to draw and to lose.

use crate::patterns::PatternWeights;
use crate::score::Score;
use quirkat_rules::{Outcome, Ruleset, Side};

/// What a side may expect of the end of a game; the three add up to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OutcomeProbabilities {
    /// The chance to win, from 0 to 1.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance to lose.
    pub loss: f64,
}

/// What scores mean in a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scale {
    /// Hundredths of a man that make the odds to win e times as high.
    pub hundredths: f64,
    /// By how many logits, the logarithms of the odds, one must be ahead for a win to be as likely as not.
    pub draws: f64,
}

impl Scale {
    /// Where nothing was learned.
    pub const PLAIN: Scale = Scale { hundredths: 150.0, draws: 0.5 };

    /// The chance that what is learned gives to a score, a draw as half a win. It knows nothing of how often games are drawn: who
    /// learns from chances that do takes every advantage for a smaller one, more so with each generation.
    pub fn learned(self, score: Score) -> f64 {
        odds(self.logit(score))
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

    /// The chances of the side that has this score, in a game of these rules. TableReport ends are certain; where every turn
    /// takes a piece no game is drawn.
    pub fn of(score: Score, ruleset: &Ruleset) -> OutcomeProbabilities {
        let scale = PatternWeights::shipped(ruleset).map_or(Scale::PLAIN, PatternWeights::scale);
        let draws = if ruleset.options.every_turn_captures() { 0.0 } else { scale.draws };
        match score {
            _ if score.is_won() => OutcomeProbabilities::WON,
            _ if score.is_lost() => OutcomeProbabilities::LOST,
            _ => OutcomeProbabilities::at(scale.logit(score), draws),
        }
    }

    /// The chances at a logarithm of the odds, where so many logits more make a win as likely as not.
    pub(crate) fn at(logit: f64, draws: f64) -> OutcomeProbabilities {
        let (win, loss) = (odds(logit - draws), odds(-logit - draws));
        OutcomeProbabilities { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// What a side has of a game that has ended.
    pub fn at_end(outcome: Outcome, side: Side) -> OutcomeProbabilities {
        match outcome.winner {
            None => OutcomeProbabilities::DRAWN,
            Some(winner) if winner == side => OutcomeProbabilities::WON,
            Some(_) => OutcomeProbabilities::LOST,
        }
    }

    /// The score to be expected, a draw as half a win: from 0 to 1.
    pub fn expected_score(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The chances of the other side.
    pub fn reversed(self) -> OutcomeProbabilities {
        OutcomeProbabilities { win: self.loss, draw: self.draw, loss: self.win }
    }

    /// The same chances as a side sees them that are those of another.
    pub(crate) fn seen_by(self, side: Side, of: Side) -> OutcomeProbabilities {
        if side == of { self } else { self.reversed() }
    }
}

/// The chance whose odds have this logarithm.
pub(crate) fn odds(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    fn ruleset(game: &str) -> Ruleset {
        find_game(game).unwrap().ruleset(None, &[]).unwrap()
    }

    #[test]
    fn chances_add_up_and_the_sides_mirror_each_other() {
        let lasca = ruleset("lasca");
        for hundredths in [-800, -150, -1, 0, 1, 75, 400] {
            let chances = OutcomeProbabilities::of(Score::estimate(hundredths), &lasca);
            assert!((chances.win + chances.draw + chances.loss - 1.0).abs() < 1e-9);
            let other = OutcomeProbabilities::of(Score::estimate(-hundredths), &lasca);
            assert!((other.expected_score() - chances.reversed().expected_score()).abs() < 1e-9);
        }
        let expected = |hundredths| OutcomeProbabilities::of(Score::estimate(hundredths), &lasca).expected_score();
        assert!((expected(0) - 0.5).abs() < 1e-9 && expected(100) > 0.6 && expected(300) > expected(200));
    }

    #[test]
    fn what_is_learned_of_a_score_comes_back_as_the_same_score_however_often_games_are_drawn() {
        for draws in [0.0, 1.5, 3.0] {
            let scale = Scale { hundredths: 200.0, draws };
            for hundredths in [-900, -100, 0, 50, 300] {
                let chance = scale.learned(Score::estimate(hundredths));
                let back = (chance / (1.0 - chance)).ln() * scale.hundredths;
                assert!((back - f64::from(hundredths)).abs() < 1e-6, "{back} of {hundredths}");
            }
            assert!(scale.learned(Score::won_in(9)) > 0.999 && scale.learned(Score::lost_in(8)) < 0.001);
        }
    }

    #[test]
    fn certain_ends_are_certain_and_where_every_turn_takes_nothing_is_drawn() {
        let (walker, konane) = (ruleset("alquerque"), ruleset("konane"));
        assert_eq!(OutcomeProbabilities::of(Score::won_in(7), &walker), OutcomeProbabilities::WON);
        assert_eq!(OutcomeProbabilities::of(Score::lost_in(0), &walker), OutcomeProbabilities::LOST);
        assert!(OutcomeProbabilities::of(Score::DRAW, &walker).draw > 0.1);
        assert!(OutcomeProbabilities::of(Score::DRAW, &konane).draw < 1e-9);
    }
}
